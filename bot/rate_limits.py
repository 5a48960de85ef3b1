"""Discord.py's memory of rate limits, one bucket a channel, looked through less often."""

from __future__ import annotations

import time
from typing import Any

CLEARED_EVERY_SECONDS = 60.0


def clear_seldom(http: Any) -> None:
    """Let discord.py's client forget old buckets once a minute, not before each request.

    discord.py 2.7 looks through all of them each time, which takes milliseconds once the bot has
    posted in thousands of channels. A bucket is old five minutes after its last request.
    """
    clear, cleared_at = http._try_clear_expired_ratelimits, time.monotonic()

    def clear_if_it_is_time() -> None:
        nonlocal cleared_at
        now = time.monotonic()
        if now - cleared_at >= CLEARED_EVERY_SECONDS:
            cleared_at = now
            clear()

    http._try_clear_expired_ratelimits = clear_if_it_is_time

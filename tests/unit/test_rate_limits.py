"""Old rate-limit buckets are forgotten once a minute, not before each request."""

from __future__ import annotations

import time

import pytest

from bot.app import create_bot
from bot.rate_limits import CLEARED_EVERY_SECONDS
from bot.settings import Settings


async def test_buckets_are_cleared_once_a_minute(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    http = create_bot(settings).http
    for number in range(300):
        http.get_ratelimit(f"GET:{number}")
    assert len(http._buckets) == 300
    for bucket in http._buckets.values():
        bucket._last_request = -1_000.0  # long ago
    now += CLEARED_EVERY_SECONDS - 1
    http.get_ratelimit("GET:early")
    assert len(http._buckets) == 301
    now += 1
    http.get_ratelimit("GET:late")
    assert len(http._buckets) < 300

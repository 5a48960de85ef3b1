"""The bot in a process of its own, with a watch over its event loop.

Its argument is the file into which it writes, when it is stopped, by how much and when a short
sleep was too long.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from contextlib import suppress
from pathlib import Path
from signal import SIGTERM
from typing import Final

from bot.app import serve
from bot.settings import load_settings

TICK_S: Final = 0.005
WORTH_NOTING_S: Final = 0.005


async def _run(stalls_path: Path) -> None:
    settings = load_settings()
    logging.basicConfig(level=settings.log_level)
    assert settings.token is not None
    work = asyncio.ensure_future(serve(settings, settings.token.get_secret_value(), print))
    asyncio.get_running_loop().add_signal_handler(SIGTERM, work.cancel)
    stalls: list[tuple[float, float]] = []
    watch = asyncio.create_task(_watch(stalls))
    with suppress(asyncio.CancelledError):
        await work
    watch.cancel()
    stalls_path.write_text(json.dumps(stalls))


async def _watch(stalls: list[tuple[float, float]]) -> None:
    """Note when (Unix time) a short sleep was too long, and by how many seconds."""
    while True:
        started = time.perf_counter()
        await asyncio.sleep(TICK_S)
        late_s = time.perf_counter() - started - TICK_S
        if late_s > WORTH_NOTING_S:
            stalls.append((time.time(), late_s))


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1])))

"""How often a host is asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.papers.sources.found import NoAnswerError, Reason


@dataclass(frozen=True)
class Clock:
    """Seconds that only ever grow, and a way to wait some; a test brings its own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Pace:
    """Lets one request at a time through, none sooner than `interval_s` after the last began."""

    def __init__(self, interval_s: float, clock: Clock) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._lock = asyncio.Lock()
        self._next_at = clock.now()

    async def begin(self, patience_s: float) -> None:
        """Wait for one's turn; `end` must follow. Raises `NoAnswerError` if it comes too late."""
        try:
            async with asyncio.timeout(patience_s):
                await self._lock.acquire()
        except TimeoutError:
            raise NoAnswerError(Reason.TOO_MANY) from None
        try:
            await self._wait(patience_s)
        except BaseException:
            self._lock.release()
            raise
        self._next_at = self._clock.now() + self._interval_s

    async def _wait(self, patience_s: float) -> None:
        wait_s = self._next_at - self._clock.now()
        if wait_s > patience_s:
            raise NoAnswerError(Reason.TOO_MANY)
        if wait_s > 0:
            await self._clock.sleep(wait_s)

    def end(self) -> None:
        """Let the next one through."""
        self._lock.release()

    def rest(self, seconds: float) -> None:
        """Ask nothing for so long: the host said that it is asked too often."""
        self._next_at = max(self._next_at, self._clock.now() + seconds)

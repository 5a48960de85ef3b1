"""How fast posts are sent: evenly, and never faster than Discord allows.

A bot may make 50 requests a second over all channels (Discord's documentation, “Global Rate
Limit”); whoever makes more is told to wait, and banned for a while if that happens too often.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PER_SECOND = 45.0  # requests; the rest is for the answers of commands that edit messages
TOO_SHORT_SECONDS = 1e-4  # what is left of a wait by the roundings of clocks


class Pace:
    """Gives turns at even intervals; posts go before what follows them.

    Turns that nobody took are not saved up: a burst is what the limit forbids.
    """

    def __init__(
        self, per_second: float = PER_SECOND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._interval_seconds = 1 / per_second
        self._clock = clock
        self._free_at = 0.0
        self._given_until = 0.0
        self._waiting_behind = 0

    async def turn(self) -> None:
        """Wait for a post's turn; first come, first served."""
        wait_seconds = self._free_at - self._clock()
        self._reserve(1)
        await asyncio.sleep(max(wait_seconds, 0.0))
        await self._give(1)

    async def turn_behind(self, requests: int) -> None:
        """Wait until no post waits, for a turn that lasts as long as so many requests."""
        self._waiting_behind += 1
        try:
            while (wait_seconds := self._free_at - self._clock()) > 0:
                # One after another, for if all woke at once but one would have to wait again.
                place = self._waiting_behind - 1
                await asyncio.sleep(wait_seconds + place * self._interval_seconds)
        finally:
            self._waiting_behind -= 1
        self._reserve(requests)
        await self._give(requests)

    def _reserve(self, requests: int) -> None:
        begins_at = max(self._free_at, self._clock())
        self._free_at = begins_at + requests * self._interval_seconds

    async def _give(self, requests: int) -> None:
        """Give a turn; after a moment in which nothing ran, all that fell due in it come apart."""
        while (wait_seconds := self._given_until - self._clock()) > TOO_SHORT_SECONDS:
            began_at = self._clock()
            await asyncio.sleep(wait_seconds)
            if self._clock() - began_at < wait_seconds / 2:  # a simulation skipped the wait
                break
        self._given_until = self._clock() + requests * self._interval_seconds

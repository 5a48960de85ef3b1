"""How fast posts are sent: evenly, and never faster than Discord allows.

A bot may make 50 requests a second over all channels (Discord's documentation, “Global Rate
Limit”); whoever makes more is told to wait, and banned for a while if that happens too often.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PER_SECOND = 43.0  # requests; the rest is for whatever else the bot asks, and for late arrivals
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
        self._given_until = 0.0
        self._issued = self._served = self._behind = 0
        self._left: set[int] = set()  # tickets whose holders were cancelled

    async def turn(self) -> None:
        """Wait for a post's turn; first come, first served."""
        self._issued += 1
        ticket = self._issued
        try:
            while (before := ticket - self._served - 1) > 0 or self._left_seconds() > 0:
                if not await self._sleep(max(before, 0)):
                    break
        except BaseException:
            self._left.add(ticket)
            self._skip_those_who_left()
            raise
        self._served = max(self._served, ticket)
        self._skip_those_who_left()
        self._give(1)

    async def turn_behind(self, requests: int) -> None:
        """Wait until no post waits, for a turn that lasts as long as so many requests."""
        self._behind += 1
        try:
            while (posts := self._issued - self._served) > 0 or self._left_seconds() > 0:
                # One after another, for if all woke at once but one would have to wait again.
                if not await self._sleep(posts + self._behind - 1):
                    break
        finally:
            self._behind -= 1
        self._give(requests)

    async def _sleep(self, before: int) -> bool:
        """Sleep while so many go first; False if that took no time."""
        began_at = self._clock()
        seconds = max(self._left_seconds(), 0.0) + before * self._interval_seconds
        await asyncio.sleep(seconds)
        return self._clock() - began_at >= seconds / 2  # or a simulation skipped the wait

    def _left_seconds(self) -> float:
        left = self._given_until - self._clock()
        return left if left > TOO_SHORT_SECONDS else 0.0

    def _skip_those_who_left(self) -> None:
        while self._served + 1 in self._left:
            self._served += 1
            self._left.remove(self._served)

    def _give(self, requests: int) -> None:
        self._given_until = self._clock() + requests * self._interval_seconds

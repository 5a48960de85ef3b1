"""When the bot was not there, so that a slot missed can say from when to when.

There is no pulse: that the bot is here is noted when something happens, and when it stops.
Whoever was killed is known to have been here then, and to have left some time after.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from bot.database import Database

NOTED_EVERY = dt.timedelta(minutes=15)
ASLEEP_AFTER = dt.timedelta(minutes=30)  # twice the longest sleep of the scheduler
FACT = "last here"
LEFT = "left"


@dataclass(frozen=True, slots=True)
class Absence:
    """The bot was last here at `start` and again at `end` (aware).

    `stopped`: it left at `start` indeed; otherwise some time after.
    """

    start: dt.datetime
    end: dt.datetime
    stopped: bool


class Presence:
    """The bot's attendance book; a host that sleeps is as absent as a bot that is stopped."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._absence: Absence | None = None
        self._arrived_at: dt.datetime | None = None
        self._seen_at: dt.datetime | None = None
        self._noted_at: dt.datetime | None = None

    async def arrive(self, now: dt.datetime) -> None:
        """Begin, and find out since when the bot was away; a second call does nothing."""
        if self._seen_at:
            return
        self._arrived_at = self._seen_at = now
        fact = await self._database.fact(FACT)
        if fact:
            moment, _, how = fact.partition(" ")
            self._absence = Absence(dt.datetime.fromisoformat(moment), now, how == LEFT)

    def see(self, now: dt.datetime) -> None:
        """Notice that the bot is awake; call it every quarter of an hour at least."""
        if self._seen_at is None:
            return
        if now - self._seen_at > ASLEEP_AFTER:
            self._absence = Absence(self._seen_at, now, stopped=False)
        self._seen_at = now

    async def note(self, now: dt.datetime) -> None:
        """Put on record that the bot is here, unless that was done lately."""
        if self._noted_at is None or now - self._noted_at >= NOTED_EVERY:
            self._noted_at = now
            await self._database.set_fact(FACT, now.isoformat())

    async def leave(self, now: dt.datetime) -> None:
        """Put on record that the bot stops."""
        await self._database.set_fact(FACT, f"{now.isoformat()} {LEFT}")

    def was_here(self, at: dt.datetime) -> bool:
        """Whether the bot was running and awake at that moment (aware)."""
        arrived = self._arrived_at is not None and at >= self._arrived_at
        return arrived and self.absence(at) is None

    def absence(self, at: dt.datetime) -> Absence | None:
        """Return the last absence if `at` (aware) is within it."""
        absence = self._absence
        return absence if absence and absence.start <= at <= absence.end else None

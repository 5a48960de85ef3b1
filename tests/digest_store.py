"""Digests on a real file without Discord: papers to bring, and a publisher that notes them."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.database import Database, fetch_in
from bot.digests.calendar import EVERY_DAY, Rule, Slot, due_at
from bot.digests.courier import Courier
from bot.digests.digest import Digest, Order
from bot.digests.entry import Entry
from bot.digests.publishing import Post, Publisher
from bot.papers.catalog import Catalog
from bot.papers.search import entries, index
from bot.papers.search.service import PaperSearch
from bot.reading.shelves import Shelves

GUILD, CHANNEL = 10, 100
NOON = Rule(dt.time(12), "UTC", EVERY_DAY)
EVE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def on(day: int, hour: int = 12, minute: int = 0) -> dt.datetime:
    """Return a moment of January 2026, in UTC."""
    return dt.datetime(2026, 1, day, hour, minute, tzinfo=dt.UTC)


def slot(day: int) -> Slot:
    """Return the slot of a day of January 2026, due at noon."""
    date = dt.date(2026, 1, day)
    return Slot(date, due_at(NOON, date))


async def stock(database: Database, count: int) -> list[int]:
    """Put papers into the shared library and return their ids."""
    async with database.write() as connection:
        rows = [
            await fetch_in(
                connection,
                """
                INSERT INTO paper (title, headline, plain, added_at, updated_at)
                VALUES ('A title', 'A title', '', 0, 0) RETURNING id
                """,
            )
            for _ in range(count)
        ]
        ids = [row[0]["id"] for row in rows]
        await index.add(connection, await entries.stored_entries(connection, ids))
    return ids


async def withdraw(database: Database, paper_id: int) -> None:
    """Take a paper out of the library."""
    async with database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id = ?", (paper_id,))


@dataclass
class Channel:
    """A publisher whose channel is a list; `before` and `after` run around each sending.

    `wanted` is to follow each post, and `done` what did; `told` what the organiser was told.
    """

    sent: list[tuple[Entry, Post]] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    before: Callable[[], Awaitable[None]] | None = None
    after: Callable[[], Awaitable[None]] | None = None
    refuse_to_look: Exception | None = None
    wanted: list[str] = field(default_factory=list)
    done: list[tuple[int, str]] = field(default_factory=list)
    refuse_extra: dict[str, Exception] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    async def publish(self, digest: Digest, entry: Entry, post: Post) -> int:
        if self.before:
            await self.before()
        self.sent.append((entry, post))
        if self.after:
            await self.after()
        return 1_000 + entry.id

    async def find(self, digest: Digest, entry: Entry) -> int | None:
        self.asked.append(entry.id)
        if self.refuse_to_look:
            raise self.refuse_to_look
        return next((1_000 + one.id for one, _ in self.sent if one.id == entry.id), None)

    def extras(self, digest: Digest) -> list[str]:
        return self.wanted

    async def follow_up(self, digest: Digest, entry: Entry, kind: str) -> int | None:
        if refusal := self.refuse_extra.get(kind):
            raise refusal
        self.done.append((entry.id, kind))
        return entry.message_id if kind == "thread" else None

    async def tell(self, digest: Digest, trouble: str) -> None:
        self.told.append(trouble)

    @property
    def papers(self) -> list[int]:
        """The ids of the papers that stand in the channel, in order."""
        return [paper.id for _, post in self.sent for paper in post.papers]


@dataclass
class Office:
    """A courier on a database with some papers, its channel, and one digest at noon UTC."""

    database: Database
    channel: Channel
    courier: Courier
    digest: Digest
    papers: list[int]

    async def record(self, day: int | None = None) -> list[Entry]:
        """Return all entries in the order they were made; with `day`, that slot's alone."""
        rows = await self.database.fetch_all("SELECT id FROM ledger ORDER BY id")
        entries = [await self.courier.ledger.get(row["id"]) for row in rows]
        date = dt.date(2026, 1, day) if day else None
        return [one for one in entries if one and (date is None or one.local_date == date)]


def courier_of(database: Database, channel: Publisher) -> Courier:
    """Return a courier over a database that posts into `channel`."""
    search = PaperSearch(database, Catalog(database))
    return Courier(database, search, Shelves(database), channel)


async def open_office(
    database: Database, papers: int = 4, rule: Rule = NOON, order: Order | None = None
) -> Office:
    """Return a courier with a stock of papers and one digest, made at New Year."""
    channel = Channel()
    courier = courier_of(database, channel)
    ids = await stock(database, papers)
    wanted = order or Order(CHANNEL, rule)
    digest = await courier.digests.create(wanted, guild_id=GUILD, by_user=1, now=EVE)
    return Office(database, channel, courier, digest, ids)


@dataclass
class Hand:
    """A clock that shows what it was set to, and the time that passed since."""

    shows: dt.datetime
    since: float = field(default_factory=time.monotonic)

    def __call__(self) -> dt.datetime:
        return self.shows + dt.timedelta(seconds=time.monotonic() - self.since)

    def set(self, shows: dt.datetime) -> None:
        self.shows, self.since = shows, time.monotonic()


async def turn() -> None:
    """Let whatever can run now run."""
    for _ in range(10):
        await asyncio.sleep(0)

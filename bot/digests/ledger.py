"""The ledger: every slot's state and outcome, and which papers a digest has brought.

A slot's row is inserted when it is claimed, in one transaction with the choice of its
paper. The unique key (digest, local date) lets one process claim it and no other, and the
paper stays chosen whatever happens after.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from bot.database import Database, Fetch, Row, fetch_in
from bot.digests.calendar import Slot
from bot.digests.digest import Digest
from bot.digests.picker import Pick, pick

# Whoever sends a post holds it this long; longer than looking for it and sending it may take.
HOLD = dt.timedelta(minutes=1)
LONGEST_WAIT = dt.timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Entry:
    """One post. `local_date` None: an extra post that is nobody's slot.

    `state` is claimed, posted, skipped or failed; the last two carry a `reason` an
    organiser understands and a `hint` how to mend it. All instants are aware.
    """

    id: int
    digest_id: int
    channel_id: int
    local_date: dt.date | None
    due_at: dt.datetime
    state: str
    bag: int
    refilled: bool
    paper_id: int | None
    message_id: int | None
    claimed_at: dt.datetime
    tried_at: dt.datetime
    reason: str | None
    hint: str | None

    @property
    def retry_at(self) -> dt.datetime:
        """When a post of unknown end may be sent again: soon at first, then ever more seldom."""
        waited = self.tried_at - self.claimed_at
        return self.tried_at + min(max(waited, HOLD), LONGEST_WAIT)


class Ledger:
    """The record of all posts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, digest: Digest, slot: Slot | None, pool: Collection[int], now: dt.datetime
    ) -> Entry | None:
        """Claim a slot (or an extra post, with None) and choose its paper.

        Returns None if the slot is taken already, or the pool is empty.
        """
        async with self._database.write() as connection:
            bag, drawn = await _bag(partial(fetch_in, connection), digest.id)
            chosen = pick(pool, drawn, bag, digest.seed)
            if chosen is None:
                return None
            rows = await fetch_in(
                connection,
                """
                INSERT INTO ledger (digest_id, channel_id, local_date, due_at, state,
                                    bag, refilled, paper_id, claimed_at, tried_at)
                VALUES (?, ?, ?, ?, 'claimed', ?, ?, ?, ?, ?)
                ON CONFLICT (digest_id, local_date) DO NOTHING RETURNING *
                """,
                (
                    digest.id,
                    digest.channel_id,
                    slot.local_date.isoformat() if slot else None,
                    _seconds(slot.due_at if slot else now),
                    chosen.bag,
                    chosen.refilled,
                    chosen.paper_id,
                    _seconds(now),
                    _seconds(now),
                ),
            )
            return _entry(rows[0]) if rows else None

    async def next_pick(self, digest: Digest, pool: Collection[int]) -> Pick | None:
        """Return what the next claim would choose from this pool."""
        bag, drawn = await _bag(self._database.fetch_all, digest.id)
        return pick(pool, drawn, bag, digest.seed)

    async def take(self, entry: Entry, now: dt.datetime) -> bool:
        """Take a post of unknown end in hand; False while somebody else may be sending it."""
        if now < entry.retry_at:
            return False
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "UPDATE ledger SET tried_at = ?"
                " WHERE id = ? AND state = 'claimed' AND tried_at = ?",
                (_seconds(now), entry.id, _seconds(entry.tried_at)),
            )
            return cursor.rowcount == 1

    async def posted(self, entry_id: int, message_id: int, now: dt.datetime) -> None:
        """Record that the post stands in its channel, whatever was thought of it before."""
        async with self._database.write() as connection:
            await connection.execute(
                "UPDATE ledger SET state = 'posted', message_id = ?, posted_at = ?,"
                " reason = NULL, hint = NULL WHERE id = ?",
                (message_id, _seconds(now), entry_id),
            )

    async def failed(self, entry_id: int, reason: str, hint: str) -> None:
        """Record that a claimed post will not come; its paper goes back into the bag."""
        async with self._database.write() as connection:
            await connection.execute(
                "UPDATE ledger SET state = 'failed', reason = ?, hint = ?"
                " WHERE id = ? AND state = 'claimed'",
                (reason, hint, entry_id),
            )

    async def skipped(
        self, digest: Digest, slot: Slot, reason: str, hint: str, now: dt.datetime
    ) -> None:
        """Record a slot that was not posted and will not be; one already on record stays."""
        async with self._database.write() as connection:
            await connection.execute(
                """
                INSERT INTO ledger (digest_id, channel_id, local_date, due_at, state,
                                    claimed_at, tried_at, reason, hint)
                VALUES (?, ?, ?, ?, 'skipped', ?, ?, ?, ?)
                ON CONFLICT (digest_id, local_date) DO NOTHING
                """,
                (
                    digest.id,
                    digest.channel_id,
                    slot.local_date.isoformat(),
                    _seconds(slot.due_at),
                    _seconds(now),
                    _seconds(now),
                    reason,
                    hint,
                ),
            )

    async def get(self, entry_id: int) -> Entry | None:
        """Return one entry."""
        row = await self._database.fetch_one("SELECT * FROM ledger WHERE id = ?", (entry_id,))
        return _entry(row) if row else None

    async def claimed(self, digest_id: int | None = None) -> list[Entry]:
        """Return the posts (of one digest, or of all) whose end is unknown, oldest first."""
        condition, parameters = ("digest_id = ?", (digest_id,)) if digest_id else ("1", ())
        rows = await self._database.fetch_all(
            f"SELECT * FROM ledger WHERE state = 'claimed' AND {condition} ORDER BY id", parameters
        )
        return [_entry(row) for row in rows]

    async def last_slots(self, digest_id: int, count: int) -> list[Entry]:
        """Return the `count` slots of the latest local dates on record, newest first."""
        rows = await self._database.fetch_all(
            """
            SELECT * FROM ledger WHERE digest_id = ? AND local_date IS NOT NULL
            ORDER BY local_date DESC LIMIT ?
            """,
            (digest_id, count),
        )
        return [_entry(row) for row in rows]

    async def last_slot(self, digest_id: int) -> Entry | None:
        """Return the slot of the latest local date on record."""
        return next(iter(await self.last_slots(digest_id, 1)), None)


async def _bag(fetch: Fetch, digest_id: int) -> tuple[int, list[int]]:
    """Return the number of the present bag and the papers drawn from it, in order."""
    rows = await fetch(
        """
        SELECT bag, paper_id FROM ledger
        WHERE digest_id = ? AND state IN ('claimed', 'posted') AND bag = (
            SELECT max(bag) FROM ledger WHERE digest_id = ? AND state IN ('claimed', 'posted')
        )
        ORDER BY id
        """,
        (digest_id, digest_id),
    )
    return (rows[0]["bag"] if rows else 1), [row["paper_id"] for row in rows]


def _seconds(instant: dt.datetime) -> int:
    return int(instant.timestamp())


def _instant(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def _entry(row: Row) -> Entry:
    return Entry(
        id=row["id"],
        digest_id=row["digest_id"],
        channel_id=row["channel_id"],
        local_date=dt.date.fromisoformat(row["local_date"]) if row["local_date"] else None,
        due_at=_instant(row["due_at"]),
        state=row["state"],
        bag=row["bag"],
        refilled=bool(row["refilled"]),
        paper_id=row["paper_id"],
        message_id=row["message_id"],
        claimed_at=_instant(row["claimed_at"]),
        tried_at=_instant(row["tried_at"]),
        reason=row["reason"],
        hint=row["hint"],
    )

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
from bot.digests.picker import Pick, pick


@dataclass(frozen=True, slots=True)
class Entry:
    """One post, planned or done. `local_date` None: an extra post that is nobody's slot.

    `state` is claimed, posted, skipped or failed; the last two carry a `reason` an
    organiser understands and a `hint` how to mend it.
    """

    id: int
    digest_id: int
    local_date: dt.date | None
    due_at: dt.datetime
    state: str
    bag: int
    paper_id: int | None
    channel_id: int | None
    message_id: int | None
    claimed_at: dt.datetime | None
    reason: str | None
    hint: str | None

    @classmethod
    def planned(cls, digest_id: int, slot: Slot) -> Entry:
        """Return what a slot's entry will look like; it is not on record."""
        return cls(
            id=0,
            digest_id=digest_id,
            local_date=slot.local_date,
            due_at=slot.due_at,
            state="due",
            bag=1,
            paper_id=None,
            channel_id=None,
            message_id=None,
            claimed_at=None,
            reason=None,
            hint=None,
        )


class Ledger:
    """The record of all posts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self,
        digest_id: int,
        channel_id: int,
        slot: Slot | None,
        pool: Collection[int],
        seed: int,
        now: dt.datetime,
    ) -> tuple[Entry, Pick] | None:
        """Claim a slot (or an extra post, with None) and choose its paper.

        Returns None if the slot is taken already, or the pool is empty.
        """
        async with self._database.write() as connection:
            bag, drawn = await _bag(partial(fetch_in, connection), digest_id)
            chosen = pick(pool, drawn, bag, seed)
            if chosen is None:
                return None
            rows = await fetch_in(
                connection,
                """
                INSERT INTO ledger (digest_id, local_date, due_at, state, bag, paper_id,
                                    channel_id, claimed_at)
                VALUES (?, ?, ?, 'claimed', ?, ?, ?, ?)
                ON CONFLICT (digest_id, local_date) DO NOTHING RETURNING *
                """,
                (
                    digest_id,
                    slot.local_date.isoformat() if slot else None,
                    int((slot.due_at if slot else now).timestamp()),
                    chosen.bag,
                    chosen.paper_id,
                    channel_id,
                    int(now.timestamp()),
                ),
            )
            return (_entry(rows[0]), chosen) if rows else None

    async def next_pick(self, digest_id: int, pool: Collection[int], seed: int) -> Pick | None:
        """Return what the next claim would choose from this pool."""
        bag, drawn = await _bag(self._database.fetch_all, digest_id)
        return pick(pool, drawn, bag, seed)

    async def posted(self, entry_id: int, message_id: int, now: dt.datetime) -> None:
        """Record that the post stands in its channel."""
        async with self._database.write() as connection:
            await connection.execute(
                "UPDATE ledger SET state = 'posted', message_id = ?, posted_at = ?,"
                " reason = NULL, hint = NULL WHERE id = ?",
                (message_id, int(now.timestamp()), entry_id),
            )

    async def failed(self, entry_id: int, reason: str, hint: str) -> None:
        """Record that a claimed post was refused; its paper goes back into the bag."""
        async with self._database.write() as connection:
            await connection.execute(
                "UPDATE ledger SET state = 'failed', reason = ?, hint = ? WHERE id = ?",
                (reason, hint, entry_id),
            )

    async def skipped(self, digest_id: int, slot: Slot, reason: str, hint: str) -> None:
        """Record a slot that was not posted and will not be; one already on record stays."""
        async with self._database.write() as connection:
            await connection.execute(
                """
                INSERT INTO ledger (digest_id, local_date, due_at, state, reason, hint)
                VALUES (?, ?, ?, 'skipped', ?, ?)
                ON CONFLICT (digest_id, local_date) DO NOTHING
                """,
                (
                    digest_id,
                    slot.local_date.isoformat(),
                    int(slot.due_at.timestamp()),
                    reason,
                    hint,
                ),
            )

    async def get(self, entry_id: int) -> Entry | None:
        """Return one entry."""
        row = await self._database.fetch_one("SELECT * FROM ledger WHERE id = ?", (entry_id,))
        return _entry(row) if row else None

    async def claimed(self) -> list[Entry]:
        """Return the posts whose end is unknown, oldest first."""
        rows = await self._database.fetch_all(
            "SELECT * FROM ledger WHERE state = 'claimed' ORDER BY id"
        )
        return [_entry(row) for row in rows]

    async def last_slot(self, digest_id: int) -> Entry | None:
        """Return the slot of the latest local date on record."""
        row = await self._database.fetch_one(
            """
            SELECT * FROM ledger WHERE digest_id = ? AND local_date IS NOT NULL
            ORDER BY local_date DESC LIMIT 1
            """,
            (digest_id,),
        )
        return _entry(row) if row else None


async def _bag(fetch: Fetch, digest_id: int) -> tuple[int, list[int]]:
    """Return the number of the present bag and the papers drawn from it, in order."""
    rows = await fetch(
        """
            SELECT bag, paper_id FROM ledger
            WHERE digest_id = ? AND state IN ('claimed', 'posted') ORDER BY id
            """,
        (digest_id,),
    )
    bag = max((row["bag"] for row in rows), default=1)
    return bag, [row["paper_id"] for row in rows if row["bag"] == bag]


def _instant(seconds: int | None) -> dt.datetime | None:
    return None if seconds is None else dt.datetime.fromtimestamp(seconds, dt.UTC)


def _entry(row: Row) -> Entry:
    due_at = _instant(row["due_at"])
    assert due_at is not None
    return Entry(
        id=row["id"],
        digest_id=row["digest_id"],
        local_date=dt.date.fromisoformat(row["local_date"]) if row["local_date"] else None,
        due_at=due_at,
        state=row["state"],
        bag=row["bag"],
        paper_id=row["paper_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        claimed_at=_instant(row["claimed_at"]),
        reason=row["reason"],
        hint=row["hint"],
    )

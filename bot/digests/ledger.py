"""The ledger: every slot's state and outcome, and which papers a digest has brought.

A slot's row is inserted when it is claimed, in one transaction with the choice of its
papers. The unique key (digest, local date) lets one process claim it and no other, and the
papers stay chosen whatever happens after.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection
from functools import partial

from bot.database import Connection, Database, fetch_in
from bot.digests.calendar import Slot
from bot.digests.digest import Digest
from bot.digests.entry import SELECT, Entry, entry_of
from bot.digests.picker import Pool, begins_anew, draw
from bot.digests.plans import attach


class Ledger:
    """The record of all posts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, digest: Digest, slot: Slot | None, pool: Pool, now: dt.datetime
    ) -> Entry | None:
        """Claim a slot (or an extra post, with None) and choose its papers.

        Returns None if the slot is taken already, or there is no paper.
        """
        date = slot.local_date.isoformat() if slot else None
        async with self._database.write() as connection:
            fetch = partial(fetch_in, connection)
            picks = await draw(fetch, digest, pool, date)
            if not picks:
                return None
            rows = await fetch_in(
                connection,
                """
                INSERT INTO ledger (digest_id, channel_id, local_date, due_at, state,
                                    refilled, claimed_at, tried_at)
                VALUES (?, ?, ?, ?, 'claimed', ?, ?, ?)
                ON CONFLICT (digest_id, local_date) DO NOTHING RETURNING id
                """,
                (
                    *(digest.id, digest.channel_id, date, _seconds(slot.due_at if slot else now)),
                    *(await begins_anew(fetch, digest, picks), _seconds(now), _seconds(now)),
                ),
            )
            if not rows:
                return None
            await attach(connection, digest, rows[0]["id"], picks, date)
            return await _entry(connection, rows[0]["id"])

    async def reopen(
        self, entry: Entry, digest: Digest, pool: Pool, now: dt.datetime
    ) -> Entry | None:
        """Claim a slot again that was skipped or failed, with papers of now; None if it is not."""
        date = entry.local_date.isoformat() if entry.local_date else None
        async with self._database.write() as connection:
            fetch = partial(fetch_in, connection)
            picks = await draw(fetch, digest, pool, date)
            cursor = await connection.execute(
                """
                UPDATE ledger SET state = 'claimed', channel_id = ?, refilled = ?, claimed_at = ?,
                                  tried_at = ?, reason = NULL, hint = NULL
                WHERE id = ? AND state IN ('skipped', 'failed') AND ?
                """,
                (
                    *(digest.channel_id, await begins_anew(fetch, digest, picks)),
                    *(_seconds(now), _seconds(now), entry.id, bool(picks)),
                ),
            )
            if cursor.rowcount != 1:
                return None
            await attach(connection, digest, entry.id, picks, date)
            return await _entry(connection, entry.id)

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

    async def posted(
        self, entry_id: int, message_id: int, now: dt.datetime, extras: Collection[str] = ()
    ) -> None:
        """Record that the post stands in its channel, and which extras are to follow it."""
        async with self._database.write() as connection:
            await connection.execute(
                "UPDATE ledger SET state = 'posted', message_id = ?, posted_at = ?,"
                " reason = NULL, hint = NULL WHERE id = ?",
                (message_id, _seconds(now), entry_id),
            )
            await connection.execute(
                """
                INSERT INTO extra (entry_id, kind) SELECT ?, value FROM json_each(?) WHERE 1
                ON CONFLICT DO NOTHING
                """,
                (entry_id, json.dumps(list(extras))),
            )

    async def failed(self, entry_id: int, reason: str, hint: str) -> None:
        """Record that a claimed post will not come; its papers go back into the bag."""
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "UPDATE ledger SET state = 'failed', reason = ?, hint = ?"
                " WHERE id = ? AND state = 'claimed'",
                (reason, hint, entry_id),
            )
            if cursor.rowcount:
                await connection.execute("DELETE FROM pick WHERE entry_id = ?", (entry_id,))

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
                    *(digest.id, digest.channel_id, slot.local_date.isoformat()),
                    *(_seconds(slot.due_at), _seconds(now), _seconds(now), reason, hint),
                ),
            )

    async def get(self, entry_id: int) -> Entry | None:
        """Return one entry."""
        row = await self._database.fetch_one(f"{SELECT} WHERE ledger.id = ?", (entry_id,))
        return entry_of(row) if row else None

    async def claimed(self, digest_id: int | None = None) -> list[Entry]:
        """Return the posts (of one digest, or of all) whose end is unknown, oldest first."""
        condition, parameters = ("digest_id = ?", (digest_id,)) if digest_id else ("1", ())
        rows = await self._database.fetch_all(
            f"{SELECT} WHERE state = 'claimed' AND {condition} ORDER BY ledger.id", parameters
        )
        return [entry_of(row) for row in rows]

    async def history(self, digest_id: int, count: int, offset: int = 0) -> list[Entry]:
        """Return a digest's entries, extras too, newest first."""
        rows = await self._database.fetch_all(
            f"{SELECT} WHERE digest_id = ? ORDER BY due_at DESC, ledger.id DESC LIMIT ? OFFSET ?",
            (digest_id, count, offset),
        )
        return [entry_of(row) for row in rows]

    async def last_dates(self, digest_id: int | None = None) -> dict[int, dt.date]:
        """Return the latest local date on record of a digest, or of each one."""
        condition, parameters = ("digest_id = ?", (digest_id,)) if digest_id else ("1", ())
        rows = await self._database.fetch_all(
            f"""
            SELECT digest_id, max(local_date) AS latest FROM ledger
            WHERE local_date IS NOT NULL AND {condition} GROUP BY digest_id
            """,
            parameters,
        )
        return {row["digest_id"]: dt.date.fromisoformat(row["latest"]) for row in rows}


async def _entry(connection: Connection, entry_id: int) -> Entry:
    rows = await fetch_in(connection, f"{SELECT} WHERE ledger.id = ?", (entry_id,))
    return entry_of(rows[0])


def _seconds(instant: dt.datetime) -> int:
    return int(instant.timestamp())

"""What follows a post: publishing it, a thread to discuss it in, its pin.

Each is done by itself and may be done twice without harm, so that one cut short is simply done
again. None undoes the post or keeps another from coming.
"""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass
from typing import Final

from bot.database import Database, Row
from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.digests.pacing import Pace
from bot.digests.publishing import Publisher, RefusedError

log = logging.getLogger(__name__)

# In this order, each with the requests it takes: a pin unpins the post before and removes the
# notice of it.
REQUESTS: Final = {"publish": 1, "thread": 1, "pin": 4}
KINDS: Final = tuple(REQUESTS)
# An extra that Discord does not answer for is tried again for so long.
PATIENCE = dt.timedelta(hours=6)
NO_ANSWER = "Discord did not answer for hours."


@dataclass(frozen=True, slots=True)
class Extra:
    """One step after a post. `state` is wanted, done or failed, and then says why."""

    entry_id: int
    kind: str
    state: str
    target_id: int | None
    reason: str | None
    hint: str | None


class Extras:
    """Carries out, and keeps on record, what follows posts."""

    def __init__(self, database: Database, publisher: Publisher, pace: Pace) -> None:
        self._database = database
        self._publisher = publisher
        self._pace = pace

    async def of(self, entry_id: int) -> list[Extra]:
        """Return what follows one post, in the order it is done."""
        rows = await self._database.fetch_all("SELECT * FROM extra WHERE entry_id = ?", (entry_id,))
        return sorted(map(_extra, rows), key=lambda extra: KINDS.index(extra.kind))

    async def unfinished(self, digest_id: int | None = None) -> list[int]:
        """Return the posts (of one digest, or of all) which something is still to follow."""
        rows = await self._database.fetch_all(
            """
            SELECT DISTINCT entry_id FROM extra JOIN ledger ON ledger.id = entry_id
            WHERE extra.state = 'wanted' AND digest_id = ifnull(?, digest_id) ORDER BY entry_id
            """,
            (digest_id,),
        )
        return [row["entry_id"] for row in rows]

    async def pinned_before(self, digest_id: int, entry_id: int) -> list[int]:
        """Return the messages of earlier posts that were pinned last, the newest first.

        More than one, as the last one may not have been unpinned.
        """
        rows = await self._database.fetch_all(
            """
            SELECT message_id FROM extra JOIN ledger ON ledger.id = entry_id
            WHERE digest_id = ? AND entry_id < ? AND kind = 'pin' AND extra.state = 'done'
            ORDER BY entry_id DESC LIMIT 2
            """,
            (digest_id, entry_id),
        )
        return [row["message_id"] for row in rows]

    async def finish(self, digest: Digest, entry: Entry, now: dt.datetime) -> bool:
        """Do what is still to be done after a post; whether nothing is left."""
        for extra in await self.of(entry.id):
            if extra.state == "wanted":
                await self._do(digest, entry, extra.kind, now)
        return all(extra.state != "wanted" for extra in await self.of(entry.id))

    async def _do(self, digest: Digest, entry: Entry, kind: str, now: dt.datetime) -> None:
        await self._pace.turn_behind(REQUESTS[kind])
        try:
            target_id = await self._publisher.follow_up(digest, entry, kind)
        except RefusedError as refusal:
            await self.record(entry.id, kind, "failed", refusal=refusal)
        except Exception:
            log.exception("Post %d: %s is to be tried again", entry.id, kind)
            if now - (entry.posted_at or entry.due_at) > PATIENCE:
                await self.record(entry.id, kind, "failed", refusal=RefusedError(NO_ANSWER, ""))
        else:
            await self.record(entry.id, kind, "done", target_id)

    async def record(
        self,
        entry_id: int,
        kind: str,
        state: str,
        target_id: int | None = None,
        refusal: RefusedError | None = None,
    ) -> None:
        """Put the outcome of a step on record, also of one that was not wanted before."""
        said = (refusal.reason, refusal.hint) if refusal else (None, None)
        async with self._database.write() as connection:
            await connection.execute(
                """
                INSERT INTO extra (entry_id, kind, state, target_id, reason, hint)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason,
                    target_id = excluded.target_id, hint = excluded.hint
                """,
                (entry_id, kind, state, target_id, *said),
            )


def _extra(row: Row) -> Extra:
    return Extra(
        row["entry_id"],
        row["kind"],
        row["state"],
        row["target_id"],
        row["reason"],
        row["hint"],
    )

"""One line of the ledger."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass

from bot.database import Row

# Whoever sends a post holds it this long; longer than looking for it and sending it may take.
HOLD = dt.timedelta(minutes=1)
LONGEST_WAIT = dt.timedelta(hours=1)
LATE_AFTER = dt.timedelta(minutes=5)
# For a statement that goes on with WHERE; each row is read by `entry_of`.
SELECT = """
    SELECT ledger.*, (
        SELECT json_group_array(paper_id) FROM (
            SELECT paper_id FROM pick WHERE entry_id = ledger.id ORDER BY pick.id
        )
    ) AS paper_ids
    FROM ledger
"""


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
    refilled: bool
    paper_ids: tuple[int, ...]
    message_id: int | None
    claimed_at: dt.datetime
    tried_at: dt.datetime
    posted_at: dt.datetime | None
    reason: str | None
    hint: str | None

    @property
    def retry_at(self) -> dt.datetime:
        """When a post of unknown end may be sent again: soon at first, then ever more seldom."""
        waited = self.tried_at - self.claimed_at
        return self.tried_at + min(max(waited, HOLD), LONGEST_WAIT)

    @property
    def late(self) -> bool:
        """Whether it is a slot that was claimed well after it fell due."""
        return self.local_date is not None and self.claimed_at - self.due_at > LATE_AFTER


def entry_of(row: Row) -> Entry:
    """Return the entry of a row of `SELECT`."""
    return Entry(
        id=row["id"],
        digest_id=row["digest_id"],
        channel_id=row["channel_id"],
        local_date=dt.date.fromisoformat(row["local_date"]) if row["local_date"] else None,
        due_at=_instant(row["due_at"]),
        state=row["state"],
        refilled=bool(row["refilled"]),
        paper_ids=tuple(json.loads(row["paper_ids"])),
        message_id=row["message_id"],
        claimed_at=_instant(row["claimed_at"]),
        tried_at=_instant(row["tried_at"]),
        posted_at=_instant(row["posted_at"]) if row["posted_at"] else None,
        reason=row["reason"],
        hint=row["hint"],
    )


def _instant(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)

"""What was changed in the library, by whom, and taking it back.

A revision holds what it touched as it was before and as it was after, so that it can be undone,
and the undoing in turn, as long as nobody changed the same since.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime

from bot.database import Connection, Row, fetch_in
from bot.papers import states
from bot.papers.states import State, Subject


@dataclass(frozen=True, slots=True)
class By:
    """Who changes: a member in a server, or the operator on the command line (neither)."""

    server_id: int | None
    user_id: int | None
    at: int  # Unix seconds

    @classmethod
    def operator(cls, now: datetime) -> By:
        """Return whoever works on the command line."""
        return cls(None, None, int(now.timestamp()))


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be changed: these fields of a paper or list come to be like this."""

    of: Subject
    action: str
    after: State
    batch_id: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A change that was made. `undone`: taken back since, and not made again."""

    id: int
    change: Change
    by: By
    before: State
    undone: bool


async def revise(connection: Connection, change: Change, by: By) -> int | None:
    """Make a change and put it on record; None if nothing was to be changed."""
    was = await states.state_of(connection, change.of, change.after.keys(), by.server_id)
    after = {field: value for field, value in change.after.items() if was[field] != value}
    if not after:
        return None
    await states.bring_into(connection, change.of, after, by.server_id, by.at)
    before = {field: was[field] for field in after}
    return await put_on_record(connection, replace(change, after=after), before, by)


async def put_on_record(connection: Connection, change: Change, before: State, by: By) -> int:
    """Put a change on record that was made already; returns its id."""
    rows = await fetch_in(
        connection,
        """
        INSERT INTO revision (server_id, paper_id, list_id, action, by_user, at, before, after,
                              batch_id, undoes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (
            *(by.server_id, change.of.paper_id, change.of.list_id, change.action, by.user_id),
            *(by.at, _json(before), _json(change.after), change.batch_id, change.undoes),
        ),
    )
    return int(rows[0][0])


async def undo(
    connection: Connection, revision: Revision, by: By, batch_id: int | None = None
) -> Revision | None:
    """Bring back what a revision changed; None once done.

    Returns the later revision that stands in the way if the same was changed since; nothing is
    changed then.
    """
    change = revision.change
    now = await states.state_of(connection, change.of, change.after.keys(), by.server_id)
    if now not in (change.after, revision.before):
        return await _latest(connection, change.of)
    back = Change(change.of, "undo", revision.before, batch_id, undoes=revision.id)
    await revise(connection, back, by)
    await connection.execute("UPDATE revision SET undone = 1 WHERE id = ?", (revision.id,))
    if change.undoes:
        await connection.execute("UPDATE revision SET undone = 0 WHERE id = ?", (change.undoes,))
    return None


async def _latest(connection: Connection, subject: Subject) -> Revision:
    rows = await fetch_in(
        connection,
        "SELECT * FROM revision WHERE paper_id IS ? AND list_id IS ? ORDER BY id DESC LIMIT 1",
        (subject.paper_id, subject.list_id),
    )
    return revision_of(rows[0])


def revision_of(row: Row) -> Revision:
    """Return the revision of a row."""
    change = Change(
        Subject(row["paper_id"], row["list_id"]),
        row["action"],
        json.loads(row["after"]),
        row["batch_id"],
        row["undoes"],
    )
    by = By(row["server_id"], row["by_user"], row["at"])
    return Revision(row["id"], change, by, json.loads(row["before"]), bool(row["undone"]))


def removal(*, removed: bool, withdrawn: bool = False) -> State:
    """Return the state of a paper that is out of the library, or in it."""
    return {"removed": removed, "withdrawn": withdrawn}


def _json(state: State) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))

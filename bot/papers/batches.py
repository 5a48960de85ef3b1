"""Batches: what an import or a merging changed, undone together.

A new paper carries the number of its batch; what changed of others is in the batch's revisions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from bot.database import Connection, Database, Row, fetch_in
from bot.errors import BotError
from bot.papers import changes
from bot.papers.changes import By

UNDOABLE_FOR_SECONDS = 30 * 24 * 60 * 60
AT_ONCE = 200  # papers or revisions in one transaction, so that nobody waits long for the writer


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes made together. `guild_id`: the library they are in; None is the shared one."""

    id: int
    guild_id: int | None
    source: str
    by: By
    counts: Mapping[str, int]
    undoes: int | None
    undone: bool


@dataclass(slots=True)
class Undone:
    """What an undoing did: how many papers it changed, and how many were changed since and stay."""

    papers: int = 0
    kept: int = 0


async def open_batch(
    connection: Connection,
    source: str,
    guild_id: int | None,
    by: By,
    undoes: int | None = None,
) -> int:
    """Begin a batch and return its id; `source` is what people see of it."""
    rows = await fetch_in(
        connection,
        """
        INSERT INTO batch (server_id, guild_id, source, by_user, at, undoes, place)
        VALUES (?, ?, ?, ?, ?, ?, (SELECT ifnull(max(id), 0) FROM revision)) RETURNING id
        """,
        (by.server_id, guild_id, source, by.user_id, by.at, undoes),
    )
    return int(rows[0][0])


async def close_batch(connection: Connection, batch_id: int, counts: Mapping[str, int]) -> None:
    """Note what became of its records; one that changed nothing is forgotten."""
    await connection.execute(
        "UPDATE batch SET counts = ? WHERE id = ?", (json.dumps(dict(counts)), batch_id)
    )
    await connection.execute(
        """
        DELETE FROM batch WHERE id = ?1
          AND NOT EXISTS (SELECT 1 FROM revision WHERE batch_id = ?1)
          AND NOT EXISTS (SELECT 1 FROM paper WHERE batch_id = ?1)
        """,
        (batch_id,),
    )


def batch_of(row: Row) -> Batch:
    """Return the batch of a row."""
    by = By(row["server_id"], row["by_user"], row["at"])
    return Batch(
        row["id"],
        row["guild_id"],
        row["source"],
        by,
        json.loads(row["counts"]),
        row["undoes"],
        bool(row["undone"]),
    )


async def undo_batch(database: Database, batch: Batch, by: By) -> Undone:
    """Take back a batch; what was changed since stays. An undoing can be undone in turn.

    Raises `BotError` if it was made too long ago, or is undone already. Cut short, it is done
    again from the beginning, which changes only what is left.
    """
    if by.at - batch.by.at > UNDOABLE_FOR_SECONDS:
        raise BotError("That was more than 30 days ago and can no longer be undone.")
    async with database.write() as connection:
        cursor = await connection.execute(
            "UPDATE batch SET undone = 1 WHERE id = ? AND NOT undone", (batch.id,)
        )
        if not cursor.rowcount:
            raise BotError("That was undone already.")
        batch_id = await open_batch(connection, batch.source, batch.guild_id, by, batch.id)
        await connection.execute("UPDATE batch SET undone = 0 WHERE id = ?", (batch.undoes,))
    done = Undone()
    await _turn_papers(database, batch, by, done)
    await _undo_revisions(database, batch, by, batch_id, done)
    async with database.write() as connection:
        counts = {"papers": done.papers, "kept": done.kept}
        await connection.execute(
            "UPDATE batch SET counts = ? WHERE id = ?", (json.dumps(counts), batch_id)
        )
        # So that the same file brings its papers again.
        await connection.execute(
            "DELETE FROM source_text WHERE source = ? AND guild_id IS ?",
            (batch.source, batch.guild_id),
        )
    return done


async def _turn_papers(database: Database, batch: Batch, by: By, done: Undone) -> None:
    """Take the papers out that an import brought, or bring them back if that is undone."""
    first, brought, last_id = batch.undoes or batch.id, batch.undoes is None, 0
    while rows := await database.fetch_all(
        "SELECT id, removed_at, withdrawn FROM paper WHERE batch_id = ? AND id > ?"
        " ORDER BY id LIMIT ?",
        (first, last_id, AT_ONCE),
    ):
        last_id = rows[-1]["id"]
        async with database.write() as connection:
            cursor = await connection.execute(
                _TAKE_OUT if brought else _BRING_BACK,
                (by.at if brought else None, first, rows[0]["id"], last_id),
            )
            done.papers += cursor.rowcount
        done.kept += sum(brought and row["removed_at"] is None for row in rows)
        done.kept -= cursor.rowcount if brought else 0


# A paper that somebody changed since stays; what digests and members did with it does not count.
_TAKE_OUT = """
    UPDATE paper SET removed_at = ?, withdrawn = 1
    WHERE batch_id = ? AND id BETWEEN ? AND ? AND removed_at IS NULL
      AND NOT EXISTS (
          SELECT 1 FROM revision
          WHERE revision.paper_id = paper.id AND NOT undone AND undoes IS NULL
            AND batch_id IS NOT paper.batch_id
      )
"""
_BRING_BACK = """
    UPDATE paper SET removed_at = ?, withdrawn = 0
    WHERE batch_id = ? AND id BETWEEN ? AND ? AND withdrawn
"""


async def _undo_revisions(
    database: Database, batch: Batch, by: By, batch_id: int, done: Undone
) -> None:
    """Undo what the batch changed of papers that were there before, the last change first."""
    last_id = 2**62
    while rows := await database.fetch_all(
        "SELECT * FROM revision WHERE batch_id = ? AND id < ? AND NOT undone"
        " ORDER BY id DESC LIMIT ?",
        (batch.id, last_id, AT_ONCE),
    ):
        last_id = rows[-1]["id"]
        async with database.write() as connection:
            for row in rows:
                revision = changes.revision_of(row)
                in_the_way = await changes.undo(connection, revision, by, batch_id)
                done.kept += in_the_way is not None
                done.papers += in_the_way is None

"""What librarians did in one server, newest first, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass

from bot.database import Database, Row, fetch_in
from bot.errors import BotError
from bot.papers import changes
from bot.papers.batches import Batch, Undone, batch_of, undo_batch
from bot.papers.changes import By, Revision, revision_of


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: a batch, or a change made by itself. `about`: a headline or a name."""

    of: Batch | Revision
    about: str

    @property
    def by(self) -> By:
        """Who did it, and when."""
        return self.of.by


class Changelog:
    """Every server reaches its own lines; the home server also those of the command line."""

    def __init__(self, database: Database, home_guild: int | None) -> None:
        self._database = database
        self._home_guild = home_guild

    async def page(self, guild_id: int, count: int, offset: int = 0) -> list[Line]:
        """Return lines of a server's log, the newest first."""
        rows = await self._database.fetch_all(
            """
            SELECT id, at, place, 1 AS is_batch FROM batch
            WHERE server_id = ?1 OR (server_id IS NULL AND ?2)
            UNION ALL
            SELECT id, at, id, 0 FROM revision
            WHERE batch_id IS NULL AND (server_id = ?1 OR (server_id IS NULL AND ?2))
            ORDER BY at DESC, place DESC, is_batch DESC, id DESC LIMIT ?3 OFFSET ?4
            """,
            (guild_id, guild_id == self._home_guild, count, offset),
        )
        return [await self._line(row) for row in rows]

    async def _line(self, row: Row) -> Line:
        if row["is_batch"]:
            found = await self._database.fetch_one("SELECT * FROM batch WHERE id = ?", (row["id"],))
            assert found
            return Line(batch_of(found), found["source"])
        found = await self._database.fetch_one(
            """
            SELECT revision.*, coalesce(paper.headline, list.name) AS about FROM revision
            LEFT JOIN paper ON paper.id = paper_id LEFT JOIN list ON list.id = list_id
            WHERE revision.id = ?
            """,
            (row["id"],),
        )
        assert found
        return Line(revision_of(found), found["about"])

    async def undo(self, revision_id: int, by: By) -> Revision:
        """Take back one change and return it.

        Raises `BotError` if it is not this server's, is undone already, or the same was changed
        since.
        """
        async with self._database.write() as connection:
            rows = await fetch_in(connection, "SELECT * FROM revision WHERE id = ?", (revision_id,))
            revision = revision_of(rows[0]) if rows else None
            if revision is None or not self._is_ours(revision.by, by):
                raise BotError("There is no such change here.")
            if revision.undone:
                raise BotError("That was undone already.")
            in_the_way = await changes.undo(connection, revision, by)
        if in_the_way:
            who = f" by <@{in_the_way.by.user_id}>" if in_the_way.by.user_id else ""
            raise BotError(
                f"The same was changed since{who}, <t:{in_the_way.by.at}:R>. Undo that first:"
                " `/library log` shows it."
            )
        return revision

    async def undo_batch(self, batch_id: int, by: By) -> Undone:
        """Take back an import or a merging; raises `BotError` as `undo` does."""
        row = await self._database.fetch_one("SELECT * FROM batch WHERE id = ?", (batch_id,))
        batch = batch_of(row) if row else None
        if batch is None or not self._is_ours(batch.by, by):
            raise BotError("There is no such change here.")
        return await undo_batch(self._database, batch, by)

    def _is_ours(self, made_by: By, by: By) -> bool:
        if made_by.server_id is None:
            return by.server_id in (None, self._home_guild)
        return made_by.server_id == by.server_id

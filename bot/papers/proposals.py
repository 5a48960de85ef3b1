"""What members suggest for papers; a librarian decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.database import Database, fetch_in
from bot.errors import BotError

MAX_OPEN = 20  # of one member in one server


@dataclass(frozen=True, slots=True)
class Proposal:
    """A member would have a paper's title or link be `value`."""

    id: int
    paper_id: int
    field: str
    value: str
    by_user: int


class Proposals:
    """Open proposals; those decided are forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(
        self, paper_id: int, field: str, value: str, *, guild_id: int, by_user: int, now: datetime
    ) -> Proposal:
        """Keep a proposal; raises `BotError` if the member has too many open."""
        async with self._database.write() as connection:
            rows = await fetch_in(
                connection,
                "SELECT count(*) FROM proposal WHERE guild_id = ? AND by_user = ?",
                (guild_id, by_user),
            )
            if rows[0][0] >= MAX_OPEN:
                raise BotError("Your earlier suggestions still wait. Ask a librarian to decide.")
            rows = await fetch_in(
                connection,
                """
                INSERT INTO proposal (guild_id, paper_id, field, value, by_user, at)
                VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                """,
                (guild_id, paper_id, field, value, by_user, int(now.timestamp())),
            )
        return Proposal(rows[0]["id"], paper_id, field, value, by_user)

    async def get(self, proposal_id: int, guild_id: int) -> Proposal:
        """Return an open proposal of this server; raises `BotError` if it is decided already."""
        row = await self._database.fetch_one(
            "SELECT * FROM proposal WHERE id = ? AND guild_id = ?", (proposal_id, guild_id)
        )
        if row is None:
            raise BotError("That was decided already.")
        return Proposal(row["id"], row["paper_id"], row["field"], row["value"], row["by_user"])

    async def forget(self, proposal_id: int) -> None:
        """Drop a proposal that was decided."""
        async with self._database.write() as connection:
            await connection.execute("DELETE FROM proposal WHERE id = ?", (proposal_id,))

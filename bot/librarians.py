"""Which roles make a server's members librarians."""

from __future__ import annotations

import json
from collections.abc import Collection

from bot.database import Database
from bot.errors import BotError

MAX_ROLES = 20  # of one server


class Librarians:
    """Roles named by a server; members with the Manage Server permission need none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def roles(self, guild_id: int) -> list[int]:
        """Return the ids of the roles."""
        rows = await self._database.fetch_all(
            "SELECT role_id FROM librarian_role WHERE guild_id = ? ORDER BY role_id", (guild_id,)
        )
        return [row["role_id"] for row in rows]

    async def has_one(self, guild_id: int, role_ids: Collection[int]) -> bool:
        """Whether one of these roles makes its members librarians."""
        row = await self._database.fetch_one(
            """
            SELECT 1 FROM librarian_role
            WHERE guild_id = ? AND role_id IN (SELECT value FROM json_each(?))
            """,
            (guild_id, json.dumps(sorted(role_ids))),
        )
        return row is not None

    async def add(self, guild_id: int, role_id: int) -> None:
        """Let a role's members be librarians; raises `BotError` for too many roles."""
        if len(await self.roles(guild_id)) >= MAX_ROLES:
            raise BotError(f"A server can name {MAX_ROLES} roles. Take one back first.")
        async with self._database.write() as connection:
            await connection.execute(
                "INSERT OR IGNORE INTO librarian_role (guild_id, role_id) VALUES (?, ?)",
                (guild_id, role_id),
            )

    async def remove(self, guild_id: int, role_id: int) -> bool:
        """Take that back; whether the role was one."""
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "DELETE FROM librarian_role WHERE guild_id = ? AND role_id = ?",
                (guild_id, role_id),
            )
            return cursor.rowcount == 1

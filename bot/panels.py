"""What a message remembers between two presses of its buttons.

It is kept in the database, so that buttons work across restarts. After a day it is no
longer used, and deleted when the next one is made or at the next start, so that what members
searched for is not kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.database import Database, fetch_in
from bot.errors import BotError

LIFETIME = timedelta(days=1)
GONE = "The buttons of this message no longer work. Run the command again."


@dataclass(frozen=True, slots=True)
class Panel:
    """One message's memory: who may use it, where, and its state (JSON values)."""

    id: int
    kind: str
    guild_id: int
    owner_id: int
    state: dict[str, Any]


class Panels:
    """The memory of all short-lived messages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(
        self, kind: str, *, guild_id: int, owner_id: int, state: dict[str, Any], now: datetime
    ) -> int:
        """Remember `state` for a day and return the panel's id; older panels are forgotten."""
        await self.forget_expired(now)
        async with self._database.write() as connection:
            rows = await fetch_in(
                connection,
                """
                INSERT INTO panel (kind, guild_id, owner_id, state, expires_at)
                VALUES (?, ?, ?, ?, ?) RETURNING id
                """,
                (kind, guild_id, owner_id, json.dumps(state), _seconds(now + LIFETIME)),
            )
            return int(rows[0][0])

    async def forget_expired(self, now: datetime) -> None:
        """Delete what is older than a day."""
        async with self._database.write() as connection:
            await connection.execute("DELETE FROM panel WHERE expires_at <= ?", (_seconds(now),))

    async def get(self, panel_id: int, kind: str, guild_id: int, now: datetime) -> Panel:
        """Return a panel of this guild; raises `BotError` once it is closed or expired."""
        row = await self._database.fetch_one(
            "SELECT * FROM panel WHERE id = ? AND kind = ? AND guild_id = ? AND expires_at > ?",
            (panel_id, kind, guild_id, _seconds(now)),
        )
        if row is None:
            raise BotError(GONE)
        return Panel(row["id"], kind, guild_id, row["owner_id"], json.loads(row["state"]))

    async def update(self, panel: Panel, state: dict[str, Any]) -> bool:
        """Replace what a panel remembers; False if somebody else did since it was read."""
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "UPDATE panel SET state = ? WHERE id = ? AND state = ?",
                (json.dumps(state), panel.id, json.dumps(panel.state)),
            )
            return cursor.rowcount == 1

    async def close(self, panel_id: int, owner_id: int) -> None:
        """Forget a member's panel; raises `BotError` if it is gone: a double press acts once."""
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "DELETE FROM panel WHERE id = ? AND owner_id = ?", (panel_id, owner_id)
            )
            if cursor.rowcount != 1:
                raise BotError(GONE)


def _seconds(instant: datetime) -> int:
    return int(instant.timestamp())

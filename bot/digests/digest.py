"""A digest, one standing order, and where digests are kept."""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass

from bot.database import Database, Row, fetch_in
from bot.digests.calendar import Rule
from bot.errors import BotError

MAX_DIGESTS = 20


@dataclass(frozen=True, slots=True)
class Digest:
    """One standing order of a guild: where, when and from which list a paper comes.

    Slots due before `active_since` (aware) are not owed. `seed` fixes the order of the
    papers. `list_id` None: from all the guild sees.
    """

    id: int
    guild_id: int
    channel_id: int
    rule: Rule
    list_id: int | None
    seed: int
    state: str
    active_since: dt.datetime
    created_by: int

    @property
    def active(self) -> bool:
        """Whether it posts; a paused or removed one does not."""
        return self.state == "active"


class Digests:
    """The store of digests; a guild reaches its own alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        rule: Rule,
        list_id: int | None,
        by_user: int,
        now: dt.datetime,
    ) -> Digest:
        """Store a new digest; its first slot is the first one due after `now` (aware).

        Raises `BotError` if the guild has `MAX_DIGESTS` already.
        """
        async with self._database.write() as connection:
            rows = await fetch_in(
                connection,
                """
                INSERT INTO digest (guild_id, channel_id, at, zone, weekdays, list_id, seed,
                                    active_since, created_by, created_at)
                SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
                WHERE (SELECT count(*) FROM digest WHERE guild_id = ? AND state <> 'removed') < ?
                RETURNING *
                """,
                (
                    guild_id,
                    channel_id,
                    rule.at.isoformat("minutes"),
                    rule.zone,
                    "".join(str(day) for day in sorted(rule.weekdays)),
                    list_id,
                    secrets.randbits(62),
                    int(now.timestamp()),
                    by_user,
                    int(now.timestamp()),
                    guild_id,
                    MAX_DIGESTS,
                ),
            )
        if not rows:
            raise BotError(f"A server can have {MAX_DIGESTS} digests. Remove one first.")
        return _digest(rows[0])

    async def get(self, digest_id: int, guild_id: int | None = None) -> Digest | None:
        """Return a digest that was not removed; with `guild_id`, only one of that guild."""
        row = await self._database.fetch_one(
            """
            SELECT * FROM digest
            WHERE id = ? AND state <> 'removed' AND (? IS NULL OR guild_id = ?)
            """,
            (digest_id, guild_id, guild_id),
        )
        return _digest(row) if row else None

    async def of_guild(self, guild_id: int) -> list[Digest]:
        """Return the guild's digests, oldest first."""
        rows = await self._database.fetch_all(
            "SELECT * FROM digest WHERE guild_id = ? AND state <> 'removed' ORDER BY id",
            (guild_id,),
        )
        return [_digest(row) for row in rows]

    async def active(self) -> list[Digest]:
        """Return every digest that posts, over all guilds."""
        rows = await self._database.fetch_all(
            "SELECT * FROM digest WHERE state = 'active' ORDER BY id"
        )
        return [_digest(row) for row in rows]

    async def set_state(self, digest_id: int, state: str, now: dt.datetime) -> None:
        """Pause, resume or remove. One resumed owes no slot that fell due meanwhile."""
        async with self._database.write() as connection:
            await connection.execute(
                """
                UPDATE digest SET state = ?,
                    active_since = CASE WHEN ? = 'active' THEN ? ELSE active_since END
                WHERE id = ? AND state NOT IN (?, 'removed')
                """,
                (state, state, int(now.timestamp()), digest_id, state),
            )


def _digest(row: Row) -> Digest:
    return Digest(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        rule=Rule(
            dt.time.fromisoformat(row["at"]),
            row["zone"],
            frozenset(int(day) for day in row["weekdays"]),
        ),
        list_id=row["list_id"],
        seed=row["seed"],
        state=row["state"],
        active_since=dt.datetime.fromtimestamp(row["active_since"], dt.UTC),
        created_by=row["created_by"],
    )

"""Where digests are kept."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping

from bot.database import Database, Row, Value, fetch_in
from bot.digests.calendar import Rule
from bot.digests.digest import Choice, Digest, Look, Order, Ordering
from bot.errors import BotError

MAX_DIGESTS = 20


class Digests:
    """The store of digests; a guild reaches its own alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self, order: Order, *, guild_id: int, by_user: int, now: dt.datetime
    ) -> Digest:
        """Store a new digest; its first slot is the first one due after `now` (aware).

        Raises `BotError` if the guild has `MAX_DIGESTS` already.
        """
        values = {
            **_columns(order),
            **{"guild_id": guild_id, "seed": secrets.randbits(62), "created_by": by_user},
            **{"active_since": int(now.timestamp()), "created_at": int(now.timestamp())},
        }
        async with self._database.write() as connection:
            rows = await fetch_in(
                connection,
                f"""
                INSERT INTO digest ({", ".join(values)})
                SELECT {", ".join("?" * len(values))}
                WHERE (SELECT count(*) FROM digest WHERE guild_id = ? AND state <> 'removed') < ?
                RETURNING *
                """,
                (*values.values(), guild_id, MAX_DIGESTS),
            )
        if not rows:
            raise BotError(f"A server can have {MAX_DIGESTS} digests. Remove one first.")
        return _digest(rows[0])

    async def change(self, digest: Digest, order: Order, now: dt.datetime) -> Digest:
        """Replace what a digest is asked for; with a new time, no slot before `now` is owed."""
        values = _columns(order)
        owed_from = digest.active_since if order.rule == digest.rule else now
        async with self._database.write() as connection:
            rows = await fetch_in(
                connection,
                f"""
                UPDATE digest SET {", ".join(f"{name} = ?" for name in values)},
                    active_since = ?, told = NULL
                WHERE id = ? AND state <> 'removed' RETURNING *
                """,
                (*values.values(), int(owed_from.timestamp()), digest.id),
            )
        if not rows:
            raise BotError("This digest has ended.")
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

    async def set_state(self, digest_id: int, state: str, now: dt.datetime) -> Digest:
        """Pause, resume or remove. One resumed owes no slot that fell due meanwhile."""
        async with self._database.write() as connection:
            await connection.execute(
                """
                UPDATE digest SET state = ?, told = NULL,
                    active_since = CASE WHEN ? = 'active' THEN ? ELSE active_since END
                WHERE id = ? AND state NOT IN (?, 'removed')
                """,
                (state, state, int(now.timestamp()), digest_id, state),
            )
            [row] = await fetch_in(connection, "SELECT * FROM digest WHERE id = ?", (digest_id,))
            return _digest(row)

    async def tell(self, digest_id: int, trouble: str | None) -> bool:
        """Note what trouble the organiser is told of now; False if it was told before."""
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "UPDATE digest SET told = ? WHERE id = ? AND told IS NOT ?",
                (trouble, digest_id, trouble),
            )
            return cursor.rowcount == 1


def _columns(order: Order) -> Mapping[str, Value]:
    rule, choice, look = order.rule, order.choice, order.look
    return {
        "channel_id": order.channel_id,
        "at": rule.at.isoformat("minutes"),
        "zone": rule.zone,
        "weekdays": "".join(str(day) for day in sorted(rule.weekdays)),
        "every_weeks": rule.every_weeks,
        "first_date": rule.first_date.isoformat() if rule.first_date else None,
        "last_date": rule.last_date.isoformat() if rule.last_date else None,
        "skipped": ",".join(sorted(date.isoformat() for date in rule.skipped)),
        "list_id": choice.list_id,
        "first_year": choice.years[0],
        "last_year": choice.years[1],
        "titled": choice.titled,
        "query": choice.query,
        "unseen": choice.unseen,
        "ordering": choice.ordering.value,
        "papers": choice.papers,
        "when_dry": "refill" if choice.refill else "pause",
        "when_late": "post" if order.post_late else "skip",
        "header": look.header,
        "role_id": look.role_id,
        "thread": look.thread,
        "pin": look.pin,
        "tag_id": look.tag_id,
    }


def _digest(row: Row) -> Digest:
    return Digest(
        id=row["id"],
        guild_id=row["guild_id"],
        order=Order(
            row["channel_id"], _rule(row), _choice(row), _look(row), row["when_late"] == "post"
        ),
        seed=row["seed"],
        state=row["state"],
        active_since=dt.datetime.fromtimestamp(row["active_since"], dt.UTC),
        created_by=row["created_by"],
        told=row["told"],
    )


def _rule(row: Row) -> Rule:
    return Rule(
        dt.time.fromisoformat(row["at"]),
        row["zone"],
        frozenset(int(day) for day in row["weekdays"]),
        row["every_weeks"],
        _date(row["first_date"]),
        _date(row["last_date"]),
        frozenset(map(dt.date.fromisoformat, filter(None, row["skipped"].split(",")))),
    )


def _choice(row: Row) -> Choice:
    return Choice(
        list_id=row["list_id"],
        years=(row["first_year"], row["last_year"]),
        titled=bool(row["titled"]),
        query=row["query"],
        unseen=bool(row["unseen"]),
        ordering=Ordering(row["ordering"]),
        papers=row["papers"],
        refill=row["when_dry"] == "refill",
    )


def _look(row: Row) -> Look:
    return Look(
        header=row["header"],
        role_id=row["role_id"],
        thread=bool(row["thread"]),
        pin=bool(row["pin"]),
        tag_id=row["tag_id"],
    )


def _date(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None

"""Shelves: the papers a member saved, has read, or does not want.

A shelf is a member's own in one server: no other member and no other server sees it. Others
see only how many members of their server marked a paper.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from bot.database import Connection, Database, Row, fetch_in
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.paper import Paper
from bot.papers.scope import VISIBLE, seen_by

MAX_MARKS = 5_000  # a member's in one server, of all kinds
UNWANTED_BY = 3  # members

TAKE_OFF = "DELETE FROM mark WHERE guild_id = ? AND user_id = ? AND paper_id = ? AND kind = ?"
PUT_ON = """
    INSERT INTO mark (guild_id, user_id, paper_id, kind, by_librarian, at)
    VALUES (?, ?, ?, ?, ?, ?)
"""


class Kind(StrEnum):
    """What a mark says, and the shelf it puts the paper on."""

    SAVED = "saved"
    READ = "read"
    UNWANTED = "unwanted"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many members of one server marked a paper, by kind."""

    saved: int = 0
    read: int = 0
    unwanted: int = 0

    def of(self, kind: Kind) -> int:
        """Return the count of one kind."""
        by_kind = {Kind.SAVED: self.saved, Kind.READ: self.read, Kind.UNWANTED: self.unwanted}
        return by_kind[kind]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Some papers of a shelf, newest mark first.

    `count`: the papers of the whole shelf. `gone`: further ones that were taken out of the
    library since.
    """

    papers: list[Paper]
    count: int
    gone: int


class Shelves:
    """The marks of all members."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._catalog = Catalog(database)

    async def toggle(
        self,
        guild_id: int,
        user_id: int,
        paper_id: int,
        kind: Kind,
        *,
        by_librarian: bool,
        now: datetime,
    ) -> bool:
        """Mark the paper, or take the mark off; return whether it is marked now.

        Raises `BotError` if the guild does not see the paper, or if the member holds
        `MAX_MARKS` there already.
        """
        mark = (guild_id, user_id, paper_id, kind)
        async with self._database.write() as connection:
            await _check_visible(connection, paper_id, guild_id)
            taken_off = await connection.execute(TAKE_OFF, mark)
            if taken_off.rowcount:
                return False
            await _check_room(connection, guild_id, user_id)
            await connection.execute(PUT_ON, (*mark, by_librarian, int(now.timestamp())))
            return True

    async def counts(self, guild_id: int, paper_ids: Sequence[int]) -> dict[int, Counts]:
        """Return the counts of each of the papers in this guild, also where all are 0."""
        rows = await self._database.fetch_all(
            """
            SELECT paper_id,
                   count(*) FILTER (WHERE kind = 'saved') AS saved,
                   count(*) FILTER (WHERE kind = 'read') AS read,
                   count(*) FILTER (WHERE kind = 'unwanted') AS unwanted
            FROM mark
            WHERE guild_id = ? AND paper_id IN (SELECT value FROM json_each(?))
            GROUP BY paper_id
            """,
            (guild_id, json.dumps(list(paper_ids))),
        )
        counted = {row[0]: Counts(row["saved"], row["read"], row["unwanted"]) for row in rows}
        return {paper_id: counted.get(paper_id, Counts()) for paper_id in paper_ids}

    async def marks_of(
        self, guild_id: int, user_id: int, paper_ids: Sequence[int]
    ) -> dict[int, set[Kind]]:
        """Return which marks the member put on each of the papers, also where there is none."""
        marks: dict[int, set[Kind]] = {paper_id: set() for paper_id in paper_ids}
        rows = await self._database.fetch_all(
            """
            SELECT paper_id, kind FROM mark
            WHERE guild_id = ? AND user_id = ? AND paper_id IN (SELECT value FROM json_each(?))
            """,
            (guild_id, user_id, json.dumps(list(paper_ids))),
        )
        for row in rows:
            marks[row["paper_id"]].add(Kind(row["kind"]))
        return marks

    async def shelf(
        self, guild_id: int, user_id: int, kind: Kind, limit: int, offset: int = 0
    ) -> Shelf:
        """Return at most `limit` papers of a member's shelf, without the first `offset`."""
        whose = (*seen_by(guild_id), guild_id, user_id, kind)
        rows = await self._database.fetch_all(
            f"""
            SELECT mark.paper_id FROM mark JOIN heading h ON h.paper_id = mark.paper_id
            WHERE {VISIBLE} AND mark.guild_id = ? AND mark.user_id = ? AND mark.kind = ?
            ORDER BY mark.at DESC, mark.paper_id DESC LIMIT ? OFFSET ?
            """,
            (*whose, limit, offset),
        )
        total = await self._database.fetch_one(
            f"""
            SELECT count(h.paper_id) AS here, count(*) AS marks
            FROM mark LEFT JOIN heading h ON h.paper_id = mark.paper_id AND {VISIBLE}
            WHERE mark.guild_id = ? AND mark.user_id = ? AND mark.kind = ?
            """,
            whose,
        )
        assert total is not None
        papers = await self._catalog.get_many([row["paper_id"] for row in rows], guild_id)
        return Shelf(papers, total["here"], total["marks"] - total["here"])

    async def unwanted(self, guild_id: int) -> set[int]:
        """Return the papers that digests of this guild are to leave out.

        A librarian marked them as unwanted, or `UNWANTED_BY` members did.
        """
        rows = await self._database.fetch_all(
            """
            SELECT paper_id FROM mark WHERE guild_id = ? AND kind = 'unwanted'
            GROUP BY paper_id HAVING max(by_librarian) OR count(*) >= ?
            """,
            (guild_id, UNWANTED_BY),
        )
        return {row["paper_id"] for row in rows}

    async def export(self, user_id: int, guild_id: int | None = None) -> list[dict[str, Any]]:
        """Return a member's marks as JSON values, oldest first: of one guild, or of all.

        Instants are in ISO 8601, ids of guilds are texts, as JSON's numbers are too small for
        them. A paper its guild no longer sees has neither headline nor link.
        """
        rows = await self._database.fetch_all(
            """
            SELECT mark.*, paper.headline, paper.url
            FROM mark
            LEFT JOIN heading h ON h.paper_id = mark.paper_id AND h.removed = 0
                AND (h.guild_id IS NULL OR h.guild_id = mark.guild_id)
            LEFT JOIN paper ON paper.id = h.paper_id
            WHERE mark.user_id = ? AND mark.guild_id = ifnull(?, mark.guild_id)
            ORDER BY mark.at, mark.guild_id, mark.paper_id, mark.kind
            """,
            (user_id, guild_id),
        )
        return [_exported(row) for row in rows]

    async def erase(self, user_id: int, guild_id: int | None = None) -> int:
        """Erase a member's marks, of one guild or of all, and return how many there were."""
        async with self._database.write() as connection:
            erased = await connection.execute(
                "DELETE FROM mark WHERE user_id = ? AND guild_id = ifnull(?, guild_id)",
                (user_id, guild_id),
            )
            return erased.rowcount


async def _check_visible(connection: Connection, paper_id: int, guild_id: int) -> None:
    seen = await fetch_in(
        connection,
        f"SELECT 1 FROM heading h WHERE h.paper_id = ? AND {VISIBLE}",
        (paper_id, *seen_by(guild_id)),
    )
    if not seen:
        raise BotError("This paper is no longer in the library.")


async def _check_room(connection: Connection, guild_id: int, user_id: int) -> None:
    rows = await fetch_in(
        connection,
        "SELECT count(*) FROM mark WHERE guild_id = ? AND user_id = ?",
        (guild_id, user_id),
    )
    if rows[0][0] >= MAX_MARKS:
        raise BotError(
            f"Your shelves here are full: they hold {MAX_MARKS:,} marks. Open a paper from"
            " `/shelf show` and take it off first."
        )


def _exported(row: Row) -> dict[str, Any]:
    return {
        "server": str(row["guild_id"]),
        "paper": f"P-{row['paper_id']}",
        "headline": row["headline"],
        "link": row["url"],
        "mark": row["kind"],
        "marked_at": datetime.fromtimestamp(row["at"], UTC).isoformat(),
        "as_librarian": bool(row["by_librarian"]),
    }

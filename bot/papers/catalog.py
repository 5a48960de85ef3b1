"""Reading the library: which papers and lists a guild may see.

Every question takes the asking guild's id: it sees the shared library and its own
papers, nothing else, and never a removed paper.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.database import Database, Row
from bot.errors import BotError
from bot.papers.naming import Name
from bot.papers.paper import Paper, PaperList
from bot.papers.scope import EVERYTHING, VISIBLE, Filter, seen_by

_random = random.SystemRandom()


class Catalog:
    """Papers and lists as one guild sees them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, paper_id: int, guild_id: int) -> Paper | None:
        """Return the paper, or None if there is none that this guild may see."""
        papers = await self.get_many([paper_id], guild_id)
        return papers[0] if papers else None

    async def by_code(self, paper_id: int, guild_id: int) -> Paper | None:
        """Return the paper of a code, or the one it was merged into."""
        paper = await self.get(paper_id, guild_id)
        if paper is None:
            row = await self._database.fetch_one(
                "SELECT merged_into FROM paper WHERE id = ? AND merged_into IS NOT NULL",
                (paper_id,),
            )
            return await self.by_code(row["merged_into"], guild_id) if row else None
        return paper

    async def get_many(self, paper_ids: Sequence[int], guild_id: int) -> list[Paper]:
        """Return the visible ones of these papers, in the order asked for."""
        wanted = json.dumps(list(paper_ids))
        rows = await self._database.fetch_all(
            f"""
            SELECT p.* FROM paper p JOIN heading h ON h.paper_id = p.id
            WHERE p.id IN (SELECT value FROM json_each(?)) AND {VISIBLE}
            """,
            (wanted, *seen_by(guild_id)),
        )
        names, lists = await self._names(wanted), await self._list_names(wanted, guild_id)
        papers = {row["id"]: _paper(row, names[row["id"]], lists[row["id"]]) for row in rows}
        return [papers[paper_id] for paper_id in paper_ids if paper_id in papers]

    async def _names(self, wanted: str) -> dict[int, list[Name]]:
        rows = await self._database.fetch_all(
            """
            SELECT paper_id, name, expansion FROM paper_name
            WHERE paper_id IN (SELECT value FROM json_each(?))
            ORDER BY paper_id, position
            """,
            (wanted,),
        )
        names: dict[int, list[Name]] = defaultdict(list)
        for row in rows:
            names[row["paper_id"]].append(Name(row["name"], row["expansion"]))
        return names

    async def _list_names(self, wanted: str, guild_id: int) -> dict[int, list[str]]:
        rows = await self._database.fetch_all(
            """
            SELECT entry.paper_id, list.name FROM entry JOIN list ON list.id = entry.list_id
            WHERE entry.paper_id IN (SELECT value FROM json_each(?))
              AND (list.guild_id IS NULL OR list.guild_id = ?)
            ORDER BY entry.paper_id, list.id
            """,
            (wanted, guild_id),
        )
        lists: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            lists[row["paper_id"]].append(row["name"])
        return lists

    async def ids(self, guild_id: int, among: Filter = EVERYTHING) -> list[int]:
        """Return the ids of all visible papers that pass the filter, in ascending order."""
        condition, parameters = among.sql()
        rows = await self._database.fetch_all(
            f"SELECT h.paper_id FROM heading h WHERE {VISIBLE} AND {condition} ORDER BY h.paper_id",
            [*seen_by(guild_id), *parameters],
        )
        return [row["paper_id"] for row in rows]

    async def holds(self, paper_id: int, guild_id: int, among: Filter = EVERYTHING) -> bool:
        """Whether the paper is visible and passes the filter."""
        condition, parameters = among.sql()
        row = await self._database.fetch_one(
            f"SELECT 1 FROM heading h WHERE h.paper_id = ? AND {VISIBLE} AND {condition}",
            (paper_id, *seen_by(guild_id), *parameters),
        )
        return row is not None

    async def count(self, guild_id: int) -> int:
        """Return how many papers the guild sees."""
        row = await self._database.fetch_one(
            f"SELECT count(*) AS papers FROM heading h WHERE {VISIBLE}", seen_by(guild_id)
        )
        assert row is not None
        return int(row["papers"])

    async def newest(self, guild_id: int, count: int) -> list[int]:
        """Return the ids of the `count` papers added last, newest first."""
        rows = await self._database.fetch_all(
            f"""
            SELECT p.id FROM paper p JOIN heading h ON h.paper_id = p.id
            WHERE p.removed_at IS NULL AND {VISIBLE} ORDER BY p.added_at DESC, p.id LIMIT ?
            """,
            (*seen_by(guild_id), count),
        )
        return [row["id"] for row in rows]

    async def deal(self, guild_id: int, among: Filter, dealt: Iterable[int] = ()) -> Paper | None:
        """Return a random paper not yet dealt, or None when none is left."""
        left = sorted(set(await self.ids(guild_id, among)) - set(dealt))
        return await self.get(_random.choice(left), guild_id) if left else None

    async def lists(self, guild_id: int, *, empty: bool = False) -> list[PaperList]:
        """Return every list this guild sees, as a librarian ordered them, then newest year first.

        Without `empty` only those that hold a visible paper.
        """
        rows = await self._database.fetch_all(
            f"""
            SELECT * FROM list
            WHERE (guild_id IS NULL OR guild_id = ?)
              AND (? OR EXISTS (
                  SELECT 1 FROM entry JOIN heading h ON h.paper_id = entry.paper_id
                  WHERE entry.list_id = list.id AND {VISIBLE}
              ))
              AND id NOT IN (SELECT list_id FROM hidden_list WHERE guild_id = ?)
            ORDER BY position NULLS LAST, year DESC NULLS LAST, name
            """,
            (guild_id, empty, *seen_by(guild_id), guild_id),
        )
        return [PaperList(row["id"], row["guild_id"], row["name"], row["year"]) for row in rows]

    async def lists_like(self, texts: Sequence[str], guild_id: int) -> tuple[int, ...]:
        """Return the ids of the visible lists whose names hold one of the texts, in any case."""
        wanted = [text.casefold() for text in texts]
        if not wanted:
            return ()
        lists = await self.lists(guild_id)
        return tuple(one.id for one in lists if any(w in one.name.casefold() for w in wanted))

    async def list_named(
        self, text: str, guild_id: int, *, empty: bool = False
    ) -> PaperList | None:
        """Return the visible list of this name (in any case), else the only one holding `text`.

        Of two lists of one name it is the guild's own. Raises `BotError` if several hold it.
        """
        lists, wanted = await self.lists(guild_id, empty=empty), text.strip().casefold()
        exact = [one for one in lists if one.name.casefold() == wanted]
        exact.sort(key=lambda one: one.guild_id is None)
        partial = [one for one in lists if wanted and wanted in one.name.casefold()]
        if not exact and len(partial) > 1:
            raise BotError("Several lists are named like that. Pick one from the list as you type.")
        return next(iter([*exact, *partial]), None)


def _paper(row: Row, names: list[Name], lists: list[str]) -> Paper:
    return Paper(
        id=row["id"],
        guild_id=row["guild_id"],
        title=row["title"],
        abstract=row["abstract"],
        authors=tuple(json.loads(row["authors"])),
        url=row["url"],
        year=row["year"],
        headline=row["headline"],
        plain=row["plain"] or row["abstract"] or "",
        names=tuple(names),
        lists=tuple(lists),
        venue=row["venue"],
        ids=tuple(json.loads(row["ids"])),
    )

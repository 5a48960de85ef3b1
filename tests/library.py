"""A library in a real SQLite file, as the tests of bot.papers use it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.database import Database
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.changes import By
from bot.papers.desk import Desk
from bot.papers.importing import import_reading, import_seeds
from bot.papers.paper import Paper, Record
from bot.papers.readers.contract import Reading
from bot.papers.receipt import Receipt
from bot.papers.search.service import PaperSearch

HOME, AWAY, OTHER = 1, 2, 3  # guilds; HOME looks after the shared library
SOMEBODY = 77
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Library:
    """An open database and what asks it."""

    database: Database
    catalog: Catalog
    search: PaperSearch
    desk: Desk

    async def load(self, folder: Path) -> list[Receipt]:
        """Load every file of the folder as at a start; all must be readable."""
        outcomes = await import_seeds(self.database, folder, NOW)
        assert not [one for one in outcomes if isinstance(one, BotError)]
        return [one for one in outcomes if isinstance(one, Receipt)]

    async def hold(self, records: Iterable[Record | str], **about: Any) -> Receipt:
        """Bring papers into the shared list “Shelf”; a text alone is a title."""
        papers = [
            Record(title=r, line=n) if isinstance(r, str) else r for n, r in enumerate(records)
        ]
        reading = Reading.single(about.pop("name", "Shelf"), None, about.pop("year", None), papers)
        source = about.pop("source", "shelf")
        return await import_reading(self.database, reading, source, By.operator(NOW), **about)

    async def papers(self, guild_id: int = HOME) -> list[Paper]:
        """Return every paper that the guild sees."""
        return await self.catalog.get_many(await self.catalog.ids(guild_id), guild_id)

    async def found(self, text: str, guild_id: int = HOME) -> list[str]:
        """Return the headlines that a search finds, best first."""
        ids = (await self.search.find(text, guild_id)).paper_ids
        return [paper.headline for paper in await self.catalog.get_many(ids, guild_id)]

    async def add(self, title: str, guild_id: int = HOME, list_name: str | None = None) -> Paper:
        """Add a paper as a librarian of the guild does."""
        record = Record(title=title)
        return await self.desk.add(record, list_name, guild_id=guild_id, by_user=SOMEBODY, now=NOW)

    async def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return all that is stored, to see whether something changed."""
        tables = ("paper", "paper_name", "entry", "list", "source_text", "revision", "batch")
        return {
            table: [tuple(row) for row in await self.database.fetch_all(f"SELECT * FROM {table}")]
            for table in tables
        }


async def open_library(path: Path) -> Library:
    """Open the database at `path` for the guilds above."""
    database = await Database.open(path)
    catalog = Catalog(database)
    return Library(database, catalog, PaperSearch(database, catalog), Desk(database, catalog, HOME))

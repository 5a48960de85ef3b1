"""Paperboy as an engine: papers come in as a list does, questions as a command asks them.

It can also be given to another harness, as the class in `tests/bench/search_paperboy.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.database import Database
from bot.papers.catalog import Catalog
from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from bot.papers.search.service import PaperSearch
from tests.bench.search_data import Doc

GUILD: Final = 1
LINK: Final = "https://e.org/"


class Paperboy:
    """The product's own import and `PaperSearch`, on a database file of its own."""

    name = "paperboy"

    def build(self, docs: Sequence[Doc], workdir: str | Path) -> None:
        """Import papers of `id`, `title`, `abstract` and `authors`; two of one text become one."""
        self.loop = asyncio.new_event_loop()
        self.ids: dict[int, str] = {}
        self.loop.run_until_complete(self._build(docs, Path(workdir)))

    async def _build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.database = await Database.open(folder / "papers.sqlite3")
        self.asked = PaperSearch(self.database, Catalog(self.database))
        reading = reading_of(docs)
        await import_reading(self.database, reading, "bench", By.operator(datetime.now(UTC)))
        rows = await self.database.fetch_all("SELECT id, url FROM paper")
        self.ids = {row["id"]: row["url"].removeprefix(LINK) for row in rows}

    def search(self, query: str, k: int) -> list[str]:
        """Return ids, best first, as `/paper search` has them."""
        results = self.loop.run_until_complete(self.asked.find(query, GUILD))
        return [self.ids[paper_id] for paper_id in results.paper_ids[:k]]

    def suggest(self, prefix: str, k: int) -> list[str]:
        """Return ids to offer while someone types."""
        found = self.loop.run_until_complete(self.asked.suggest(prefix, GUILD, k))
        return [self.ids[paper_id] for paper_id in found]

    def close(self) -> None:
        """Close the database."""
        self.loop.run_until_complete(self.database.close())
        self.loop.close()


def reading_of(docs: Sequence[Doc]) -> Reading:
    """Return the papers as a reader would; their links tell which is which."""
    records = [
        Record(
            doc["title"] or None,
            doc["abstract"] or None,
            tuple(filter(None, doc["authors"].split("; "))),
            f"{LINK}{doc['id']}",
            line,
        )
        for line, doc in enumerate(docs, 1)
        if doc["title"] or doc["abstract"]
    ]
    return Reading.single("Bench", None, None, records)

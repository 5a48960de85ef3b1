"""The product and the engines people would use instead, behind one door.

An engine has a name, `build(docs, folder)`, `search(text, k)` and maybe `suggest(text, k)`.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from bot.database import Database
from bot.papers.catalog import Catalog
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from bot.papers.search.service import PaperSearch
from tests.bench.search_data import Doc

GUILD: Final = 1


class Engine(Protocol):
    """What is measured."""

    name: str

    def build(self, docs: Sequence[Doc], folder: Path) -> None: ...
    def search(self, text: str, k: int) -> list[str]: ...


class Product:
    """Paperboy: papers imported as a list is, asked as a command asks."""

    name = "paperboy"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.ids: dict[int, str] = {}
        self.loop.run_until_complete(self._build(docs, folder))

    async def _build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.database = await Database.open(folder / "papers.sqlite3")
        self.asked = PaperSearch(self.database, Catalog(self.database))
        # The link tells which paper is which; two of one text become one paper.
        records = [
            Record(d.title or None, d.abstract or None, d.authors, f"https://e.org/{d.id}", n)
            for n, d in enumerate(docs, 1)
            if d.title or d.abstract
        ]
        reading = Reading.single("Bench", None, None, records)
        await import_reading(self.database, reading, "bench", now=datetime.now(UTC))
        rows = await self.database.fetch_all("SELECT id, url FROM paper")
        self.ids = {row["id"]: row["url"].removeprefix("https://e.org/") for row in rows}

    def search(self, text: str, k: int) -> list[str]:
        results = self.loop.run_until_complete(self.asked.find(text, GUILD))
        return [self.ids[paper_id] for paper_id in results.paper_ids[:k]]

    def suggest(self, text: str, k: int) -> list[str]:
        found = self.loop.run_until_complete(self.asked.suggest(text, GUILD, k))
        return [self.ids[paper_id] for paper_id in found]

    def close(self) -> None:
        self.loop.run_until_complete(self.database.close())
        self.loop.close()


class Fts5:
    """SQLite FTS5 as it comes."""

    name, tokenizer, rank, joint, last = "fts5 unicode61", "unicode61", "rank", " OR ", ""

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.db = sqlite3.connect(folder / "fts5.sqlite3")
        self.db.execute(
            "CREATE VIRTUAL TABLE f USING fts5 (id UNINDEXED, title, abstract, authors,"
            f" tokenize='{self.tokenizer}')"
        )
        rows = ((d.id, d.title, d.abstract, "; ".join(d.authors)) for d in docs)
        self.db.executemany("INSERT INTO f VALUES (?, ?, ?, ?)", rows)
        self.db.commit()

    def search(self, text: str, k: int) -> list[str]:
        words = [f'"{word}"' for word in _words(text)]
        if not words:
            return []
        words[-1] += self.last
        rows = self.db.execute(
            f"SELECT id FROM f WHERE f MATCH ? ORDER BY {self.rank} LIMIT ?",
            (self.joint.join(words), k),
        )
        return [row[0] for row in rows]


class Fts5Prefix(Fts5):
    """Every word must be there, the last one may go on: what most products do."""

    name, joint, last = "fts5 all words last a prefix", " ", "*"


class Fts5Porter(Fts5):
    """Stemmed, the title worth more."""

    name, tokenizer = "fts5 porter weighted", "porter unicode61 remove_diacritics 2"
    rank = "bm25(f, 0, 5.0, 1.0, 2.0)"


class Bm25s:
    """The Python package bm25s, with PyStemmer."""

    name = "bm25s"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        bm25s, stemmer = import_module("bm25s"), import_module("Stemmer")

        self.lib, self.stem, self.ids = bm25s, stemmer.Stemmer("english"), [d.id for d in docs]
        texts = [f"{d.title} {d.abstract} {'; '.join(d.authors)}" for d in docs]
        self.index = bm25s.BM25()
        self.index.index(self._tokens(texts), show_progress=False)

    def _tokens(self, texts: list[str]) -> Any:
        return self.lib.tokenize(texts, stopwords="en", stemmer=self.stem, show_progress=False)

    def search(self, text: str, k: int) -> list[str]:
        k = min(k, len(self.ids))
        found, scores = self.index.retrieve(self._tokens([text]), k=k, show_progress=False)
        return [self.ids[i] for i, score in zip(found[0], scores[0], strict=True) if score > 0]


class Tantivy:
    """The Python package tantivy, stemmed, the title worth twice."""

    name = "tantivy"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        tantivy = import_module("tantivy")

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("id", stored=True, tokenizer_name="raw")
        for name in ("title", "abstract"):
            schema.add_text_field(name, tokenizer_name="en_stem")
        schema.add_text_field("authors")
        self.index = tantivy.Index(schema.build(), path=str(folder))
        writer = self.index.writer(256_000_000, 1)
        for d in docs:
            fields = {"title": d.title, "abstract": d.abstract, "authors": "; ".join(d.authors)}
            writer.add_document(tantivy.Document(id=d.id, **fields))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, text: str, k: int) -> list[str]:
        words = " ".join(_words(text))
        if not words:
            return []
        fields, boosts = ["title", "abstract", "authors"], {"title": 2.0}
        query = self.index.parse_query(words, fields, field_boosts=boosts)
        hits = self.searcher.search(query, k).hits
        return [str(self.searcher.doc(address)["id"][0]) for _, address in hits]


class WRatio:
    """RapidFuzz alone, over titles."""

    name = "rapidfuzz WRatio"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.ids, self.titles = [d.id for d in docs], [" ".join(_words(d.title)) for d in docs]

    def search(self, text: str, k: int) -> list[str]:
        from rapidfuzz import fuzz, process

        words = " ".join(_words(text))
        found = process.extract(words, self.titles, scorer=fuzz.WRatio, limit=k)
        return [self.ids[number] for _, _, number in found]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


ENGINES: Final[dict[str, type[Any]]] = {
    engine.name: engine
    for engine in (Product, Fts5, Fts5Prefix, Fts5Porter, Bm25s, Tantivy, WRatio)
}
NEEDS: Final = {"bm25s": ("bm25s", "Stemmer"), "tantivy": ("tantivy",)}


def missing(name: str) -> list[str]:
    """Return the modules that an engine needs and that are not installed."""
    return [module for module in NEEDS.get(name, ()) if find_spec(module) is None]

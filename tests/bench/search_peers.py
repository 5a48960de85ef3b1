"""The engines people would use instead of Paperboy's search, each as its makers show it."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tests.bench.search_data import Doc

NODE_PEERS: Final = Path(__file__).with_name("search_peers.cjs")


class Fts5:
    """SQLite FTS5 as it comes: any word, bm25."""

    name, tokenizer, columns, rank = (
        "fts5-unicode61",
        "unicode61",
        "title, abstract, authors",
        "rank",
    )

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.db = sqlite3.connect(folder / "fts5.sqlite3")
        self.db.execute(
            f"CREATE VIRTUAL TABLE f USING fts5"
            f" (id UNINDEXED, {self.columns}, tokenize='{self.tokenizer}')"
        )
        held = ":" + self.columns.replace(", ", ", :")
        self.db.executemany(f"INSERT INTO f (id, {self.columns}) VALUES (:id, {held})", docs)
        self.db.commit()

    def match(self, text: str) -> str:
        return " OR ".join(f'"{word}"' for word in _words(text))

    def search(self, text: str, k: int) -> list[str]:
        asked = f"SELECT id FROM f WHERE f MATCH ? ORDER BY {self.rank} LIMIT ?"
        match = self.match(text)
        return [row[0] for row in self.db.execute(asked, (match, k))] if match else []


class Fts5Prefix(Fts5):
    """Every word must be there, the last one may go on: what most products do."""

    name = "fts5-all-words-prefix"

    def match(self, text: str) -> str:
        words = " ".join(f'"{word}"' for word in _words(text))
        return f"{words}*" if words else ""


class Fts5Porter(Fts5):
    """Stemmed, the title worth more."""

    name, tokenizer = "fts5-porter-weighted", "porter unicode61 remove_diacritics 2"
    rank = "bm25(f, 0, 5.0, 1.0, 2.0)"


class Fts5Trigram(Fts5):
    """Any three letters in a row, over titles alone: bears slips."""

    name, tokenizer, columns = "fts5-trigram-titles", "trigram", "title"

    def match(self, text: str) -> str:
        typed = " ".join(_words(text))
        return " OR ".join(f'"{typed[at : at + 3]}"' for at in range(len(typed) - 2))


class Bm25s:
    """The Python package bm25s, with PyStemmer."""

    name = "bm25s"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.lib, self.stem = import_module("bm25s"), import_module("Stemmer").Stemmer("english")
        self.ids = [doc["id"] for doc in docs]
        self.index = self.lib.BM25()
        texts = [f"{doc['title']} {doc['abstract']} {doc['authors']}" for doc in docs]
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
        for doc in docs:
            writer.add_document(tantivy.Document(**doc))
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


class NodePeer:
    """An npm package in a node process, asked over its pipes (see `search_peers.cjs`)."""

    name = ""

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        command = ["node", "--max-old-space-size=8192", str(NODE_PEERS), self.name]
        self.node = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.said: Any = self.node.stdin
        self.heard: Any = self.node.stdout
        for doc in docs:
            print(json.dumps(doc), file=self.said)
        self._answer(None)

    def _answer(self, question: Any) -> Any:
        print(json.dumps(question), file=self.said, flush=True)
        if answer := self.heard.readline():
            return json.loads(answer)
        raise RuntimeError(f"node ended with {self.node.wait()}")

    def search(self, text: str, k: int) -> list[str]:
        return list(self._answer([text, k]))

    def close(self) -> None:
        self.said.close()
        self.node.wait()


class MiniSearch(NodePeer):
    """The npm package minisearch, with the fuzziness and prefixes its README shows."""

    name = "minisearch"


class FlexSearch(NodePeer):
    """The npm package flexsearch, prefixes in titles and names, a word may be missing."""

    name = "flexsearch"


class WRatio:
    """RapidFuzz alone, over titles."""

    name = "rapidfuzz-wratio"

    def build(self, docs: Sequence[Doc], folder: Path) -> None:
        self.ids = [doc["id"] for doc in docs]
        self.titles = [" ".join(_words(doc["title"])) for doc in docs]

    def search(self, text: str, k: int) -> list[str]:
        from rapidfuzz import fuzz, process

        words = " ".join(_words(text))
        found = process.extract(words, self.titles, scorer=fuzz.WRatio, limit=k)
        return [self.ids[number] for _, _, number in found]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())

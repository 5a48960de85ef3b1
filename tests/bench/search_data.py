"""Papers, queries and judgements for measuring search."""

from __future__ import annotations

import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypedDict

from bot.papers.derived import derive
from bot.papers.files import read_file

SEED: Final = 7
SEEDS: Final = Path(__file__).parents[2] / "seeds"
TYPED: Final = frozenset({"prefix", "prefix_typo", "title_first3"})  # asked of autocomplete


class Doc(TypedDict):
    """One paper as every engine gets it; `authors` has "; " between them."""

    id: str
    title: str
    abstract: str
    authors: str


@dataclass(frozen=True)
class Ask:
    """A query, its kind, and how much each right answer is worth."""

    text: str
    kind: str
    gains: dict[str, int]


def read_papers(path: Path) -> list[Doc]:
    """Return the papers of a JSON Lines file, packed by xz or not; a line's number may be its id.

    `title`, `abstract` and `authors` are read, and any of them may be missing.
    """
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [_doc(number, json.loads(line)) for number, line in enumerate(lines, 1)]


def _doc(number: int, row: dict[str, Any]) -> Doc:
    return Doc(
        id=str(row.get("id", number)),
        title=row.get("title") or "",
        abstract=row.get("abstract") or "",
        authors="; ".join(row.get("authors") or ()),
    )


def read_seeds() -> list[Doc]:
    """Return the papers of the lists in `seeds/`, each once.

    They have no titles: every engine gets the headlines that Paperboy shows for them.
    """
    docs: dict[str, Doc] = {}
    for path in sorted(SEEDS.glob("*.txt")):
        for record in read_file(path).records:
            title = derive(record.title, record.abstract).headline
            row = {"title": title, "abstract": record.abstract, "authors": record.authors}
            docs.setdefault(title, _doc(len(docs) + 1, row))
    return list(docs.values())


def recombined(papers: list[Doc], count: int) -> Iterator[Doc]:
    """Yield the papers, then the title of one with the abstract of another, up to `count`."""
    yield from papers[:count]
    chance = random.Random(SEED)
    for number in range(len(papers), count):
        title, text, by = (chance.choice(papers) for _ in range(3))
        yield Doc(
            id=f"made-{number}",
            title=f"{title['title']} {number}",
            abstract=text["abstract"],
            authors=by["authors"],
        )


def read_queries(path: Path, papers: list[Doc]) -> list[Ask]:
    """Return the known-item queries whose target is among the papers, shuffled."""
    have = {doc["id"] for doc in papers}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    asks = [Ask(r["query"], r["kind"], {r["target"]: 1}) for r in rows if r["target"] in have]
    random.Random(SEED).shuffle(asks)
    return asks


def read_collection(folder: Path) -> tuple[list[Doc], list[Ask]]:
    """Return a test collection in the layout of BEIR: corpus, queries, qrels."""

    def rows(name: str) -> list[dict[str, Any]]:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    docs = [
        Doc(
            id=r["_id"],
            title=r["title"],
            abstract=r["text"],
            authors=r.get("metadata", {}).get("authors", ""),
        )
        for r in rows("corpus.jsonl")
    ]
    gains: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, doc, gain = line.split("\t")
        if int(gain) > 0:
            gains[query][doc] = int(gain)
    asks = [Ask(r["text"], folder.name, gains[r["_id"]]) for r in rows("queries.jsonl")]
    return docs, [ask for ask in asks if ask.gains]

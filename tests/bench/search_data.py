"""Papers, queries and judgements for measuring search."""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

SEED: Final = 7
MADE: Final = 200  # queries made of each kind where none are given
TYPED: Final = frozenset({"prefix", "prefix_typo", "title_first3"})  # asked of autocomplete


@dataclass(frozen=True)
class Doc:
    """One paper as every engine gets it."""

    id: str
    title: str
    abstract: str
    authors: tuple[str, ...]


@dataclass(frozen=True)
class Ask:
    """A query, its kind, and how much each right answer is worth."""

    text: str
    kind: str
    gains: dict[str, int]


def read_papers(path: Path, count: int | None = None) -> list[Doc]:
    """Return the first papers of a JSON Lines file, packed by xz or not."""
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, count)]
    return [
        Doc(str(r.get("id", n)), r["title"], r["abstract"], tuple(r.get("authors", ())))
        for n, r in enumerate(rows)
    ]


def recombined(papers: list[Doc], count: int) -> Iterator[Doc]:
    """Yield the papers, then the title of one with the abstract of another, up to `count`."""
    yield from papers[:count]
    chance = random.Random(SEED)
    for number in range(len(papers), count):
        title, text, by = (chance.choice(papers) for _ in range(3))
        yield Doc(f"made-{number}", f"{title.title} {number}", text.abstract, by.authors)


def read_queries(path: Path, papers: list[Doc]) -> list[Ask]:
    """Return the known-item queries whose target is among the papers, shuffled."""
    have = {doc.id for doc in papers}
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
        Doc(r["_id"], r["title"], r["text"], (r.get("metadata", {}).get("authors", ""),))
        for r in rows("corpus.jsonl")
    ]
    gains: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, doc, gain = line.split("\t")
        if int(gain) > 0:
            gains[query][doc] = int(gain)
    asks = [Ask(r["text"], folder.name, gains[r["_id"]]) for r in rows("queries.jsonl")]
    return docs, [ask for ask in asks if ask.gains]


def make_queries(papers: list[Doc]) -> list[Ask]:
    """Make known-item queries by seeded rules, of titles that are like no other."""
    chance, titles = random.Random(SEED), Counter(doc.title.lower() for doc in papers)
    chosen = [d for d in papers if titles[d.title.lower()] == 1 and len(d.title.split()) > 3]
    chance.shuffle(chosen)
    return [
        Ask(make(doc.title.lower(), chance), kind, {doc.id: 1})
        for kind, make in _MAKERS.items()
        for doc in chosen[:MADE]
    ]


def _typo(text: str, chance: random.Random) -> str:
    """Return the text with one letter other, missing, doubled or swapped, in its longest word."""
    word = max(text.split(), key=len)
    at = chance.randrange(len(word) - 1)
    slips = (
        word[:at] + chance.choice("aeiounrst") + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    return text.replace(word, chance.choice(slips), 1)


def _swapped(text: str, chance: random.Random) -> str:
    words = text.split()
    chance.shuffle(words)
    return " ".join(words)


def _joined(text: str, chance: random.Random) -> str:
    words = text.split()
    at = chance.randrange(len(words) - 1)
    return " ".join([*words[:at], words[at] + words[at + 1], *words[at + 2 :]])


def _prefix(text: str, chance: random.Random) -> str:
    return text[: max(len(text) * 2 // 3, 8)]


_MAKERS: Final[dict[str, Callable[[str, random.Random], str]]] = {
    "title_exact": lambda text, chance: text,
    "title_typo1": _typo,
    "swapped_order": _swapped,
    "join_split": _joined,
    "prefix": _prefix,
    "prefix_typo": lambda text, chance: _typo(_prefix(text, chance), chance),
}

"""Which papers have which words: tells whether words mean one paper alone, without any engine."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.bench.search_data import SEED, Doc

RUN: Final = 6  # words; a phrase this long is seldom in two abstracts
TELLING: Final = 6  # letters; nobody remembers a phrase without three words that long
SENTENCE_WORDS: Final = range(10, 41)


@dataclass(frozen=True)
class Passage:
    """A sentence of an abstract, and a run of its words that is in no other abstract."""

    sentence: str
    run: tuple[str, ...]


class Concordance:
    """The words of some papers; a paper goes by its place among them.

    `known` are all their words, `accented` how a word without accents is written with them.
    """

    def __init__(self, docs: Sequence[Doc], quoted: Iterable[int]) -> None:
        self.docs = docs
        self.known: set[str] = set()
        self.accented: dict[str, str] = {}
        self._headed: dict[str, set[int]] = defaultdict(set)
        self._joined: dict[str, set[int]] = defaultdict(set)
        for number, doc in enumerate(docs):
            self._take(number, doc)
        self._titles = sorted(" ".join(words(doc["title"])) for doc in docs)
        self.passages = self._sole_passages(quoted)

    def _take(self, number: int, doc: Doc) -> None:
        heading = f"{doc['title']} {doc['authors']}"
        for word in words(heading):
            self._headed[word].add(number)
        for run in doc["title"].split():
            self._joined[joined(run)].add(number)
        for word in re.findall(r"\w+", unicodedata.normalize("NFC", heading.lower())):
            if fold(word) != word:
                self.accented.setdefault(fold(word), word)
        self.known.update(words(heading), words(doc["abstract"]))

    def sole(self, number: int, *groups: Iterable[str]) -> bool:
        """Whether no other paper has a word of each group in its title or authors."""
        having = [set[int]().union(*(self._headed.get(w, ()) for w in group)) for group in groups]
        return not set[int].intersection(*having) - {number}

    def sole_name(self, number: int, name: str) -> bool:
        """Whether no other title has the name, however it writes it."""
        return self._joined[joined(name)] == {number}

    def begun(self, text: str) -> int:
        """Return how many titles begin so."""
        start = " ".join(words(text))
        after = bisect_left(self._titles, start + "\U0010ffff")
        return after - bisect_left(self._titles, start)

    def _sole_passages(self, quoted: Iterable[int]) -> dict[int, Passage]:
        chance = Random(SEED)
        chosen = {n: found for n in quoted if (found := _passage(self.docs[n], chance))}
        wanted = {passage.run for passage in chosen.values()}
        having: Counter[tuple[str, ...]] = Counter()
        for doc in self.docs:
            said = words(doc["abstract"])
            having.update(wanted.intersection(zip(*(said[at:] for at in range(RUN)), strict=False)))
        return {n: passage for n, passage in chosen.items() if having[passage.run] == 1}


def _passage(doc: Doc, chance: Random) -> Passage | None:
    sentences = re.split(r"(?<=[a-z)][.!?])\s+(?=[A-Z])", doc["abstract"].strip())
    fit = [one for one in sentences if len(words(one)) in SENTENCE_WORDS]
    if not fit:
        return None
    sentence = chance.choice(fit)
    said = words(sentence)
    runs = [tuple(said[at : at + RUN]) for at in range(len(said) - RUN + 1)]
    telling = [run for run in runs if sum(len(word) >= TELLING for word in run) >= 3]
    return Passage(sentence, chance.choice(telling)) if telling else None


def fold(text: str) -> str:
    """Return the text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """Return the folded words of a text."""
    return re.findall(r"\w+", fold(text))


def joined(text: str) -> str:
    """Return the folded words without anything between them."""
    return "".join(words(text))

"""How well a paper answers a query."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.papers.search.documents import Document, average_length, read_documents, saturated
from bot.papers.search.groups import JOINED, Group
from bot.papers.words import SIGN_NAMES
from bot.questions import Reader

# What each sign that a paper is meant adds to its score.
EQUAL = 10.0  # the title or a name is what was typed
WHOLE = 2.0  # every word is in the heading; this times the worth of each form
EXACT = 1.0  # ... times the part of the words that are there as they were typed
IN_ORDER = 0.3  # ... times how alike the query and a part of the title are
COVERED = 1.0  # times the square of what the heading covers of the query
LIKE = 2.0  # how alike query and title are, from half on
SIGNED = 0.5  # taken off for LoRA+ where LoRA was typed
VERBATIM = 5.0  # the text says all of it, word after word
SAYS_ALL = 0.5  # every word is somewhere in the text
SAYS_EXACTLY = 1.5  # ... and none in another form
SAID = 2.0  # BM25 as a part of what it can be

SURE = 0.6, 0.75  # so much of the query in a title so alike to it: no text need be asked


@dataclass(frozen=True, slots=True)
class Heading:
    """How a heading meets a query; all from 0 to 1."""

    worths: list[float]  # of each group
    whole: float  # all telling words' worths multiplied: 0 if one of them is missing
    exact: float  # the part of the words that are there as typed; 0 if one of them is missing
    covered: float  # the part of the query's weight that it holds
    alike: float  # the title and the query as strings
    in_order: float  # the query and the part of the title most like it
    signed: bool  # it holds a word of the query with a sign that was not typed


class Matcher:
    """Tells of words which groups they meet, and how well."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self._words: dict[str, list[tuple[int, float]]] = {}
        self._composed: list[tuple[int, str, float]] = []
        for number, group in enumerate(groups):
            for form, worth in (group.mates | group.forms).items():
                if " " in form or form.endswith("*"):
                    self._composed.append((number, form, worth))
                else:
                    self._words.setdefault(form, []).append((number, worth))

    def worths(self, words: set[str]) -> list[float]:
        """Return for each group the worth of its best form among the words, 0 for none."""
        best = [0.0] * len(self.groups)
        for word in words & self._words.keys():
            for number, worth in self._words[word]:
                best[number] = max(worth, best[number])
        for number, form, worth in self._composed:
            if worth > best[number] and _has(words, form):
                best[number] = worth
        return best

    def best(self, document: Document) -> list[tuple[str, float]]:
        """Return for each group the form that the paper holds, and its worth; or `"", 0`."""
        best = [("", 0.0)] * len(self.groups)
        held = document.counts
        for number, group in enumerate(self.groups):
            for form, worth in (group.mates | group.forms).items():
                if worth > best[number][1] and (form in held or _has(held, form)):
                    best[number] = form, worth
        return best

    def read(self, document: Document, average: float) -> tuple[list[float], float]:
        """Return the worth of each group's best form in a paper, and the paper's BM25 score.

        `average` is the length of papers. A word in another form counts as its worth.
        """
        best, counts = [0.0] * len(self.groups), [0.0] * len(self.groups)
        for word in [word for word in document.counts if word in self._words]:
            for number, worth in self._words[word]:
                counts[number] += document.counts[word] * worth
                best[number] = max(worth, best[number])
        for number, form, worth in self._composed:
            if worth > best[number] and _has(document.counts, form):
                best[number] = worth
                counts[number] = max(worth, counts[number])
        score = sum(
            group.times * group.weight * saturated(count, document.length, average)
            for group, count in zip(self.groups, counts, strict=True)
            if count and group.telling
        )
        return best, score


def _has(words: Collection[str], form: str) -> bool:
    if form.endswith("*"):
        return any(word.startswith(form[:-1]) for word in words)
    return all(part in words for part in form.split())


class Ranking:
    """Collects what is known of each candidate, and puts them in order."""

    def __init__(self, connection: Reader, groups: Sequence[Group], typed: str) -> None:
        self._connection = connection
        self._typed = typed
        self.equal: dict[int, float] = {}
        self.verbatim: Collection[int] = ()  # papers that say what was typed word for word
        self.regroup(groups)

    def regroup(self, groups: Sequence[Group]) -> None:
        """Begin anew with groups that may have other forms; what was found equal stays."""
        self._telling = [group.telling for group in groups]
        if not any(self._telling):
            self._telling = [True] * len(groups)
        self._weights = [group.weight * group.times for group in groups]
        self._total = sum(self._weights) or 1.0
        typed = {form for group in groups for form in group.exact}
        self._signed = {g.word + sign for g in groups for sign in SIGN_NAMES} - typed
        self.matcher = Matcher(groups)
        self.headings: dict[int, Heading] = {}
        self.texts: dict[int, list[float]] = {}
        self._said: dict[int, float] = {}

    @property
    def sure(self) -> bool:
        """Whether a title or name says what was typed, but for a slip or two."""
        return bool(self.equal) or any(
            heading.covered > SURE[0] and heading.alike > SURE[1]
            for heading in self.headings.values()
        )

    def look_at(self, paper_ids: Iterable[int]) -> None:
        """Take these papers' headings into account."""
        new = [paper_id for paper_id in paper_ids if paper_id not in self.headings]
        rows = self._connection.execute(
            """
            SELECT paper_id, title, names, authors FROM heading
            WHERE paper_id IN (SELECT value FROM json_each(?))
            """,
            (json.dumps(new),),
        )
        for paper_id, title, names, authors in rows:
            held = set(f"{title} {names} {authors}".split())
            worths = self.matcher.worths(held)
            whole = math.prod(self._of_telling(worths))
            self.headings[paper_id] = Heading(
                worths,
                whole,
                sum(worth >= JOINED for worth in worths) / len(worths) if whole else 0.0,
                sum(w * x for w, x in zip(self._weights, worths, strict=True)) / self._total,
                fuzz.ratio(self._typed, title) / 100,
                fuzz.partial_ratio(self._typed, title) / 100 if whole else 0.0,
                not held.isdisjoint(self._signed),
            )

    def read(self, paper_ids: Iterable[int]) -> list[Document]:
        """Take these papers' texts into account; return them, the most telling first."""
        documents = read_documents(self._connection, paper_ids)
        average = average_length(documents)
        for document in documents:
            worths, said = self.matcher.read(document, average)
            self.texts[document.paper_id], self._said[document.paper_id] = worths, said
        return sorted(documents, key=lambda document: -self._said[document.paper_id])

    def add(self, groups: Sequence[Group], documents: Sequence[Document]) -> None:
        """Let further words add to what these papers say."""
        matcher, average = Matcher(groups), average_length(list(documents))
        for document in documents:
            self._said[document.paper_id] += matcher.read(document, average)[1]

    def meets(self, paper_id: int) -> list[float]:
        """Return the worth of the best form of each telling group, wherever it stands."""
        heading = self.headings[paper_id].worths
        text = self.texts.get(paper_id, heading)
        return self._of_telling([max(pair) for pair in zip(heading, text, strict=True)])

    def score(self, paper_id: int) -> float:
        """Return how well the paper answers; only the order means anything."""
        score = EQUAL * self.equal.get(paper_id, 0.0)
        heading = self.headings[paper_id]
        score += COVERED * heading.covered**2 + LIKE * max(0.0, heading.alike - 0.5)
        score += WHOLE * heading.whole + IN_ORDER * heading.in_order + EXACT * heading.exact
        score -= SIGNED * heading.signed
        score += VERBATIM * (paper_id in self.verbatim)
        score += SAID * self._said.get(paper_id, 0.0) / self._total
        weakest = min(self.meets(paper_id))
        return score + SAYS_ALL * (weakest > 0) + SAYS_EXACTLY * (weakest >= JOINED)

    def order(self) -> list[int]:
        """Return every paper looked at, best first; of equals the newer one."""
        return sorted(self.headings, key=lambda paper_id: (-self.score(paper_id), -paper_id))

    def _of_telling(self, worths: list[float]) -> list[float]:
        return [worth for worth, telling in zip(worths, self._telling, strict=True) if telling]

"""The words of the library: how many papers hold each, which share a stem, which are near."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.papers.scope import LAST
from bot.questions import Reader

MAX_NEAR = 48  # words near a misspelt one
MAX_BUCKET = 4_000  # words compared with a misspelt one, per beginning or end
_BEGINS = "{0} >= ? AND {0} < ?"
COMMON = 500  # papers; counting more takes long, and a few more or less make no difference


class Known(NamedTuple):
    """What is known of a word: its stem, and how many headings hold it."""

    stem: str
    headings: int


class Vocabulary:
    """Reads the words of one database over one connection; `counts` keeps those of common words."""

    def __init__(self, connection: Reader, counts: dict[str, int]) -> None:
        self._connection = connection
        self._counts = counts
        # Returns of words those that a paper in view holds; None where every paper is in view.
        self.only_seen: Callable[[list[str]], list[str]] | None = None
        highest = connection.execute("SELECT max(paper_id) FROM heading").fetchone()[0]
        self.papers: int = highest or 0  # about how many there are

    def look_up(self, words: Iterable[str]) -> dict[str, Known]:
        """Return what is known of each word that the library has met."""
        rows = self._connection.execute(
            """
            SELECT word, stem, headings FROM word
            WHERE word IN (SELECT value FROM json_each(?))
            """,
            (json.dumps(list(words)),),
        )
        known = {word: Known(stem, headings) for word, stem, headings in rows}
        if self.only_seen is None:
            return known
        return {word: known[word] for word in self.only_seen(list(known))}

    def in_texts(self, stem: str) -> int:
        """Return how many papers hold a word of this stem anywhere."""
        if (kept := self._counts.get(stem)) is not None:
            return kept
        row = self._connection.execute(
            "SELECT doc FROM text_stem WHERE term = ?", (stem,)
        ).fetchone()
        count: int = row[0] if row else 0
        if count >= COMMON:
            self._counts[stem] = count
        return count

    def with_stems(self, stems: Iterable[str]) -> list[tuple[str, str]]:
        """Return (word, stem) of every word that has one of these stems."""
        return self._connection.execute(
            "SELECT word, stem FROM word WHERE stem IN (SELECT value FROM json_each(?))",
            (json.dumps(list(stems)),),
        ).fetchall()

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        """Return words that begin like this, in alphabetical order."""
        rows = self._connection.execute(
            f"SELECT word FROM word WHERE {_BEGINS.format('word')} LIMIT ?",
            (prefix, prefix + LAST, limit),
        )
        return [row[0] for row in rows]

    def near(self, word: str, slips: int) -> list[str]:
        """Return words within this many slips, 1 or 2, of `word`; the nearest first.

        A slip is a letter more, less, other, or swapped with the next. Of a word with one
        slip the first or the last half is whole (or its middle two letters are swapped), of
        one with two slips a third: only words alike in their beginning or end are compared.
        """
        half = len(word) // 2
        kept = half if slips == 1 else max(len(word) // 3, 2)
        swapped = word[: half - 1] + word[half] + word[half - 1] + word[half + 1 :]
        found = dict(_alike(word, [swapped, *self._as_long("word", word, kept, slips)], slips))
        reversed_word = word[::-1]
        others = self._as_long("backward", reversed_word, kept, slips)
        found.update((other[::-1], at) for other, at in _alike(reversed_word, others, slips))
        found.pop(word, None)
        return sorted(found, key=lambda other: (found[other], other))[:MAX_NEAR]

    def begun_with_slip(self, begun: str) -> list[str]:
        """Return words of whose beginning `begun` is a misspelling, by one slip after its start.

        The most common in headings first.
        """
        kept = max(len(begun) // 3, 2)
        rows = self._connection.execute(
            f"""
            SELECT word, headings FROM word WHERE {_BEGINS.format("word")} AND length(word) >= ?
            LIMIT ?
            """,
            (begun[:kept], begun[:kept] + LAST, len(begun), MAX_BUCKET),
        ).fetchall()
        near = {
            word
            for longer in (0, 1, -1)
            for word in _beginning_alike(begun, [row[0] for row in rows], longer)
        }
        return [word for word, count in sorted(rows, key=lambda row: -row[1]) if word in near]

    def _as_long(self, column: str, word: str, kept: int, slips: int) -> list[str]:
        """Return words that begin with the first `kept` letters of `word` and may be near it."""
        shortest, longest = len(word) - slips, len(word) + slips
        rows = self._connection.execute(
            f"""
            SELECT {column} FROM (SELECT {column} FROM word WHERE {_BEGINS.format(column)} LIMIT ?)
            WHERE length({column}) BETWEEN ? AND ?
            """,
            (word[:kept], word[:kept] + LAST, MAX_BUCKET, shortest, longest),
        )
        return [row[0] for row in rows]


def _beginning_alike(begun: str, words: list[str], longer: int) -> set[str]:
    """Return the words that `begun` begins but for a slip, `longer` letters of them more."""
    cut = [word[: len(begun) + longer] for word in words]
    near = process.extract(begun, cut, scorer=OSA.distance, score_cutoff=1, limit=None)
    return {words[place] for _, _, place in near}


def _alike(word: str, others: list[str], slips: int) -> Iterator[tuple[str, float]]:
    """Yield those of the others that are within so many slips of the word, and their number."""
    near = process.extract(word, others, scorer=OSA.distance, score_cutoff=slips, limit=None)
    return ((match[0], match[1]) for match in near)

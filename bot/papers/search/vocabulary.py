"""The words of the library: how many papers hold each, which share a stem, which are near."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.questions import Reader

MAX_NEAR = 48  # words near a misspelt one
MAX_BUCKET = 4_000  # words compared with a misspelt one, per beginning or end
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
        return [row[0] for row in self._range("word", prefix, limit)]

    def near(self, word: str, slips: int) -> list[str]:
        """Return words within this many slips, 1 or 2, of `word`; the nearest first.

        A slip is a letter more, less, other, or swapped with the next. Of a word with one
        slip the first or the last half is whole (or its middle two letters are swapped), of
        one with two slips a third: only words alike in their beginning or end are compared.
        """
        half = len(word) // 2
        kept = half if slips == 1 else max(len(word) // 3, 2)
        choices = {row[0] for row in self._range("word", word[:kept])}
        choices.update(row[0][::-1] for row in self._range("backward", word[::-1][:kept]))
        choices.add(word[: half - 1] + word[half] + word[half - 1] + word[half + 1 :])
        choices.discard(word)
        near = process.extract(word, choices, scorer=OSA.distance, score_cutoff=slips, limit=None)
        near.sort(key=lambda match: (match[1], match[0]))
        return [match[0] for match in near[:MAX_NEAR]]

    def _range(self, column: str, prefix: str, limit: int = MAX_BUCKET) -> Iterator[tuple[str]]:
        return self._connection.execute(
            f"SELECT {column} FROM word WHERE {column} >= ? AND {column} < ? LIMIT ?",
            (prefix, prefix + "\U0010ffff", limit),
        )

"""Papers as search reads them: the words of heading and text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bot.papers.words import fold, index_text, words_in
from bot.questions import Reader

# BM25: how soon repetition stops to count, and how much longer texts are held back.
SATURATION = 1.2
LENGTH = 0.75
IN_TITLE = 2.0  # a word in the headline counts as this many in the abstract


@dataclass(frozen=True)
class Document:
    """The folded words of one paper, as they follow each other; `rest` are names and authors."""

    paper_id: int
    title: list[str]
    rest: list[str]
    body: list[str]

    @property
    def length(self) -> int:
        """How many words headline and abstract have."""
        return len(self.title) + len(self.body)

    @cached_property
    def counts(self) -> dict[str, float]:
        """Every word of the paper, and how often it is there."""
        counts: dict[str, float] = dict(Counter(self.rest + self.body))
        for word in self.title:
            counts[word] = counts.get(word, 0.0) + IN_TITLE
        return counts

    def says(self, phrase: list[str]) -> bool:
        """Whether the words stand there next to each other, in this order."""
        wanted = f" {' '.join(phrase)} "
        return any(wanted in f" {' '.join(part)} " for part in (self.title, self.rest, self.body))


def read_documents(connection: Reader, paper_ids: Iterable[int]) -> list[Document]:
    """Return these papers, in no order."""
    rows = connection.execute(
        """
        SELECT h.paper_id, h.title, h.names, h.authors,
               coalesce(nullif(p.plain, ''), p.abstract, '')
        FROM heading h JOIN paper p ON p.id = h.paper_id
        WHERE h.paper_id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(list(paper_ids)),),
    )
    return [
        Document(paper_id, title.split(), f"{names} {authors}".split(), _words(body))
        for paper_id, title, names, authors, body in rows
    ]


def _words(text: str) -> list[str]:
    return words_in(fold(text)) if text.isascii() else words_in(index_text(text))


def average_length(documents: list[Document]) -> float:
    """Return how many words a paper has on average; 1 if there is none."""
    return sum(document.length for document in documents) / max(len(documents), 1) or 1.0


def saturated(count: float, length: int, average: float) -> float:
    """Return what a word counts (0 to 1) that occurs so often in a paper of so many words."""
    return count / (count + SATURATION * (1 - LENGTH + LENGTH * length / average))

"""The line of an abstract that shows why a paper was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.papers.markup import snippet_cut
from bot.papers.words import WORD, fold

MAX_JOINED = 3


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A cut of plain text, and the (start, end) in it of each word that matched."""

    text: str
    spans: tuple[tuple[int, int], ...]


def excerpt(plain: str, terms: Sequence[str], limit: int) -> Excerpt:
    """Return at most `limit` characters of `plain` around where most of the terms stand.

    Terms are folded words; one also matches a word it begins, and words that make it up
    (`psycot` in “Psy-CoT”). Without a match the text's beginning is returned.
    """
    spans = _matches(plain, set(terms))
    around = _densest(spans, limit)
    start, end = snippet_cut(plain, around, limit)
    lead = "…" if start else ""
    tail = "…" if end < len(plain) else ""
    inside = tuple(
        (begin - start + len(lead), stop - start + len(lead))
        for begin, stop in spans
        if start <= begin and stop <= end
    )
    return Excerpt(lead + plain[start:end] + tail, inside)


def _matches(plain: str, terms: set[str]) -> list[tuple[int, int]]:
    found = [(match.start(), match.end(), fold(match[0])) for match in WORD.finditer(plain)]
    spans: list[tuple[int, int]] = []
    for index, (start, end, word) in enumerate(found):
        if word in terms or any(len(t) > 2 and word.startswith(t) for t in terms):
            spans.append((start, end))
            continue
        joined = word
        for _, later_end, later in found[index + 1 : index + MAX_JOINED]:
            joined += later
            if joined in terms:
                spans.append((start, later_end))
                break
    return spans


def _densest(spans: list[tuple[int, int]], limit: int) -> tuple[int, int] | None:
    """Return the first span of the stretch of `limit` characters that holds most of them."""
    if not spans:
        return None
    return max(
        spans,
        key=lambda span: (sum(span[0] <= s < span[0] + limit for s, _ in spans), -span[0]),
    )

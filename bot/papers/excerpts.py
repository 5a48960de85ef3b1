"""The line of an abstract that shows why a paper was found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.papers.markup import snippet_cut
from bot.papers.words import WORD, fold, is_ideographic

MAX_JOINED = 3


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A cut of plain text, and the (start, end) in it of each word that matched."""

    text: str
    spans: tuple[tuple[int, int], ...]


def excerpt(plain: str, terms: Sequence[str], limit: int) -> Excerpt:
    """Return at most `limit` characters of `plain` around where most of the terms stand.

    Terms are folded words; one also matches a word it begins, and words that make it up
    (`psycot` in “Psy-CoT”); one of ideographs matches wherever it stands. Without a
    match the text's beginning is returned.
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
    """Return the (start, end) of every match, in order and none within another."""
    found = [(match.start(), match.end(), fold(match[0])) for match in WORD.finditer(plain)]
    inside = _any_within(terms)
    spans: list[tuple[int, int]] = []
    for index, (start, end, word) in enumerate(found):
        if spans and start < spans[-1][1]:
            continue
        if is_ideographic(word) and len(word) == end - start:
            spans += [(start + at.start(), start + at.end()) for at in inside.finditer(word)]
        elif word in terms or any(len(t) > 2 and word.startswith(t) for t in terms):
            spans.append((start, end))
        else:
            spans += _joined_match(found[index : index + MAX_JOINED], terms)
    return spans


def _any_within(terms: set[str]) -> re.Pattern[str]:
    """Return a pattern for the ideographic terms, the longest first; it may match nothing."""
    ideographic = sorted(filter(is_ideographic, terms), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, ideographic)) or r"(?!)")


def _joined_match(
    neighbours: Sequence[tuple[int, int, str]], terms: set[str]
) -> Iterator[tuple[int, int]]:
    """Yield the stretch from the first word on whose words together are a term, if any."""
    joined = ""
    for _, end, word in neighbours:
        joined += word
        if joined in terms:
            yield neighbours[0][0], end
            return


def _densest(spans: list[tuple[int, int]], limit: int) -> tuple[int, int] | None:
    """Return the first span of the stretch of `limit` characters that holds most of them."""
    if not spans:
        return None
    starts = [start for start, _ in spans]

    def count_from(index: int) -> int:
        return bisect_left(starts, starts[index] + limit) - index

    return spans[max(range(len(spans)), key=lambda index: (count_from(index), -index))]

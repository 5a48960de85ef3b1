"""What a misspelt word or name was meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

MIN_FUZZY_LENGTH = 4
LONG_WORD = 8
CANDIDATES = 16
# Of names less alike than this (0 to 1), none looks like the other.
ALIKE = 0.6


def allowed_slips(word: str) -> int:
    """One slip in a short word, two in a long one; none where a slip makes another word."""
    return 0 if len(word) < MIN_FUZZY_LENGTH else 1 if len(word) < LONG_WORD else 2


def closest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice within the allowed slips (swaps count once), the nearest one first."""
    limit = allowed_slips(word)
    if not limit:
        return None
    match = process.extractOne(word, list(choices), scorer=OSA.distance, score_cutoff=limit)
    return match[0] if match else None


def meant_by(misspelt: Sequence[str], vocabulary: Mapping[str, int]) -> dict[str, list[str]]:
    """Return for each word those it may have been meant for, the likeliest first.

    `vocabulary` gives with each word how many papers hold it: a nearer word comes before
    a farther one, then a common word before a rare one.
    """
    choices = list(vocabulary)
    meant: dict[str, list[str]] = {}
    for word in misspelt:
        limit = allowed_slips(word)
        near = process.extract(
            word, choices, scorer=OSA.distance, score_cutoff=limit, limit=CANDIDATES
        )
        near.sort(key=lambda match: (match[1], -vocabulary[match[0]]))
        meant[word] = [match[0] for match in near] if limit else []
    return meant


def alike(key: str, keys: Iterable[str], count: int) -> list[str]:
    """Return up to `count` of the keys that look like `key`, the most alike first."""
    ranked = process.extract(
        key,
        list(keys),
        scorer=JaroWinkler.normalized_similarity,
        score_cutoff=ALIKE,
        limit=count,
    )
    return [match[0] for match in ranked]

"""Sketches of texts, by which near-identical ones are found without comparing all."""

from __future__ import annotations

from heapq import nsmallest
from zlib import crc32

from bot.papers.words import index_text, is_ideographic, words_in

# Of two texts that have half of their runs of words in common, one pair in 250 shares none
# of its eight hashes; of texts that have four fifths in common, one in 400,000.
SIZE = 8
RUN = 3  # words; fewer are shared by many papers
MIN_LETTERS = 4  # shorter words make runs alike: "we propose a", "of the"
_PRIME, _BITS = 1_000_003, 0xFFFFFFFF


def sketch(text: str) -> tuple[int, ...]:
    """Return the lowest hashes of the runs of longer words of a text (bottom-k MinHash)."""
    hashes = [crc32(word.encode()) for word in words_in(index_text(text)) if _tells(word)]
    runs = set(hashes[:1]) if len(hashes) < RUN else set[int]()
    for one, two, three in zip(hashes, hashes[1:], hashes[2:], strict=False):
        runs.add(((one * _PRIME ^ two) * _PRIME ^ three) & _BITS)
    return tuple(nsmallest(SIZE, runs))


def _tells(word: str) -> bool:
    return len(word) >= MIN_LETTERS or (not word.isascii() and is_ideographic(word))

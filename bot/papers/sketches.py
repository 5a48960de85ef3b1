"""Sketches of texts, by which near-identical ones are found without comparing all."""

from __future__ import annotations

from heapq import nsmallest
from zlib import crc32

from bot.papers.words import index_text, is_ideographic, words_in

# Of two texts that have half of their runs of words in common, one pair in 64 shares none
# of its six hashes; of texts that have four fifths in common, one in 15,000.
SIZE = 6
RUN = 5  # words; with 3 of them two abstracts in three share a hash with another, with 5 one in 20
MIN_LETTERS = 4  # shorter words are everywhere


def sketch(text: str) -> tuple[int, ...]:
    """Return the lowest hashes of the runs of longer words of a text (bottom-k MinHash)."""
    telling = [word for word in words_in(index_text(text)) if _tells(word)]
    length = min(RUN, len(telling))
    starts = range(len(telling) - length + 1) if telling else ()
    hashes = {crc32(" ".join(telling[at : at + length]).encode()) for at in starts}
    return tuple(nsmallest(SIZE, hashes))


def _tells(word: str) -> bool:
    return len(word) >= MIN_LETTERS or (not word.isascii() and is_ideographic(word))

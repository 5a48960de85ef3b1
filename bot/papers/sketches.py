"""Sketches of texts, by which near-identical ones are found without comparing all."""

from __future__ import annotations

from zlib import crc32

from bot.papers.words import is_ideographic, words_in

# Of two texts that have half of their runs of words in common, one pair in 64 shares none
# of its six hashes; of texts that have four fifths in common, one in 15,000.
SIZE = 6
RUN = 5  # words; with 3 of them two abstracts in three share a hash with another, with 5 one in 20
MIN_LETTERS = 4  # shorter words are everywhere


def sketch(folded: str) -> tuple[int, ...]:
    """Return the lowest hashes of the runs of longer words (bottom-k MinHash).

    `folded` is a text as `index_text` gives it.
    """
    telling = [
        word
        for word in words_in(folded)
        if len(word) >= MIN_LETTERS or (not word.isascii() and is_ideographic(word))
    ]
    runs = map(" ".join, zip(*(telling[at:] for at in range(min(RUN, len(telling)))), strict=False))
    return tuple(sorted({crc32(run.encode()) for run in runs})[:SIZE])

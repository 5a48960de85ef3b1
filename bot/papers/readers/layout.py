"""Where the title above an abstract ends, told from how the lines were wrapped."""

from __future__ import annotations

from itertools import pairwise

from bot.papers.readers import prose

MAX_TITLE_LINES = 3
RAGGED = 10  # characters by which lines wrapped at one width differ


def title_height(texts: list[str]) -> int:
    """Return how many lines at the top are the title of an abstract below; 0 for none."""
    for height in range(1, min(MAX_TITLE_LINES, len(texts) - 1) + 1):
        if _breaks_off(texts[height - 1], texts[height:]) and _is_title_above(texts, height):
            return height
    stands_out = len(texts) > 1 and (_is_short(texts) or prose.is_title_case(texts[0]))
    return int(stands_out and _is_title_above(texts, 1))


def _is_title_above(texts: list[str], height: int) -> bool:
    title, rest = " ".join(map(str.strip, texts[:height])), texts[height:]
    goes_on = prose.goes_on(texts[height - 1], rest[0])
    return not goes_on and prose.is_title(title) and prose.is_prose(rest)


def _breaks_off(above: str, rest: list[str]) -> bool:
    """Whether the line ends where a wrapped one would have gone on, or far beyond.

    Only lines that were wrapped at one width show that.
    """
    width = max(map(len, rest))
    is_regular = all(not _has_room(line, below, width) for line, below in pairwise(rest))
    return is_regular and (_has_room(above, rest[0], width) or len(above) > width + RAGGED)


def _has_room(line: str, below: str, width: int) -> bool:
    word = below.split(maxsplit=1)[:1]
    return len(line) + 1 + len(word[0] if word else "") <= width


def _is_short(texts: list[str]) -> bool:
    """Whether the first line ends well before all others that go on."""
    first, *rest = map(len, texts)
    return first < max(rest) * 2 / 3 and first < min(rest[:-1], default=max(rest))

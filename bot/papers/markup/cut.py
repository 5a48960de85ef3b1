"""Cutting plain text: at a word, never through what a reader sees as one character."""

import re
import unicodedata
from typing import Final

ELLIPSIS: Final = "…"
_JOINER: Final = "\u200d"
_DANGLING: Final = " \t\n,;:–—-([{“‘，、；：（【「『《"
_SENTENCE_END: Final = re.compile(r"(?:[.!?][”’\")\]]*\s+(?=[\"“‘(\[]?[A-Z0-9])|[。！？]\s*)")
_LOOK_BACK: Final = 400  # characters searched for the start of a sentence


def cut(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, cut at a word and ended with "…".

    Text that fits is returned as it is. Only a word longer than half the limit is
    cut inside, and never between a letter and its accent or inside an emoji.
    """
    if len(text) <= limit:
        return text
    if limit <= 0:
        return ""
    return text[: cut_place(text, limit)] + ELLIPSIS


def cut_place(text: str, limit: int) -> int:
    """Return how much of `text` to keep so that "…" after it makes at most `limit` characters."""
    return len(text[: word_bound(text, limit - 1)].rstrip(_DANGLING))


def snippet_cut(text: str, around: tuple[int, int] | None, limit: int) -> tuple[int, int]:
    """Return (start, end) of at most `limit` characters of `text` that show `around`.

    The window begins with the sentence in which `around` stands if that leaves room
    for `around`, else at a word shortly before it. Ellipses are the caller's.
    """
    if limit <= 0:
        return 0, 0
    if len(text) <= limit:
        return 0, len(text)
    first, last = around or (0, 0)
    start = _sentence_start(text, first)
    if last - start > limit:
        start = _word_start(
            text, max(0, first - min(limit // 3, max(0, limit - (last - first)))), first
        )
    if len(text) - start <= limit:
        return start, len(text)
    end = word_bound(text, start + limit, start)
    if end < last <= start + limit:
        end = grapheme_bound(text, start + limit)
    return start, start + len(text[start:end].rstrip())


def word_bound(text: str, at: int, start: int = 0) -> int:
    """Return the last place ≤ `at` where `text` may be cut, preferably between words."""
    if at >= len(text):
        return len(text)
    lowest = start + (at - start) // 2
    for place in range(at, lowest, -1):
        if text[place].isspace() or text[place - 1].isspace() or _between_ideographs(text, place):
            return place
    return grapheme_bound(text, at)


def grapheme_bound(text: str, at: int) -> int:
    """Return the last place ≤ `at` that is not inside a visible character."""
    while 0 < at < len(text) and _is_joined(text, at):
        at -= 1
    return at


def _is_joined(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if _JOINER in (before, after) or unicodedata.category(after).startswith("M"):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return True
    if "\ud800" <= before <= "\udbff":
        return True
    return _is_flag_letter(after) and _flag_letters_before(text, at) % 2 == 1


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_letters_before(text: str, at: int) -> int:
    start = at
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return at - start


def _between_ideographs(text: str, place: int) -> bool:
    before, after = text[place - 1], text[place]
    if _is_joined(text, place) or after in "，。、；：！？）】」』》…":
        return False
    return any(unicodedata.east_asian_width(character) in "WF" for character in (before, after))


def _sentence_start(text: str, at: int) -> int:
    earliest = max(0, at - _LOOK_BACK)
    start = 0 if earliest == 0 else _word_start(text, earliest, at)
    for found in _SENTENCE_END.finditer(text, earliest, at + 1):
        if found.end() <= at:
            start = found.end()
    return start


def _word_start(text: str, at: int, latest: int) -> int:
    """Return the first beginning of a word in `at`…`latest`, else a safe place near `at`."""
    for place in range(at, latest + 1):
        if place == 0 or place == len(text) or text[place - 1].isspace():
            return place
    return grapheme_bound(text, at)

"""Whether lines of text read as an abstract, a title, authors, a link or an id."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE

MIN_ABSTRACT = 80  # a Chinese character counts twice
MIN_TITLE_LETTERS = 3

# A full stop that ends a sentence, unlike those of “vs.”, “al.” and initials.
_STOP = re.compile(
    r"(?:(?<!\bvs)(?<!\bal)(?<!\bcf)(?<!\bSt)(?<!\bDr)(?<!\bNo)(?<!\b[A-Z])(?<!\.)"
    r"\.['”’\")\]}]*(?=\s|$)|。)"
)
_WIDE = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7a3\u3000-\u303f\uff01-\uff5e]")
_UNFINISHED = re.compile(
    r"(?:[-,;:，；：、]|\b(?:the|an?|of|for|and|or|in|on|with|to|by|from|via))$"
)
_URL = re.compile(r"<?(?:https?://|www\.)\S+", re.IGNORECASE)
_ID = re.compile(
    r"(?:arxiv\s*:\s*)?(?:\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,2})?"
    r"|(?:doi\s*:\s*)?10\.\d{4,9}/\S+",
    re.IGNORECASE,
)
_AUTHOR = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,3}[*†‡\d]*")
_PARTICLES = frozenset("de da del der den van von la le el bin al ten y e".split())


def weigh(text: str) -> int:
    """Return the length, a Chinese character counted twice."""
    return len(text) + (0 if text.isascii() else len(_WIDE.findall(text)))


def stops(text: str) -> bool:
    """Whether a sentence ends in it with a full stop."""
    return _STOP.search(text.rstrip()) is not None


def is_prose(lines: Sequence[str]) -> bool:
    """Whether the lines together read as an abstract."""
    weight = sum(weigh(line) + 1 for line in lines) - 1
    return weight >= MIN_ABSTRACT and (weight > MAX_TITLE or any(map(stops, lines)))


def is_title(text: str) -> bool:
    """Whether the line reads as a title."""
    bare = text.strip()
    if len(bare) > MAX_TITLE or _UNFINISHED.search(bare[-8:]):
        return False
    # “Drive on Walks. A Dataset” is a title all the same.
    if stops(bare) and (stops(bare[-8:]) or not is_title_case(bare)):
        return False
    letters = sum(map(str.isalpha, bare))
    return letters + weigh(bare) - len(bare) >= MIN_TITLE_LETTERS


def goes_on(above: str, below: str) -> bool:
    """Whether the line below only continues the one above."""
    first = below.split(maxsplit=1)[:1]
    if first and first[0].islower():  # unlike “iMAP”
        return not is_reference(below)
    return _UNFINISHED.search(above.rstrip()[-8:]) is not None


def is_reference(text: str) -> bool:
    """Whether the line is a web address, an arXiv id or a DOI, and no more."""
    return any(pattern.fullmatch(text.strip()) for pattern in (_URL, _ID))


def is_unfit(text: str) -> bool:
    """Whether the text cannot be an abstract, however it reads."""
    return len(text) > MAX_ABSTRACT or not any(map(str.isalpha, text))


def is_title_case(text: str) -> bool:
    """Whether nearly all of its longer words begin with a capital letter."""
    long = [word for word in re.findall(r"[^\W\d_]+", text[: MAX_TITLE + 1]) if len(word) > 3]
    return bool(long) and sum(word[0].isupper() for word in long) > 0.8 * len(long)


def reads_as_authors(text: str) -> bool:
    """Whether the line is two names or more, such as `Ada Byron, Bob van Dam and C. Wu`."""
    names = [name.strip() for name in re.split(r"[,;，；、]|\band\b|&", text) if name.strip()]
    return len(names) > 1 and all(
        _AUTHOR.fullmatch(name)
        and all(word[0].isupper() or word in _PARTICLES for word in name.split())
        for name in names
    )


def fault(text: str) -> str:
    """Return why text that is neither abstract nor title was not taken."""
    if len(text) > MAX_ABSTRACT:
        return f"longer than {MAX_ABSTRACT:,} characters"
    if not any(map(str.isalpha, text)):
        return "no words in it"
    if is_reference(text):
        kind = "a link" if _URL.fullmatch(text) else "an id"
        return f"{kind} alone; write the paper’s title or abstract with it"
    if weigh(text) >= MIN_ABSTRACT:
        return "neither a title nor an abstract"
    kind = "an abstract" if stops(text) else "a title"
    return f"too short for {kind} ({len(text)} characters)"

"""Headings of lists: `NeurIPS 2026 论文列表` names a list, its venue and its year."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_HEADING = 120
MAX_LABEL = 8  # words; a longer line above an abstract is a title rather

# “论文列表”: paper list, “录用”: accepted, “会议”: conference, “第38届”: the 38th.
_LIST_WORD = re.compile(
    r"论文|列表|清单|目录|录用|接收|收录|\b(?:accepted|papers?|abstracts?|lists?)\b", re.IGNORECASE
)
_FRAME = re.compile(
    r"会议|年会|大会|第\s*[\d一二三四五六七八九十百]+\s*[届次]|\b\d{1,3}(?:st|nd|rd|th)\b"
    r"|\bproceedings(?=\s+(?:of|for)\b)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)\s*年?|(?<=[A-Za-z])\s?['’‘](\d\d)(?!\w)")
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")
_EDGES = " \t#*_=~:：,，;|·—–-"
_JOINTS = frozenset("at to of by the for from in on all full and & 的".split())
_ACRONYM = re.compile(r"[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z*]*")  # NeurIPS, ICML, CoRL
# Parts of a conference that stand beside its name.
_TRACKS = frozenset(
    "findings oral orals spotlight spotlights poster posters workshop workshops main conference"
    " track short long demo demos datasets benchmarks position industry tutorial".split()
)
_GATHERINGS = frozenset("conference workshop symposium journal transactions".split())
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE_END = re.compile(r"[.!?。！？]['”\")\]]*$")


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading names; `year` is 1900 to 2099. No `name`: it names nothing."""

    name: str | None
    venue: str | None = None
    year: int | None = None


def may_head(text: str) -> bool:
    """Whether the line could head a list where a heading is due, as on the first line."""
    return len(text) <= MAX_HEADING and not _SENTENCE_END.search(text)


def is_heading(text: str) -> bool:
    """Whether the line can be nothing else: a venue with its year, or with a word for a list."""
    if not may_head(text) or not (_LIST_WORD.search(text) or _YEAR.search(text)):
        return False
    heading = read_heading(text)
    if not heading.venue:
        return False
    rest = [word for word in heading.venue.split() if not _is_track(word)]
    if _LIST_WORD.search(text) and heading.year:
        return len(rest) <= 4 and sum(map(len, rest)) <= 40
    return len(rest) == 1 and _ACRONYM.fullmatch(rest[0]) is not None


def read_heading(text: str) -> Heading:
    """Return what a heading names; `2025年ICLR论文清单` → `ICLR 2025`, `ICLR`, 2025.

    A rule such as `-----` names nothing; a heading without venue and year is the name itself.
    """
    bare = text.strip(_EDGES)
    if not any(char.isalnum() for char in bare):
        return Heading(None)
    # “(NeurIPS 2024)” behind a conference's long name says it all.
    inner = next((m[1] for m in _BRACKETED.finditer(bare) if _is_venue_year(m[1])), bare)
    years = {_year(match) for match in _YEAR.finditer(inner)}
    if len(years) > 1:
        return Heading(bare)
    year = years.pop() if years else None
    venue = _without_frame(_YEAR.sub(" ", inner))
    if year and _is_venue(venue):
        return Heading(_name(inner, venue, year), venue, year)
    if _LIST_WORD.search(inner) and _ACRONYM.fullmatch(venue):
        return Heading(venue, venue, year)
    return Heading(bare, None, year)


def _year(match: re.Match[str]) -> int:
    if match[1]:
        return int(match[1])
    short = int(match[2])
    return short + (2000 if short < 70 else 1900)


def _is_venue(words: str) -> bool:
    """Whether the words beside a year name a venue: “ACL Findings”, “Interspeech”, “机器学习”."""
    known = any(_ACRONYM.fullmatch(w) or w.lower() in _GATHERINGS for w in words.split())
    return known or _HAN.search(words) is not None or len(words.split()) == 1


def _is_venue_year(text: str) -> bool:
    word = _YEAR.sub(" ", text, count=1).strip()
    return word != text.strip() and _ACRONYM.fullmatch(word) is not None


def _without_frame(text: str) -> str:
    """Return the words that are not about lists, without brackets and stranded joints."""
    words = _FRAME.sub(" ", _LIST_WORD.sub(" ", text))
    kept = [
        bare for word in re.split(r"[\s()（）\[\]【】]+", words) if (bare := word.strip(_EDGES))
    ]
    while kept and kept[0].lower() in _JOINTS:
        del kept[0]
    while kept and kept[-1].lower() in _JOINTS:
        del kept[-1]
    return " ".join(kept)


def _name(text: str, venue: str, year: int) -> str:
    """Return venue and year as people say them: the year where it was, but never in front."""
    match = _YEAR.search(text)
    before = _without_frame(text[: match.start()]) if match else ""
    if before and venue.startswith(before + " "):
        return f"{before} {year}{venue[len(before) :]}"
    return f"{venue} {year}".strip()


def _is_track(word: str) -> bool:
    return word.lower() in _TRACKS or word.lower() in _JOINTS

"""Plain lists: a heading that names the list, then one abstract a paragraph."""

from __future__ import annotations

import re

from bot.papers.paper import MAX_ABSTRACT, Record
from bot.papers.readers.contract import Reading, Refusal

MAX_HEADING = 120
MIN_ABSTRACT = 80

# “论文列表”: paper list, “论文”: papers, “录用”: accepted.
_LIST_WORDS = re.compile(
    r"(?:论文|列表|清单|录用|接收|accepted|papers?|abstracts?|list)+", re.IGNORECASE
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SENTENCE_END = re.compile(r"[.!?。！？]['”\")\]]*$")


def read(text: str) -> Reading:
    """Read a list; a paragraph that is neither a heading nor an abstract is refused.

    An abstract is kept to the letter, but for the blanks around it; line ends are LF.
    """
    paragraphs = _paragraphs(text)
    name, venue, year = None, None, None
    if paragraphs and _is_heading(paragraphs[0][1]):
        name, venue, year = _read_heading(paragraphs.pop(0)[1])
    reading = Reading(name, venue, year)
    for line, paragraph in paragraphs:
        fault = _fault(paragraph)
        if fault:
            reading.refused.append(Refusal(line, fault))
        else:
            reading.records.append(Record(abstract=paragraph, line=line))
    return reading


def _paragraphs(text: str) -> list[tuple[int, str]]:
    """Return (first line, text) of each run of lines between blank lines."""
    # Not splitlines(): to it a form feed or U+2028 inside an abstract ends a line too.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    paragraphs: list[tuple[int, str]] = []
    first = 0
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            continue
        if first < number:
            paragraphs.append((first + 1, "\n".join(lines[first:number]).strip()))
        first = number + 1
    return paragraphs


def _is_heading(paragraph: str) -> bool:
    short = len(paragraph) <= MAX_HEADING and "\n" not in paragraph
    return short and not _SENTENCE_END.search(paragraph)


def _read_heading(heading: str) -> tuple[str | None, str | None, int | None]:
    """Return name, venue and year: `NeurIPS 2026 论文列表` → `NeurIPS 2026`, `NeurIPS`, 2026.

    A rule such as `-----` names nothing.
    """
    bare = heading.strip("# *_=-—：:\t")
    name = " ".join(_LIST_WORDS.sub(" ", bare).split()).strip(" :：-—") or bare
    if not any(char.isalnum() for char in name):
        return None, None, None
    found = _YEAR.search(name)
    if not found:
        return name, None, None
    venue = " ".join((name[: found.start()] + " " + name[found.end() :]).split())
    return name, venue or None, int(found[0])


def _fault(paragraph: str) -> str | None:
    if len(paragraph) < MIN_ABSTRACT:
        return f"too short for an abstract ({len(paragraph)} characters)"
    if len(paragraph) > MAX_ABSTRACT:
        return f"longer than {MAX_ABSTRACT:,} characters"
    if not any(char.isalpha() for char in paragraph):
        return "no words in it"
    return None

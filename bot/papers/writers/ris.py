"""RIS, a line a field: two letters or digits, two blanks, a hyphen, a blank, the value."""

from __future__ import annotations

from collections.abc import Iterator

from bot.papers.paper import Paper
from bot.papers.writers.fields import UNTITLED, number, one_line, title_of


def reference(paper: Paper) -> str:
    """Return one paper's reference."""
    lines = [f"{tag}  - {one_line(value)}" for tag, value in _fields(paper) if value]
    return "\r\n".join([*lines, "ER  - ", "", ""])


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "TY", "CONF" if paper.venue else "GEN"
    yield "TI", title_of(paper)
    for author in paper.authors:
        yield "AU", author
    yield "PY", str(paper.year or "")
    yield "T2", paper.venue or ""
    yield "DO", number(paper, "doi") or ""
    yield "UR", paper.url or ""
    yield "N1", "" if paper.title else UNTITLED
    yield "ID", paper.code
    for name in paper.lists:
        yield "KW", name
    yield "AB", paper.plain

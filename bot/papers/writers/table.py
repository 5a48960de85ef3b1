"""CSV (RFC 4180) that Excel opens right: UTF-8 with its mark, lines that end in CR LF."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from bot.papers.paper import Paper

# A headline is for people, and for papers without a title; readers pass it over.
COLUMNS = (
    *("code", "title", "headline", "authors", "year", "venue", "url", "ids", "lists"),
    "abstract",
)
MARK = "\ufeff"
# A spreadsheet takes a cell that begins so for a formula (OWASP, “CSV Injection”); where the
# decimal sign is a comma Excel parts cells at semicolons, within quotation marks too if they do
# not stand at both ends. So the inside of a cell may begin one.
_BEGINNING = r"(?:^|(?<=[;\t\r\n]))"
_FORMULA = "[=+\\-@\t\r＝＋－＠]"
_LIVE = re.compile(rf"({_BEGINNING}[ \"]*)(?='*{_FORMULA})")
_DEFUSED = re.compile(rf"({_BEGINNING}[ \"]*)'(?='*{_FORMULA})")
_PART = re.compile(r"(?:\\.|[^\\;])+", re.DOTALL)


def row(paper: Paper) -> str:
    """Return one paper's line."""
    cells = (
        *(paper.code, paper.title or "", paper.headline, joined(paper.authors)),
        *(str(paper.year or ""), paper.venue or "", paper.url or "", joined(paper.ids)),
        *(joined(paper.lists), paper.abstract or ""),
    )
    return _line(map(defused, cells))


def defused(cell: str) -> str:
    """Return a cell with an apostrophe before whatever could begin a formula."""
    return _LIVE.sub(r"\1'", cell)


def undefused(cell: str) -> str:
    """Return the cell that `defused` was given."""
    return _DEFUSED.sub(r"\1", cell)


def joined(names: Sequence[str]) -> str:
    """Return names between semicolons; a semicolon of their own gets a backslash."""
    return "; ".join(re.sub(r"[\\;]", r"\\\g<0>", name) for name in names)


def parted(cell: str) -> list[str]:
    """Return the names that `joined` was given."""
    parts = (re.sub(r"\\(.)", r"\1", part[0]) for part in _PART.finditer(cell))
    return [name for part in parts if (name := part.strip())]


def said_in(row: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a paper whose line, of as many cells as `COLUMNS`, this is."""
    said: dict[str, Any] = dict(zip(COLUMNS, map(undefused, row), strict=True))
    year = said["year"].strip()
    said["year"] = int(year) if re.fullmatch("[0-9]{4}", year) else None
    return said | {name: parted(said[name]) for name in ("authors", "ids", "lists")}


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


HEAD = MARK + _line(COLUMNS)

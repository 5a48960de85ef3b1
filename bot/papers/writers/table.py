"""CSV (RFC 4180) that Excel opens right: UTF-8 with its mark, lines that end in CR LF."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from bot.papers.paper import Paper

COLUMNS = ("code", "title", "authors", "year", "venue", "url", "ids", "lists", "abstract")
MARK = "\ufeff"
# A spreadsheet takes a cell that begins so for a formula (OWASP, “CSV Injection”).
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def row(paper: Paper) -> str:
    """Return one paper's line."""
    cells = (
        *(paper.code, paper.title or "", "; ".join(paper.authors), str(paper.year or "")),
        *(paper.venue or "", paper.url or "", "; ".join(paper.ids)),
        *("; ".join(paper.lists), paper.abstract or ""),
    )
    return _line([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in cells])


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


HEAD = MARK + _line(COLUMNS)

"""Which formats papers can be written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.papers.paper import Paper
from bot.papers.writers import bibtex, json_lines, markdown, ris, table


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name for people, the suffix of its files, what a file begins with, a paper."""

    name: str
    suffix: str
    head: str
    write: Callable[[Paper], str]


FORMATS = {
    "bibtex": Format("BibTeX", ".bib", "", bibtex.entry),
    "ris": Format("RIS", ".ris", "", ris.reference),
    "csv": Format("CSV", ".csv", table.HEAD, table.row),
    "jsonl": Format("JSON Lines", ".jsonl", "", json_lines.line),
    "markdown": Format("Markdown", ".md", "", markdown.item),
}

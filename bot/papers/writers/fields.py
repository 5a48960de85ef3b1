"""What all writers say of a paper, in plain text."""

from __future__ import annotations

from bot.papers.identifiers import identifiers
from bot.papers.markup import parse, plain
from bot.papers.paper import Paper

# Said of a paper that goes by its headline; our readers know by it that there is no title.
UNTITLED = "Headline; the list gives no title"


def title_of(paper: Paper) -> str:
    """Return the title in plain text; the headline of a paper that has none."""
    return one_line(plain(parse(paper.title, markdown=False)) if paper.title else paper.headline)


def one_line(text: str) -> str:
    """Return a text without line breaks and characters that do not show."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def surname(author: str) -> str:
    """Return what a person is sorted by: before the comma, or the last word."""
    before, comma, _ = author.partition(",")
    return before.strip() if comma else (author.split() or [""])[-1]


def number(paper: Paper, kind: str) -> str | None:
    """Return a paper's identifier of a kind, such as arxiv or doi, without the kind."""
    known = (*identifiers(paper.url or ""), *paper.ids)
    found = next((key for key in known if key.startswith(f"{kind}:")), None)
    return found.partition(":")[2] if found else None

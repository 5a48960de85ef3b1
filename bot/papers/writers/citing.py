"""One paper, as people cite it."""

from __future__ import annotations

from collections.abc import Callable

from bot.papers.paper import Paper
from bot.papers.writers import bibtex, markdown
from bot.papers.writers.fields import number, one_line, title_of

# APA 7: up to twenty authors are named; of more, nineteen and the last.
MAX_NAMED = 20


def apa(paper: Paper) -> str:
    """Return a reference in the style of the American Psychological Association, 7th edition."""
    who = _people(paper)
    year = f"({paper.year or 'n.d.'})."
    title = f"{title_of(paper).rstrip('.')}."
    doi, arxiv = number(paper, "doi"), number(paper, "arxiv")
    where = f"{one_line(paper.venue)}." if paper.venue else f"arXiv:{arxiv}." if arxiv else ""
    link = f"https://doi.org/{doi}" if doi else paper.url or ""
    begun = [f"{who} {year}", title] if who else [title, year]
    return " ".join(part for part in [*begun, where, link] if part)


def _people(paper: Paper) -> str:
    names = [_inverted(author) for author in paper.authors]
    if len(names) > MAX_NAMED:
        return ", ".join([*names[: MAX_NAMED - 1], "…"]) + f" {names[-1]}"
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + f", & {names[-1]}"


def _inverted(author: str) -> str:
    """Return `Byron, A. K.` of `Ada King Byron` or `Byron, Ada King`."""
    last, comma, first = (part.strip() for part in one_line(author).partition(","))
    if not comma:
        *given, last = last.split() or [""]
        first = " ".join(given)
    initials = " ".join(f"{name[0].upper()}." for name in first.split())
    return f"{last}, {initials}" if initials else last


STYLES: dict[str, Callable[[Paper], str]] = {
    "bibtex": lambda paper: bibtex.entry(paper, whole=False),
    "apa": apa,
    "markdown": markdown.line,
}

"""One paper, as people cite it."""

from __future__ import annotations

from collections.abc import Callable

from bot.papers.paper import Paper
from bot.papers.writers import bibtex, markdown
from bot.papers.writers.fields import Shown, address, shown_of
from bot.papers.writers.people import person

# APA 7, section 9.8: up to twenty authors are named; of more, nineteen and the last.
MAX_NAMED = 20


def apa(paper: Paper) -> str:
    """Return a reference in the style of the American Psychological Association, 7th edition."""
    shown = shown_of(paper)
    who, year = _people(shown.authors), f"({shown.year or 'n.d.'})."
    title = _closed(shown.title)
    doi = shown.number("doi")
    link = address(f"https://doi.org/{doi}") if doi else shown.url
    begun = [who, year, title] if who else [title, year]
    return " ".join(part for part in [*begun, _place(shown), link] if part)


def _place(shown: Shown) -> str:
    arxiv = shown.number("arxiv")
    return _closed(shown.venue) if shown.venue else f"arXiv:{arxiv}." if arxiv else ""


def _closed(text: str) -> str:
    """Return a text with a full stop, unless it ends a sentence already (APA 7, section 6.2)."""
    return text if text.endswith((".", "?", "!", "。", "？", "！")) or not text else f"{text}."


def _people(authors: tuple[str, ...]) -> str:
    names = [_inverted(author) for author in authors]
    if len(names) > MAX_NAMED:
        return _closed(", ".join([*names[: MAX_NAMED - 1], "…"]) + f" {names[-1]}")
    if len(names) < 2:
        return _closed("".join(names))
    return _closed(", ".join(names[:-1]) + f", & {names[-1]}")


def _inverted(author: str) -> str:
    """Return `Byron, A. K.` of `Ada King Byron` or `Byron, Ada King`."""
    who = person(author)
    return ", ".join(part for part in (who.family, who.initials, who.suffix) if part)


STYLES: dict[str, Callable[[Paper], str]] = {
    "bibtex": lambda paper: bibtex.entry(paper, whole=False),
    "apa": apa,
    "markdown": markdown.line,
}

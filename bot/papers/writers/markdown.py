"""A list in Markdown, for people to read."""

from __future__ import annotations

from bot.papers.markup import escape
from bot.papers.paper import Paper
from bot.papers.writers.fields import one_line, title_of

MAX_AUTHORS = 6


def item(paper: Paper) -> str:
    """Return one paper as an item of a list."""
    return f"- {line(paper)}\n"


def line(paper: Paper) -> str:
    """Return a paper in one line."""
    title = f"**{escape(title_of(paper))}**"
    named = f"{title} (<{paper.url}>)" if paper.url else title
    authors = ", ".join(paper.authors[:MAX_AUTHORS])
    others = " and others" if len(paper.authors) > MAX_AUTHORS else ""
    about = [f"{authors}{others}", paper.venue or "", str(paper.year or ""), paper.code]
    return ". ".join([named, *(escape(one_line(part)) for part in about if part)])

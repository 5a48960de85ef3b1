"""A list in Markdown, for people to read, on Discord, GitHub or in an editor."""

from __future__ import annotations

import re

from bot.papers.markup import escape
from bot.papers.markup.marks import URL
from bot.papers.paper import Paper
from bot.papers.writers.fields import Shown, shown_of

MAX_AUTHORS = 6
_ADDRESS = re.compile(URL)
# What Discord does not know, but CommonMark or GitHub does: HTML, entities, formulas. What is
# escaped already is passed over in pairs.
_FURTHER_MARK = re.compile(r"\\.|[<$~]|&(?=#?\w+;)", re.DOTALL)
_MENTION = re.compile(r"(?<!\w)@(?=\w)")
_GAP = "\u200b"  # shows as nothing; a backslash would not keep a mention from being one


def item(paper: Paper) -> str:
    """Return one paper as an item of a list."""
    return f"- {line(paper)}\n"


def line(paper: Paper) -> str:
    """Return a paper in one line."""
    shown = shown_of(paper)
    title = f"**{literal(shown.title)}**"
    named = f"{title} (<{_safe(shown.url)}>)" if shown.url else title
    about = [_people(shown), shown.venue, shown.year, paper.code]
    return ". ".join([named, *(literal(part) for part in about if part)])


def literal(text: str) -> str:
    """Return a text that every kind of Markdown shows as it stands, inside a line."""
    apart = _MENTION.sub(f"@{_GAP}", text)
    pieces: list[str] = []
    at = 0
    for url in _ADDRESS.finditer(apart):
        pieces += (_literal(apart[at : url.start()]), escape(url[0]))
        at = url.end()
    return "".join([*pieces, _literal(apart[at:])])


def _literal(text: str) -> str:
    escaped = escape(f".{text}")[1:]  # behind something, it begins no line
    return _FURTHER_MARK.sub(
        lambda found: found[0] if len(found[0]) == 2 else f"\\{found[0]}", escaped
    )


def _safe(url: str) -> str:
    return url.replace("@", "%40")


def _people(shown: Shown) -> str:
    others = " and others" if len(shown.authors) > MAX_AUTHORS else ""
    return ", ".join(shown.authors[:MAX_AUTHORS]) + others

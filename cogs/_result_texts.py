"""What is said about search results: how many, and how the query was understood."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.papers.markup import cut, escape
from bot.papers.paper import Paper
from bot.papers.search.service import Results
from bot.papers.visible import visible
from cogs._cards import Item, View, headline, note, view_of
from cogs._paper_cards import open_button, result

MAX_ECHO = 80
MAX_FILTERS_SHOWN = 200


def summary(query: str, results: Results, page: int, pages: int) -> str:
    """Return the lines above the results."""
    count = len(results.paper_ids)
    counted = "1 paper" if count == 1 else f"{count}{'+' if results.truncated else ''} papers"
    echo = f" for “{_echo(query)}”" if query else ""
    where = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return "\n".join([f"**{counted}**{echo}{where}", *_understood(results)])


def _understood(results: Results) -> list[str]:
    lines = []
    if results.filters:
        shown = " · ".join(results.filters)
        lines.append(f"-# Only: {escape(cut(shown, MAX_FILTERS_SHOWN))}")
    if results.corrected:
        lines.append(f"-# Showing results for **{escape(cut(results.corrected, MAX_ECHO))}**")
    if results.unquoted:
        lines.append("-# No paper says exactly that; these come closest")
    elif results.relaxed:
        lines.append("-# No paper has all of these words; these come closest")
    elif results.complete < len(results.paper_ids):
        have = "1 has" if results.complete == 1 else f"{results.complete} have"
        lines.append(f"-# {have} all of these words; the others come close")
    return lines


def nothing(query: str, results: Results, *, narrowed: bool) -> View:
    """Return what is said when no paper was found, with the nearest names as buttons."""
    text = f"Nothing found for “{_echo(query)}”" if query else "Nothing found"
    if results.filters:
        text += f" with {escape(cut(' · '.join(results.filters), MAX_FILTERS_SHOWN))}"
    elif narrowed:
        text += " among these papers"
    if not results.nearest:
        hint = "Ask for less" if narrowed or results.filters else "Try another word"
        return note(f"{text}. {hint}, or `/paper random`.")
    buttons = [open_button(near.paper_id, near.name) for near in results.nearest]
    return note(f"{text}. The nearest names here:", *buttons)


def alike(model: Paper, papers: Sequence[Paper]) -> View:
    """Return the papers that are about the same as `model`."""
    if not papers:
        return note(f"Nothing here is much like **{headline(model, 120)}**.")
    items: list[Item] = [ui.TextDisplay(f"Papers like **{headline(model, 120)}**")]
    for paper in papers:
        items += [ui.Separator(), result(paper, ())]
    return view_of(*items)


def _echo(query: str) -> str:
    return escape(cut(visible(query), MAX_ECHO))

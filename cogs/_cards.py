"""Cards: how papers look in Discord.

One message holds 40 components and 4,000 characters of text (Discord's limits for
Components V2); every text here is cut to fit after escaping.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from discord import ui

from bot.papers.excerpts import Excerpt
from bot.papers.markup import cut, discord_markdown, escape, parse
from bot.papers.paper import Paper

ACCENT = 0xC8553D
MAX_CARD = 3_800  # of 4,000: a card may have a line above it
MAX_ABSTRACT = 3_000
MAX_RESULT = 700  # five to a page
MAX_LISTS = 2
MAX_HEADING = 240
MAX_AUTHORS = 200
MAX_EXCERPT = 160
MAX_NAMES = 3
MAX_LABEL = 80

View = ui.LayoutView
Item = ui.Item[Any]


def view_of(*items: Item) -> View:
    """Return a view that holds the items in one framed container and never times out."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_color=ACCENT))
    return view


def note(text: str, *items: Item) -> View:
    """Return a short message, with buttons or not; `text` is Discord Markdown."""
    rows = [ui.ActionRow(*items)] if items else []
    return view_of(ui.TextDisplay(text), *rows)


def headline(paper: Paper, limit: int = MAX_HEADING) -> str:
    """Return the paper's headline, literal and cut."""
    return escape(cut(paper.headline, limit))


def in_words(parts: Sequence[str]) -> str:
    """Return the parts joined as in a sentence."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def provenance(paper: Paper) -> str:
    """Return one small line: where the paper is from, and its code."""
    lists = [escape(cut(name, 60)) for name in paper.lists[:MAX_LISTS]]
    more = len(paper.lists) - len(lists)
    others = [f"{more} more list{'s' if more > 1 else ''}"] if more else []
    return "-# " + " · ".join([*lists, *others, paper.code])


def paper_items(paper: Paper, limit: int = MAX_CARD) -> list[Item]:
    """Return a whole paper: headline, names, authors, where it is from, abstract, links.

    Its texts have at most `limit` characters together, of which a headline and the like may
    need 1,500.
    """
    head = [f"### {headline(paper)}", provenance(paper)]
    if names := _names(paper):
        head.append(f"-# {names}")
    if paper.authors:
        head.append(escape(cut(", ".join(paper.authors), MAX_AUTHORS)))
    items: list[Item] = [ui.TextDisplay(heading := "\n".join(head))]
    if paper.abstract:
        room = min(MAX_ABSTRACT, limit - len(heading))
        items.append(ui.Separator(visible=False))
        items.append(ui.TextDisplay(discord_markdown(parse(paper.abstract), room)))
    if paper.url:
        items.append(ui.ActionRow(link_button(paper.url)))
    return items


def card(paper: Paper, *buttons: Item) -> View:
    """Return the paper's card, with further buttons below."""
    rows = [ui.ActionRow(*buttons)] if buttons else []
    return view_of(*paper_items(paper), *rows)


def bold(cutting: Excerpt) -> str:
    """Return the excerpt in Discord Markdown, its matches bold and all else literal."""
    parts, position = [], 0
    for start, end in cutting.spans:
        parts.append(escape(cutting.text[position:start]))
        parts.append(f"**{escape(cutting.text[start:end])}**")
        position = end
    return "".join([*parts, escape(cutting.text[position:])])


def link_button(url: str) -> Item:
    """Return a button that opens the paper's page, labelled with its host."""
    host = (urlsplit(url).hostname or "link").removeprefix("www.")
    return ui.Button(label=cut(host, MAX_LABEL), url=url)


def _names(paper: Paper) -> str:
    """Return the names with what they stand for; none that the headline shows whole."""
    return " · ".join(
        f"**{escape(cut(name.text, 60))}**: {escape(cut(name.expansion, 80))}"
        if name.expansion
        else escape(cut(name.text, 60))
        for name in paper.names[:MAX_NAMES]
        if name.text not in paper.headline or (name.expansion or "") not in paper.headline
    )

"""How a digest's post looks: one paper whole, or up to five in short.

Five papers with four buttons each, and a line between them, come to the 40 components Discord
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import ui

from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.digests.publishing import Post
from bot.papers.markup import cut, discord_markdown, escape, parse
from bot.papers.paper import Paper
from bot.reading.shelves import Counts
from cogs._cards import MAX_CARD, Item, View, headline, paper_items, provenance, view_of
from cogs._paper_cards import open_button
from cogs._post_buttons import about_button, discuss_button, similar_button
from cogs._shelf_buttons import shelf_buttons

MAX_HEADLINE = 150  # of one of several papers
LEAST_TEXT, MOST_TEXT = 80, 400  # characters of its abstract; less tells nothing, more is a wall

Render = Callable[[Paper, int], list[Item]]  # a paper in at most so many characters
Buttons = Callable[[Paper], list[Item]]  # those below a paper


def post_view(entry: Entry, post: Post, digest: Digest, counts: Mapping[int, Counts]) -> View:
    """Return the message of a post; it carries the ledger entry's id in its custom ids."""

    def buttons(paper: Paper) -> list[Item]:
        return [*_open(post, paper), *shelf_buttons(paper.id, counts[paper.id])]

    return view_of(*_items(post, digest, "", _whole, buttons), _row(entry, post))


def plain_view(entry: Entry, post: Post, digest: Digest) -> View:
    """Return the post without formatting and links, for when Discord will not have its card."""

    def buttons(paper: Paper) -> list[Item]:
        return _open(post, paper)

    return view_of(*_items(post, digest, "", _plain, buttons), _row(entry, post))


def post_items(post: Post, digest: Digest, buttons: Buttons, *, note: str) -> list[Item]:
    """Return what a post shows, with other buttons, and `note` in the line below."""
    return _items(post, digest, note, _whole, buttons)


def _items(post: Post, digest: Digest, note: str, render: Render, buttons: Buttons) -> list[Item]:
    above, below = _above(post, digest), _below(post, note)
    room = (MAX_CARD - len(above) - len(below)) // len(post.papers)
    several = len(post.papers) > 1
    items: list[Item] = [ui.TextDisplay(above)]
    for number, paper in enumerate(post.papers):
        items += [ui.Separator()] if number else []
        items += _short(paper, room) if several else render(paper, room)
        if below_it := buttons(paper):
            items.append(ui.ActionRow(*below_it))
    return [*items, *([ui.TextDisplay(below)] if below else [])]


def _open(post: Post, paper: Paper) -> list[Item]:
    """Return the button that shows the whole of one of several papers."""
    return [open_button(paper.id)] if len(post.papers) > 1 else []


def _row(entry: Entry, post: Post) -> Item:
    alone = [similar_button(post.papers[0].id)] if len(post.papers) == 1 else []
    return ui.ActionRow(discuss_button(entry.id), *alone, about_button(entry.id))


def _above(post: Post, digest: Digest) -> str:
    date = f"{post.local_date:%A}, {post.local_date.day} {post.local_date:%B %Y}"
    many = len(post.papers) > 1
    heading = f"{len(post.papers)} papers of the day" if many else "Paper of the day"
    if post.extra:
        heading = f"{len(post.papers)} extra papers" if many else "An extra paper"
    look = digest.order.look
    role = [f"<@&{look.role_id}>"] if look.role_id and not post.extra else []
    header = [escape(look.header)] if look.header else []
    return "\n".join([f"-# 📰 {heading} · {date}", *role, *header])


def _below(post: Post, note: str) -> str:
    said = [note] if note else []
    if post.late:
        said.append(f"Posted late; it was due {discord.utils.format_dt(post.due_at, 't')}")
    if post.refilled:
        said.append("All papers have been here once; a new round begins")
    return f"-# {' · '.join(said)}" if said else ""


def _whole(paper: Paper, room: int) -> list[Item]:
    return paper_items(paper, room)


def _plain(paper: Paper, room: int) -> list[Item]:
    lines = [f"### {headline(paper)}", provenance(paper), escape(cut(paper.plain, room // 3))]
    return [ui.TextDisplay("\n".join(line for line in lines if line))]


def _short(paper: Paper, room: int) -> list[Item]:
    """Return a paper in one text, with as much of its abstract as there is room for."""
    head = f"### {headline(paper, MAX_HEADLINE)}\n{provenance(paper)}"
    left = min(room - len(head) - 1, MOST_TEXT)
    if paper.abstract and left >= LEAST_TEXT:
        head = f"{head}\n{discord_markdown(parse(paper.abstract), left)}"
    return [ui.TextDisplay(head)]

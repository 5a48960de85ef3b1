"""Cards of papers with the buttons that belong to them."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.errors import BotError
from bot.papers.excerpts import excerpt
from bot.papers.markup import cut
from bot.papers.paper import Paper
from cogs._actions import Action
from cogs._cards import MAX_LABEL, Item, View, bold, card, headline, provenance
from cogs._checks import Interaction, guild_of
from cogs._proposals import propose_buttons
from cogs._shelf_buttons import shelf_buttons

MAX_RESULT = 700  # five to a page
MAX_EXCERPT = 160


async def paper_card(interaction: Interaction, paper: Paper) -> View:
    """Return a paper's card with what a member may do with it."""
    counts = await interaction.client.shelves.counts(guild_of(interaction), [paper.id])
    shelf = shelf_buttons(paper.id, counts[paper.id])
    return card(paper, *shelf, *propose_buttons(interaction, paper))


def result(paper: Paper, terms: Sequence[str]) -> Item:
    """Return one search result: headline, origin, the line that matched, a button."""
    lines = [f"**{headline(paper, 120)}**", provenance(paper)]
    if paper.plain:
        room = MAX_RESULT - len("\n".join([*lines, ""]))
        lines.append(_fitting_excerpt(paper.plain, terms, room))
    return ui.Section("\n".join(lines), accessory=open_button(paper.id))


def _fitting_excerpt(plain: str, terms: Sequence[str], room: int) -> str:
    """Return the line that matched, in at most `room` characters once it is escaped."""
    limit = MAX_EXCERPT
    while len(line := bold(excerpt(plain, terms, limit))) > room:
        limit = limit * 2 // 3
    return line


def open_button(paper_id: int, label: str = "Open") -> Item:
    """Return the button that shows a paper's card to whoever presses it."""
    return OpenPaper.button(f"open:{paper_id}", cut(label, MAX_LABEL))


class OpenPaper(Action, template=r"open:(?P<paper_id>\d{1,18})"):
    """Shows a paper's card to whoever presses, and to nobody else."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        paper = await interaction.client.catalog.get(values["paper_id"], guild_of(interaction))
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        view = await paper_card(interaction, paper)
        await interaction.response.send_message(view=view, ephemeral=True)

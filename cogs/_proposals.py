"""What members suggest for a paper, and librarians decide with a button."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.errors import BotError
from bot.papers.forms import MAX_URL, check_url
from bot.papers.markup import cut, escape
from bot.papers.paper import MAX_TITLE, Paper
from bot.papers.visible import visible
from cogs._actions import Action
from cogs._cards import Item, headline, note
from cogs._checks import Interaction, guild_of, require_librarian

FIELDS = ("title", "url")  # a field's place in it stands in custom ids
NAMES = {"title": "title", "url": "link"}
LIMITS = {"title": MAX_TITLE, "url": MAX_URL}


def propose_buttons(interaction: Interaction, paper: Paper) -> list[Item]:
    """Return a button for what the paper lacks and this server's librarians could add."""
    desk, guild_id = interaction.client.desk, guild_of(interaction)
    lacking = "title" if not paper.title else "url" if not paper.url else None
    if lacking is None or paper.guild_id not in (guild_id, desk.library_of(guild_id)):
        return []
    custom_id = f"propose:{FIELDS.index(lacking)}:{paper.id}"
    return [Propose.button(custom_id, f"Suggest a {NAMES[lacking]}")]


class Propose(Action, template=r"propose:(?P<field>[01]):(?P<paper_id>\d{1,18})"):
    """Opens the form for a suggestion."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        paper = await interaction.client.catalog.get(values["paper_id"], guild_of(interaction))
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        await interaction.response.send_modal(ProposalForm(paper, FIELDS[values["field"]]))


class ProposalForm(ui.Modal):
    """Takes a title or a link."""

    def __init__(self, paper: Paper, field: str) -> None:
        name = NAMES[field]
        super().__init__(title=f"Suggest a {name} for {paper.code}")
        self._paper, self._field = paper, field
        self._input = ui.TextInput[Any](custom_id=field, max_length=LIMITS[field])
        self.add_item(ui.Label(text=f"Its {name}", component=self._input))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        proposal = await bot.proposals.open(
            self._paper.id,
            self._field,
            _read(self._field, self._input.value),
            guild_id=guild_id,
            by_user=interaction.user.id,
            now=bot.now(),
        )
        style = discord.ButtonStyle.success
        view = note(
            f"{interaction.user.mention} suggests a {NAMES[self._field]} for"
            f" **{headline(self._paper)}** ({self._paper.code}):\n>>> {escape(proposal.value)}",
            Approve.button(f"approve:{proposal.id}", "Approve", style=style),
            Decline.button(f"decline:{proposal.id}", "Decline"),
        )
        none = discord.AllowedMentions.none()
        await interaction.response.send_message(view=view, allowed_mentions=none)

    async def on_error(  # type: ignore[override]  # as discord.py's own Modal has it
        self, interaction: discord.Interaction[Any], error: Exception
    ) -> None:
        await interaction.client.show_error(interaction, error)


def _read(field: str, typed: str) -> str:
    if field == "url":
        return check_url(typed.strip())
    title = " ".join(visible(typed).split())
    if not any(char.isalnum() for char in title):
        raise BotError("That title holds no words. Please type it again.")
    return title


class Approve(Action, template=r"approve:(?P<proposal_id>\d{1,18})"):
    """Gives the paper what was suggested."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot, guild_id = interaction.client, guild_of(interaction)
        proposal = await bot.proposals.get(values["proposal_id"], guild_id)
        paper = await bot.catalog.get(proposal.paper_id, guild_id)
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        changed = await bot.desk.edit(
            paper,
            {proposal.field: proposal.value},
            guild_id=guild_id,
            by_user=interaction.user.id,
            now=bot.now(),
        )
        await bot.proposals.forget(proposal.id)
        await _decide(
            interaction,
            f"{interaction.user.mention} approved a {NAMES[proposal.field]} that"
            f" <@{proposal.by_user}> suggested for {changed.code}:"
            f" **{escape(cut(proposal.value, 200))}**",
        )


class Decline(Action, template=r"decline:(?P<proposal_id>\d{1,18})"):
    """Leaves the paper as it is."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        proposal = await bot.proposals.get(values["proposal_id"], guild_of(interaction))
        await bot.proposals.forget(proposal.id)
        await _decide(interaction, f"P-{proposal.paper_id} stays as it is.")


async def _decide(interaction: Interaction, text: str) -> None:
    none = discord.AllowedMentions.none()
    await interaction.response.edit_message(view=note(text), allowed_mentions=none)

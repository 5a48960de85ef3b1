"""/library: adding and removing papers; for librarians."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.papers.desk import DEFAULT_LIST, MAX_LIST_NAME, MAX_URL, read_form
from bot.papers.paper import MAX_TITLE, Paper, Record
from cogs._actions import Action
from cogs._cards import Item, headline, note, paper_items, view_of
from cogs._checks import Interaction, guild_of, librarians_only, require_librarian
from cogs._choices import offer_papers, paper_meant
from cogs._memory import remember

ADDITION, REMOVAL, DRAFT = "addition", "removal", "draft"
# What a text field of a form holds (Discord's limit).
MAX_FIELD = 4_000


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Library(commands.GroupCog, group_name="library", group_description="Look after the papers"):
    """What librarians use."""

    @app_commands.command()
    @librarians_only
    async def add(self, interaction: Interaction) -> None:
        """Add one paper by a form"""
        await interaction.response.send_modal(PaperForm())

    @app_commands.command()
    @app_commands.describe(paper="Start typing a name or a word, or give a code such as P-17")
    @app_commands.autocomplete(paper=offer_papers)
    @librarians_only
    async def remove(self, interaction: Interaction, paper: str) -> None:
        """Take a paper out of the library"""
        meant = await paper_meant(interaction, paper)
        interaction.client.desk.check_removable(meant, guild_of(interaction))
        panel = await remember(interaction, REMOVAL, {"paper_id": meant.id})
        view = note(
            f"Remove **{headline(meant)}** ({meant.code})?\n-# Search, random and digests will no"
            " longer bring it.",
            ConfirmRemoval.button(f"remove:{panel}", "Remove", style=discord.ButtonStyle.danger),
            Dismiss.button(f"dismiss:{panel}", "Keep it"),
        )
        await interaction.response.send_message(view=view, ephemeral=True)


def _field(
    label: str, custom_id: str, limit: int, hint: str | None = None, *, long: bool = False
) -> ui.Label[Any]:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text = ui.TextInput[Any](
        custom_id=custom_id, style=style, required=False, max_length=min(limit, MAX_FIELD)
    )
    return ui.Label(text=label, description=hint, component=text)


class PaperForm(ui.Modal, title="Add a paper"):
    """The form of /library add."""

    paper_title = _field("Title", "title", MAX_TITLE, "A title or an abstract is enough")
    abstract = _field("Abstract", "abstract", MAX_FIELD, "LaTeX and Markdown are fine", long=True)
    authors = _field("Authors", "authors", 1_000, "Separated by commas")
    link = _field("Link", "link", MAX_URL, "Where the paper can be read")
    list_name = _field("List", "list", MAX_LIST_NAME, f"“{DEFAULT_LIST}” if you leave it out")

    def __init__(self, draft: Sequence[str] = ()) -> None:
        super().__init__()
        for field, text in zip(self._fields(), draft, strict=False):
            _input(field).default = text or None

    def _fields(self) -> list[ui.Label[Any]]:
        return [self.paper_title, self.abstract, self.authors, self.link, self.list_name]

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        require_librarian(interaction)
        *typed, list_typed = draft = [_input(field).value for field in self._fields()]
        try:
            record = read_form(*typed)
        except BotError as error:
            await _offer_to_mend(interaction, draft, error)
            return
        list_name = " ".join(list_typed.split()) or None
        await interaction.response.defer(ephemeral=True, thinking=True)
        bot, guild_id = interaction.client, guild_of(interaction)
        twin = await bot.desk.close_duplicate(record, guild_id)
        if twin is None:
            await _add(interaction, record, list_name)
        else:
            await _ask_about(interaction, record, list_name, twin)

    async def on_error(  # type: ignore[override]  # as discord.py's own Modal has it
        self, interaction: discord.Interaction[Any], error: Exception
    ) -> None:
        await interaction.client.show_error(interaction, error)


def _input(field: ui.Label[Any]) -> ui.TextInput[Any]:
    assert isinstance(field.component, ui.TextInput)
    return field.component


async def _offer_to_mend(interaction: Interaction, draft: list[str], error: BotError) -> None:
    """Say what is wrong with the form, and keep what was typed."""
    panel = await remember(interaction, DRAFT, {"draft": draft})
    button = EditAgain.button(f"draft:{panel}", "Edit", style=discord.ButtonStyle.primary)
    await interaction.response.send_message(view=note(str(error), button), ephemeral=True)


async def _add(interaction: Interaction, record: Record, list_name: str | None) -> None:
    paper = await interaction.client.desk.add(
        record,
        list_name,
        guild_id=guild_of(interaction),
        by_user=interaction.user.id,
        now=interaction.client.now(),
    )
    view = view_of(ui.TextDisplay(f"Added as **{paper.code}**."), *paper_items(paper))
    await interaction.edit_original_response(view=view)


async def _ask_about(
    interaction: Interaction, record: Record, list_name: str | None, twin: Paper
) -> None:
    """Show the paper that says much the same, and let the librarian decide."""
    state = {"record": asdict(record), "list_name": list_name}
    panel = await remember(interaction, ADDITION, state)
    row: list[Item] = [
        AddAnyway.button(f"add:{panel}", "Add anyway"),
        Dismiss.button(f"dismiss:{panel}", "Do not add", style=discord.ButtonStyle.primary),
    ]
    question = "This paper is much like one that is here already. Is it another one?"
    view = view_of(ui.TextDisplay(question), *paper_items(twin), ui.ActionRow(*row))
    await interaction.edit_original_response(view=view)


async def _claim(interaction: Interaction, panel_id: int, kind: str) -> dict[str, Any]:
    """Return what the message asked about, once only; a second press finds nothing."""
    require_librarian(interaction)
    bot = interaction.client
    panel = await bot.panels.get(panel_id, kind, guild_of(interaction), bot.now())
    await bot.panels.close(panel.id, interaction.user.id)
    return panel.state


class EditAgain(Action, template=r"draft:(?P<panel_id>\d{1,18})"):
    """Opens the form again with what was typed."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        require_librarian(interaction)
        bot = interaction.client
        panel = await bot.panels.get(values["panel_id"], DRAFT, guild_of(interaction), bot.now())
        await interaction.response.send_modal(PaperForm(panel.state["draft"]))


class AddAnyway(Action, template=r"add:(?P<panel_id>\d{1,18})"):
    """Adds the paper that resembles another."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await _claim(interaction, values["panel_id"], ADDITION)
        await interaction.response.defer()
        fields = {**state["record"], "authors": tuple(state["record"]["authors"])}
        await _add(interaction, Record(**fields), state["list_name"])


class ConfirmRemoval(Action, template=r"remove:(?P<panel_id>\d{1,18})"):
    """Removes the paper asked about."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await _claim(interaction, values["panel_id"], REMOVAL)
        bot, guild_id = interaction.client, guild_of(interaction)
        paper = await bot.catalog.get(state["paper_id"], guild_id)
        if paper is None:
            raise BotError("This paper was removed already.")
        await bot.desk.remove(paper, guild_id=guild_id, by_user=interaction.user.id, now=bot.now())
        done = note(f"Removed **{headline(paper)}** ({paper.code}).")
        await interaction.response.edit_message(view=done)


class Dismiss(Action, template=r"dismiss:(?P<panel_id>\d{1,18})"):
    """Drops what was asked about."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await interaction.client.panels.close(values["panel_id"], interaction.user.id)
        await interaction.response.edit_message(view=note("Nothing was changed."))


async def setup(bot: Paperboy) -> None:
    await bot.add_cog(Library(bot))

"""The forms for one paper: adding it, changing it, and asking again when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import discord
from discord import ui

from bot.errors import BotError
from bot.papers.desk import DEFAULT_LIST, MAX_LIST_NAME
from bot.papers.forms import MAX_URL, read_form, read_year
from bot.papers.paper import MAX_TITLE, Paper, Record
from bot.papers.states import state_of_record
from cogs._actions import Action
from cogs._cards import Item, note, paper_items, view_of
from cogs._checks import Interaction, guild_of, require_librarian
from cogs._memory import remember

ADDITION, DRAFT = "addition", "draft"
MAX_FIELD = 4_000  # characters a text field of a form holds (Discord's limit)


def _field(
    label: str, custom_id: str, limit: int, hint: str | None = None, *, long: bool = False
) -> ui.Label[Any]:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text = ui.TextInput[Any](
        custom_id=custom_id, style=style, required=False, max_length=min(limit, MAX_FIELD)
    )
    return ui.Label(text=label, description=hint, component=text)


class _Form(ui.Modal):
    """A form of text fields, filled in beforehand with `draft`."""

    def __init__(self, fields: Sequence[ui.Label[Any]], draft: Sequence[str], title: str) -> None:
        super().__init__(title=title)
        self.fields = list(fields)
        for field, text in zip(self.fields, draft, strict=False):
            _input(field).default = text[: _input(field).max_length] or None
        for field in self.fields:
            self.add_item(field)

    def typed(self) -> list[str]:
        """Return what was typed, field by field."""
        return [_input(field).value for field in self.fields]

    async def on_error(  # type: ignore[override]  # as discord.py's own Modal has it
        self, interaction: discord.Interaction[Any], error: Exception
    ) -> None:
        await interaction.client.show_error(interaction, error)


def _paper_fields() -> list[ui.Label[Any]]:
    return [
        _field("Title", "title", MAX_TITLE, "A title or an abstract is enough"),
        _field("Abstract", "abstract", MAX_FIELD, "LaTeX and Markdown are fine", long=True),
        _field("Authors", "authors", 1_000, "Separated by commas"),
        _field("Link", "link", MAX_URL, "Where the paper can be read"),
    ]


class PaperForm(_Form):
    """The form of /library add. `found` is what a look-up knows besides what is typed."""

    def __init__(self, draft: Sequence[str] = (), found: Record | None = None) -> None:
        hint = f"“{DEFAULT_LIST}” if you leave it out"
        fields = [*_paper_fields(), _field("List", "list", MAX_LIST_NAME, hint)]
        super().__init__(fields, draft, "Add a paper")
        self._found = found or Record()

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await require_librarian(interaction)
        *typed, list_typed = draft = self.typed()
        try:
            record = read_form(*typed)
        except BotError as error:
            await _offer_to_mend(interaction, draft, error)
            return
        found = self._found
        record = replace(record, year=found.year, venue=found.venue, ids=found.ids)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await add_or_ask(interaction, record, " ".join(list_typed.split()) or None)


class EditForm(_Form):
    """The form of /library edit; an abstract too long for it is left as it is."""

    def __init__(self, paper: Paper, draft: Sequence[str] = ()) -> None:
        fields = [*_paper_fields(), _field("Year", "year", 4)]
        self._keeps_abstract = len(paper.abstract or "") > MAX_FIELD
        if self._keeps_abstract:
            fields[1].description = "Too long for a form: it stays if you leave this empty"
        abstract = "" if self._keeps_abstract else paper.abstract or ""
        present = [paper.title or "", abstract, "; ".join(paper.authors), paper.url or ""]
        year = str(paper.year or "")
        super().__init__(fields, draft or [*present, year], f"Edit {paper.code}")
        self._paper = paper

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await require_librarian(interaction)
        *typed, year = self.typed()
        if self._keeps_abstract and not typed[1].strip():
            typed[1] = self._paper.abstract or ""
        record = replace(read_form(*typed), year=read_year(year))
        after = state_of_record(record)
        fields = {name: after[name] for name in ("title", "abstract", "authors", "url", "year")}
        bot = interaction.client
        paper = await bot.desk.edit(
            self._paper,
            fields,
            guild_id=guild_of(interaction),
            by_user=interaction.user.id,
            now=bot.now(),
        )
        told = f"Changed **{paper.code}**. `/library log` can undo it."
        view = view_of(ui.TextDisplay(told), *paper_items(paper))
        await interaction.response.send_message(view=view, ephemeral=True)


def _input(field: ui.Label[Any]) -> ui.TextInput[Any]:
    assert isinstance(field.component, ui.TextInput)
    return field.component


async def _offer_to_mend(interaction: Interaction, draft: list[str], error: BotError) -> None:
    """Say what is wrong with the form, and keep what was typed."""
    panel = await remember(interaction, DRAFT, {"draft": draft})
    button = EditAgain.button(f"draft:{panel}", "Edit", style=discord.ButtonStyle.primary)
    await interaction.response.send_message(view=note(str(error), button), ephemeral=True)


async def add_or_ask(interaction: Interaction, record: Record, list_name: str | None) -> None:
    """Add a paper, or ask first if one much like it is here; the interaction is deferred."""
    bot, guild_id = interaction.client, guild_of(interaction)
    twin = await bot.desk.close_duplicate(record, guild_id)
    if twin is None:
        await _add(interaction, record, list_name)
    else:
        await _ask_about(interaction, record, list_name, twin)


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
    state = {"record": asdict(record), "list_name": list_name, "twin": twin.id}
    panel = await remember(interaction, ADDITION, state)
    row: list[Item] = [
        AddAnyway.button(f"add:{panel}", "Add anyway"),
        CompleteTwin.button(f"complete:{panel}", f"Complete {twin.code}"),
        Dismiss.button(f"dismiss:{panel}", "Do not add", style=discord.ButtonStyle.primary),
    ]
    question = "This paper is much like one that is here already. Is it another one?"
    view = view_of(ui.TextDisplay(question), *paper_items(twin), ui.ActionRow(*row))
    await interaction.edit_original_response(view=view)


def stored_record(state: dict[str, Any]) -> Record:
    """Return the record of what a message remembers."""
    lists = {name: tuple(state[name]) for name in ("authors", "ids")}
    return Record(**{**state, **lists})


async def claim(interaction: Interaction, panel_id: int, kind: str) -> dict[str, Any]:
    """Return what the message asked about, once only; a second press finds nothing."""
    await require_librarian(interaction)
    bot = interaction.client
    panel = await bot.panels.get(panel_id, kind, guild_of(interaction), bot.now())
    await bot.panels.close(panel.id, interaction.user.id)
    return panel.state


class EditAgain(Action, template=r"draft:(?P<panel_id>\d{1,18})"):
    """Opens the form again with what was typed."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        panel = await bot.panels.get(values["panel_id"], DRAFT, guild_of(interaction), bot.now())
        await interaction.response.send_modal(PaperForm(panel.state["draft"]))


class AddAnyway(Action, template=r"add:(?P<panel_id>\d{1,18})"):
    """Adds the paper that resembles another."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await claim(interaction, values["panel_id"], ADDITION)
        await interaction.response.defer()
        await _add(interaction, stored_record(state["record"]), state["list_name"])


class CompleteTwin(Action, template=r"complete:(?P<panel_id>\d{1,18})"):
    """Gives the paper that is here what the other says more."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await claim(interaction, values["panel_id"], ADDITION)
        bot, guild_id = interaction.client, guild_of(interaction)
        twin = await bot.catalog.get(state["twin"], guild_id)
        if twin is None:
            raise BotError("This paper is no longer in the library.")
        paper = await bot.desk.complete(
            twin,
            stored_record(state["record"]),
            guild_id=guild_id,
            by_user=interaction.user.id,
            now=bot.now(),
        )
        told = f"**{paper.code}** has the better of both now. `/library log` can undo it."
        view = view_of(ui.TextDisplay(told), *paper_items(paper))
        await interaction.response.edit_message(view=view)


class Dismiss(Action, template=r"dismiss:(?P<panel_id>\d{1,18})"):
    """Drops what was asked about."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await interaction.client.panels.close(values["panel_id"], interaction.user.id)
        await interaction.response.edit_message(view=note("Nothing was changed."))

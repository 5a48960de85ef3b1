"""/library add with a link: what was found about it, to confirm, to mend, or to do by hand."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import discord
from discord import ui

from bot.errors import BotError
from bot.papers.desk import MAX_LIST_NAME
from bot.papers.forms import check_url
from bot.papers.markup import cut, discord_markdown, escape, parse
from bot.papers.paper import Record
from bot.papers.sources.found import Found
from cogs._actions import Action
from cogs._cards import MAX_AUTHORS, MAX_HEADING, Item, View, note, view_of
from cogs._checks import Interaction, guild_of, require_librarian
from cogs._memory import remember
from cogs._paper_forms import DRAFT, Dismiss, EditAgain, PaperForm, add_or_ask, claim, stored_record

FOUND = "found"
MAX_ABSTRACT = 1_500


async def look_up(interaction: Interaction, text: str, list_name: str | None) -> None:
    """Look up what was given, and show it to be confirmed; without an answer, open the form."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await interaction.client.look_up.find(text)
    if found.record:
        view = await _found_view(interaction, found.record, list_name)
    elif found.possible:
        view = await _choice_view(interaction, found, list_name)
    else:
        view = await _by_hand_view(interaction, found, list_name)
    await interaction.edit_original_response(view=view)


async def _found_view(interaction: Interaction, record: Record, list_name: str | None) -> View:
    state = {"records": [asdict(record)], "list_name": list_name}
    panel = await remember(interaction, FOUND, state)
    style = discord.ButtonStyle.success
    row = ui.ActionRow[Any](
        AddFound.button(f"add-found:{panel}", "Add", style=style),
        EditFound.button(f"edit-found:{panel}", "Edit first"),
        Dismiss.button(f"dismiss:{panel}", "Do not add"),
    )
    return view_of(ui.TextDisplay(_shown(record)), row)


def _shown(record: Record) -> str:
    about = [record.venue or "", str(record.year or ""), record.url or ""]
    lines = [
        f"### {escape(cut(record.title or 'No title', MAX_HEADING))}",
        escape(cut(", ".join(record.authors), MAX_AUTHORS)),
        "-# " + " · ".join(escape(cut(one, 120)) for one in about if one),
    ]
    if record.abstract:
        lines.append(discord_markdown(parse(record.abstract), MAX_ABSTRACT))
    return "\n".join(line for line in lines if line)


async def _choice_view(interaction: Interaction, found: Found, list_name: str | None) -> View:
    state = {"records": [asdict(one) for one in found.possible], "list_name": list_name}
    panel = await remember(interaction, FOUND, state)
    items: list[Item] = [ui.TextDisplay(found.said)]
    for number, record in enumerate(found.possible):
        about = ", ".join([*record.authors[:3], str(record.year or "")]).strip(", ")
        title = escape(cut(record.title or "No title", 150))
        text = f"**{title}**\n-# {escape(cut(about, 150)) or 'no authors named'}"
        take = TakeFound.button(f"take-found:{panel}:{number}", "This one")
        items += [ui.Separator(), ui.Section(text, accessory=take)]
    return view_of(*items, ui.ActionRow(Dismiss.button(f"dismiss:{panel}", "None of these")))


async def _by_hand_view(interaction: Interaction, found: Found, list_name: str | None) -> View:
    draft = ["", "", "", _link(found.url), list_name or ""]
    panel = await remember(interaction, DRAFT, {"draft": draft})
    style = discord.ButtonStyle.primary
    button = EditAgain.button(f"draft:{panel}", "Fill in the form", style=style)
    return note(f"{found.said} You can fill in the form yourself.", button)


def _link(url: str | None) -> str:
    try:
        return check_url(url) if url else ""
    except BotError:
        return ""


class AddFound(Action, template=r"add-found:(?P<panel_id>\d{1,18})"):
    """Adds what was found, as it is."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await claim(interaction, values["panel_id"], FOUND)
        await interaction.response.defer()
        await add_or_ask(interaction, stored_record(state["records"][0]), state["list_name"])


class EditFound(Action, template=r"edit-found:(?P<panel_id>\d{1,18})"):
    """Opens the form with what was found."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        panel = await bot.panels.get(values["panel_id"], FOUND, guild_of(interaction), bot.now())
        record = stored_record(panel.state["records"][0])
        authors = "; ".join(record.authors)
        list_name = (panel.state["list_name"] or "")[:MAX_LIST_NAME]
        draft = [record.title or "", record.abstract or "", authors, record.url or "", list_name]
        await interaction.response.send_modal(PaperForm(draft, record))


class TakeFound(Action, template=r"take-found:(?P<panel_id>\d{1,18}):(?P<number>[0-4])"):
    """Shows one of several that were found."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        panel = await bot.panels.get(values["panel_id"], FOUND, guild_of(interaction), bot.now())
        records = panel.state["records"]
        if values["number"] >= len(records):
            raise BotError("There is no such choice.")
        record = stored_record(records[values["number"]])
        view = await _found_view(interaction, record, panel.state["list_name"])
        await interaction.response.edit_message(view=view)

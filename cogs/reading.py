"""/shelf: what a member saved, has read, or does not want."""

from __future__ import annotations

import io
import json

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.papers.paper import Paper
from bot.reading.shelves import Kind, Shelf
from cogs._actions import Action
from cogs._cards import Item, View, note, view_of
from cogs._checks import Interaction, guild_of
from cogs._exports import send_export
from cogs._paper_cards import paper_card, result
from cogs._shelf_counts import ShelfCounts

PAGE = 5
MOST_EXPORTED = 10_000
KINDS = tuple(Kind)  # a kind's place in it stands in custom ids

TITLES = {
    Kind.SAVED: ("1 saved paper", "{} saved papers"),
    Kind.READ: ("1 paper you have read", "{} papers you have read"),
    Kind.UNWANTED: ("1 paper not for us", "{} papers not for us"),
}
EMPTY = {
    Kind.SAVED: "Nothing is saved yet. Press **Save** under a paper of the day to find it here.",
    Kind.READ: "Nothing here yet. Press **Read ✓** under a paper of the day once you have read it.",
    Kind.UNWANTED: "Nothing here. Press **Not for us** under a paper that digests should leave.",
}


@app_commands.guild_only()
class ShelfCommands(commands.GroupCog, group_name="shelf", group_description="Your own papers"):
    """What members keep for themselves; all of it is shown to them alone."""

    def __init__(self) -> None:
        self._counts = ShelfCounts()

    @app_commands.command()
    @app_commands.describe(what="Which papers: saved, if you leave it out")
    @app_commands.choices(
        what=[
            app_commands.Choice(name="saved", value=Kind.SAVED.value),
            app_commands.Choice(name="read", value=Kind.READ.value),
            app_commands.Choice(name="not for us", value=Kind.UNWANTED.value),
        ]
    )
    async def show(self, interaction: Interaction, what: str = Kind.SAVED.value) -> None:
        """Show the papers you saved or have read here"""
        view = await _page(interaction, Kind(what), 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    async def forget(self, interaction: Interaction) -> None:
        """Erase all that you saved or marked here"""
        view = note(
            "Erase all that you saved or marked in this server? It cannot be undone;"
            " `/shelf export` keeps a copy for you.",
            ForgetShelves.button("shelf-forget", "Erase it all", style=discord.ButtonStyle.danger),
        )
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all that you saved or marked here as a file"""
        shelves, guild_id = interaction.client.shelves, guild_of(interaction)
        marks = await shelves.export(interaction.user.id, guild_id)
        if not marks:
            raise BotError("There is nothing to export: your shelves here are empty.")
        text = json.dumps(marks, ensure_ascii=False, indent=2)
        file = discord.File(io.BytesIO(text.encode()), "paperboy-shelves.json")
        await interaction.response.send_message(
            "All that you saved or marked in this server:", file=file, ephemeral=True
        )

    @commands.Cog.listener()
    async def on_shelf_change(self, interaction: Interaction) -> None:
        self._counts.renew(interaction)

    async def cog_unload(self) -> None:
        await self._counts.close()


async def _page(interaction: Interaction, kind: Kind, page: int) -> View:
    """Return one page of the shelf of whoever asks; the last one if it has fewer."""
    whose = (guild_of(interaction), interaction.user.id, kind)
    shelf = await interaction.client.shelves.shelf(*whose, PAGE, page * PAGE)
    pages = max(-(-shelf.count // PAGE), 1)
    if page >= pages:
        return await _page(interaction, kind, pages - 1)
    items: list[Item] = [ui.TextDisplay(_heading(shelf, kind, page, pages))]
    for paper in shelf.papers:
        items += [ui.Separator(), _result(paper)]
    pager = _pager(kind, page, pages) if pages > 1 else []
    if shelf.papers:
        bibtex = ExportShelf.button(f"shelf-bib:{KINDS.index(kind)}", "BibTeX")
        items.append(ui.ActionRow(*pager, bibtex))
    return view_of(*items)


def _heading(shelf: Shelf, kind: Kind, page: int, pages: int) -> str:
    one, many = TITLES[kind]
    where = f" · page {page + 1} of {pages}" if pages > 1 else ""
    counted = f"**{one if shelf.count == 1 else many.format(shelf.count)}**{where}"
    lines = [counted if shelf.count else EMPTY[kind]]
    if shelf.gone:
        more = "1 more is" if shelf.gone == 1 else f"{shelf.gone} more are"
        lines.append(f"-# {more} no longer in the library")
    return "\n".join(lines)


def _result(paper: Paper) -> Item:
    shown = result(paper, ())
    assert isinstance(shown, ui.Section)
    shown.accessory = OpenFromShelf.button(f"shelved:{paper.id}", "Open")
    return shown


def _pager(kind: Kind, page: int, pages: int) -> list[Item]:
    shelf = f"shelf:{KINDS.index(kind)}"
    return [
        TurnShelf.button(f"{shelf}:{max(page - 1, 0)}", "◀ Back", disabled=page == 0),
        TurnShelf.button(f"{shelf}:{page + 1}", "Next ▶", disabled=page + 1 == pages),
    ]


async def _replace(interaction: Interaction, view: View) -> None:
    """Show the view in place of the message, if only the member sees it; else beside it."""
    if interaction.message and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=view)
    else:  # nothing of a shelf is shown in public, whatever message the button was on
        await interaction.response.send_message(view=view, ephemeral=True)


class TurnShelf(Action, template=r"shelf:(?P<kind>[0-2]):(?P<page>\d{1,4})"):
    """Turns the pages of a shelf: always the shelf of whoever presses."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        view = await _page(interaction, KINDS[values["kind"]], values["page"])
        await _replace(interaction, view)


class OpenFromShelf(Action, template=r"shelved:(?P<paper_id>\d{1,18})"):
    """Shows a paper's card with the buttons that put it on a shelf or take it off."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        paper = await bot.catalog.get(values["paper_id"], guild_id)
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        view = await paper_card(interaction, paper)
        await interaction.response.send_message(view=view, ephemeral=True)


class ExportShelf(Action, template=r"shelf-bib:(?P<kind>[0-2])"):
    """Sends the shelf of whoever presses as BibTeX."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = (guild_of(interaction), interaction.user.id, KINDS[values["kind"]])
        shelf = await interaction.client.shelves.shelf(*whose, MOST_EXPORTED)
        paper_ids = [paper.id for paper in shelf.papers]
        await send_export(interaction, paper_ids, "bibtex", "shelf")


class ForgetShelves(Action, template=r"shelf-forget"):
    """Erases all marks of whoever presses, in this server."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        shelves, guild_id = interaction.client.shelves, guild_of(interaction)
        erased = await shelves.erase(interaction.user.id, guild_id)
        counted = "1 mark" if erased == 1 else f"{erased:,} marks"
        await _replace(interaction, note(f"Erased: {counted}. Your shelves here are empty."))


async def setup(bot: Paperboy) -> None:
    await bot.add_cog(ShelfCommands())

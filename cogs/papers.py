"""/paper: search, random, show."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.panels import Panel
from bot.papers.catalog import EVERYTHING, Filter
from bot.papers.markup import cut, escape
from bot.papers.paper import Paper, parse_code
from bot.papers.search import Results
from bot.papers.words import words
from cogs._actions import Action
from cogs._cards import Item, View, card, note, open_button, result, view_of
from cogs._checks import Interaction, guild_of
from cogs._choices import filter_meant, offer_lists, offer_papers, paper_meant
from cogs._memory import remember

PAGE = 5
MAX_QUERY = 200
RESULTS, DEAL = "results", "deal"

YEAR = app_commands.Range[int, 1900, 2100]


@app_commands.guild_only()
class Papers(commands.GroupCog, group_name="paper", group_description="Find and read papers"):
    """What every member uses."""

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(
        query="A name, a word or two, or a code such as P-17; a typo does no harm",
        list_name="Only papers of this list",
        year="Only papers of this year",
        private="Show the results to you alone",
    )
    @app_commands.autocomplete(query=offer_papers, list_name=offer_lists)
    async def search(
        self,
        interaction: Interaction,
        query: app_commands.Range[str, 1, MAX_QUERY],
        list_name: str | None = None,
        year: YEAR | None = None,
        private: bool = False,
    ) -> None:
        """Find papers by name, words or code"""
        if not words(query):
            raise BotError("Type a name or a word or two, such as `hyperbolic` or `HyperTree`.")
        among = await filter_meant(interaction, list_name, year)
        results = await interaction.client.search.find(query, guild_of(interaction), among)
        if results.paper_ids == (parse_code(query),):
            view = card(await paper_meant(interaction, query))
        elif not results.paper_ids:
            view = _nothing(query, results, among)
        else:
            view = await _first_page(interaction, query, among, results)
        await interaction.response.send_message(view=view, ephemeral=private)

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(list_name="Only papers of this list", year="Only papers of this year")
    @app_commands.autocomplete(list_name=offer_lists)
    async def random(
        self,
        interaction: Interaction,
        list_name: str | None = None,
        year: YEAR | None = None,
    ) -> None:
        """Deal a random paper"""
        among = await filter_meant(interaction, list_name, year)
        paper = await interaction.client.catalog.deal(guild_of(interaction), among)
        if paper is None:
            raise BotError(
                "There is no paper to deal. Leave out the list or the year, or ask a librarian to"
                " add papers."
            )
        state = {"list_id": among.list_id, "year": among.year, "dealt": [paper.id]}
        panel = await remember(interaction, DEAL, state)
        await interaction.response.send_message(view=card(paper, _another_button(panel)))

    @app_commands.command()
    @app_commands.describe(paper="Start typing a name or a word, or give a code such as P-17")
    @app_commands.autocomplete(paper=offer_papers)
    async def show(
        self, interaction: Interaction, paper: app_commands.Range[str, 1, MAX_QUERY]
    ) -> None:
        """Show one paper"""
        meant = await paper_meant(interaction, paper)
        await interaction.response.send_message(view=card(meant))


async def _own_panel(interaction: Interaction, panel_id: int, kind: str) -> Panel:
    """Return the panel, to the member whose message it is; raises `BotError` for others."""
    bot = interaction.client
    panel = await bot.panels.get(panel_id, kind, guild_of(interaction), bot.now())
    if panel.owner_id != interaction.user.id:
        raise BotError(
            "These buttons belong to the member who ran the command. Run it yourself for your own."
        )
    return panel


def _nothing(query: str, results: Results, among: Filter) -> View:
    where = "" if among == EVERYTHING else " in this list or year"
    text = f"Nothing found for “{escape(cut(query, 80))}”{where}."
    if not results.nearest:
        return note(f"{text} Try another word, or `/paper random`.")
    buttons = [open_button(near.paper_id, near.name) for near in results.nearest]
    return note(f"{text} The nearest names here:", *buttons)


async def _first_page(
    interaction: Interaction, query: str, among: Filter, results: Results
) -> View:
    """Return the first results; the query is remembered only if there are pages to turn."""
    panel_id = 0
    if len(results.paper_ids) > PAGE:
        state = {"query": query, "list_id": among.list_id, "year": among.year}
        panel_id = await remember(interaction, RESULTS, state)
    return await _results_page(interaction, panel_id, query, results, 0)


async def _results_page(
    interaction: Interaction, panel_id: int, query: str, results: Results, page: int
) -> View:
    """Return one page of results, five papers each with a button of its own."""
    pages = -(-len(results.paper_ids) // PAGE)
    page = min(page, pages - 1)
    shown = results.paper_ids[page * PAGE : (page + 1) * PAGE]
    papers = await interaction.client.catalog.get_many(shown, guild_of(interaction))
    items: list[Item] = [ui.TextDisplay(_summary(query, results, page, pages))]
    for paper in papers:
        items += [ui.Separator(), result(paper, results.terms)]
    if pages > 1:
        items.append(ui.ActionRow(*_pager(panel_id, page, pages)))
    return view_of(*items)


def _summary(query: str, results: Results, page: int, pages: int) -> str:
    """Return the lines above the results: how many, and how the query was understood."""
    count = len(results.paper_ids)
    counted = "1 paper" if count == 1 else f"{count} papers"
    where = f" · page {page + 1} of {pages}" if pages > 1 else ""
    lines = [f"**{counted}** for “{escape(cut(query, 80))}”{where}"]
    if results.corrected:
        lines.append(f"-# Showing results for **{escape(results.corrected)}**")
    if results.relaxed:
        lines.append("-# No paper has all of these words; these come closest")
    return "\n".join(lines)


def _pager(panel_id: int, page: int, pages: int) -> Sequence[Item]:
    return (
        TurnPage.button(f"page:{panel_id}:{max(page - 1, 0)}", "◀ Back", disabled=page == 0),
        TurnPage.button(f"page:{panel_id}:{page + 1}", "Next ▶", disabled=page + 1 == pages),
    )


class TurnPage(Action, template=r"page:(?P<panel_id>\d{1,18}):(?P<page>\d{1,4})"):
    """Turns the pages of search results, for the member who searched."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        panel = await _own_panel(interaction, values["panel_id"], RESULTS)
        query, among = panel.state["query"], Filter(panel.state["list_id"], panel.state["year"])
        results = await interaction.client.search.find(query, panel.guild_id, among)
        if not results.paper_ids:
            view = _nothing(query, results, among)
        else:
            view = await _results_page(interaction, panel.id, query, results, values["page"])
        await interaction.response.edit_message(view=view)


def _another_button(panel_id: int) -> Item:
    return DealAnother.button(
        f"another:{panel_id}", "Another", emoji="🎲", style=discord.ButtonStyle.primary
    )


class DealAnother(Action, template=r"another:(?P<panel_id>\d{1,18})"):
    """Deals another paper in place of this one; none twice until all were dealt."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        paper = await _deal_next(interaction, values["panel_id"])
        view = card(paper, _another_button(values["panel_id"]))
        await interaction.response.edit_message(view=view)


async def _deal_next(interaction: Interaction, panel_id: int) -> Paper:
    """Deal the next paper of the message, and remember that it was dealt."""
    bot, guild_id = interaction.client, guild_of(interaction)
    while True:
        panel = await bot.panels.get(panel_id, DEAL, guild_id, bot.now())
        among, dealt = Filter(panel.state["list_id"], panel.state["year"]), panel.state["dealt"]
        paper = await bot.catalog.deal(guild_id, among, dealt)
        if paper is None:  # all were dealt: begin again, but not with the one on show
            dealt = dealt[-1:]
            paper = await bot.catalog.deal(guild_id, among, dealt)
        if paper is None:
            raise BotError("There is no other paper to deal.")
        if await bot.panels.update(panel, {**panel.state, "dealt": [*dealt, paper.id]}):
            return paper
        # Somebody else pressed at the same moment, and was dealt a paper: look again.


async def setup(bot: Paperboy) -> None:
    await bot.add_cog(Papers(bot))

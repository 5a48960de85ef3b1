"""/paper: search, similar, random, show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.panels import Panel
from bot.papers.paper import Paper, parse_code
from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search.service import Results, Sort
from bot.papers.words import words
from cogs._actions import Action
from cogs._cards import Item, View, card, view_of
from cogs._checks import Interaction, guild_of
from cogs._choices import filter_meant, offer_authors, offer_lists, offer_papers, paper_meant
from cogs._memory import remember
from cogs._paper_cards import paper_card, result
from cogs._result_texts import alike, nothing, summary

PAGE = 5
MAX_QUERY = 2_000  # a pasted abstract
MAX_AUTHOR = 100
RESULTS, DEAL = "results", "deal"

YEAR = app_commands.Range[int, 1900, 2100]


@app_commands.guild_only()
class Papers(commands.GroupCog, group_name="paper", group_description="Find and read papers"):
    """What every member uses."""

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(
        query="Words, a name, a title, a link, a code; typos do no harm. Leave it out to browse",
        list_name="Only papers of this list",
        year="Only papers of this year, or from this year on if you say until when",
        until="Only papers up to this year",
        author="Only papers by this author",
        titled="Only papers whose title is known",
        sort="The best answers first, or the newest papers",
        private="Show the results to you alone",
    )
    @app_commands.autocomplete(query=offer_papers, list_name=offer_lists, author=offer_authors)
    async def search(  # noqa: PLR0913, PLR0917 - each is an option that Discord shows
        self,
        interaction: Interaction,
        query: app_commands.Range[str, 1, MAX_QUERY] = "",
        list_name: str | None = None,
        year: YEAR | None = None,
        until: YEAR | None = None,
        author: app_commands.Range[str, 1, MAX_AUTHOR] | None = None,
        titled: bool = False,
        sort: Sort = Sort.BEST,
        private: bool = False,
    ) -> None:
        """Find papers by what you remember of them"""
        among = (await filter_meant(interaction, list_name, None)).also(
            Filter(
                years=(year, until or year),
                authors=(author,) if author else (),
                titled=titled,
            )
        )
        asked = Asked(query, among, sort)
        if among == EVERYTHING and not words(query):
            raise BotError("Type a name or a word or two, such as `hyperbolic` or `HyperTree`.")
        results = await _search(interaction, asked)
        if results.paper_ids and results.paper_ids == (parse_code(query),):
            view = await paper_card(interaction, await paper_meant(interaction, query))
        elif not results.paper_ids:
            view = nothing(query, results, narrowed=among != EVERYTHING)
        else:
            view = await _first_page(interaction, asked, results)
        await interaction.response.send_message(view=view, ephemeral=private)

    @app_commands.command()
    @app_commands.describe(paper="Start typing a name or a word, or give a code such as P-17")
    @app_commands.autocomplete(paper=offer_papers)
    async def similar(
        self, interaction: Interaction, paper: app_commands.Range[str, 1, MAX_QUERY]
    ) -> None:
        """Find papers about the same"""
        bot, guild_id = interaction.client, guild_of(interaction)
        meant = await paper_meant(interaction, paper)
        ids = await bot.search.similar(meant.id, guild_id, PAGE)
        papers = await bot.catalog.get_many(ids, guild_id)
        await interaction.response.send_message(view=alike(meant, papers))

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
        state = {"among": among.stored(), "dealt": [paper.id]}
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
        await interaction.response.send_message(view=await paper_card(interaction, meant))


async def _own_panel(interaction: Interaction, panel_id: int, kind: str) -> Panel:
    """Return the panel, to the member whose message it is; raises `BotError` for others."""
    bot = interaction.client
    panel = await bot.panels.get(panel_id, kind, guild_of(interaction), bot.now())
    if panel.owner_id != interaction.user.id:
        raise BotError(
            "These buttons belong to the member who ran the command. Run it yourself for your own."
        )
    return panel


@dataclass(frozen=True, slots=True)
class Asked:
    """What a member asked for, as it is kept for turning pages."""

    query: str
    among: Filter
    sort: Sort

    def stored(self) -> dict[str, Any]:
        return {"query": self.query, "among": self.among.stored(), "sort": self.sort.value}

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Asked:
        return cls(state["query"], Filter.restored(state["among"]), Sort(state["sort"]))


async def _search(interaction: Interaction, asked: Asked) -> Results:
    guild_id = guild_of(interaction)
    return await interaction.client.search.find(asked.query, guild_id, asked.among, asked.sort)


async def _first_page(interaction: Interaction, asked: Asked, results: Results) -> View:
    """Return the first results; the query is remembered only if there are pages to turn."""
    many = len(results.paper_ids) > PAGE
    panel_id = await remember(interaction, RESULTS, asked.stored()) if many else 0
    return await _results_page(interaction, panel_id, asked.query, results, 0)


async def _results_page(
    interaction: Interaction, panel_id: int, query: str, results: Results, page: int
) -> View:
    """Return one page of results, five papers each with a button of its own."""
    pages = -(-len(results.paper_ids) // PAGE)
    page = min(page, pages - 1)
    shown = results.paper_ids[page * PAGE : (page + 1) * PAGE]
    papers = await interaction.client.catalog.get_many(shown, guild_of(interaction))
    items: list[Item] = [ui.TextDisplay(summary(query, results, page, pages))]
    for paper in papers:
        items += [ui.Separator(), result(paper, results.terms)]
    if pages > 1:
        items.append(ui.ActionRow(*_pager(panel_id, page, pages)))
    return view_of(*items)


def _pager(panel_id: int, page: int, pages: int) -> Sequence[Item]:
    return (
        TurnPage.button(f"page:{panel_id}:{max(page - 1, 0)}", "◀ Back", disabled=page == 0),
        TurnPage.button(f"page:{panel_id}:{page + 1}", "Next ▶", disabled=page + 1 == pages),
    )


class TurnPage(Action, template=r"page:(?P<panel_id>\d{1,18}):(?P<page>\d{1,4})"):
    """Turns the pages of search results, for the member who searched."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        panel = await _own_panel(interaction, values["panel_id"], RESULTS)
        asked = Asked.restored(panel.state)
        results = await _search(interaction, asked)
        if not results.paper_ids:
            view = nothing(asked.query, results, narrowed=asked.among != EVERYTHING)
        else:
            view = await _results_page(interaction, panel.id, asked.query, results, values["page"])
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
        among, dealt = Filter.restored(panel.state["among"]), panel.state["dealt"]
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

"""/paper: search, similar, random, show."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.papers.paper import Paper, parse_code
from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search.service import Sort
from bot.papers.words import words
from bot.papers.writers.citing import STYLES
from cogs._actions import Action
from cogs._cards import Item, card
from cogs._checks import Interaction, guild_of
from cogs._choices import filter_meant, offer_authors, offer_lists, offer_papers, paper_meant
from cogs._exports import send_citation
from cogs._memory import remember
from cogs._paper_cards import paper_card
from cogs._result_pages import PAGE, Asked, first_page, search
from cogs._result_texts import alike, nothing

MAX_QUERY = 2_000  # a pasted abstract
MAX_AUTHOR = 100
DEAL = "deal"

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
        results = await search(interaction, asked)
        if results.paper_ids and results.paper_ids == (parse_code(query),):
            view = await paper_card(interaction, await paper_meant(interaction, query))
        elif not results.paper_ids:
            view = nothing(query, results, narrowed=among != EVERYTHING)
        else:
            view = await first_page(interaction, asked, results)
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

    @app_commands.command()
    @app_commands.describe(
        paper="Start typing a name or a word, or give a code such as P-17",
        style="BibTeX, if you leave it out",
    )
    @app_commands.autocomplete(paper=offer_papers)
    async def cite(
        self,
        interaction: Interaction,
        paper: app_commands.Range[str, 1, MAX_QUERY],
        style: Literal["bibtex", "apa", "markdown"] = "bibtex",
    ) -> None:
        """Get a paper as people cite it, to copy"""
        meant = await paper_meant(interaction, paper)
        await send_citation(interaction, STYLES[style](meant))


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

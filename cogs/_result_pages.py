"""Search results, page by page, for the member who searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.errors import BotError
from bot.panels import Panel
from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search.service import Results, Sort
from cogs._actions import Action
from cogs._cards import Item, View, view_of
from cogs._checks import Interaction, guild_of
from cogs._exports import bibtex_button
from cogs._memory import remember
from cogs._paper_cards import result
from cogs._result_texts import nothing, summary

RESULTS = "results"
PAGE = 5  # papers


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


async def search(interaction: Interaction, asked: Asked) -> Results:
    guild_id = guild_of(interaction)
    return await interaction.client.search.find(asked.query, guild_id, asked.among, asked.sort)


async def first_page(interaction: Interaction, asked: Asked, results: Results) -> View:
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
    pager = _pager(panel_id, page, pages) if pages > 1 else ()
    return view_of(*items, ui.ActionRow(*pager, bibtex_button(shown)))


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
        results = await search(interaction, asked)
        if not results.paper_ids:
            view = nothing(asked.query, results, narrowed=asked.among != EVERYTHING)
        else:
            view = await _results_page(interaction, panel.id, asked.query, results, values["page"])
        await interaction.response.edit_message(view=view)

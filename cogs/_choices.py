"""Autocomplete: what is offered while someone types.

Discord takes 25 choices, each with a name and a value of 1 to 100 characters; one bad
choice makes it refuse them all.
"""

from __future__ import annotations

import logging

from discord import app_commands

from bot.errors import BotError
from bot.papers.markup import cut, escape
from bot.papers.paper import Paper, PaperList, parse_code
from bot.papers.scope import Filter
from cogs._checks import Interaction, guild_of

log = logging.getLogger(__name__)

MAX_CHOICES = 25
MAX_CHOICE = 100

Choice = app_commands.Choice[str]


async def offer_papers(interaction: Interaction, current: str) -> list[Choice]:
    """Offer papers; the value of each is its code."""
    bot, guild_id = interaction.client, guild_of(interaction)
    try:
        asked = bot.search.suggest(current, guild_id, MAX_CHOICES)
        ids = await bot.keystrokes.newest(interaction.user.id, asked) or []
        papers = await bot.catalog.get_many(ids, guild_id)
    except Exception:  # an empty list lets people go on typing; an error shows them a fault
        log.exception("No papers could be offered")
        return []
    return [Choice(name=_label(paper), value=paper.code) for paper in papers]


async def offer_lists(interaction: Interaction, current: str) -> list[Choice]:
    """Offer the lists that hold what was typed; the value of each is its name."""
    try:
        lists = await interaction.client.catalog.lists(guild_of(interaction))
    except Exception:
        log.exception("No lists could be offered")
        return []
    wanted = current.strip().casefold()
    # By their names in lower case, so that a shared list and one's own are offered as one.
    names = {one.name.casefold(): one.name for one in lists if wanted in one.name.casefold()}
    # A name longer than Discord takes is found by its beginning.
    offered = list(names.values())[:MAX_CHOICES]
    return [Choice(name=cut(name, MAX_CHOICE), value=name[:MAX_CHOICE]) for name in offered]


async def paper_meant(interaction: Interaction, text: str) -> Paper:
    """Return the paper a code names, or the first that a search finds; raises `BotError`."""
    bot, guild_id = interaction.client, guild_of(interaction)
    code = parse_code(text)
    if code is None:
        found = (await bot.search.find(text, guild_id)).paper_ids[:1]
        code = next(iter(found), 0)
    paper = await bot.catalog.by_code(code, guild_id)
    if paper is None:
        raise BotError(
            "There is no such paper here. Pick one from the list that opens as you type."
        )
    return paper


async def list_meant(interaction: Interaction, name: str, *, empty: bool = False) -> PaperList:
    """Return the list of this name; raises `BotError` naming some if there is none."""
    catalog, guild_id = interaction.client.catalog, guild_of(interaction)
    found = await catalog.list_named(name, guild_id, empty=empty)
    if found is None:
        lists = (await catalog.lists(guild_id))[:5]
        names = ", ".join(escape(cut(one.name, MAX_CHOICE)) for one in lists)
        raise BotError(f"There is no such list. Lists here: {names or 'none yet'}.")
    return found


async def offer_authors(interaction: Interaction, current: str) -> list[Choice]:
    """Offer authors; the value of each is the name."""
    try:
        bot = interaction.client
        asked = bot.search.authors(current, guild_of(interaction), MAX_CHOICES)
        names = await bot.keystrokes.newest(interaction.user.id, asked) or []
    except Exception:
        log.exception("No authors could be offered")
        return []
    fitting = {cut(name, MAX_CHOICE): name for name in names if len(name) <= MAX_CHOICE}
    return [Choice(name=shown, value=name) for shown, name in fitting.items()]


async def filter_meant(interaction: Interaction, list_name: str | None, year: int | None) -> Filter:
    """Return the filter for the options `list` and `year`; raises `BotError` for no such list."""
    years = (year, year)
    if not list_name:
        return Filter(years=years)
    found = await list_meant(interaction, list_name)
    return Filter(list_ids=(found.id,), years=years)


def _label(paper: Paper) -> str:
    """Return the headline with the code behind it, so that no two labels are alike."""
    tail = f" · {paper.code}"
    return cut(paper.headline, MAX_CHOICE - len(tail)) + tail

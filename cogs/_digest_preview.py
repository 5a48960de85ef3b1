"""What a digest brings next, with buttons to have something else instead."""

from __future__ import annotations

import datetime as dt

import discord

from bot.digests.digest import Digest
from bot.errors import BotError
from bot.papers.paper import Paper
from cogs._actions import Action
from cogs._cards import Item, View, view_of
from cogs._checks import Interaction, guild_of, require_librarian
from cogs._digest_choices import digest_meant
from cogs._memory import remember
from cogs._post_cards import post_items

PREVIEW = "preview"
PAUSED = "paused, so it does not come until `/digest resume`"
NO_OTHER = "There is no other paper to bring instead. Add papers, or widen the digest."
CHANGED = "What comes next has changed meanwhile. Run `/digest preview` again."


async def preview_view(interaction: Interaction, digest: Digest) -> View:
    """Return the next post as it will be; raises `BotError` if none is to come."""
    bot = interaction.client
    post = await bot.courier.planner.preview(digest, bot.now())
    state = {"digest_id": digest.id, "date": post.local_date.isoformat(), "gone": []}
    return await _view(interaction, digest, await remember(interaction, PREVIEW, state))


async def _view(interaction: Interaction, digest: Digest, panel_id: int) -> View:
    bot = interaction.client
    post = await bot.courier.planner.preview(digest, bot.now())
    comes = f"comes {discord.utils.format_dt(post.due_at, 'R')}" if digest.active else PAUSED

    def buttons(paper: Paper) -> list[Item]:
        return [
            SwapPaper.button(f"swap:{panel_id}:{paper.id}", "Swap"),
            PassOver.button(f"pass:{panel_id}:{paper.id}", "Skip this one"),
        ]

    return view_of(*post_items(post, digest, buttons, note=f"Preview · {comes}"))


async def _replace(interaction: Interaction, panel_id: int, paper_id: int, passed: bool) -> None:
    """Let another paper come instead of this one, and show it."""
    await require_librarian(interaction)
    bot = interaction.client
    panel = await bot.panels.get(panel_id, PREVIEW, guild_of(interaction), bot.now())
    digest = await digest_meant(interaction, str(panel.state["digest_id"]))
    post = await bot.courier.planner.preview(digest, bot.now())
    date, gone = dt.date.fromisoformat(panel.state["date"]), panel.state["gone"]
    if post.local_date != date or paper_id not in [paper.id for paper in post.papers]:
        raise BotError(CHANGED)
    planner = bot.courier.planner
    if not await planner.replace_paper(digest, date, paper_id, passed_over=passed, without=gone):
        # All others were swapped away before: begin anew with them.
        gone = []
        if not await planner.replace_paper(digest, date, paper_id, passed_over=passed):
            raise BotError(NO_OTHER)
    await bot.panels.update(panel, {**panel.state, "gone": [*gone, paper_id]})
    await interaction.response.edit_message(view=await _view(interaction, digest, panel_id))


class SwapPaper(Action, template=r"swap:(?P<panel_id>\d{1,18}):(?P<paper_id>\d{1,18})"):
    """Brings another paper; this one goes back into the bag."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await _replace(interaction, values["panel_id"], values["paper_id"], passed=False)


class PassOver(Action, template=r"pass:(?P<panel_id>\d{1,18}):(?P<paper_id>\d{1,18})"):
    """Brings another paper; this one does not come in this round."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await _replace(interaction, values["panel_id"], values["paper_id"], passed=True)

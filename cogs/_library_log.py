"""/library log: who did what and when, each with a button that undoes it."""

from __future__ import annotations

import discord
from discord import ui

from bot.papers.batches import Batch
from bot.papers.changelog import Line
from bot.papers.lists import by_member
from bot.papers.markup import cut, escape
from cogs._actions import Action
from cogs._cards import Item, View, note, view_of
from cogs._checks import Interaction, guild_of, require_librarian

PAGE = 5  # lines, each with its button
MAX_ABOUT = 100
DONE = {
    "add": "added",
    "edit": "changed",
    "remove": "removed",
    "restore": "brought back",
    "hide": "hid",
    "show": "showed again",
    "rename": "renamed",
    "move": "moved",
    "undo": "undid a change of",
}


async def log_view(interaction: Interaction, page: int) -> View:
    """Return a page, from 0 on, of what was done in this server."""
    changelog, guild_id = interaction.client.changelog, guild_of(interaction)
    lines = await changelog.page(guild_id, PAGE + 1, page * PAGE)
    items: list[Item] = [ui.TextDisplay("### What was changed")]
    if not lines:
        items.append(ui.TextDisplay("Nothing yet." if page == 0 else "Nothing more."))
    for line in lines[:PAGE]:
        items += [ui.Separator(), _item(line)]
    if page or len(lines) > PAGE:
        items.append(ui.ActionRow(*_pager(page, more=len(lines) > PAGE)))
    return view_of(*items)


def _item(line: Line) -> Item:
    when = f"<t:{line.by.at}:R>"
    who = f"<@{line.by.user_id}>" if line.by.user_id else "The bot's host"
    text = f"{who} {_deed(line)}\n-# {when}"
    if line.of.undone:
        return ui.TextDisplay(f"{text} · undone")
    kind = "batch" if isinstance(line.of, Batch) else "change"
    return ui.Section(text, accessory=Undo.button(f"undo-{kind}:{line.of.id}", "Undo"))


def _deed(line: Line) -> str:
    about = escape(cut(line.about, MAX_ABOUT))
    if isinstance(line.of, Batch):
        return _batch_deed(line.of, about)
    change = line.of.change
    code = f" (P-{change.of.paper_id})" if change.of.paper_id else ""
    return f"{DONE.get(change.action, 'changed')} **{about}**{code}"


def _batch_deed(batch: Batch, about: str) -> str:
    if batch.undoes:
        return f"undid **{about}**: {batch.counts.get('papers', 0):,} papers"
    if "new" not in batch.counts:
        return f"merged **{about}**"
    new, updated = batch.counts.get("new", 0), batch.counts.get("updated", 0)
    return f"imported **{about}**: {new:,} new, {updated:,} updated"


def _pager(page: int, *, more: bool) -> list[Item]:
    return [
        TurnLog.button(f"log:{max(page - 1, 0)}", "◀ Newer", disabled=page == 0),
        TurnLog.button(f"log:{page + 1}", "Older ▶", disabled=not more),
    ]


class TurnLog(Action, template=r"log:(?P<page>\d{1,5})"):
    """Turns the pages."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        view = await log_view(interaction, values["page"])
        await interaction.response.edit_message(view=view)


class Undo(Action, template=r"undo-(?:change|batch):(?P<of_id>\d{1,18})"):
    """Takes back one change, or all that was made together."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        bot = interaction.client
        by = by_member(guild_of(interaction), interaction.user.id, bot.now())
        if self.custom_id.startswith("undo-batch"):
            done = await bot.changelog.undo_batch(values["of_id"], by)
            text = f"Undone: {done.papers:,} paper{'' if done.papers == 1 else 's'}."
            if done.kept:
                text += f" {done.kept:,} were changed since and stay as they are."
        else:
            await bot.changelog.undo(values["of_id"], by)
            text = "Undone."
        view = note(f"{text}\n-# `/library log` can take that back, too.")
        await interaction.followup.send(view=view, ephemeral=True)


def undo_button(batch_id: int) -> Item:
    """Return the button that undoes an import."""
    style = discord.ButtonStyle.secondary
    return Undo.button(f"undo-batch:{batch_id}", "Undo all of it", style=style)

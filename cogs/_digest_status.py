"""How a digest does: what comes, what came of its posts, and buttons that mend what can be."""

from __future__ import annotations

import datetime as dt
from typing import Any

import discord
from discord import ui

from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.digests.extras import Extra
from bot.errors import BotError
from bot.papers.markup import cut
from cogs import _digest_texts as texts
from cogs._actions import Action
from cogs._cards import Item, View, note, view_of
from cogs._channels import bold_list, find_channel, is_postable, missing_permissions
from cogs._checks import Interaction, require_librarian
from cogs._digest_choices import digest_meant
from cogs._digest_options import Asked, order_meant

OUTCOMES = 10
MAX_OUTCOME = 250  # characters; ten fit one message beside the rest
MADE_UP_FOR = dt.timedelta(days=3)  # after so long nobody misses a post of one day
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
]
FAILED = {"publish": "Not published", "thread": "No thread", "pin": "Not pinned"}


async def status_view(interaction: Interaction, digest: Digest) -> View:
    """Return the digest's state, its next and last posts, and what there is to mend."""
    bot = interaction.client
    entries = await bot.courier.ledger.history(digest.id, OUTCOMES)
    items: list[Item] = [ui.TextDisplay(await _state(interaction, digest)), ui.Separator()]
    if digest.active:
        items += [ui.TextDisplay(await texts.coming(bot, digest)), ui.Separator()]
    items.append(ui.TextDisplay(await _outcomes(interaction, digest, entries)))
    buttons = _buttons(digest, entries, bot.now())
    items += [ui.ActionRow(*buttons)] if buttons else []
    return view_of(*items, ui.ActionRow(ChooseChannel.select(digest.id)))


async def change_state(interaction: Interaction, digest: Digest, state: str) -> Digest:
    """Pause, resume or remove the digest; return it as it is then."""
    bot = interaction.client
    changed = await bot.courier.digests.set_state(digest.id, state, bot.now())
    await bot.scheduler.arm(changed)
    return changed


async def _state(interaction: Interaction, digest: Digest) -> str:
    names = await texts.list_names(interaction)
    lines = [f"### Digest #{digest.id}", texts.where_and_when(digest, names)]
    if not digest.active:
        lines.append("⏸️ **Paused.** Nothing comes until you resume it.")
    left = await interaction.client.courier.planner.papers_left(digest)
    lines.append(f"{left:,} paper{'' if left == 1 else 's'} left in this round.")
    channel = await find_channel(interaction, digest.channel_id)
    if not is_postable(channel):
        lines.append("⚠️ Its channel was deleted, or I cannot see it. Choose another below.")
    elif missing := missing_permissions(channel, digest.order):
        lines.append(
            f"⚠️ I need {bold_list(missing)} in {channel.mention}. Allow it in the channel's"
            " settings under Permissions."
        )
    return "\n".join(lines)


async def _outcomes(interaction: Interaction, digest: Digest, entries: list[Entry]) -> str:
    if not entries:
        return "Nothing has been posted yet."
    lines = ["Last posts:"]
    for entry in entries:
        told = texts.outcome(entry)
        if entry.state == "posted":
            told = f"[posted]({texts.jump_link(interaction, digest, entry)})"
            told += " late." if entry.late else "."
        extras = await interaction.client.courier.extras.of(entry.id)
        whole = " ".join([told, *(_failed(one) for one in extras if one.state == "failed")])
        lines.append(cut(f"- {entry.local_date or 'Extra'}: {whole}", MAX_OUTCOME))
    return "\n".join(lines)


def _failed(extra: Extra) -> str:
    return f"{FAILED[extra.kind]}: {extra.reason} {extra.hint or ''}".strip()


def _buttons(digest: Digest, entries: list[Entry], now: dt.datetime) -> list[Item]:
    buttons: list[Item] = []
    if not digest.active:
        style = discord.ButtonStyle.primary
        buttons.append(ResumeDigest.button(f"resume:{digest.id}", "Resume", style=style))
    last = next((entry for entry in entries if entry.local_date), None)
    if last and last.state in ("skipped", "failed") and now - last.due_at < MADE_UP_FOR:
        buttons.append(MakeUp.button(f"makeup:{last.id}", "Post the missed one now"))
    return buttons


class ResumeDigest(Action, template=r"resume:(?P<digest_id>\d{1,18})"):
    """Continues a paused digest."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        digest = await digest_meant(interaction, str(values["digest_id"]))
        changed = await change_state(interaction, digest, "active")
        await interaction.response.edit_message(view=await status_view(interaction, changed))


class MakeUp(Action, template=r"makeup:(?P<entry_id>\d{1,18})"):
    """Posts a slot that was skipped or failed after all."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        entry = await bot.courier.ledger.get(values["entry_id"])
        if entry is None:
            raise BotError("There is no such post here.")
        digest = await digest_meant(interaction, str(entry.digest_id))
        await interaction.response.defer()
        try:
            made = await bot.courier.make_up(digest, entry, bot.now())
        finally:
            await bot.scheduler.arm(digest)  # which looks for a post of unknown end
        await interaction.edit_original_response(view=await status_view(interaction, digest))
        link = texts.jump_link(interaction, digest, made)
        await interaction.followup.send(view=note(f"Posted: {link}"), ephemeral=True)


class ChooseChannel(Action, template=r"move:(?P<digest_id>\d{1,18})"):
    """Lets the digest post in another channel; all else stays."""

    @classmethod
    def select(cls, digest_id: int) -> ChooseChannel:
        """Return the menu of channels."""
        menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=f"move:{digest_id}",
            channel_types=CHANNELS,
            placeholder="Choose another channel",
        )
        return cls(menu)

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        digest = await digest_meant(interaction, str(values["digest_id"]))
        assert isinstance(self.item, ui.ChannelSelect)
        order = await order_meant(interaction, Asked(channel=self.item.values[0]), digest.order)
        changed = await bot.courier.digests.change(digest, order, bot.now())
        await bot.scheduler.arm(changed)
        await interaction.response.edit_message(view=await status_view(interaction, changed))

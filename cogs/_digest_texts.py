"""What /digest says of digests: where and when they come, and what became of the last post."""

from __future__ import annotations

import discord

from bot.app import Paperboy
from bot.digests.calendar import describe_weekdays
from bot.digests.digest import Digest
from bot.digests.ledger import Entry
from bot.papers.markup import escape
from cogs._checks import Interaction, guild_of

NEXT_POSTS = 3
LAST_SLOTS = 3
MAX_TEXT = 4_000  # characters in one message of Discord's


def label(interaction: Interaction, digest: Digest) -> str:
    """Return the digest in one line of plain text, for menus."""
    channel = interaction.guild and interaction.guild.get_channel(digest.channel_id)
    where = channel.name if channel else "deleted channel"
    rule = digest.rule
    return f"{where} · {rule.at:%H:%M} {rule.zone} · {describe_weekdays(rule.weekdays)}"


async def list_names(interaction: Interaction) -> dict[int, str]:
    """Return the names of the lists this server sees, by id."""
    lists = await interaction.client.catalog.lists(guild_of(interaction))
    return {one.id: one.name for one in lists}


def where_and_when(digest: Digest, names: dict[int, str]) -> str:
    """Return a sentence; `names` are those of the lists, by id."""
    rule = digest.rule
    when = f"{describe_weekdays(rule.weekdays)} at {rule.at:%H:%M} ({escape(rule.zone)})"
    name = names.get(digest.list_id, "an empty list") if digest.list_id else ""
    return f"In <#{digest.channel_id}> {when}" + (f", from {escape(name)}." if name else ".")


def coming(bot: Paperboy, digest: Digest) -> str:
    """Return the next posts as Discord timestamps, which everyone sees in their own time."""
    lines = [
        f"- {discord.utils.format_dt(slot.due_at, 'F')}"
        f" ({discord.utils.format_dt(slot.due_at, 'R')})"
        for slot in bot.scheduler.next_slots(digest, NEXT_POSTS)
    ]
    return "\n".join(["Next posts, in your own time:", *lines])


async def describe(bot: Paperboy, digest: Digest, names: dict[int, str]) -> str:
    """Return one digest of the list: where, when, its state and its last slots."""
    slots = bot.scheduler.next_slots(digest, 1)
    coming = discord.utils.format_dt(slots[0].due_at, "R") if slots else "never"
    lines = [
        f"**#{digest.id}** {where_and_when(digest, names)}",
        f"-# Next {coming}" if digest.active else "-# Paused",
    ]
    for slot in await bot.courier.ledger.last_slots(digest.id, LAST_SLOTS):
        lines.append(f"-# {slot.local_date}: {_outcome(slot)}")
    return "\n".join(lines)


def _outcome(entry: Entry) -> str:
    if entry.state == "posted":
        return "posted."
    if entry.state == "claimed":
        return "on its way; Discord has not confirmed it yet."
    return f"not posted. {entry.reason} {entry.hint}"


def sheets(blocks: list[str]) -> list[str]:
    """Join the blocks into as few texts as Discord's limit for one message allows."""
    sheets = [""]
    for block in blocks:
        if len(sheets[-1]) + 1 + len(block) > MAX_TEXT:
            sheets.append("")
        sheets[-1] = f"{sheets[-1]}\n{block}".strip()
    return sheets

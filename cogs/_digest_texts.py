"""What /digest says of digests: where, when and what they bring, and what became of posts."""

from __future__ import annotations

import discord

from bot.app import Paperboy
from bot.digests.calendar import Rule, describe_weekdays
from bot.digests.date_phrases import describe_dates, describe_skips
from bot.digests.digest import Choice, Digest, Ordering
from bot.digests.entry import Entry
from bot.digests.phrases import describe_weeks
from bot.digests.zones import zone_title
from bot.papers.markup import cut, escape
from cogs._cards import in_words
from cogs._checks import Interaction, guild_of

NEXT_POSTS = 3
LAST_POSTS = 3
MAX_TEXT = 4_000  # characters in one message of Discord's
MAX_QUERY = 80
MAX_SKIPS = 3  # ranges of dates
ORDERS = {
    Ordering.SHUFFLE: "",
    Ordering.NEWEST: "the newest first",
    Ordering.LIST: "in the order of their list",
    Ordering.SAVED: "those saved most first",
}


def label(interaction: Interaction, digest: Digest) -> str:
    """Return the digest in one line of plain text, for menus."""
    channel = interaction.guild and interaction.guild.get_channel_or_thread(digest.channel_id)
    where = channel.name if channel else "deleted channel"
    return f"{where} · {when(digest.rule)}"


async def list_names(interaction: Interaction) -> dict[int, str]:
    """Return the names of the lists this server sees, by id."""
    lists = await interaction.client.catalog.lists(guild_of(interaction))
    return {one.id: one.name for one in lists}


def when(rule: Rule) -> str:
    """Return a rule in plain words: `Mon–Fri, every 2nd week at 09:00 (UTC+8)`."""
    days = [describe_weekdays(rule.weekdays)]
    if rule.every_weeks > 1:
        days.append(describe_weeks(rule.every_weeks))
    if rule.first_date or rule.last_date:
        days.append(describe_dates(rule.first_date, rule.last_date))
    if rule.skipped:
        days.append(describe_skips(rule.skipped, MAX_SKIPS))
    return f"{', '.join(days)} at {rule.at:%H:%M} ({zone_title(rule.zone)})"


def what(choice: Choice, names: dict[int, str]) -> str:
    """Return what a digest brings; nothing for one paper of all. `names` are the lists'."""
    first, last = choice.years
    parts = [
        f"from {escape(names.get(choice.list_id, 'an empty list'))}" if choice.list_id else "",
        f"with “{escape(cut(choice.query, MAX_QUERY))}”" if choice.query else "",
        _years(first, last),
        "only with a title" if choice.titled else "",
        "none that came here before" if choice.unseen else "",
        ORDERS[choice.ordering],
        "" if choice.refill else "until all have come",
    ]
    told = [part for part in parts if part]
    count = f"{choice.papers} papers a post" if choice.papers > 1 else "one paper"
    return " ".join([count, ", ".join(told)]).strip() if told or choice.papers > 1 else ""


def _years(first: int | None, last: int | None) -> str:
    if first and last:
        return f"of {first}" if first == last else f"of {first}–{last}"
    return f"from {first} on" if first else f"up to {last}" if last else ""


def where_and_when(digest: Digest, names: dict[int, str]) -> str:
    """Return a sentence or two; `names` are those of the lists, by id."""
    look, brought = digest.order.look, what(digest.choice, names)
    extras = [
        f"a ping for <@&{look.role_id}>" if look.role_id else "",
        "a thread" if look.thread else "",
        "a pin" if look.pin else "",
    ]
    with_it = [extra for extra in extras if extra]
    lines = [f"In <#{digest.channel_id}> {escape(when(digest.rule))}."]
    lines += [f"Brings {brought}."] if brought else []
    lines += [f"With {in_words(with_it)}."] if with_it else []
    return "\n".join(lines)


async def coming(bot: Paperboy, digest: Digest) -> str:
    """Return the next posts as Discord timestamps, which everyone sees in their own time."""
    lines = [
        f"- {discord.utils.format_dt(slot.due_at, 'F')}"
        f" ({discord.utils.format_dt(slot.due_at, 'R')})"
        for slot in await bot.scheduler.next_slots(digest, NEXT_POSTS)
    ]
    return "\n".join(["Next posts, in your own time:", *lines]) if lines else "No post is to come."


async def describe(bot: Paperboy, digest: Digest, names: dict[int, str]) -> str:
    """Return one digest of the list: where, when, its state and its last posts."""
    slots = await bot.scheduler.next_slots(digest, 1)
    coming = discord.utils.format_dt(slots[0].due_at, "R") if slots else "never"
    lines = [
        f"**#{digest.id}** {where_and_when(digest, names)}",
        f"-# Next {coming}" if digest.active else "-# Paused",
    ]
    for entry in await bot.courier.ledger.history(digest.id, LAST_POSTS):
        lines.append(f"-# {entry.local_date or 'Extra'}: {outcome(entry)}")
    return "\n".join(lines)


def outcome(entry: Entry) -> str:
    """Return what became of a post, and how to mend it, in a sentence or two."""
    if entry.state == "posted":
        return "posted."
    if entry.state == "claimed":
        return "on its way; Discord has not confirmed it yet."
    return f"not posted. {entry.reason} {entry.hint}".strip()


def jump_link(interaction: Interaction, digest: Digest, entry: Entry) -> str:
    """Return the address of a post in Discord; one in a forum is a thread of its own."""
    channel = interaction.client.get_channel(entry.channel_id)
    place = "" if isinstance(channel, discord.ForumChannel) else f"{entry.channel_id}/"
    return f"https://discord.com/channels/{digest.guild_id}/{place}{entry.message_id}"


def sheets(blocks: list[str]) -> list[str]:
    """Join the blocks into as few texts as Discord's limit for one message allows."""
    sheets = [""]
    for block in blocks:
        if len(sheets[-1]) + 2 + len(block) > MAX_TEXT:
            sheets.append("")
        sheets[-1] = f"{sheets[-1]}\n\n{block}".strip()
    return sheets

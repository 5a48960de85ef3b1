"""What an organiser may ask of a digest, from the options of a command."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.digests.calendar import Rule, next_slots, parse_time, parse_weekdays
from bot.digests.date_phrases import parse_dates, parse_skips
from bot.digests.digest import MAX_HEADER, Choice, Look, Order, Ordering
from bot.digests.phrases import parse_weeks
from bot.digests.zones import resolve_zone
from bot.errors import BotError
from bot.papers.visible import visible
from cogs._channels import ANYWHERE, Postable, check_channel, find_channel, is_postable
from cogs._checks import Interaction, guild_of
from cogs._choices import filter_meant

NONE = ("none", "无", "-")  # takes back what was asked for before

DESCRIPTIONS = {
    "channel": "Where the paper comes",
    "time": "At what time of day, such as 09:00",
    "timezone": "Your time zone: a city, a zone or an offset, such as Shanghai or UTC+8",
    "weekdays": "On which days, such as mon-fri; every day if you leave it out",
    "weeks": "Every how many weeks, such as 2",
    "dates": "Between which dates, such as 2026-12-01..2026-12-07",
    "skip": "On which dates not, such as 2026-12-24..2026-12-26",
    "list_name": "Only papers of this list",
    "year": "Only papers of this year, or from it on",
    "until": "Only papers up to this year",
    "titled": "Only papers with a title",
    "query": "Only papers that have these words; all that /paper search understands",
    "order": "In which order they come",
    "papers": "How many in one post",
    "unseen": "Leave out what any digest of this server has brought",
    "when_dry": "What to do when all have come",
    "late": "What to do with a slot missed while the bot was away",
    "role": "The one role to ping; @everyone takes it back",
    "thread": "Open a thread to discuss each post",
    "pin": "Pin today's post and unpin the one before",
    "header": "A line above the papers",
    "tag": "The tag of a forum's posts",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of one command; None: not given."""

    channel: Any = None
    time: str | None = None
    timezone: str | None = None
    weekdays: str | None = None
    weeks: str | None = None
    dates: str | None = None
    skip: str | None = None
    list_name: str | None = None
    year: int | None = None
    until: int | None = None
    titled: bool | None = None
    query: str | None = None
    order: str | None = None
    papers: int | None = None
    unseen: bool | None = None
    when_dry: str | None = None
    late: str | None = None
    role: discord.Role | None = None
    thread: bool | None = None
    pin: bool | None = None
    header: str | None = None
    tag: str | None = None


async def order_meant(interaction: Interaction, asked: Asked, before: Order | None) -> Order:
    """Return what is asked for, `before` with its changes; raises `BotError` naming what to mend.

    Text that is “none” takes back what was asked for before.
    """
    channel = await _channel(interaction, asked, before)
    now = interaction.client.now()
    order = Order(
        channel.id,
        _rule(asked, before.rule if before else None, now),
        await _choice(interaction, asked, before.choice if before else Choice()),
        _look(asked, before.look if before else Look(), channel),
        asked.late != "skip" if asked.late else (before.post_late if before else True),
    )
    check_channel(channel, order)
    if not next_slots(order.rule, now, 1):
        raise BotError("No date is left on which it could come. Look at `dates` and `skip`.")
    return order


async def _channel(interaction: Interaction, asked: Asked, before: Order | None) -> Postable:
    channel_id = asked.channel.id if asked.channel else before.channel_id if before else 0
    channel = await find_channel(interaction, channel_id)
    if channel is None:
        raise BotError(f"I cannot see that channel. {ANYWHERE}")
    if not is_postable(channel) or channel.guild.id != guild_of(interaction):
        check_channel(channel, Order(channel_id, _EVERY_NOON))
        raise BotError(f"That channel is not in this server. {ANYWHERE}")
    return channel


_EVERY_NOON = Rule(dt.time(12), "UTC", frozenset(range(7)))


def _rule(asked: Asked, before: Rule | None, now: dt.datetime) -> Rule:
    rule = before or replace(_EVERY_NOON)
    if asked.time is not None:
        rule = replace(rule, at=parse_time(asked.time))
    if asked.timezone is not None:
        rule = replace(rule, zone=resolve_zone(asked.timezone, now))
    if asked.weekdays is not None:
        rule = replace(rule, weekdays=parse_weekdays(_given(asked.weekdays)))
    if asked.weeks is not None:
        rule = replace(rule, every_weeks=parse_weeks(_given(asked.weeks)))
    if asked.dates is not None:
        first, last = parse_dates(_given(asked.dates))
        rule = replace(rule, first_date=first, last_date=last)
    if asked.skip is not None:
        rule = replace(rule, skipped=parse_skips(_given(asked.skip)))
    return rule


async def _choice(interaction: Interaction, asked: Asked, before: Choice) -> Choice:
    years = (
        before.years[0] if asked.year is None else asked.year or None,
        before.years[1] if asked.until is None else asked.until or None,
    )
    if years[0] and years[1] and years[1] < years[0]:
        raise BotError(f"No year is from {years[0]} and up to {years[1]}. Swap them.")
    return Choice(
        list_id=await _list_id(interaction, asked.list_name, before.list_id),
        years=years,
        titled=before.titled if asked.titled is None else asked.titled,
        query=await _query(interaction, asked.query, before.query),
        unseen=before.unseen if asked.unseen is None else asked.unseen,
        ordering=Ordering(asked.order) if asked.order else before.ordering,
        papers=asked.papers or before.papers,
        refill=asked.when_dry != "pause" if asked.when_dry else before.refill,
    )


async def _list_id(interaction: Interaction, name: str | None, before: int | None) -> int | None:
    if name is None:
        return before
    among = await filter_meant(interaction, _given(name), None)
    return next(iter(among.list_ids), None)


async def _query(interaction: Interaction, text: str | None, before: str | None) -> str | None:
    if text is None:
        return before
    query = _given(text)
    if query and not await interaction.client.search.matching(query, guild_of(interaction)):
        raise BotError(
            "No paper here has all of these words. Try them with `/paper search`, and give fewer."
        )
    return query


def _look(asked: Asked, before: Look, channel: Postable) -> Look:
    role_id, tag_id = before.role_id, before.tag_id
    if asked.role is not None:
        role_id = None if asked.role.is_default() else asked.role.id
    if asked.tag is not None:
        tag_id = _tag(_given(asked.tag), channel)
    header = before.header if asked.header is None else _given(asked.header)
    if header and len(header) > MAX_HEADER:
        raise BotError(f"The header is longer than {MAX_HEADER} characters. Shorten it.")
    return Look(
        header=visible(header) if header else None,
        role_id=role_id,
        thread=before.thread if asked.thread is None else asked.thread,
        pin=before.pin if asked.pin is None else asked.pin,
        tag_id=tag_id,
    )


def _tag(name: str | None, channel: Postable) -> int | None:
    if name is None:
        return None
    if not isinstance(channel, discord.ForumChannel):
        raise BotError("Only posts in a forum have a tag. Leave `tag` out.")
    for tag in channel.available_tags:
        if tag.name.casefold() == name.casefold():
            return tag.id
    names = ", ".join(tag.name for tag in channel.available_tags)
    raise BotError(f"That forum has no such tag. Its tags: {names or 'none yet'}.")


def _given(text: str) -> str | None:
    said = text.strip()
    return None if not said or said.casefold() in NONE else said

"""Finding a post that may stand in its channel already, by the slot's id in a custom id."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator

import discord
from discord import ui

from bot.digests.entry import Entry
from bot.digests.publishing import RefusedError
from cogs._channels import Postable

LOOK_BACK = 1_000  # messages
FORUM_POSTS = 100  # of the bot's own, of which the first messages are read
# A message's id tells the time by Discord's clock; ours may be ahead of it.
CLOCK_SKEW = dt.timedelta(minutes=10)


async def find_post(channel: Postable, entry: Entry) -> int | None:
    """Return the id of the entry's message if it stands there.

    Raises `RefusedError` if that cannot be told.
    """
    # Without this permission Discord answers with an empty list, not an error.
    if not channel.permissions_for(channel.guild.me).read_message_history:
        raise _untold(
            "the bot may not read the channel's history", "Allow the bot Read Message History."
        )
    since = entry.claimed_at - CLOCK_SKEW
    if isinstance(channel, discord.ForumChannel):
        return await _in_forum(channel, entry, since)
    seen = 0
    async for message in channel.history(limit=LOOK_BACK, after=since, oldest_first=True):
        seen += 1
        if _is_of(message, entry):
            return message.id
    if seen == LOOK_BACK:
        raise _untold("too much was written there since to look it all through")
    return None


async def _in_forum(forum: discord.ForumChannel, entry: Entry, since: dt.datetime) -> int | None:
    """Look at the first message of each of the bot's posts."""
    seen = 0
    async for thread in _own_threads(forum, since):
        seen += 1
        async for message in thread.history(limit=1, oldest_first=True):
            if _is_of(message, entry):
                return thread.id
        if seen == FORUM_POSTS:
            raise _untold("too much was posted there since to look it all through")
    return None


async def _own_threads(
    forum: discord.ForumChannel, since: dt.datetime
) -> AsyncIterator[discord.Thread]:
    me = forum.guild.me.id
    first_id = discord.utils.time_snowflake(since)
    for thread in await forum.guild.active_threads():
        if thread.parent_id == forum.id and thread.owner_id == me and thread.id >= first_id:
            yield thread
    async for thread in forum.archived_threads(limit=FORUM_POSTS):
        if thread.owner_id == me and thread.id >= first_id:
            yield thread


def _is_of(message: discord.Message, entry: Entry) -> bool:
    if message.author.id != (message.guild and message.guild.me.id):
        return False
    parts = ui.LayoutView.from_message(message).walk_children()
    wanted = f"about:{entry.id}"
    return any(getattr(part, "custom_id", None) == wanted for part in parts)


def _untold(why: str, hint: str = "") -> RefusedError:
    return RefusedError(
        f"Whether the post arrived is unknown: Discord did not confirm it, and {why}.",
        f"{hint} If it is not in the channel, post it from /digest status.".strip(),
    )

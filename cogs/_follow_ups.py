"""What follows a post on Discord: publishing it, its thread, its pin. Each may be done twice."""

from __future__ import annotations

from typing import Final

import discord

from bot.app import Paperboy
from bot.digests.digest import Digest, Look
from bot.digests.entry import Entry
from bot.digests.publishing import RefusedError
from bot.papers.markup import cut
from cogs._channels import Postable

# Discord's error codes.
ALREADY_PUBLISHED, HAS_THREAD, MOST_PINS = 40033, 160004, 30003
MAX_NAME = 100  # characters of a thread's name
WEEK_MINUTES: Final = 10_080  # a thread is archived after so long without a message
NOTICES = 10  # messages after a post among which the notice of its pin is looked for


def wanted(channel: Postable, look: Look) -> list[str]:
    """Return what is to follow a post in such a channel.

    A post in a forum or a thread is in a thread already; one in a forum is found without a pin.
    """
    if isinstance(channel, discord.ForumChannel):
        return []
    is_text = isinstance(channel, discord.TextChannel)
    asked = {
        "publish": is_text and channel.type is discord.ChannelType.news,
        "thread": is_text and look.thread,
        "pin": look.pin,
    }
    return [kind for kind, is_asked in asked.items() if is_asked]


async def follow_up(
    bot: Paperboy, channel: Postable, digest: Digest, entry: Entry, kind: str
) -> int | None:
    """Do it; raises `RefusedError` if the bot may not. Returns the id of a thread."""
    if isinstance(channel, discord.ForumChannel) or entry.message_id is None:
        return entry.message_id
    message = channel.get_partial_message(entry.message_id)
    if kind == "publish":
        await _publish(message)
    elif kind == "thread":
        return await _open_thread(bot, channel, digest, message, entry)
    else:
        _need(channel, "pin_messages", "pin")
        await _pin(bot, channel, digest, message, entry)
    return None


def _need(channel: Postable, right: str, deed: str) -> None:
    if not getattr(channel.permissions_for(channel.guild.me), right):
        name = right.replace("_", " ").title()
        raise RefusedError(f"The bot may not {deed} here.", f"Allow it {name} in the channel.")


async def _publish(message: discord.PartialMessage) -> None:
    try:
        await message.publish()
    except discord.Forbidden as error:
        raise RefusedError(
            "The bot may not publish the post.", "Allow it Send Messages in the channel."
        ) from error
    except discord.HTTPException as error:
        if error.code != ALREADY_PUBLISHED:
            raise


async def _open_thread(
    bot: Paperboy,
    channel: Postable,
    digest: Digest,
    message: discord.PartialMessage,
    entry: Entry,
) -> int:
    """Make the thread, which has its message's id, unless it is there."""
    _need(channel, "create_public_threads", "make threads")
    papers = await bot.catalog.get_many(entry.paper_ids, digest.guild_id)
    name = papers[0].headline if papers else f"Paper of the day {entry.local_date or ''}"
    try:
        await message.create_thread(name=cut(name, MAX_NAME), auto_archive_duration=WEEK_MINUTES)
    except discord.Forbidden as error:
        raise RefusedError(
            "The bot may not make threads here.", "Allow it Create Public Threads in the channel."
        ) from error
    except discord.HTTPException as error:
        if error.code != HAS_THREAD:
            raise
    return message.id


async def _pin(
    bot: Paperboy,
    channel: discord.TextChannel | discord.Thread,
    digest: Digest,
    message: discord.PartialMessage,
    entry: Entry,
) -> None:
    """Pin the post, remove Discord's notice of it, and unpin the one before."""
    before = await bot.courier.extras.pinned_before(digest.id, entry.id)
    for message_id in before:
        try:
            await channel.get_partial_message(message_id).unpin()
        except (discord.NotFound, discord.Forbidden):  # deleted, or of a channel before
            continue
    try:
        await message.pin()
    except discord.Forbidden as error:
        raise RefusedError(
            "The bot may not pin here.", "Allow it Pin Messages in the channel."
        ) from error
    except discord.HTTPException as error:
        if error.code != MOST_PINS:
            raise
        raise RefusedError("The channel holds no more pins.", "Unpin some messages.") from error
    await _remove_notice(channel, message)


async def _remove_notice(
    channel: discord.TextChannel | discord.Thread, message: discord.PartialMessage
) -> None:
    try:
        async for notice in channel.history(limit=NOTICES, after=message):
            pinned = notice.reference.message_id if notice.reference else None
            if notice.type is discord.MessageType.pins_add and pinned == message.id:
                await notice.delete()
    except discord.HTTPException:  # it may not be read or removed everywhere, and does no harm
        return

"""Channels a digest can post in, and what the bot may do there."""

from __future__ import annotations

from typing import TypeGuard

import discord

from bot.digests.digest import Order
from bot.errors import BotError
from cogs._cards import in_words
from cogs._checks import Interaction

Postable = discord.TextChannel | discord.ForumChannel | discord.Thread
ANYWHERE = "Pick a text, announcement or forum channel, or a thread."
ORDINARY = ("view_channel", "send_messages", "read_message_history")
IN_THREAD = ("view_channel", "send_messages_in_threads", "read_message_history")


async def find_channel(interaction: Interaction, channel_id: int) -> object | None:
    """Return a channel or thread as far as the bot can see it; an archived thread is asked for."""
    guild = interaction.guild
    if guild and (known := guild.get_channel_or_thread(channel_id)):
        return known
    try:
        return await interaction.client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return None


def is_postable(channel: object) -> TypeGuard[Postable]:
    """Whether posts can be sent there at all."""
    if isinstance(channel, discord.ForumChannel):
        return not channel.is_media()
    return isinstance(channel, discord.TextChannel | discord.Thread)


def check_channel(channel: object, order: Order) -> None:
    """Raise `BotError`, saying why and what to do, if a digest cannot post in the channel."""
    if not is_postable(channel):
        name = str(getattr(channel, "type", "other")).replace("_", " ")
        raise BotError(f"A {name} channel holds no posts of text. {ANYWHERE}")
    if isinstance(channel, discord.ForumChannel):
        _check_tag(channel, order)
    missing = missing_permissions(channel, order)
    if missing:
        raise BotError(
            f"I cannot post in {channel.mention} like that: I need {bold_list(missing)} there."
            " Allow it in the channel's settings under Permissions, then try again."
        )


def _check_tag(forum: discord.ForumChannel, order: Order) -> None:
    if forum.flags.require_tag and not order.look.tag_id:
        tags = ", ".join(tag.name for tag in forum.available_tags)
        raise BotError(f"{forum.mention} wants a tag on every post. Give `tag`, one of: {tags}.")


def to_post(channel: Postable) -> list[str]:
    """Return the names, as Discord's settings show them, of what the bot lacks to post there."""
    needed = IN_THREAD if isinstance(channel, discord.Thread) else ORDINARY
    return _lacking(channel, needed)


def missing_permissions(channel: Postable, order: Order) -> list[str]:
    """Return what the bot lacks there for a post and for all that is to follow it."""
    needed = list(IN_THREAD if isinstance(channel, discord.Thread) else ORDINARY)
    if order.look.thread and isinstance(channel, discord.TextChannel):
        needed.append("create_public_threads")
    if order.look.pin and not isinstance(channel, discord.ForumChannel):
        needed.append("pin_messages")
    return _lacking(channel, needed)


def _lacking(channel: Postable, needed: list[str] | tuple[str, ...]) -> list[str]:
    rights = channel.permissions_for(channel.guild.me)
    if not rights.view_channel:  # and so none of the others, whatever is set for them
        return ["View Channel"]
    return [name.replace("_", " ").title() for name in needed if not getattr(rights, name)]


def bold_list(names: list[str]) -> str:
    """Return the names in bold, joined as in a sentence."""
    return in_words([f"**{name}**" for name in names])

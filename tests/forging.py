"""Buttons that no user could press by hand: pressed twice, of others, of an older version."""

from __future__ import annotations

import discord
import simcord
from discord import ui

from tests.conftest import World


async def post(world: World, channel: simcord.ChannelHandle, custom_id: str) -> discord.Message:
    """Have the bot post a message with one button of this id, and forget about it."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Press", custom_id=custom_id))
    target = world.bot.get_partial_messageable(channel.id)
    message = await target.send("A message", view=view)
    view.stop()
    return message


async def press(
    world: World,
    actor: simcord.MemberActor,
    custom_id: str,
    channel: simcord.ChannelHandle | None = None,
) -> simcord.InteractionResult:
    """Have the actor press a button of this id on a message of the bot."""
    message = await post(world, channel or world.channel, custom_id)
    return await actor.click(message, custom_id=custom_id)

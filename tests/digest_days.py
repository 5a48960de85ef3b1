"""Words for tests of digests: let time pass, and look at what came."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.conftest import World
from tests.screen import components, text, walk

DAY = 86_400
# The simulated clock starts on Thursday, 1 January 2026, 00:00 UTC.
START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def at(moment: str) -> dt.datetime:
    """Return a moment such as `01-02 09:00` of 2026, in UTC."""
    return dt.datetime.strptime(f"2026-{moment}", "%Y-%m-%d %H:%M").replace(tzinfo=dt.UTC)


async def until(env: simcord.Env, moment: str) -> None:
    """Let time pass up to a moment of 2026, in UTC."""
    while (left := at(moment) - env.now()) > dt.timedelta():
        # By and by, as each time the bot has one real second to come to rest.
        await env.advance_time(min(left, dt.timedelta(hours=12)).total_seconds())


async def order(world: World, **options: Any) -> simcord.InteractionResult:
    """Create a digest: in the world's channel at 09:00 UTC, unless the options say otherwise."""
    options = {"channel": world.channel, "time": "09:00", "timezone": "UTC"} | options
    return await world.librarian.slash(world.channel, "digest create", **options)


async def ask(world: World, command: str, digest: str = "1") -> str:
    """Use a command on a digest and return what it says; always to the librarian alone."""
    answer = await world.librarian.slash(world.channel, f"digest {command}", digest=digest)
    shown = text(answer)
    assert answer.ephemeral
    return shown


async def sheets(world: World) -> list[str]:
    """Return the messages of /digest list; all to the librarian alone."""
    answer = await world.librarian.slash(world.channel, "digest list")
    assert answer.ephemeral
    messages = [*([answer.response] if answer.response else []), *answer.followups]
    assert all(message.ephemeral for message in messages)
    return [text(message.message) for message in messages]


async def overview(world: World) -> str:
    """Return what /digest list shows."""
    return "\n".join(await sheets(world))


def posts(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """Return the bot's public posts in a channel, oldest first."""
    return [
        message
        for message in channel.history()
        if message.author.bot
        and message.type is discord.MessageType.default
        and not message.flags.ephemeral
    ]


def times(channel: simcord.ChannelHandle) -> list[str]:
    """Return when each post came, as `01-02 09:00` in UTC."""
    return [f"{message.created_at:%m-%d %H:%M}" for message in posts(channel)]


def code(shown: discord.Message | simcord.InteractionResult | str) -> str:
    """Return the code of the paper that is shown, such as `P-17`."""
    found = re.findall(r"\bP-\d+\b", shown if isinstance(shown, str) else text(shown))
    assert found, "no paper is shown"
    return found[0]


def custom_ids(shown: discord.Message | simcord.InteractionResult) -> list[str]:
    """Return the custom ids of all buttons."""
    return [part["custom_id"] for part in walk(components(shown)) if part.get("custom_id")]


def instants(shown: str) -> list[int]:
    """Return the full dates a text shows, as Unix seconds."""
    return [int(seconds) for seconds in re.findall(r"<t:(\d+):F>", shown)]


def deny(world: World, channel: simcord.ChannelHandle, *names: str) -> None:
    """Deny the bot these permissions in a channel."""
    permissions = discord.Permissions(**dict.fromkeys(names, True))
    bot_id = world.env.backend.bot_user.id
    overwrite = Overwrite(bot_id, OverwriteType.MEMBER, allow=0, deny=permissions.value)
    world.env.backend.set_overwrite(channel.id, overwrite)


def allow_all(world: World, channel: simcord.ChannelHandle) -> None:
    """Take back every denial."""
    world.env.backend.delete_overwrite(channel.id, world.env.backend.bot_user.id)


async def down_until(world: World, moment: str) -> None:
    """Stop the bot now and start a new one at a moment of 2026, in UTC."""
    await world.bot.scheduler.close()
    await world.env.settle()
    world.env.backend.advance_clock((at(moment) - world.env.now()).total_seconds())
    await world.restart()
    await world.env.settle()


def lose_the_answer(world: World, patch: pytest.MonkeyPatch) -> None:
    """Let Discord take every message, and the bot never hear of it; until its restart."""
    send = world.bot.http.send_message

    async def send_and_lose(*args: Any, **options: Any) -> Any:
        await send(*args, **options)
        raise ConnectionResetError

    patch.setattr(world.bot.http, "send_message", send_and_lose)


def outage(world: World, times: int | None = 1) -> None:
    """Let Discord answer the next sendings with error 500; with None, every one."""
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=times)


def no_outage(world: World) -> None:
    """Let Discord work again."""
    world.env.backend.faults.clear()


async def reconnect(world: World) -> None:
    """Let the bot hear “ready” three times and “resumed” once, as after lost connections."""
    with world.env._bot_scope():  # so that the simulator waits for what the bot makes of it
        for _ in range(3):
            world.bot.dispatch("ready")
        world.bot.dispatch("resumed")
    await world.env.settle()

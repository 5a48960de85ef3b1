"""A small simulated Discord: one server, one channel, a member and a librarian."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

import discord
import simcord
import tzlocal

from bot.app import Paperboy, create_bot
from bot.digests.calendar import local_date
from bot.settings import Settings

# Longer waits are left to the clock; a settled world answers at once.
SETTLE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class World:
    """A running simulation; `zone` is this machine's time zone."""

    env: simcord.Env
    bot: Paperboy
    channel: simcord.ChannelHandle
    member: simcord.MemberActor
    librarian: simcord.MemberActor
    zone: str

    def keep_time(self) -> None:
        """Bring the simulation's clock up to the real one; it moves by timers alone."""
        behind = (dt.datetime.now(dt.UTC) - self.env.now()).total_seconds()
        if behind > 0:
            self.env.backend.advance_clock(behind)


@asynccontextmanager
async def simulated_world(database: Path | None) -> AsyncIterator[World]:
    """Start the bot in a new world; its state goes to `database`, or is dropped at the end.

    Today's digest is there already, posted by the bot at the minute that just began.
    """
    folder = nullcontext(None) if database else tempfile.TemporaryDirectory(prefix="paperboy-")
    with folder as temporary:
        path = database or Path(str(temporary)) / "demo.sqlite3"
        bot = create_bot(_settings(path))
        bot.always_sync = True  # a new world knows no commands
        env = simcord.Env(bot, settle_timeout=SETTLE_SECONDS)
        world = _furnish(env, bot)
        minute = dt.datetime.now(dt.UTC).replace(second=0, microsecond=0)
        env.backend.advance_clock((minute - env.now()).total_seconds() - 1)
        try:
            await env.start()
            await _post_todays_digest(world, minute)
            yield world
        finally:
            await env.shutdown()
            await bot.close()


def _settings(database: Path) -> Settings:
    """Return the settings of a demo, whatever an operator has set for the real bot."""
    fields = Settings.model_fields.items()
    defaults = {name: field.default for name, field in fields}
    return Settings.model_construct(**{**defaults, "database": database})


def _local_zone() -> str:
    """Return this machine's time zone, or UTC where its name cannot be told."""
    try:
        zone = tzlocal.get_localzone_name()
        ZoneInfo(zone)
    except (LookupError, OSError, ValueError):
        return "UTC"
    return zone


def _furnish(env: simcord.Env, bot: Paperboy) -> World:
    """Build the server; its librarians look after the shared lists."""
    env.backend.bot_user.name = "Paperboy"
    guild = env.create_guild("Reading group")
    bot.settings = bot.settings.model_copy(update={"home_guild": guild.id})
    channel = guild.create_text_channel(
        "reading-group", topic="Try /paper search hypertre, /paper random, or View as the librarian"
    )
    rights = discord.Permissions(manage_guild=True)
    role = guild.create_role("Librarian", permissions=rights)
    member = guild.add_member(env.create_user("member"))
    librarian = guild.add_member(env.create_user("librarian"), roles=[role])
    return World(env, bot, channel, member, librarian, _local_zone())


async def _post_todays_digest(world: World, minute: dt.datetime) -> None:
    """Order a digest for the minute that just began, and let it come."""
    bot, guild_id = world.bot, world.librarian.guild.id
    order = {
        "channel": world.channel,
        "time": f"{minute.astimezone(ZoneInfo(world.zone)):%H:%M}",
        "timezone": world.zone,
    }
    for digest in await bot.courier.digests.of_guild(guild_id):  # of a kept database
        number = str(digest.id)
        await world.librarian.slash(world.channel, "digest edit", digest=number, **order)
        last_date = await bot.courier.settled_until(digest)
        if last_date == local_date(world.zone, minute):  # it knows today's post
            await world.librarian.slash(world.channel, "digest post-now", digest=number)
        break
    else:
        await world.librarian.slash(world.channel, "digest create", **order)
    await world.env.advance_time(1)
    world.keep_time()

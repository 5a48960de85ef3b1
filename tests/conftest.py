"""A running bot in a simulated Discord, and who uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands

from bot.app import Paperboy, create_bot
from bot.errors import BotError
from bot.settings import Settings

SEEDS = Path(__file__).parent.parent / "seeds"


@dataclass
class World:
    """One server with a channel, a member and a librarian, and the bot in it."""

    env: simcord.Env
    bot: Paperboy
    settings: Settings
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    member: simcord.MemberActor
    librarian: simcord.MemberActor
    others: list[Paperboy] = field(default_factory=list)

    async def restart(self, **changes: Any) -> Paperboy:
        """Stop the bot and start a new one on the same database, in the same Discord."""
        self.others.append(self.bot)
        self.settings = self.settings.model_copy(update=changes)
        fresh = create_bot(self.settings)
        await self.env.restart_bot(fresh)
        await self.bot.close()
        self.bot = fresh
        return fresh


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a bot with the real lists and a new database, whatever the environment says."""
    return Settings(
        _env_file=None,
        token=None,
        database=tmp_path / "paperboy.sqlite3",
        seeds=SEEDS,
        home_guild=None,
        shards=1,
        api_base=None,
        log_level="INFO",
    )


@pytest.fixture
def bot(settings: Settings) -> Paperboy:
    """The real bot, not connected."""
    return create_bot(settings)


@pytest.fixture
async def env(bot: Paperboy) -> AsyncIterator[simcord.Env]:
    """A simulated Discord with the bot logged in; fails the test for any unexpected error."""
    env = simcord.Env(bot, settle_timeout=1.0)
    await env.start()
    yield env
    await env.shutdown()
    unexpected = [error for error in env.errors if not _is_for_people(error)]
    if unexpected:
        raise BaseExceptionGroup("errors nobody expected", unexpected)


@pytest.fixture
async def world(env: simcord.Env, bot: Paperboy, settings: Settings) -> AsyncIterator[World]:
    """A server whose members use the bot."""
    guild = env.create_guild("Reading group")
    channel = guild.create_text_channel("reading-group")
    role = guild.create_role("Librarian", permissions=discord.Permissions(manage_guild=True))
    member = guild.add_member(env.create_user("member"))
    librarian = guild.add_member(env.create_user("librarian"), roles=[role])
    world = World(env, bot, settings, guild, channel, member, librarian)
    yield world
    await world.bot.close()


def _is_for_people(error: BaseException) -> bool:
    """Whether it was shown to whoever caused it, rather than being a fault of the bot."""
    cause = getattr(error, "original", error)
    return isinstance(cause, BotError | app_commands.CheckFailure)

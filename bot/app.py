"""Paperboy, the discord.py client: opens what it needs, injects it, closes it in reverse."""

from __future__ import annotations

import asyncio
import datetime as dt
import gc
import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.database import Database
from bot.digests.courier import Courier
from bot.digests.publishing import Publisher
from bot.digests.scheduler import DigestScheduler
from bot.errors import BotError
from bot.invite import invite_url
from bot.keystrokes import Keystrokes
from bot.librarians import Librarians
from bot.panels import Panels
from bot.papers.catalog import Catalog
from bot.papers.changelog import Changelog
from bot.papers.desk import Desk
from bot.papers.importing import import_seeds
from bot.papers.imports import Imports
from bot.papers.lists import ListDesk
from bot.papers.proposals import Proposals
from bot.papers.rederiving import bring_up_to_date
from bot.papers.search.service import PaperSearch
from bot.papers.sources.look_up import LookUp
from bot.rate_limits import clear_seldom
from bot.reading.shelves import Shelves
from bot.settings import Settings
from bot.single_tries import watch

log = logging.getLogger(__name__)

EXTENSIONS = ("cogs.papers", "cogs.library", "cogs.digests", "cogs.reading", "cogs.about")
# Unknown interaction: answered too late; already acknowledged: by another copy of the bot.
GONE = (10062, 40060)
# The gateway's close code for a token it does not take.
AUTHENTICATION_FAILED = 4004
# No answer at all: the network's fault rather than Discord's.
UNREACHABLE = (aiohttp.ClientError, TimeoutError)
BAD_TOKEN = (
    "Discord did not accept the token in DISCORD_TOKEN. Copy it again, or reset it, on the Bot"
    " page of your application at https://discord.com/developers/applications. To try Paperboy"
    " without one: make demo"
)


class Tree(app_commands.CommandTree["Paperboy"]):
    """The command tree; whatever a command raises is shown by `Paperboy.show_error`."""

    async def on_error(
        self, interaction: discord.Interaction[Paperboy], error: app_commands.AppCommandError
    ) -> None:
        await interaction.client.show_error(interaction, error)


class Paperboy(commands.AutoShardedBot):
    """The bot. Its services exist once `setup_hook` has run."""

    database: Database
    catalog: Catalog
    search: PaperSearch
    desk: Desk
    proposals: Proposals
    look_up: LookUp
    imports: Imports
    lists: ListDesk
    changelog: Changelog
    librarians: Librarians
    panels: Panels
    shelves: Shelves
    courier: Courier
    scheduler: DigestScheduler

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shards,
            http_trace=watch(),
        )
        clear_seldom(self.http)
        self.settings = settings
        self.always_sync = False
        self.keystrokes = Keystrokes()

    def now(self) -> dt.datetime:
        """Return the time (aware, UTC); the one clock of the bot."""
        return discord.utils.utcnow()

    async def setup_hook(self) -> None:
        """Open the database, load the seeds and the commands, and tell Discord of them."""
        await self._find_gateway()
        self.database = await Database.open(self.settings.database)
        await bring_up_to_date(self.database)
        for outcome in await import_seeds(self.database, self.settings.seeds, self.now()):
            if isinstance(outcome, BotError):
                log.warning("Seed list left out: %s", outcome)
            elif outcome.changed:
                log.info("%s: %d new, %d updated", outcome.source, outcome.new, outcome.updated)
        self.catalog = Catalog(self.database)
        self.search = PaperSearch(self.database, self.catalog)
        self.desk = Desk(self.database, self.catalog, self.settings.home_guild)
        self.proposals = Proposals(self.database)
        self.look_up = LookUp()
        self.imports = Imports(self.database)
        self.lists = ListDesk(self.database, self.catalog, self.settings.home_guild)
        self.changelog = Changelog(self.database, self.settings.home_guild)
        self.librarians = Librarians(self.database)
        self.panels = Panels(self.database)
        self.shelves = Shelves(self.database)
        await self.panels.forget_expired(self.now())
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands()

    def deliver_with(self, publisher: Publisher) -> None:
        """Start the digests; `publisher` puts their posts into channels."""
        self.courier = Courier(self.database, self.search, self.shelves, publisher)
        self.scheduler = DigestScheduler(self.courier, self.now)
        self.scheduler.start()

    async def on_ready(self) -> None:
        """Arm the digests. Discord may say “ready” many times; only the tables count."""
        # The servers stay as long as the bot does: with thousands of them, a look through them
        # for garbage would keep everything else waiting for a quarter of a second.
        gc.freeze()
        await self.scheduler.rebuild()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever answers is here."""
        await self.courier.presence.note(self.now())

    async def close(self) -> None:
        """Stop in the reverse order of starting; a second call does nothing."""
        if scheduler := getattr(self, "scheduler", None):
            await scheduler.close()
        await super().close()
        if look_up := getattr(self, "look_up", None):
            await look_up.close()
        if database := getattr(self, "database", None):
            await database.close()

    async def show_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Tell the person what went wrong, to them alone.

        A `BotError` or a failed check is shown as it stands; anything else is logged with a
        reference number, and the person gets an apology with it.
        """
        cause = getattr(error, "original", error)
        if isinstance(cause, discord.HTTPException) and cause.code in GONE:
            log.warning("An answer came too late or twice: %s", cause)
            return
        if isinstance(cause, BotError | app_commands.CheckFailure):
            text = str(cause)
        else:
            reference = secrets.token_hex(3).upper()
            log.error("Reference %s", reference, exc_info=cause)
            text = (
                "Sorry, something went wrong here. Please try again; if it happens again, tell"
                f" the people who run this bot the reference `{reference}`."
            )
        try:
            await self._say(interaction, text)
        except discord.HTTPException as failure:
            log.warning("An error could not be shown: %s", failure)

    async def _say(self, interaction: discord.Interaction[Any], text: str) -> None:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)

    async def _find_gateway(self) -> None:
        """Ask another Discord-compatible endpoint for its gateway; discord.py would not."""
        if self.settings.api_base:
            _, gateway, _ = await self.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

    async def _sync_commands(self) -> None:
        """Tell Discord of the commands, if they are not the ones it was told of last.

        It allows 200 new commands a day, so not at every start. A failure is logged: the
        commands it knows go on working.
        """
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        fact = f"commands of {self.application_id}"
        if not self.always_sync and await self.database.fact(fact) == digest:
            return
        try:
            await self.tree.sync()
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("The commands could not be sent to Discord: %s", error)
            return
        await self.database.set_fact(fact, digest)


def create_bot(settings: Settings) -> Paperboy:
    """Return the bot, not connected. Needs no running event loop."""
    # Nobody misses the libraries for voice.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if settings.api_base:
        base = settings.api_base.rstrip("/")
        Route.BASE = base if urlsplit(base).path else f"{base}/api/v10"
    return Paperboy(settings)


async def serve(settings: Settings, token: str, announce: Callable[[str], object]) -> None:
    """Run the bot on Discord until cancelled; everything is closed at the end.

    `announce` is told the invite link. Raises `BotError` if Discord does not take the token
    or cannot be reached.
    """
    async with create_bot(settings) as bot:
        try:
            await bot.login(token)
            assert bot.application_id is not None
            announce(f"Invite Paperboy to a server: {invite_url(bot.application_id)}")
            await _stay_connected(bot)
        except discord.LoginFailure:
            raise BotError(BAD_TOKEN) from None
        except discord.ConnectionClosed as error:
            if error.code == AUTHENTICATION_FAILED:
                raise BotError(BAD_TOKEN) from None
            raise
        except (discord.HTTPException, *UNREACHABLE) as error:
            reason = str(error) or type(error).__name__
            raise BotError(
                f"Discord cannot be reached: {reason}. Check the network, then start again."
            ) from error


async def _stay_connected(bot: Paperboy) -> None:
    """Keep the connection until cancelled, or until Discord refuses it for good.

    In a task of its own, as discord.py connects under `asyncio.wait_for`, which before
    Python 3.12 swallows a cancellation that comes just as it ends (python/cpython#86296).
    """
    connection = asyncio.ensure_future(bot.connect())
    try:
        await asyncio.wait({connection})
    except asyncio.CancelledError:
        connection.cancel()
        await bot.close()
        await asyncio.gather(connection, return_exceptions=True)
        raise
    await connection

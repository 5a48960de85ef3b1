"""The simulation in a browser."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import click
import simcord
from simcord.preview import Preview

from bot.demo.world import World, simulated_world
from bot.errors import BotError

PORTS_TRIED = 20
TICK_SECONDS = 1.0
WELCOME = """
Paperboy is running in a simulated Discord. Open:

    {url}

Type / below the channel to see its commands; “Viewing as” makes you the librarian.
Ctrl-C ends it."""


async def serve(database: Path | None, port: int) -> None:
    """Serve the simulation until its page ends it or this task is cancelled.

    A port that is taken is said, and the next one tried. Raises `BotError` if none is free.
    """
    async with simulated_world(database) as world:
        preview = await _open_preview(world, port)
        click.echo(WELCOME.format(url=preview.url))
        watch = asyncio.create_task(_keep_live(world, preview))
        try:
            await preview.wait_closed()
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            await preview.close()


async def _open_preview(world: World, port: int) -> Preview:
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        preview = world.env.preview(
            world.channel,
            viewers=[world.member, world.librarian],
            layout="channel",
            timezone=world.zone,
            port=candidate,
        )
        try:
            return await preview.__aenter__()
        except simcord.SetupError as error:
            if "could not bind" not in str(error):
                raise
            click.echo(f"Port {candidate} is taken; trying the next one.")
    raise BotError(f"No free port from {port} on. Choose another with --port.")


async def _keep_live(world: World, preview: Preview) -> None:
    """Let real time pass in the simulation, and show what the bot posts by itself.

    The page shows the answers to its own commands; a refresh for these could meet the next
    command, which the simulation would then refuse.
    """
    seen = _last_post_id(world)
    while True:
        await asyncio.sleep(TICK_SECONDS)
        world.keep_time()
        # Refused while a command is under way; the next tick tries again.
        with suppress(simcord.SetupError):
            if (latest := _last_post_id(world)) != seen:
                await preview.refresh()
                seen = latest


def _last_post_id(world: World) -> int:
    messages = world.env.backend.messages.get(world.channel.id, {})
    posts = (number for number, message in messages.items() if not message.interaction_metadata)
    return max(posts, default=0)

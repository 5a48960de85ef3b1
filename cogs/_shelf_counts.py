"""The counts on shelf buttons, kept up to date without an edit for each press."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import ui

from bot.app import UNREACHABLE
from cogs._checks import Interaction, guild_of
from cogs._shelf_buttons import papers_with_buttons, show_counts

log = logging.getLogger(__name__)

COUNTS_EVERY = 5.0  # seconds
CLOSING_SECONDS = 2.0


class ShelfCounts:
    """Edits a message at the first press, and then once in `COUNTS_EVERY` for all since."""

    def __init__(self) -> None:
        self._latest: dict[int, Interaction] = {}  # by message: the last press not yet shown
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def renew(self, interaction: Interaction) -> None:
        """Have the message that was pressed show its counts, at once or soon."""
        if interaction.message is None or self._closed:
            return
        message_id = interaction.message.id
        self._latest[message_id] = interaction
        if message_id not in self._tasks:
            self._tasks[message_id] = asyncio.create_task(self._keep_up(message_id))

    async def close(self) -> None:
        """Leave no timer behind; what waits is shown at once, if Discord answers soon."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        last = [asyncio.create_task(_show(interaction)) for interaction in self._latest.values()]
        if last:
            _, unfinished = await asyncio.wait(last, timeout=CLOSING_SECONDS)
            for task in unfinished:
                task.cancel()

    async def _keep_up(self, message_id: int) -> None:
        try:
            while interaction := self._latest.get(message_id):
                await _show(interaction)
                # Only now: cancelled in the middle of an edit, `close` does it once more.
                if self._latest[message_id] is interaction:
                    del self._latest[message_id]
                await asyncio.sleep(COUNTS_EVERY)
        finally:
            del self._tasks[message_id]


async def _show(interaction: Interaction) -> None:
    """Show the counts of now; where Discord does not let us, the next press tries again."""
    try:
        # Asked for anew: others may have changed the message since it was pressed.
        message = await interaction.original_response()
        view = ui.LayoutView.from_message(message, timeout=None)
        papers = papers_with_buttons(view)
        counts = await interaction.client.shelves.counts(guild_of(interaction), papers)
        if show_counts(view, counts):
            view.stop()  # or discord.py keeps it in memory, as its buttons are plain ones
            await message.edit(view=view)
    except (discord.DiscordException, *UNREACHABLE) as error:
        log.warning("The counts of a message could not be shown: %s", error)
    except Exception:
        log.exception("The counts of a message could not be shown")

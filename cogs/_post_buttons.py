"""The buttons below a digest's post: discuss it, find similar papers, learn what it is."""

from __future__ import annotations

import discord

from bot.digests.publishing import RefusedError
from bot.errors import BotError
from cogs._actions import Action
from cogs._cards import Item
from cogs._checks import Interaction, guild_of
from cogs._result_texts import alike

SIMILAR = 5
ENDED = "This digest has ended."
UNKNOWN = "cannot be foretold, as the digest's time zone is unknown here"


def discuss_button(entry_id: int) -> Item:
    """Return the button that opens a post's thread, making it if there is none."""
    return Discuss.button(f"discuss:{entry_id}", "Discuss", emoji="💬")


def similar_button(paper_id: int) -> Item:
    """Return the button that shows papers about the same to whoever presses."""
    return ShowSimilar.button(f"alike:{paper_id}", "Similar")


def about_button(entry_id: int) -> Item:
    """Return the button that tells what a post is."""
    return AboutDigest.button(f"about:{entry_id}", "About", emoji="📰")


class AboutDigest(Action, template=r"about:(?P<entry_id>\d{1,18})"):
    """Tells whoever presses what this post is and when the next comes."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        entry = await bot.courier.ledger.get(values["entry_id"])
        digest = entry and await bot.courier.digests.get(entry.digest_id, guild_id)
        if not digest:
            text = ENDED
        elif not digest.active:
            text = "This digest is paused."
        else:
            slots = await bot.scheduler.next_slots(digest, 1)
            coming = f"comes {discord.utils.format_dt(slots[0].due_at, 'R')}" if slots else UNKNOWN
            text = f"The next paper {coming}. Each comes once until all have been here."
        await interaction.response.send_message(
            f"{text}\nLooking for a paper? `/paper search`. In a mood for chance? `/paper random`.",
            ephemeral=True,
        )


class ShowSimilar(Action, template=r"alike:(?P<paper_id>\d{1,18})"):
    """Shows papers about the same to whoever presses, and to nobody else."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        paper = await bot.catalog.get(values["paper_id"], guild_id)
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        ids = await bot.search.similar(paper.id, guild_id, SIMILAR)
        papers = await bot.catalog.get_many(ids, guild_id)
        await interaction.response.send_message(view=alike(paper, papers), ephemeral=True)


class Discuss(Action, template=r"discuss:(?P<entry_id>\d{1,18})"):
    """Links the post's thread to whoever presses; the first press makes it."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        thread_id = await self._thread(interaction, values["entry_id"])
        await interaction.followup.send(f"Here: <#{thread_id}>", ephemeral=True)

    async def _thread(self, interaction: Interaction, entry_id: int) -> int:
        """Return the id of the thread to discuss the post in; raises `BotError`."""
        courier = interaction.client.courier
        entry = await courier.ledger.get(entry_id)
        digest = entry and await courier.digests.get(entry.digest_id, guild_of(interaction))
        if not entry or not digest or not entry.message_id:
            raise BotError(ENDED)
        channel = interaction.channel
        if isinstance(channel, discord.Thread):  # a post in a forum or in a thread
            return channel.id
        made = [extra.target_id for extra in await courier.extras.of(entry_id) if extra.target_id]
        if made:
            return made[0]
        try:
            thread_id = await courier.follow_up(digest, entry, "thread")
        except RefusedError as refusal:
            raise BotError(f"{refusal.reason} {refusal.hint}") from refusal
        return thread_id or entry.message_id

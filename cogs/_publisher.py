"""The courier's publisher: posts as Discord messages."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable

import discord
from discord import ui

from bot.app import Paperboy
from bot.digests.courier import Post, RefusedError
from bot.digests.ledger import Entry
from bot.papers.markup import cut, escape
from bot.papers.paper import Paper
from cogs._actions import Action
from cogs._cards import Item, View, headline, paper_items, provenance, view_of
from cogs._checks import Interaction, guild_of

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages", "read_message_history")
MAX_PLAIN = 1_500

LOOK_BACK = 1_000
# A message's id tells the time by Discord's clock; ours may be ahead of it.
CLOCK_SKEW = dt.timedelta(minutes=10)

# Discord's error codes.
UNKNOWN_CHANNEL, MISSING_ACCESS = 10003, 50001
REMAKE = "End this digest with /digest remove, and make one for another channel."
UNKNOWN = "cannot be foretold, as the digest's time zone is unknown here"


def missing_permissions(channel: discord.abc.GuildChannel) -> list[str]:
    """Return the names, as Discord's settings show them, of what a digest lacks in a channel."""
    rights = channel.permissions_for(channel.guild.me)
    if not rights.view_channel:  # and so none of the others, whatever is set for them
        return ["View Channel"]
    return [name.replace("_", " ").title() for name in NEEDED if not getattr(rights, name)]


def post_items(
    post: Post, render: Callable[[Paper], list[Item]] = paper_items, *, note: str = ""
) -> list[Item]:
    """Return what a post shows: its date, the paper as rendered, and one line below it."""
    date = f"{post.local_date:%A}, {post.local_date.day} {post.local_date:%B %Y}"
    heading = "An extra paper" if post.extra else "Paper of the day"
    below = [note] if note else []
    if post.late:
        below.append(f"Posted late; it was due {discord.utils.format_dt(post.due_at, 't')}")
    if post.refilled:
        below.append("All papers have been here once; a new round begins")
    footer: list[Item] = [ui.TextDisplay(f"-# {' · '.join(below)}")] if below else []
    return [ui.TextDisplay(f"-# 📰 {heading} · {date}"), *render(post.paper), *footer]


def plain_items(paper: Paper) -> list[Item]:
    """Return a paper with no formatting and no link, for when Discord will not have its card."""
    lines = [f"### {headline(paper)}", provenance(paper), escape(cut(paper.plain, MAX_PLAIN))]
    return [ui.TextDisplay("\n".join(line for line in lines if line))]


class DiscordPublisher:
    """Sends posts, and looks for them in a channel's history by their custom id."""

    def __init__(self, bot: Paperboy) -> None:
        self._bot = bot

    async def publish(self, entry: Entry, post: Post) -> int:
        """Send the post; in plain text if its card cannot be made or Discord will not have it."""
        for render in (paper_items, plain_items):
            try:
                view = _view(entry, post, render)
            except Exception:
                log.exception("%s cannot be shown by %s", post.paper.code, render.__name__)
                continue
            try:
                return await self._send(entry, view)
            except (discord.Forbidden, discord.NotFound) as error:
                raise self._refusal(error, entry.channel_id) from error
            except discord.HTTPException as error:
                if error.status != 400:
                    raise
                log.warning("%s by %s: %s", post.paper.code, render.__name__, error)
        raise RefusedError(
            f"Discord did not accept the message with {post.paper.code}.",
            "Post another one with /digest post-now, and tell the bot's host.",
        )

    async def _send(self, entry: Entry, view: View) -> int:
        # For some minutes Discord answers the same nonce with the message it has. The time
        # is in it because a new database counts from 1 again.
        message = await self._bot.get_partial_messageable(entry.channel_id).send(
            view=view,
            nonce=f"{entry.id}-{int(entry.claimed_at.timestamp())}",
            allowed_mentions=discord.AllowedMentions.none(),
        )
        return message.id

    async def find(self, entry: Entry) -> int | None:
        """Look for the entry's own message since it was claimed."""
        try:
            channel = self._bot.get_channel(entry.channel_id)
            channel = channel or await self._bot.fetch_channel(entry.channel_id)
            if not isinstance(channel, discord.TextChannel):
                raise RefusedError("The channel holds no text any more.", REMAKE)
            # Without this permission Discord answers with an empty list, not an error.
            if not channel.permissions_for(channel.guild.me).read_message_history:
                raise _untold(
                    "the bot may not read the channel's history",
                    "Allow the bot Read Message History.",
                )
            return await self._look(channel, entry)
        except (discord.Forbidden, discord.NotFound) as error:
            raise self._refusal(error, entry.channel_id) from error

    async def _look(self, channel: discord.TextChannel, entry: Entry) -> int | None:
        custom_id, seen = f"about:{entry.id}", 0
        since = entry.claimed_at - CLOCK_SKEW
        async for message in channel.history(limit=LOOK_BACK, after=since, oldest_first=True):
            seen += 1
            if message.author.id == channel.guild.me.id:
                parts = ui.LayoutView.from_message(message).walk_children()
                if any(getattr(part, "custom_id", None) == custom_id for part in parts):
                    return message.id
        if seen == LOOK_BACK:
            raise _untold("too much was written there since to look it all through")
        return None

    def _refusal(self, error: discord.HTTPException, channel_id: int) -> RefusedError:
        if error.code == UNKNOWN_CHANNEL:
            return RefusedError("The channel was deleted.", REMAKE)
        channel = self._bot.get_channel(channel_id)
        missing = missing_permissions(channel) if isinstance(channel, discord.TextChannel) else []
        if error.code == MISSING_ACCESS:
            missing = missing or ["View Channel"]
        names = " and ".join(missing or ["Send Messages"])
        return RefusedError(f"The bot may not post in <#{channel_id}>.", f"Allow it {names} there.")


def _view(entry: Entry, post: Post, render: Callable[[Paper], list[Item]]) -> View:
    """Return the message a post is; it carries the ledger entry's id in a custom id."""
    about = AboutDigest.button(f"about:{entry.id}", "About this digest", emoji="📰")
    return view_of(*post_items(post, render), ui.ActionRow(about))


def _untold(why: str, hint: str = "") -> RefusedError:
    return RefusedError(
        f"Whether the post arrived is unknown: Discord did not confirm it, and {why}.",
        f"{hint} If it is not in the channel, use /digest post-now.".strip(),
    )


class AboutDigest(Action, template=r"about:(?P<entry_id>\d{1,18})"):
    """Tells whoever presses what this post is and when the next comes."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        entry = await bot.courier.ledger.get(values["entry_id"])
        digest = entry and await bot.courier.digests.get(entry.digest_id, guild_id)
        if not digest:
            text = "This digest has ended."
        elif not digest.active:
            text = "This digest is paused."
        else:
            slots = bot.scheduler.next_slots(digest, 1)
            coming = f"comes {discord.utils.format_dt(slots[0].due_at, 'R')}" if slots else UNKNOWN
            text = f"The next paper {coming}. Each comes once until all have been here."
        await interaction.response.send_message(
            f"{text}\nLooking for a paper? `/paper search`. In a mood for chance? `/paper random`.",
            ephemeral=True,
        )

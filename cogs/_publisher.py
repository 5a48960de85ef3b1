"""The courier's publisher: posts as Discord messages."""

from __future__ import annotations

import discord
from discord import ui

from bot.app import Paperboy
from bot.digests.courier import Post, Refused
from cogs._actions import Action
from cogs._cards import Item, View, paper_items, view_of
from cogs._checks import Interaction, guild_of

LOOK_BACK = 200
UNKNOWN_CHANNEL, MISSING_ACCESS = 10003, 50001

NEEDED = ("view_channel", "send_messages", "read_message_history")


def missing_permissions(channel: discord.abc.GuildChannel, me: discord.Member) -> list[str]:
    """Return the names, as Discord's settings show them, of what a digest lacks in a channel."""
    rights = channel.permissions_for(me)
    return [name.replace("_", " ").title() for name in NEEDED if not getattr(rights, name)]


def post_view(post: Post) -> View:
    """Return the message a post is; it carries the ledger entry's id in a custom id."""
    date = f"{post.local_date:%A}, {post.local_date.day} {post.local_date:%B %Y}"
    heading = "Paper of the day" if post.entry.local_date else "An extra paper"
    about = AboutDigest.button(f"about:{post.entry.id}", "About this digest", emoji="📰")
    items: list[Item] = [ui.TextDisplay(f"-# 📰 {heading} · {date}"), *paper_items(post.paper)]
    footer = _footer(post)
    if footer:
        items.append(ui.TextDisplay(f"-# {footer}"))
    return view_of(*items, ui.ActionRow(about))


def _footer(post: Post) -> str:
    parts = []
    if post.late:
        parts.append(f"Posted late; it was due {discord.utils.format_dt(post.entry.due_at, 't')}")
    if post.refilled:
        parts.append("All papers have been here once; a new round begins")
    return " · ".join(parts)


class DiscordPublisher:
    """Sends posts, and looks for them in a channel's history."""

    def __init__(self, bot: Paperboy) -> None:
        self._bot = bot

    async def publish(self, post: Post) -> int:
        """Send the post; the nonce lets Discord drop a copy sent within some minutes."""
        try:
            message = await self._channel(post).send(
                view=post_view(post),
                nonce=f"post-{post.entry.id}",
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.Forbidden, discord.NotFound) as error:
            raise _refusal(error, post.channel_id) from error
        return message.id

    async def find(self, post: Post) -> int | None:
        """Look for the post's own message since it was claimed."""
        channel = self._bot.get_channel(post.channel_id)
        if isinstance(channel, discord.TextChannel):
            # Without this permission Discord answers with an empty list, not an error.
            if not channel.permissions_for(channel.guild.me).read_message_history:
                raise Refused(
                    "The bot stopped while it was posting, and may not read the channel's"
                    " history to see whether the post arrived.",
                    "Allow it Read Message History. If nothing arrived, use /digest post-now.",
                )
        try:
            return await self._look(post)
        except (discord.Forbidden, discord.NotFound) as error:
            raise _refusal(error, post.channel_id) from error

    async def _look(self, post: Post) -> int | None:
        custom_id = f"about:{post.entry.id}"
        async for message in self._channel(post).history(
            limit=LOOK_BACK, after=post.entry.claimed_at, oldest_first=True
        ):
            if self._bot.user and message.author.id == self._bot.user.id:
                parts = ui.LayoutView.from_message(message).walk_children()
                if any(getattr(part, "custom_id", None) == custom_id for part in parts):
                    return message.id
        return None

    def _channel(self, post: Post) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(post.channel_id, guild_id=post.digest.guild_id)


def _refusal(error: discord.HTTPException, channel_id: int) -> Refused:
    channel = f"<#{channel_id}>"
    if error.code == UNKNOWN_CHANNEL:
        return Refused("The channel was deleted.", "Make a digest for another channel.")
    if error.code == MISSING_ACCESS:
        return Refused(f"The bot cannot see {channel}.", "Allow it View Channel there.")
    return Refused(f"The bot may not post in {channel}.", "Allow it Send Messages there.")


class AboutDigest(Action, template=r"about:(?P<entry_id>\d{1,18})"):
    """Tells whoever presses what this post is and when the next comes."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        bot, guild_id = interaction.client, guild_of(interaction)
        entry = await bot.courier.ledger.get(values["entry_id"])
        digest = entry and await bot.courier.digests.get(entry.digest_id, guild_id)
        if not digest:
            text = "This digest has ended."
        else:
            slots = bot.scheduler.next_slots(digest, 1)
            coming = discord.utils.format_dt(slots[0].due_at, "R") if slots else "never"
            text = (
                f"The next paper comes {coming}. Each paper comes once until all have been here."
                if digest.active
                else "This digest is paused."
            )
        await interaction.response.send_message(
            f"{text}\nLooking for a paper? `/paper search`. In a mood for chance? `/paper random`.",
            ephemeral=True,
        )

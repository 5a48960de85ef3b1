"""The courier's publisher: posts as Discord messages."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable

import discord

from bot.app import Paperboy
from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.digests.publishing import Post, RefusedError
from bot.papers.markup import cut
from bot.single_tries import single_try
from cogs import _follow_ups as follow_ups
from cogs._cards import View, in_words
from cogs._channels import Postable, is_postable, to_post
from cogs._post_cards import plain_view, post_view
from cogs._post_search import find_post

log = logging.getLogger(__name__)

# Discord's error codes.
UNKNOWN_CHANNEL, MISSING_ACCESS = 10003, 50001
MAX_NAME = 100  # characters of a forum post's name
# Discord bans whoever is refused 10,000 times in ten minutes; here it is four a day and channel.
BACK_OFF = dt.timedelta(hours=6)
ANOTHER = "Choose another channel in /digest status."
LOCKED = RefusedError("The thread is locked.", f"Unlock it, or {ANOTHER[0].lower()}{ANOTHER[1:]}")


class DiscordPublisher:
    """Sends posts, looks for them, and does what is to follow them."""

    def __init__(self, bot: Paperboy) -> None:
        self._bot = bot
        # By channel: when, how, and with what rights the bot was refused.
        self._refused: dict[int, tuple[dt.datetime, RefusedError, int]] = {}

    async def publish(self, digest: Digest, entry: Entry, post: Post) -> int:
        """Send the post; in plain text if its card cannot be made or Discord will not have it."""
        channel = await self._open(digest, entry.channel_id)
        ids = [paper.id for paper in post.papers]
        counts = await self._bot.shelves.counts(digest.guild_id, ids)
        for make in (
            lambda: post_view(entry, post, digest, counts),
            lambda: plain_view(entry, post, digest),
        ):
            message_id = await self._try(channel, digest, entry, post, make)
            if message_id:
                return message_id
        codes = ", ".join(paper.code for paper in post.papers)
        raise RefusedError(
            f"Discord did not accept the message with {codes}.",
            "Post another one with /digest post-now, and tell the bot's host.",
        )

    async def _try(
        self,
        channel: Postable,
        digest: Digest,
        entry: Entry,
        post: Post,
        make: Callable[[], View],
    ) -> int | None:
        """Send the view; None if it cannot be made or Discord will not have it as it is."""
        try:
            view = make()
        except Exception:
            log.exception("Post %d cannot be shown as it should be", entry.id)
            return None
        try:
            return await self._send(channel, digest, entry, post, view)
        except (discord.Forbidden, discord.NotFound) as error:
            raise self._remember(channel, self._refusal(error, channel)) from error
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            log.warning("Post %d: %s", entry.id, error)
            return None

    async def _send(
        self, channel: Postable, digest: Digest, entry: Entry, post: Post, view: View
    ) -> int:
        role_id = None if post.extra else digest.order.look.role_id
        roles = [discord.Object(role_id)] if role_id else False
        pings = discord.AllowedMentions(everyone=False, users=False, roles=roles)
        if isinstance(channel, discord.ForumChannel):
            tag = channel.get_tag(digest.order.look.tag_id or 0)
            with single_try():  # as a forum post has no nonce
                made = await channel.create_thread(
                    name=cut(post.papers[0].headline, MAX_NAME),
                    view=view,
                    applied_tags=[tag] if tag else [],
                    allowed_mentions=pings,
                )
            return made.thread.id
        if isinstance(channel, discord.Thread) and channel.archived:
            await channel.edit(archived=False)
        # For some minutes Discord answers the same nonce with the message it has. The time
        # is in it because a new database counts from 1 again.
        nonce = f"{entry.id}-{int(entry.claimed_at.timestamp())}"
        message = await channel.send(view=view, nonce=nonce, allowed_mentions=pings)
        return message.id

    async def find(self, digest: Digest, entry: Entry) -> int | None:
        """Look for the entry's own message since it was claimed."""
        channel = await self._open(digest, entry.channel_id)
        try:
            return await find_post(channel, entry)
        except (discord.Forbidden, discord.NotFound) as error:
            raise self._remember(channel, self._refusal(error, channel)) from error

    def extras(self, digest: Digest) -> list[str]:
        """Return what is to follow a post; nothing if the channel is not known here."""
        channel = self._known(digest, digest.channel_id)
        return follow_ups.wanted(channel, digest.order.look) if is_postable(channel) else []

    async def follow_up(self, digest: Digest, entry: Entry, kind: str) -> int | None:
        """Publish, pin, or make the thread of a post that stands."""
        channel = await self._open(digest, entry.channel_id)
        try:
            return await follow_ups.follow_up(self._bot, channel, digest, entry, kind)
        except discord.NotFound as error:
            raise RefusedError("The post was deleted.", "") from error

    async def tell(self, digest: Digest, trouble: str) -> None:
        """Tell the digest's maker in person or, if that cannot be, its server's system channel."""
        text = (
            f"📰 Digest #{digest.id} in <#{digest.channel_id}>: {trouble}\n"
            "`/digest status` in the server shows what to do."
        )
        try:
            user = await self._bot.fetch_user(digest.created_by)
            await user.send(text)
        except discord.HTTPException:
            guild = self._bot.get_guild(digest.guild_id)
            channel = guild.system_channel if guild else None
            if channel and not to_post(channel):
                await channel.send(text)

    def _known(self, digest: Digest, channel_id: int) -> object:
        """Return the channel, if it is known without asking Discord."""
        # Not by the bot's own `get_channel`, which looks through every server there is.
        guild = self._bot.get_guild(digest.guild_id)
        return guild.get_channel_or_thread(channel_id) if guild else None

    async def _open(self, digest: Digest, channel_id: int) -> Postable:
        """Return the channel if the bot may post there; raises `RefusedError`.

        What can be told without asking Discord is; where it refused lately, it is not asked.
        """
        channel = self._known(digest, channel_id)
        self._check_refused(channel_id, channel)
        try:
            channel = channel or await self._bot.fetch_channel(channel_id)
        except (discord.Forbidden, discord.NotFound) as error:
            refusal = self._refusal(error, None)
            self._refused[channel_id] = (self._bot.now(), refusal, _rights(None))
            raise refusal from error
        if not is_postable(channel):
            raise RefusedError("The channel holds no text any more.", ANOTHER)
        missing = [name for name in to_post(channel) if name != "Read Message History"]
        if missing:
            raise _may_not(channel_id, missing)
        if isinstance(channel, discord.Thread) and channel.locked:
            raise LOCKED
        return channel

    def _check_refused(self, channel_id: int, channel: object) -> None:
        """Raise the last refusal again, unless it is long ago or the bot's rights changed."""
        if channel_id not in self._refused:
            return
        at, refusal, rights = self._refused[channel_id]
        if self._bot.now() - at < BACK_OFF and rights == _rights(channel):
            raise refusal
        del self._refused[channel_id]

    def _remember(self, channel: Postable, refusal: RefusedError) -> RefusedError:
        self._refused[channel.id] = (self._bot.now(), refusal, _rights(channel))
        return refusal

    def _refusal(self, error: discord.HTTPException, channel: Postable | None) -> RefusedError:
        if error.code == UNKNOWN_CHANNEL:
            return RefusedError("The channel was deleted.", ANOTHER)
        if channel is None:
            return RefusedError("The bot cannot see the channel.", f"Allow it to, or {ANOTHER}")
        missing = to_post(channel)
        if error.code == MISSING_ACCESS:
            missing = missing or ["View Channel"]
        return _may_not(channel.id, missing or ["Send Messages"])


def _rights(channel: object) -> int:
    if not is_postable(channel):
        return 0
    return channel.permissions_for(channel.guild.me).value


def _may_not(channel_id: int, missing: list[str]) -> RefusedError:
    names = in_words(missing)
    return RefusedError(f"The bot may not post in <#{channel_id}>.", f"Allow it {names} there.")

"""Bringing the post: from a slot that fell due to a message in the channel."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass
from typing import Protocol

from bot.database import Database
from bot.digests.calendar import Slot, local_date, slots_between
from bot.digests.digest import Digest, Digests
from bot.digests.ledger import Entry, Ledger
from bot.digests.picker import Pick
from bot.errors import BotError
from bot.papers.catalog import Catalog, Filter
from bot.papers.paper import Paper

log = logging.getLogger(__name__)

OFFLINE = "The bot was not running when it fell due."
OFFLINE_HINT = "Post one by hand with /digest post-now."
EMPTY = "There was no paper to bring."
EMPTY_HINT = "Add papers to its list, or make a digest over another list."


@dataclass(frozen=True, slots=True)
class Post:
    """All a publisher needs to show one paper in one channel.

    `left` counts the papers still in the bag; `late` says that the post comes well after
    its time, which was `entry.due_at`.
    """

    entry: Entry
    digest: Digest
    channel_id: int
    paper: Paper
    local_date: dt.date
    left: int | None = None
    refilled: bool = False
    late: bool = False


class Refused(Exception):
    """Discord will not take the post, now or if asked again; says why and how to mend it."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Publisher(Protocol):
    """Whoever puts posts into channels."""

    async def publish(self, post: Post) -> int:
        """Send the post and return the message's id.

        Raises `Refused` if it never will go; any other exception means that nobody knows
        whether the message stands.
        """
        ...

    async def find(self, post: Post) -> int | None:
        """Return the id of the post's message if it stands in the channel already."""
        ...


LATE_AFTER = dt.timedelta(minutes=5)


class Courier:
    """Posts what is due, exactly once, or puts the reason on record."""

    def __init__(self, database: Database, catalog: Catalog, publisher: Publisher) -> None:
        self.digests = Digests(database)
        self.ledger = Ledger(database)
        self._catalog = catalog
        self._publisher = publisher

    async def run_due(self, digest_id: int, now: dt.datetime) -> None:
        """Post today's slot of an active digest if it is due; record older ones as skipped."""
        digest = await self.digests.get(digest_id)
        if digest is None or not digest.active:
            return
        today = local_date(digest.rule, now)
        for slot in slots_between(digest.rule, await self.settled_until(digest), now):
            if slot.local_date < today:
                await self.ledger.skipped(digest.id, slot, OFFLINE, OFFLINE_HINT)
            else:
                await self._post(digest, slot, now)

    async def settled_until(self, digest: Digest) -> dt.datetime:
        """Return the instant up to which every slot owed is on record."""
        last = await self.ledger.last_slot(digest.id)
        return max(digest.active_since, last.due_at) if last else digest.active_since

    async def post_extra(self, digest: Digest, now: dt.datetime) -> Entry:
        """Post one more paper at once; today's slot stays as it is.

        Raises `BotError` if there is no paper, or the channel does not take it.
        """
        entry = await self._post(digest, None, now)
        if entry is None:
            raise BotError(f"{EMPTY} {EMPTY_HINT}")
        if entry.state == "failed":
            raise BotError(f"{entry.reason} {entry.hint}")
        if entry.state == "claimed":
            raise BotError("Discord did not answer. Look in the channel before you try again.")
        return entry

    async def preview(self, digest: Digest) -> tuple[Paper, Pick]:
        """Return the paper the next slot would bring; raises `BotError` if there is none."""
        chosen = await self.ledger.next_pick(digest.id, await self._pool(digest), digest.seed)
        paper = chosen and await self._catalog.get(chosen.paper_id, digest.guild_id)
        if not chosen or not paper:
            raise BotError(f"{EMPTY} {EMPTY_HINT}")
        return paper, chosen

    async def resume_claimed(self, now: dt.datetime) -> None:
        """Bring every post of unknown end to its end: find its message, or send it again."""
        for entry in await self.ledger.claimed():
            digest = await self.digests.get(entry.digest_id)
            if digest is None:
                await self.ledger.failed(entry.id, "The digest was removed.", "")
            else:
                await self._finish(digest, entry, None, now, look_first=True)

    async def _pool(self, digest: Digest) -> list[int]:
        return await self._catalog.ids(digest.guild_id, Filter(list_id=digest.list_id))

    async def _post(self, digest: Digest, slot: Slot | None, now: dt.datetime) -> Entry | None:
        """Claim and send; None if another process has the slot or there is no paper."""
        pool = await self._pool(digest)
        if not pool and slot:
            await self.ledger.skipped(digest.id, slot, EMPTY, EMPTY_HINT)
        claim = await self.ledger.claim(digest.id, digest.channel_id, slot, pool, digest.seed, now)
        if claim is None:
            return None
        entry, chosen = claim
        await self._finish(digest, entry, chosen, now)
        return await self.ledger.get(entry.id)

    async def _finish(
        self,
        digest: Digest,
        entry: Entry,
        chosen: Pick | None,
        now: dt.datetime,
        *,
        look_first: bool = False,
    ) -> None:
        paper = entry.paper_id and await self._catalog.get(entry.paper_id, digest.guild_id)
        if not paper:
            await self.ledger.failed(entry.id, "Its paper was removed meanwhile.", OFFLINE_HINT)
            return
        post = Post(
            entry=entry,
            digest=digest,
            channel_id=entry.channel_id or digest.channel_id,
            paper=paper,
            local_date=entry.local_date or local_date(digest.rule, now),
            left=chosen.left if chosen else None,
            refilled=bool(chosen and chosen.refilled),
            late=now - entry.due_at > LATE_AFTER,
        )
        try:
            message_id = await self._publisher.find(post) if look_first else None
            await self.ledger.posted(
                entry.id, message_id or await self._publisher.publish(post), now
            )
        except Refused as refusal:
            log.warning("Digest %d: %s", digest.id, refusal.reason)
            await self.ledger.failed(entry.id, refusal.reason, refusal.hint)
        except Exception:
            # Whether the message stands is unknown, so the slot stays claimed; the next
            # look finds the message or sends it again.
            log.exception("Digest %d: the end of post %d is unknown", digest.id, entry.id)

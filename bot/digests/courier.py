"""Bringing the post: from a slot that fell due to a message in the channel."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.database import Database
from bot.digests.calendar import Slot, local_date, next_slots, slots_between
from bot.digests.digest import Digest, Digests
from bot.digests.ledger import Entry, Ledger
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.paper import Paper
from bot.papers.scope import Filter

log = logging.getLogger(__name__)

OFFLINE = "The bot was not running when it fell due."
UNFINISHED = "The bot was interrupted while posting, and the post is not in the channel."
PAPER_GONE = "Its paper was removed from the library before it could be posted."
BY_HAND = "Post one by hand with /digest post-now."
EMPTY = "There was no paper to bring."
EMPTY_HINT = "Add papers to its list, or end it with /digest remove and make another."

LATE_AFTER = dt.timedelta(minutes=5)
# A slot is owed until its local day ends, and this long at least: some fall due at 23:59.
GRACE = dt.timedelta(hours=1)
# Nobody may still be sending a post that another may take in hand, so both end within `HOLD`.
LOOK_SECONDS = 10.0
SEND_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class Post:
    """What one post shows. `extra`: it is nobody's slot. `due_at` is aware.

    `late` says that it comes well after `due_at`; `refilled` that all papers have been
    here once and a new round begins.
    """

    paper: Paper
    local_date: dt.date
    due_at: dt.datetime
    extra: bool = False
    refilled: bool = False
    late: bool = False


class RefusedError(Exception):
    """Discord will not take the post, now or if asked again; says why and how to mend it."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Publisher(Protocol):
    """Whoever puts posts into channels.

    Both methods raise `RefusedError` for a lasting no. Any other exception means that nobody
    knows: whether the message stands, or whether it can be found.
    """

    async def publish(self, entry: Entry, post: Post) -> int:
        """Send the post to the entry's channel and return the message's id."""
        ...

    async def find(self, entry: Entry) -> int | None:
        """Return the id of the entry's message if it stands in its channel already."""
        ...


class Courier:
    """Posts what is due, exactly once, or puts the reason on record."""

    def __init__(self, database: Database, catalog: Catalog, publisher: Publisher) -> None:
        self.digests = Digests(database)
        self.ledger = Ledger(database)
        self._catalog = catalog
        self._publisher = publisher

    async def run_due(self, digest_id: int, now: dt.datetime) -> None:
        """Post what an active digest owes now; record the slots that are too late as skipped."""
        digest = await self.digests.get(digest_id)
        if digest is None or not digest.active:
            return
        for slot in slots_between(digest.rule, await self.settled_until(digest), now):
            if _owed(digest, slot.due_at, now):
                await self._post(digest, slot, now)
            else:
                await self.ledger.skipped(digest, slot, OFFLINE, BY_HAND, now)

    async def settled_until(self, digest: Digest) -> dt.datetime:
        """Return the instant up to which every slot owed is on record."""
        last = await self.ledger.last_slot(digest.id)
        return max(digest.active_since, last.due_at) if last else digest.active_since

    async def post_extra(self, digest: Digest, now: dt.datetime) -> Entry:
        """Post one more paper at once; today's slot stays as it is.

        Raises `BotError` if there is no paper, or the channel does not take it.
        """
        _check_zone(digest)
        entry = await self._post(digest, None, now)
        if entry is None:
            raise BotError(f"{EMPTY} {EMPTY_HINT}")
        if entry.state == "failed":
            raise BotError(f"{entry.reason} {entry.hint}")
        if entry.state == "claimed":
            raise BotError("Discord did not answer. Look in the channel before you try again.")
        return entry

    async def preview(self, digest: Digest, now: dt.datetime) -> Post:
        """Return what the next slot will bring; raises `BotError` if there is no paper."""
        _check_zone(digest)
        chosen = await self.ledger.next_pick(digest, await self._pool(digest))
        paper = chosen and await self._catalog.get(chosen.paper_id, digest.guild_id)
        if not chosen or not paper:
            raise BotError(f"{EMPTY} {EMPTY_HINT}")
        slot = next_slots(digest.rule, max(now, await self.settled_until(digest)), 1)[0]
        return Post(paper, slot.local_date, slot.due_at, refilled=chosen.refilled)

    async def settle(self, entry_id: int, now: dt.datetime) -> None:
        """Bring a post of unknown end to its end, if that can be told now.

        Its message is looked for first. It is sent again only while it is owed, and only
        when nobody else may still be sending it; an extra is never sent again.
        """
        entry = await self.ledger.get(entry_id)
        if entry is None or entry.state != "claimed":
            return
        mine = await self.ledger.take(entry, now)
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                message_id = await self._publisher.find(entry)
        except RefusedError as refusal:
            if mine:
                await self._give_up(entry, refusal)
        except Exception:
            log.exception("Post %d of digest %d cannot be looked for", entry.id, entry.digest_id)
        else:
            if message_id:
                await self.ledger.posted(entry.id, message_id, now)
            elif mine:
                await self._send_again(entry, now)

    async def _send_again(self, entry: Entry, now: dt.datetime) -> None:
        digest = await self.digests.get(entry.digest_id)
        wanted = digest and digest.active and entry.local_date
        if digest and wanted and _owed(digest, entry.due_at, now):
            await self._send(digest, entry, now)
        else:
            await self._give_up(entry, RefusedError(UNFINISHED, BY_HAND))

    async def _post(self, digest: Digest, slot: Slot | None, now: dt.datetime) -> Entry | None:
        """Claim and send; None if another process has the slot or there is no paper."""
        pool = await self._pool(digest)
        if not pool and slot:
            await self.ledger.skipped(digest, slot, EMPTY, EMPTY_HINT, now)
        entry = await self.ledger.claim(digest, slot, pool, now) if pool else None
        if entry is None:
            return None
        await self._send(digest, entry, now)
        return await self.ledger.get(entry.id)

    async def _pool(self, digest: Digest) -> list[int]:
        return await self._catalog.ids(
            digest.guild_id, Filter(list_ids=(digest.list_id,) if digest.list_id else ())
        )

    async def _send(self, digest: Digest, entry: Entry, now: dt.datetime) -> None:
        paper = entry.paper_id and await self._catalog.get(entry.paper_id, digest.guild_id)
        if not paper:
            await self._give_up(entry, RefusedError(PAPER_GONE, BY_HAND))
            return
        post = Post(
            paper=paper,
            local_date=entry.local_date or local_date(digest.rule, now),
            due_at=entry.due_at,
            extra=entry.local_date is None,
            refilled=entry.refilled,
            late=now - entry.due_at > LATE_AFTER,
        )
        try:
            async with asyncio.timeout(SEND_SECONDS):
                message_id = await self._publisher.publish(entry, post)
            await self.ledger.posted(entry.id, message_id, now)
        except RefusedError as refusal:
            await self._give_up(entry, refusal)
        except Exception:
            # Whether the message stands is unknown, so it stays claimed, to be settled.
            log.exception("Digest %d: the end of post %d is unknown", digest.id, entry.id)

    async def _give_up(self, entry: Entry, refusal: RefusedError) -> None:
        log.warning("Digest %d, post %d: %s", entry.digest_id, entry.id, refusal.reason)
        await self.ledger.failed(entry.id, refusal.reason, refusal.hint)


def _check_zone(digest: Digest) -> None:
    try:
        ZoneInfo(digest.rule.zone)
    except ZoneInfoNotFoundError:
        raise BotError(
            "The digest's time zone is unknown here. End it with /digest remove and make another."
        ) from None


def _owed(digest: Digest, due_at: dt.datetime, now: dt.datetime) -> bool:
    """Whether what fell due is still worth posting: on the same local day, or soon after."""
    # By the instants: a slot that a gap carries past midnight falls due on the next date.
    same_day = local_date(digest.rule, due_at) == local_date(digest.rule, now)
    return same_day or now - due_at <= GRACE

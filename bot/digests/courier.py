"""Bringing the post: from a slot that fell due to a message in the channel."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging

from bot.database import Database
from bot.digests.calendar import Slot, local_date, slots_between
from bot.digests.digest import Digest
from bot.digests.entry import LATE_AFTER, Entry
from bot.digests.extras import Extras
from bot.digests.ledger import Ledger
from bot.digests.outcomes import BY_HAND, DRY, EMPTY, LATE, PAPER_GONE, UNFINISHED, offline
from bot.digests.pacing import Pace
from bot.digests.planner import Planner, check_zone
from bot.digests.presence import Presence
from bot.digests.publishing import Post, Publisher, RefusedError
from bot.digests.register import Digests
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.search.service import PaperSearch
from bot.reading.shelves import Shelves

log = logging.getLogger(__name__)

# A slot is owed until its local day ends, and this long at least: some fall due at 23:59.
GRACE = dt.timedelta(hours=1)
# Nobody may still be sending a post that another may take in hand, so both end within `HOLD`.
LOOK_SECONDS = 10.0
SEND_SECONDS = 45.0
REQUESTS_TO_SETTLE = 2  # to look for a post, and to send it
REQUESTS_TO_TELL = 4
# Organisers told a second: Discord stops bots that open many direct messages at once.
TOLD_PER_SECOND = 1.0
REQUESTS_TO_TELL = 3  # to look up a person, to open their messages, and to write


class Courier:
    """Posts what is due, exactly once, or puts the reason on record."""

    def __init__(
        self, database: Database, search: PaperSearch, shelves: Shelves, publisher: Publisher
    ) -> None:
        self.digests = Digests(database)
        self.ledger = Ledger(database)
        self._pace, self._telling = Pace(), Pace(TOLD_PER_SECOND)
        self.extras = Extras(database, publisher, self._pace)
        self.presence = Presence(database)
        self.planner = Planner(database, search, shelves, self.ledger)
        self._catalog = Catalog(database)
        self._publisher = publisher

    async def run_due(self, digest_id: int, now: dt.datetime) -> None:
        """Post what an active digest owes now; record the slots that are too late as skipped."""
        await self.presence.note(now)
        await self._pace.turn()  # before the claim, which is made just before sending
        digest = await self.digests.get(digest_id)
        if digest is None or not digest.active:
            return
        after_date = await self.settled_until(digest)
        for slot in slots_between(digest.rule, digest.active_since, now, after_date):
            if self._owed(digest, slot.due_at, now):
                await self._post(digest, slot, now)
            else:
                await self._record_missed(digest, slot, now)

    async def settled_until(self, digest: Digest) -> dt.date | None:
        """Return the latest local date that is on record; none up to it is owed any more."""
        return (await self.ledger.last_dates(digest.id)).get(digest.id)

    async def _record_missed(self, digest: Digest, slot: Slot, now: dt.datetime) -> None:
        absence = self.presence.absence(slot.due_at)
        reason = offline(digest.rule.zone, absence) if absence else LATE
        await self.ledger.skipped(digest, slot, reason, BY_HAND, now)

    async def post_extra(self, digest: Digest, now: dt.datetime) -> Entry:
        """Post one more paper at once; today's slot stays as it is.

        Raises `BotError` if there is no paper, or the channel does not take it.
        """
        check_zone(digest)
        entry = await self.ledger.claim(digest, None, await self.planner.pool(digest), now)
        return await self._sent(digest, entry, now)

    async def make_up(self, digest: Digest, entry: Entry, now: dt.datetime) -> Entry:
        """Post a slot that was skipped or failed after all; raises `BotError` if it cannot be."""
        check_zone(digest)
        opened = await self.ledger.reopen(entry, digest, await self.planner.pool(digest), now)
        present = opened or await self.ledger.get(entry.id)
        if not opened and present and present.state in ("claimed", "posted"):
            raise BotError("That post is no longer missing. Run `/digest status` again.")
        return await self._sent(digest, opened, now)

    async def _sent(self, digest: Digest, entry: Entry | None, now: dt.datetime) -> Entry:
        if entry is None:
            raise BotError(f"{EMPTY.reason} {EMPTY.hint}")
        await self._send(digest, entry, now)
        sent = await self.ledger.get(entry.id)
        assert sent is not None
        if sent.state == "failed":
            raise BotError(f"{sent.reason} {sent.hint}")
        if sent.state == "claimed":
            raise BotError("Discord did not answer. Look in the channel before you try again.")
        return sent

    async def settle(self, entry_id: int, now: dt.datetime) -> None:
        """Bring a post of unknown end to its end, if that can be told now.

        Its message is looked for first. It is sent again only while it is owed, and only
        when nobody else may still be sending it; an extra is never sent again.
        """
        await self._pace.turn_behind(REQUESTS_TO_SETTLE)
        entry = await self.ledger.get(entry_id)
        if entry is None or entry.state != "claimed":
            return
        mine = await self.ledger.take(entry, now)
        digest = await self.digests.get(entry.digest_id)
        if digest:
            await self._look_for(digest, entry, mine, now)
        elif mine:
            await self.ledger.failed(entry.id, *UNFINISHED)

    async def _look_for(self, digest: Digest, entry: Entry, mine: bool, now: dt.datetime) -> None:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                message_id = await self._publisher.find(digest, entry)
        except RefusedError as refusal:
            if mine:
                await self._give_up(digest, entry, refusal)
        except Exception:
            log.exception("Post %d of digest %d cannot be looked for", entry.id, digest.id)
        else:
            if message_id:
                await self._stands(digest, entry, message_id, now)
            elif mine:
                await self._send_again(digest, entry, now)

    async def finish(self, entry_id: int, now: dt.datetime) -> bool:
        """Do what is still to follow a post; whether nothing is left to do."""
        entry = await self.ledger.get(entry_id)
        digest = entry and await self.digests.get(entry.digest_id)
        if not entry or not digest or not entry.message_id:
            return True
        return await self.extras.finish(digest, entry, now)

    async def follow_up(self, digest: Digest, entry: Entry, kind: str) -> int | None:
        """Do one of `extras.KINDS` now, as somebody asked for it; raises `RefusedError`."""
        target_id = await self._publisher.follow_up(digest, entry, kind)
        await self.extras.record(entry.id, kind, "done", target_id)
        return target_id

    async def _send_again(self, digest: Digest, entry: Entry, now: dt.datetime) -> None:
        if digest.active and entry.local_date and self._owed(digest, entry.due_at, now):
            await self._send(digest, entry, now)
        else:
            await self._give_up(digest, entry, RefusedError(*UNFINISHED))

    async def _post(self, digest: Digest, slot: Slot, now: dt.datetime) -> None:
        """Claim and send, unless another process has the slot; without a paper, say so."""
        entry = await self.ledger.claim(digest, slot, await self.planner.pool(digest), now)
        if entry:
            await self._send(digest, entry, now)
        elif not await self.planner.picks(digest, slot):
            outcome = EMPTY if digest.choice.refill else DRY
            await self.ledger.skipped(digest, slot, *outcome, now)
            if not digest.choice.refill:
                await self.digests.set_state(digest.id, "paused", now)
            await self._tell(digest, f"{outcome.reason} {outcome.hint}")

    async def _send(self, digest: Digest, entry: Entry, now: dt.datetime) -> None:
        papers = await self._catalog.get_many(entry.paper_ids, digest.guild_id)
        if not papers:
            await self._give_up(digest, entry, RefusedError(*PAPER_GONE))
            return
        post = Post(
            papers=tuple(papers),
            local_date=entry.local_date or local_date(digest.rule, now),
            due_at=entry.due_at,
            extra=entry.local_date is None,
            refilled=entry.refilled,
            late=self._is_late(entry, now),
        )
        try:
            async with asyncio.timeout(SEND_SECONDS):
                message_id = await self._publisher.publish(digest, entry, post)
            await self._stands(digest, entry, message_id, now)
        except RefusedError as refusal:
            await self._give_up(digest, entry, refusal)
        except Exception:
            # Whether the message stands is unknown, so it stays claimed, to be settled.
            log.exception("Digest %d: the end of post %d is unknown", digest.id, entry.id)

    async def _stands(
        self, digest: Digest, entry: Entry, message_id: int, now: dt.datetime
    ) -> None:
        await self.ledger.posted(entry.id, message_id, now, self._publisher.extras(digest))
        if digest.told:
            await self.digests.tell(digest.id, None)

    async def _give_up(self, digest: Digest, entry: Entry, refusal: RefusedError) -> None:
        log.warning("Digest %d, post %d: %s", entry.digest_id, entry.id, refusal.reason)
        await self.ledger.failed(entry.id, refusal.reason, refusal.hint)
        if entry.local_date:
            await self._tell(digest, f"{refusal.reason} {refusal.hint}")

    async def _tell(self, digest: Digest, trouble: str) -> None:
        """Tell the organiser of a trouble, once until it is over; posts go first."""
        if digest.told == trouble:
            return
        await self._pace.turn_behind(REQUESTS_TO_TELL)
        if not await self.digests.tell(digest.id, trouble):
            return
        await self._telling.turn()
        await self._pace.turn_behind(REQUESTS_TO_TELL)
        try:
            await self._publisher.tell(digest, trouble)
        except Exception:
            log.exception("Nobody could be told of digest %d", digest.id)

    def _owed(self, digest: Digest, due_at: dt.datetime, now: dt.datetime) -> bool:
        """Whether what fell due is still worth posting: on the same local day, or soon after."""
        if not digest.order.post_late:
            return now - due_at <= LATE_AFTER or self.presence.was_here(due_at)
        # By the instants: a slot that a gap carries past midnight falls due on the next date.
        same_day = local_date(digest.rule, due_at) == local_date(digest.rule, now)
        return same_day or now - due_at <= GRACE

    def _is_late(self, entry: Entry, now: dt.datetime) -> bool:
        """Whether a post is late; one that waited for its turn among many is not."""
        if now - entry.claimed_at > LATE_AFTER:
            return True
        waited = entry.claimed_at - entry.due_at > LATE_AFTER
        return waited and not self.presence.was_here(entry.due_at)

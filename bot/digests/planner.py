"""What a digest will bring next, and what a librarian would rather have."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.database import Database
from bot.digests import plans
from bot.digests.calendar import Slot, next_slots
from bot.digests.digest import Digest
from bot.digests.ledger import Ledger
from bot.digests.outcomes import EMPTY
from bot.digests.picker import Pick, Pool, begins_anew, draw, papers_left
from bot.digests.publishing import Post
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.search.service import PaperSearch
from bot.reading.shelves import Shelves


class Planner:
    """Looks ahead, over one database."""

    def __init__(
        self, database: Database, search: PaperSearch, shelves: Shelves, ledger: Ledger
    ) -> None:
        self._database = database
        self._catalog = Catalog(database)
        self._search = search
        self._shelves = shelves
        self._ledger = ledger

    async def preview(self, digest: Digest, now: dt.datetime) -> Post:
        """Return what the next slot will bring; raises `BotError` if there is none."""
        check_zone(digest)
        after_date = (await self._ledger.last_dates(digest.id)).get(digest.id)
        after = max(now, digest.active_since)
        slot = next(iter(next_slots(digest.rule, after, 1, after_date)), None)
        if slot is None:
            raise BotError(
                "This digest is over: its last date has passed. Change it with `/digest edit`."
            )
        picks = await self.picks(digest, slot)
        ids = [pick.paper_id for pick in picks]
        papers = await self._catalog.get_many(ids, digest.guild_id)
        if not papers:
            raise BotError(f"{EMPTY.reason} {EMPTY.hint}")
        refilled = await begins_anew(self._database.fetch_all, digest, picks)
        return Post(tuple(papers), slot.local_date, slot.due_at, refilled=refilled)

    async def replace_paper(
        self,
        digest: Digest,
        date: dt.date,
        paper_id: int,
        *,
        passed_over: bool,
        without: Collection[int] = (),
    ) -> bool:
        """Let another paper come in the slot of `date`; see `plans.replace_paper`."""
        pool = await self.pool(digest)
        async with self._database.write() as connection:
            return await plans.replace_paper(
                connection,
                digest,
                pool,
                date.isoformat(),
                paper_id,
                passed_over=passed_over,
                without=without,
            )

    async def picks(self, digest: Digest, slot: Slot) -> list[Pick]:
        """Return what a slot will bring as things stand."""
        date = slot.local_date.isoformat()
        return await draw(self._database.fetch_all, digest, await self.pool(digest), date)

    async def pool(self, digest: Digest) -> Pool:
        """Return what a digest draws from besides its own filter."""
        query = digest.choice.query
        return Pool(
            await self._search.matching(query, digest.guild_id) if query else None,
            await self._shelves.unwanted(digest.guild_id),
        )

    async def papers_left(self, digest: Digest) -> int:
        """Return how many papers are left in the digest's bag."""
        return await papers_left(self._database.fetch_all, digest, await self.pool(digest))


def check_zone(digest: Digest) -> None:
    """Raise `BotError` if the digest's time zone is unknown here."""
    try:
        ZoneInfo(digest.rule.zone)
    except ZoneInfoNotFoundError:
        raise BotError(
            "The digest's time zone is unknown here. Give it another with `/digest edit`."
        ) from None

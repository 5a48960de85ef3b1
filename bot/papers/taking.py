"""Taking records into the library, many at a time, inside one transaction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from bot.database import Connection, fetch_in
from bot.papers import storing
from bot.papers.derived import derive
from bot.papers.matching import Match, find_same
from bot.papers.paper import Record
from bot.papers.preparing import Coming
from bot.papers.storing import NewPaper


class Taking:
    """Collects new papers until they are stored, and finds those that are there already."""

    def __init__(
        self,
        connection: Connection,
        guild_id: int | None,
        by_user: int | None,
        at: int,
        year: int | None,
        learnt: set[str],
    ) -> None:
        self._connection = connection
        self._guild_id = guild_id
        self._by_user = by_user
        self._at = at
        self._year = year
        self._learnt = learnt
        self._next_id = 0
        self._new: list[NewPaper] = []
        self._new_signs: set[int | str] = set()
        self._stored_signs: set[int | str] = set()
        self.met: dict[str, Match] = {}

    async def look_ahead(self, coming: Sequence[Coming]) -> None:
        """Learn of all these records at once which of their signs the library knows."""
        self._next_id = await storing.next_paper_id(self._connection)
        self.met = await self._met_before([one.fingerprint for one in coming])
        signs = {sign for one in coming for sign in one.signs}
        hashes = [sign for sign in signs if isinstance(sign, int)]
        titles = [sign for sign in signs if isinstance(sign, str)]
        rows = await fetch_in(
            self._connection,
            """
            SELECT value FROM json_each(?)
            WHERE EXISTS (SELECT 1 FROM sketch WHERE hash = value)
            UNION ALL
            SELECT value FROM json_each(?)
            WHERE EXISTS (SELECT 1 FROM heading WHERE title = value)
            """,
            (json.dumps(hashes), json.dumps(titles)),
        )
        self._stored_signs = {row[0] for row in rows}

    async def _met_before(self, fingerprints: list[str]) -> dict[str, Match]:
        """Return the papers of which some source says exactly this."""
        rows = await fetch_in(
            self._connection,
            """
            SELECT source_text.fingerprint, p.id, p.guild_id
            FROM source_text JOIN paper p ON p.id = source_text.paper_id
            WHERE source_text.fingerprint IN (SELECT value FROM json_each(?))
              AND (source_text.guild_id IS NULL OR source_text.guild_id = ?)
            """,
            (json.dumps(fingerprints), self._guild_id),
        )
        return {row["fingerprint"]: Match(row["id"], row["guild_id"], 100.0) for row in rows}

    async def near(self, coming: Coming, taken: Collection[int]) -> Match | None:
        """Return the paper that says the same, if any; none of those in `taken`."""
        signs = coming.signs
        if signs & self._new_signs:
            await self.store()
            self._stored_signs |= signs
        if not coming.derived or not coming.entry or not signs & self._stored_signs:
            return None
        return await find_same(
            partial(fetch_in, self._connection),
            coming.record.title,
            coming.derived.plain,
            coming.entry,
            self._guild_id,
            without=taken,
        )

    async def correct(self, match: Match, record: Record) -> bool:
        """Give the paper the record's text, and tell whether that changed anything.

        What the record lacks stays as it is stored.
        """
        stored = await storing.stored_record(self._connection, match.paper_id)
        merged = replace(
            record,
            title=record.title or stored.title,
            abstract=record.abstract or stored.abstract,
            authors=record.authors or stored.authors,
            url=record.url or stored.url,
        )
        if merged.fingerprint == stored.fingerprint:
            return False
        derived = await asyncio.to_thread(derive, merged.title, merged.abstract)
        await storing.update_paper(self._connection, match.paper_id, merged, derived, at=self._at)
        return True

    def add(self, coming: Coming) -> int:
        """Return the id of a new paper; `store` puts it into the tables."""
        assert coming.derived
        assert coming.entry
        paper_id, self._next_id = self._next_id, self._next_id + 1
        self._new.append(NewPaper(paper_id, coming.record, coming.derived, coming.entry))
        self._new_signs |= coming.signs
        self.met[coming.fingerprint] = Match(paper_id, self._guild_id, 100.0)
        return paper_id

    async def store(self) -> None:
        """Store the new papers so far."""
        await storing.insert_papers(
            self._connection,
            self._new,
            guild_id=self._guild_id,
            year=self._year,
            by_user=self._by_user,
            at=self._at,
            learnt=self._learnt,
        )
        self._new, self._new_signs = [], set()

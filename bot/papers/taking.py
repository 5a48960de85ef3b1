"""Taking records into the library, many at a time, inside one transaction."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.database import Connection, fetch_in
from bot.papers import changes, storing
from bot.papers.changes import By, Change, removal
from bot.papers.matching import CANDIDATES, Match, Text, find_same, similarity
from bot.papers.merging import better, contradictions
from bot.papers.paper import Record
from bot.papers.preparing import Coming
from bot.papers.states import Subject, in_list, state_of_record
from bot.papers.storing import NewPaper, Origin


@dataclass(frozen=True, slots=True)
class Into:
    """Where records go, and under whose name. `learnt` is as `index.add` explains."""

    guild_id: int | None
    by: By
    batch_id: int | None
    learnt: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Completion:
    """Whether a record changed its paper, and the fields in which it says something else."""

    changed: bool
    contradicts: tuple[str, ...] = ()


class Taking:
    """Collects new papers until they are stored, and finds those that are there already."""

    def __init__(self, connection: Connection, into: Into, year: int | None) -> None:
        self._connection = connection
        self._into = into
        self._year = year
        self._next_id = 0
        self._new: list[NewPaper] = []
        self._new_texts: dict[int, Text] = {}
        self._new_by_sign: dict[int | str, list[int]] = defaultdict(list)
        self._stored_signs: set[int | str] = set()
        self.met: dict[str, Match] = {}

    async def look_ahead(self, coming: Sequence[Coming]) -> None:
        """Learn of all these records at once which of their signs the library knows."""
        self._next_id = max(self._next_id, await storing.next_paper_id(self._connection))
        self.met |= await self._met_before([one.fingerprint for one in coming])
        signs = {sign for one in coming for sign in one.signs}
        hashes = [sign for sign in signs if isinstance(sign, int)]
        texts = json.dumps([sign for sign in signs if isinstance(sign, str)])
        rows = await fetch_in(
            self._connection,
            """
            SELECT value FROM json_each(?)
            WHERE EXISTS (SELECT 1 FROM sketch WHERE hash = value)
            UNION ALL
            SELECT value FROM json_each(?)
            WHERE EXISTS (SELECT 1 FROM heading WHERE title = value)
               OR EXISTS (SELECT 1 FROM identifier WHERE key = value)
            """,
            (json.dumps(hashes), texts),
        )
        self._stored_signs = {row[0] for row in rows}

    async def _met_before(self, fingerprints: list[str]) -> dict[str, Match]:
        """Return the papers of which some source says exactly this."""
        rows = await fetch_in(
            self._connection,
            """
            SELECT source_text.fingerprint, p.id, p.guild_id, p.removed_at, p.withdrawn
            FROM source_text JOIN paper p ON p.id = source_text.paper_id
            WHERE source_text.fingerprint IN (SELECT value FROM json_each(?))
              AND (source_text.guild_id IS NULL OR source_text.guild_id = ?)
            """,
            (json.dumps(fingerprints), self._into.guild_id),
        )
        return {
            row["fingerprint"]: Match(
                row["id"],
                row["guild_id"],
                100.0,
                row["removed_at"] is not None,
                bool(row["withdrawn"]),
            )
            for row in rows
        }

    async def near(self, coming: Coming, listed: Collection[int]) -> Match | None:
        """Return the paper that says the same, if any; `listed`: those in this very file."""
        if not coming.derived or not coming.entry:
            return None
        text = Text.of(coming.record, coming.derived)
        found = self._near_among_new(coming, text, listed)
        if coming.signs & self._stored_signs:
            stored = await find_same(
                partial(fetch_in, self._connection),
                text,
                coming.entry,
                self._into.guild_id,
                listed=listed,
            )
            if stored and (not found or stored.score >= found.score):
                return stored
        return found

    def _near_among_new(self, coming: Coming, text: Text, listed: Collection[int]) -> Match | None:
        shared = Counter(one for sign in coming.signs for one in self._new_by_sign.get(sign, ()))
        scores = {
            one: similarity(text, self._new_texts[one], listed=one in listed)
            for one, _ in shared.most_common(CANDIDATES)
        }
        best = max(scores, key=scores.__getitem__, default=None)
        if best is None or not scores[best]:
            return None
        return Match(best, self._into.guild_id, scores[best])

    async def complete(self, match: Match, record: Record, *, corrects: bool) -> Completion:
        """Give the paper what the record says more.

        If it `corrects` what the same source said before, all it says replaces what is stored.
        """
        if match.paper_id in self._new_texts:
            await self.store()
        stored = await storing.stored_record(self._connection, match.paper_id)
        merged = _corrected(stored, record) if corrects else better(stored, record)
        after = state_of_record(merged)
        if match.withdrawn:
            after |= removal(removed=False)
        change = Change(Subject(match.paper_id), "import", after, self._into.batch_id)
        made = await changes.revise(self._connection, change, self._into.by)
        return Completion(made is not None, () if corrects else contradictions(stored, record))

    def add(self, coming: Coming) -> int:
        """Return the id of a new paper; `store` puts it into the tables."""
        assert coming.derived
        assert coming.entry
        paper_id, self._next_id = self._next_id, self._next_id + 1
        self._new.append(NewPaper(paper_id, coming.record, coming.derived, coming.entry))
        self._new_texts[paper_id] = Text.of(coming.record, coming.derived)
        for sign in coming.signs:
            self._new_by_sign[sign].append(paper_id)
        self.met[coming.fingerprint] = Match(paper_id, self._into.guild_id, 100.0)
        return paper_id

    async def store(self) -> None:
        """Store the new papers so far."""
        into = self._into
        origin = Origin(into.guild_id, self._year, into.by.user_id, into.by.at, into.batch_id)
        await storing.insert_papers(self._connection, self._new, origin, into.learnt)
        self._stored_signs |= self._new_by_sign.keys()
        self._new, self._new_texts, self._new_by_sign = [], {}, defaultdict(list)

    async def put_in_list(self, list_id: int, paper_ids: Collection[int]) -> None:
        """Put papers in a list; of those that were there before it is put on record."""
        rows = await fetch_in(
            self._connection,
            """
            INSERT INTO entry (list_id, paper_id) SELECT ?, value FROM json_each(?) WHERE 1
            ON CONFLICT DO NOTHING RETURNING paper_id
            """,
            (list_id, json.dumps(sorted(set(paper_ids)))),
        )
        fresh = {row["paper_id"] for row in rows}
        await self._note_listing(list_id, fresh)

    async def _note_listing(self, list_id: int, paper_ids: Collection[int]) -> None:
        """A new paper's lists go with it; another's are put on record."""
        into = self._into
        await self._connection.execute(
            """
            INSERT INTO revision (server_id, paper_id, action, by_user, at, before, after, batch_id)
            SELECT ?, id, 'list', ?, ?, json_object(?, json('false')), json_object(?, json('true')),
                   ?
            FROM paper WHERE id IN (SELECT value FROM json_each(?)) AND batch_id IS NOT ?
            """,
            (
                *(into.by.server_id, into.by.user_id, into.by.at),
                *(in_list(list_id), in_list(list_id), into.batch_id),
                *(json.dumps(sorted(paper_ids)), into.batch_id),
            ),
        )


def _corrected(stored: Record, record: Record) -> Record:
    """Return what the record says, and of what it lacks what is stored."""
    return replace(
        record,
        title=record.title or stored.title,
        abstract=record.abstract or stored.abstract,
        authors=record.authors or stored.authors,
        url=record.url or stored.url,
        year=record.year or stored.year,
        venue=record.venue or stored.venue,
        ids=record.ids or stored.ids,
    )


class Rehearsal(Taking):
    """Finds out what would become of records, and changes nothing."""

    async def complete(self, match: Match, record: Record, *, corrects: bool) -> Completion:
        if match.paper_id in self._new_texts:  # twice in the file itself
            return Completion(changed=False)
        stored = await storing.stored_record(self._connection, match.paper_id)
        merged = _corrected(stored, record) if corrects else better(stored, record)
        changed = match.withdrawn or state_of_record(merged) != state_of_record(stored)
        return Completion(changed, () if corrects else contradictions(stored, record))

    def add(self, coming: Coming) -> int:
        paper_id = super().add(coming)
        self._new.clear()  # what it would store is large
        return paper_id

    async def store(self) -> None:
        """Change nothing."""

    async def put_in_list(self, list_id: int, paper_ids: Collection[int]) -> None:
        """Change nothing."""

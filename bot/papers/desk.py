"""The librarian's desk: adding, changing and removing single papers.

Every change goes through `changes.revise`, so that it is on record and can be undone.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

from bot.database import Connection, Database
from bot.errors import BotError
from bot.papers import changes, storing
from bot.papers.batches import open_batch
from bot.papers.catalog import Catalog
from bot.papers.changes import By, Change, removal
from bot.papers.derived import derive
from bot.papers.matching import Text, find_same
from bot.papers.merging import better
from bot.papers.paper import Paper, Record
from bot.papers.search.entries import entry_for
from bot.papers.states import State, Subject, in_list, state_of_record

DEFAULT_LIST = "Our additions"
MAX_LIST_NAME = 80


class Desk:
    """Changes the library; whoever calls has checked that the caller is a librarian."""

    def __init__(self, database: Database, catalog: Catalog, home_guild: int | None) -> None:
        self._database = database
        self._catalog = catalog
        self.home_guild = home_guild

    def library_of(self, guild_id: int) -> int | None:
        """Return which library this guild's librarians write to: None is the shared one."""
        return None if guild_id == self.home_guild else guild_id

    def check_changeable(self, paper: Paper, guild_id: int) -> None:
        """Raise `BotError` if this guild's librarians may not change the paper."""
        if paper.guild_id not in (guild_id, self.library_of(guild_id)):
            raise BotError(
                f"{paper.code} belongs to the shared library, which only its home server can"
                " change. `/library hide` keeps it out of this server, and you can add papers of"
                " your own."
            )

    async def close_duplicate(self, record: Record, guild_id: int) -> Paper | None:
        """Return a paper this guild sees that says much the same, if there is one."""
        derived = await asyncio.to_thread(derive, record.title, record.abstract)
        match = await find_same(
            self._database.fetch_all,
            Text.of(record, derived),
            entry_for(record, derived),
            guild_id,
            removed=False,
        )
        return await self._catalog.get(match.paper_id, guild_id) if match else None

    async def add(
        self, record: Record, list_name: str | None, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Add a paper to the guild's library, in the named list (made if there is none)."""
        library, by = self.library_of(guild_id), _by(guild_id, by_user, now)
        derived = await asyncio.to_thread(derive, record.title, record.abstract)
        async with self._database.write() as connection:
            # A guild may put its paper into a shared list; nobody else sees it there.
            found = await storing.find_list(connection, library, list_name) if list_name else None
            name = list_name or DEFAULT_LIST
            list_id = found["id"] if found else await storing.ensure_list(connection, library, name)
            paper_id = await storing.next_paper_id(connection)
            new = storing.NewPaper(paper_id, record, derived, entry_for(record, derived))
            year = found["year"] if found else None
            origin = storing.Origin(library, year, by_user, by.at)
            await storing.insert_papers(connection, [new], origin)
            await storing.put_in_list(connection, list_id, paper_id)
            came = Change(Subject(paper_id), "add", removal(removed=False))
            before = removal(removed=True, withdrawn=True)
            await changes.put_on_record(connection, came, before, by)
        return await self._shown(paper_id, guild_id)

    async def complete(
        self, paper: Paper, record: Record, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Give a paper what the record says more than it: the better of each field."""
        self.check_changeable(paper, guild_id)
        async with self._database.write() as connection:
            stored = await storing.stored_record(connection, paper.id)
            after = state_of_record(better(stored, record))
            by = _by(guild_id, by_user, now)
            await changes.revise(connection, Change(Subject(paper.id), "edit", after), by)
        return await self._shown(paper.id, guild_id)

    async def edit(
        self, paper: Paper, after: State, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Set fields of a paper (see `states`); the others stay."""
        self.check_changeable(paper, guild_id)
        await self._revise(paper.id, "edit", after, _by(guild_id, by_user, now))
        return await self._shown(paper.id, guild_id)

    async def remove(self, paper: Paper, *, guild_id: int, by_user: int, now: datetime) -> None:
        """Take a paper out of the library. Its row stays, so that it can come back.

        Raises `BotError` if this guild's librarians may not, or if it is gone already.
        """
        self.check_changeable(paper, guild_id)
        by = _by(guild_id, by_user, now)
        if not await self._revise(paper.id, "remove", {"removed": True}, by):
            raise BotError(f"{paper.code} was removed already.")

    async def restore(self, paper_id: int, *, guild_id: int, by_user: int, now: datetime) -> Paper:
        """Bring a removed paper back; raises `BotError` if there is none that this guild may."""
        row = await self._database.fetch_one(
            "SELECT removed_at FROM paper WHERE id = ? AND guild_id IN (?, ifnull(?, guild_id))"
            " OR id = ? AND guild_id IS NULL AND ? IS NULL",
            (
                *(paper_id, guild_id, guild_id, paper_id),
                self.library_of(guild_id),
            ),
        )
        if row is None or row["removed_at"] is None:
            raise BotError("No paper that was removed here has this code.")
        after = {**removal(removed=False), "merged_into": None}
        async with self._database.write() as connection:
            by = _by(guild_id, by_user, now)
            await changes.revise(connection, Change(Subject(paper_id), "restore", after), by)
        return await self._shown(paper_id, guild_id)

    async def merge(
        self, paper: Paper, into: Paper, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Make one paper of two: the better of each field; the other's code leads to it.

        Raises `BotError` if this guild's librarians may not change both.
        """
        if paper.id == into.id:
            raise BotError("These are one paper already. Pick two.")
        for one in (paper, into):
            self.check_changeable(one, guild_id)
        by = _by(guild_id, by_user, now)
        async with self._database.write() as connection:
            await _merge(connection, paper.id, into.id, by)
        return await self._shown(into.id, guild_id)

    async def hide(self, paper: Paper, *, guild_id: int, by_user: int, now: datetime) -> None:
        """Keep a paper out of one server."""
        await self._revise(paper.id, "hide", {"hidden": True}, _by(guild_id, by_user, now))

    async def show_again(
        self, paper_id: int, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Show a hidden paper in its server again; raises `BotError` if it is not hidden there."""
        row = await self._database.fetch_one(
            "SELECT 1 FROM hidden_paper WHERE guild_id = ? AND paper_id = ?", (guild_id, paper_id)
        )
        if row is None:
            raise BotError("No paper of this code is hidden here. `/library log` shows its code.")
        await self._revise(paper_id, "show", {"hidden": False}, _by(guild_id, by_user, now))
        return await self._shown(paper_id, guild_id)

    async def _revise(self, paper_id: int, action: str, after: State, by: By) -> bool:
        async with self._database.write() as connection:
            change = Change(Subject(paper_id), action, after)
            return await changes.revise(connection, change, by) is not None

    async def _shown(self, paper_id: int, guild_id: int) -> Paper:
        paper = await self._catalog.get(paper_id, guild_id)
        if paper is None:
            raise BotError("This paper is no longer in the library.")
        return paper


async def _merge(connection: Connection, paper_id: int, into_id: int, by: By) -> None:
    """Both changes in one batch, so that they are undone together."""
    library = await storing.library_of(connection, into_id)
    batch_id = await open_batch(connection, f"P-{paper_id} → P-{into_id}", library, by)
    stored = await storing.stored_record(connection, into_id)
    other = await storing.stored_record(connection, paper_id)
    lists = await storing.lists_of(connection, paper_id)
    whole = {**state_of_record(better(stored, other)), **{in_list(one): True for one in lists}}
    gone = {"removed": True, "merged_into": into_id}
    for subject_id, after in ((into_id, whole), (paper_id, gone)):
        change = Change(Subject(subject_id), "merge", after, batch_id)
        await changes.revise(connection, change, by)
    # What members saved follows; they keep it, too, if the merging is undone.
    await connection.execute(
        """
        INSERT OR IGNORE INTO mark (guild_id, user_id, paper_id, kind, at, by_librarian)
        SELECT guild_id, user_id, ?, kind, at, by_librarian FROM mark WHERE paper_id = ?
        """,
        (into_id, paper_id),
    )


def _by(guild_id: int, by_user: int, now: datetime) -> By:
    return By(guild_id, by_user, int(now.timestamp()))

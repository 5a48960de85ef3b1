"""The lists of a library: making, renaming, ordering and hiding them."""

from __future__ import annotations

from datetime import datetime

from bot.database import Database, fetch_in
from bot.errors import BotError
from bot.papers import changes, storing
from bot.papers.catalog import Catalog
from bot.papers.changes import By, Change
from bot.papers.paper import PaperList
from bot.papers.states import State, Subject

MAX_LISTS = 200  # of one server


class ListDesk:
    """Changes lists; whoever calls has checked that the caller is a librarian."""

    def __init__(self, database: Database, catalog: Catalog, home_guild: int | None) -> None:
        self._database = database
        self._catalog = catalog
        self._home_guild = home_guild

    async def create(self, name: str, year: int | None, *, guild_id: int) -> None:
        """Make an empty list in the guild's library; raises `BotError` if there is one."""
        library = self._library_of(guild_id)
        async with self._database.write() as connection:
            if await storing.find_list(connection, library, name):
                raise BotError(f"There is a list “{name}” already.")
            rows = await fetch_in(
                connection, "SELECT count(*) FROM list WHERE guild_id IS ?", (library,)
            )
            if rows[0][0] >= MAX_LISTS:
                raise BotError(f"A server can have {MAX_LISTS} lists. Rename one instead.")
            await storing.ensure_list(connection, library, name, None, year)

    async def rename(self, old: PaperList, name: str, *, by: By) -> None:
        """Give a list of the guild's library another name; raises `BotError`."""
        guild_id = self._check_changeable(old, by)
        async with self._database.write() as connection:
            taken = await storing.find_list(connection, self._library_of(guild_id), name)
            if taken and taken["id"] != old.id:
                raise BotError(f"There is a list “{name}” already.")
            change = Change(Subject(list_id=old.id), "rename", {"name": name})
            await changes.revise(connection, change, by)

    async def move(self, moved: PaperList, position: int, *, by: By) -> None:
        """Show a list of the guild's library at this place, from 1 on, before those without one."""
        self._check_changeable(moved, by)
        await self._revise(moved, "move", {"position": position}, by)

    async def hide(self, hidden: PaperList, *, by: By, yes: bool = True) -> None:
        """Keep a shared list out of this server, with the papers that are in no other; or not."""
        if hidden.guild_id is not None:
            raise BotError("That list is your own. Remove its papers, or rename it.")
        await self._revise(hidden, "hide" if yes else "show", {"hidden": yes}, by)

    async def hidden(self, guild_id: int) -> list[PaperList]:
        """Return the lists that this server hides."""
        rows = await self._database.fetch_all(
            """
            SELECT list.* FROM list JOIN hidden_list ON hidden_list.list_id = list.id
            WHERE hidden_list.guild_id = ? ORDER BY name
            """,
            (guild_id,),
        )
        return [PaperList(row["id"], row["guild_id"], row["name"], row["year"]) for row in rows]

    async def _revise(self, subject: PaperList, action: str, after: State, by: By) -> None:
        async with self._database.write() as connection:
            change = Change(Subject(list_id=subject.id), action, after)
            await changes.revise(connection, change, by)

    def _library_of(self, guild_id: int) -> int | None:
        return None if guild_id == self._home_guild else guild_id

    def _check_changeable(self, one: PaperList, by: By) -> int:
        assert by.server_id is not None
        if one.guild_id not in (by.server_id, self._library_of(by.server_id)):
            raise BotError(
                "That list belongs to the shared library, which only its home server can change."
                " `/library lists hide` keeps it out of this server."
            )
        return by.server_id


def by_member(guild_id: int, user_id: int, now: datetime) -> By:
    """Return a member of a server, as whoever changes something now."""
    return By(guild_id, user_id, int(now.timestamp()))

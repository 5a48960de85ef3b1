"""The librarian's desk: adding and removing single papers."""

from __future__ import annotations

import asyncio
from datetime import datetime
from urllib.parse import urlsplit

from bot.database import Connection, Database
from bot.errors import BotError
from bot.papers import storing
from bot.papers.catalog import Catalog
from bot.papers.derived import derive
from bot.papers.matching import find_same
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE, Paper, Record
from bot.papers.search.entries import entry_for

DEFAULT_LIST = "Our additions"
MAX_LIST_NAME = 80
MAX_AUTHORS = 200
MAX_URL = 500


class Desk:
    """Adds to and removes from the library; whoever calls has checked the caller's rights."""

    def __init__(self, database: Database, catalog: Catalog, home_guild: int | None) -> None:
        self._database = database
        self._catalog = catalog
        self.home_guild = home_guild

    def library_of(self, guild_id: int) -> int | None:
        """Return which library this guild's librarians write to: None is the shared one."""
        return None if guild_id == self.home_guild else guild_id

    async def close_duplicate(self, record: Record, guild_id: int) -> Paper | None:
        """Return a paper this guild sees that says much the same, if there is one."""
        derived = await asyncio.to_thread(derive, record.title, record.abstract)
        match = await find_same(
            self._database.fetch_all,
            record.title,
            derived.plain,
            entry_for(record, derived),
            guild_id,
            removed=False,
        )
        return await self._catalog.get(match.paper_id, guild_id) if match else None

    async def add(
        self, record: Record, list_name: str | None, *, guild_id: int, by_user: int, now: datetime
    ) -> Paper:
        """Add a paper to the guild's library, in the named list (made if there is none)."""
        library, at = self.library_of(guild_id), int(now.timestamp())
        derived = await asyncio.to_thread(derive, record.title, record.abstract)
        async with self._database.write() as connection:
            # A guild may put its paper into a shared list; nobody else sees it there.
            found = await storing.find_list(connection, library, list_name) if list_name else None
            name = list_name or DEFAULT_LIST
            list_id = found["id"] if found else await storing.ensure_list(connection, library, name)
            paper_id = await storing.next_paper_id(connection)
            await storing.insert_papers(
                connection,
                [storing.NewPaper(paper_id, record, derived, entry_for(record, derived))],
                guild_id=library,
                year=found["year"] if found else None,
                by_user=by_user,
                at=at,
            )
            await storing.put_in_list(connection, list_id, paper_id)
            await _put_on_record(connection, paper_id, "add", guild_id, by_user, at)
        added = await self._catalog.get(paper_id, guild_id)
        assert added is not None
        return added

    def check_removable(self, paper: Paper, guild_id: int) -> None:
        """Raise `BotError` if this guild's librarians may not remove the paper."""
        if paper.guild_id in (guild_id, self.library_of(guild_id)):
            return
        raise BotError(
            f"{paper.code} belongs to the shared library, which only its home server can"
            " change. You can add and remove papers of your own."
        )

    async def remove(self, paper: Paper, *, guild_id: int, by_user: int, now: datetime) -> None:
        """Take a paper out of the library. Its row stays, so that it can come back.

        Raises `BotError` if this guild's librarians may not, or if it is gone already.
        """
        self.check_removable(paper, guild_id)
        at = int(now.timestamp())
        async with self._database.write() as connection:
            cursor = await connection.execute(
                "UPDATE paper SET removed_at = ? WHERE id = ? AND removed_at IS NULL",
                (at, paper.id),
            )
            if not cursor.rowcount:
                raise BotError(f"{paper.code} was removed already.")
            await _put_on_record(connection, paper.id, "remove", guild_id, by_user, at)


async def _put_on_record(
    connection: Connection, paper_id: int, action: str, guild_id: int, by_user: int, at: int
) -> None:
    await storing.record_change(
        connection, guild_id=guild_id, paper_id=paper_id, action=action, by_user=by_user, at=at
    )


def read_form(title: str, abstract: str, authors: str, url: str) -> Record:
    """Turn what was typed into a record; raises `BotError` naming what to mend."""
    fields = [" ".join(_shown(title).split()), _shown(abstract).strip(), url.strip()]
    if not fields[0] and not fields[1]:
        raise BotError("A paper needs a title or an abstract. Fill in one of them and send again.")
    for name, text, limit in zip(
        ("title", "abstract", "link"), fields, (MAX_TITLE, MAX_ABSTRACT, MAX_URL), strict=True
    ):
        if len(text) > limit:
            raise BotError(f"The {name} is longer than {limit:,} characters. Shorten it.")
    if not any(char.isalnum() for char in fields[0] + fields[1]):
        raise BotError("The title and the abstract hold no words. Fill in one of them.")
    return Record(
        title=fields[0] or None,
        abstract=fields[1] or None,
        authors=_split_authors(_shown(authors)),
        url=check_url(fields[2]) if fields[2] else None,
    )


def _shown(text: str) -> str:
    """Return text that can be stored: none if all of it is invisible, and no half characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole if any(c.isprintable() and not c.isspace() for c in whole) else ""


def check_url(text: str) -> str:
    """Return an http(s) address; `example.org/x` gains its scheme. Raises `BotError`."""
    text = text.removeprefix("<").removesuffix(">")
    url = text if "://" in text else f"https://{text}"
    if not _is_web_address(url):
        raise BotError(
            "The link is not a web address. Give one such as `https://arxiv.org/abs/1706.03762`."
        )
    return url


def _is_web_address(url: str) -> bool:
    """Whether Discord takes it as a link; one bad link makes it refuse the whole message."""
    if not url.isprintable() or any(char.isspace() for char in url):
        return False
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - ValueError for a port that is none
    except ValueError:
        return False
    named = "." in (parts.hostname or "").strip(".")
    return named and parts.scheme in ("http", "https") and parts.username is None


def _split_authors(text: str) -> tuple[str, ...]:
    separator = ";" if ";" in text else "\n" if "\n" in text.strip() else ","
    names = (" ".join(name.split()) for name in text.replace(" and ", separator).split(separator))
    return tuple(name for name in names if name)[:MAX_AUTHORS]

"""Writing papers: each function runs inside a transaction its caller opened.

A paper's row, its names and its place in the search index change together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.database import Connection, Row, Value, fetch_in
from bot.papers.derived import Derived
from bot.papers.paper import Record
from bot.papers.search import entries, index
from bot.papers.search.entries import Entry
from bot.papers.words import name_key


async def ensure_list(
    connection: Connection,
    guild_id: int | None,
    name: str,
    venue: str | None = None,
    year: int | None = None,
) -> int:
    """Return the id of the list of this name in any case, making it if there is none."""
    existing = await find_list(connection, guild_id, name)
    if existing and existing["guild_id"] == guild_id:
        return int(existing["id"])
    return await _scalar(
        connection,
        "INSERT INTO list (guild_id, name, venue, year) VALUES (?, ?, ?, ?) RETURNING id",
        (guild_id, name, venue, year),
    )


async def find_list(connection: Connection, guild_id: int | None, name: str) -> Row | None:
    """Return the guild's list of this name in any case, else the shared one, else None."""
    rows = await fetch_in(
        connection,
        """
        SELECT id, guild_id, name, year FROM list
        WHERE guild_id = ? OR guild_id IS NULL ORDER BY guild_id IS NULL
        """,
        (guild_id,),
    )
    # Not by COLLATE NOCASE, which knows the case of ASCII letters alone.
    return next((row for row in rows if row["name"].casefold() == name.casefold()), None)


@dataclass(frozen=True, slots=True)
class NewPaper:
    """A paper about to be stored under an id that no other has or had."""

    id: int
    record: Record
    derived: Derived
    entry: Entry


async def next_paper_id(connection: Connection) -> int:
    """Return the id of the next new paper; ids are never given twice (AUTOINCREMENT)."""
    rows = await fetch_in(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'paper'")
    return int(rows[0][0]) + 1 if rows else 1


async def insert_papers(
    connection: Connection,
    papers: Sequence[NewPaper],
    *,
    guild_id: int | None,
    year: int | None,
    by_user: int | None,
    at: int,
    learnt: set[str] | None = None,
) -> None:
    """Store new papers with their names and their places in the index.

    `at` is in Unix seconds; `learnt` is as `index.add` explains.
    """
    rows = [_row(new, guild_id, year, by_user, at) for new in papers]
    await connection.executemany(
        """
        INSERT INTO paper (id, guild_id, title, abstract, authors, url, year, headline, plain,
                           added_at, added_by, updated_at)
        VALUES (:id, :guild_id, :title, :abstract, :authors, :url, :year, :headline, :plain,
                :added_at, :added_by, :added_at)
        """,
        rows,
    )
    await _insert_names(connection, [(new.id, new.derived) for new in papers])
    indexed = [replace(new.entry, paper_id=new.id, guild_id=guild_id, year=year) for new in papers]
    await index.add(connection, indexed, learnt)


def _row(
    new: NewPaper, guild_id: int | None, year: int | None, by_user: int | None, at: int
) -> dict[str, Value]:
    record, derived = new.record, new.derived
    return {
        "id": new.id,
        "guild_id": guild_id,
        "title": record.title,
        "abstract": record.abstract,
        "authors": json.dumps(record.authors, ensure_ascii=False),
        "url": record.url,
        "year": year,
        "headline": derived.headline,
        "plain": "" if derived.plain == record.abstract else derived.plain,
        "added_at": at,
        "added_by": by_user,
        "removed_at": None,
    }


async def stored_record(connection: Connection, paper_id: int) -> Record:
    """Return what a paper says now, as a record."""
    rows = await fetch_in(
        connection, "SELECT title, abstract, authors, url FROM paper WHERE id = ?", (paper_id,)
    )
    title, abstract, authors, url = rows[0]
    return Record(title, abstract, tuple(json.loads(authors)), url)


async def update_paper(
    connection: Connection, paper_id: int, record: Record, derived: Derived, *, at: int
) -> None:
    """Replace a paper's text; its id, and all that points at it, stays."""
    await index.remove(connection, await entries.stored_entries(connection, [paper_id]))
    await connection.execute(
        """
        UPDATE paper SET title = ?, abstract = ?, authors = ?, url = ?, updated_at = ?
        WHERE id = ?
        """,
        (
            record.title,
            record.abstract,
            json.dumps(record.authors, ensure_ascii=False),
            record.url,
            at,
            paper_id,
        ),
    )
    await store_derived(connection, paper_id, derived)
    await index.add(connection, await entries.stored_entries(connection, [paper_id]))


async def store_derived(connection: Connection, paper_id: int, derived: Derived) -> None:
    """Replace what is derived of a paper; its own text, and the index, stay."""
    await connection.execute(
        "UPDATE paper SET headline = ?, plain = iif(? = abstract, '', ?) WHERE id = ?",
        (derived.headline, derived.plain, derived.plain, paper_id),
    )
    await connection.execute("DELETE FROM paper_name WHERE paper_id = ?", (paper_id,))
    await _insert_names(connection, [(paper_id, derived)])


async def put_in_list(connection: Connection, list_id: int, paper_id: int) -> None:
    """Put the paper in the list, if it is not there yet."""
    await connection.execute(
        "INSERT INTO entry (list_id, paper_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (list_id, paper_id),
    )


async def record_change(
    connection: Connection,
    *,
    guild_id: int | None,
    paper_id: int,
    action: str,
    by_user: int | None,
    at: int,
) -> None:
    """Put a librarian's change on record; `action` is add, edit, remove or restore."""
    await connection.execute(
        "INSERT INTO change (guild_id, paper_id, action, by_user, at) VALUES (?, ?, ?, ?, ?)",
        (guild_id, paper_id, action, by_user, at),
    )


async def _insert_names(connection: Connection, papers: Sequence[tuple[int, Derived]]) -> None:
    await connection.executemany(
        "INSERT INTO paper_name (paper_id, position, name, expansion, key) VALUES (?, ?, ?, ?, ?)",
        [
            (paper_id, position, name.text, name.expansion, name_key(name.text))
            for paper_id, derived in papers
            for position, name in enumerate(derived.names)
        ],
    )


async def _scalar(connection: Connection, sql: str, parameters: tuple[Value, ...]) -> int:
    rows = await fetch_in(connection, sql, parameters)
    return int(rows[0][0])

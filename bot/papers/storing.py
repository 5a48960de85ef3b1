"""Writing papers: each function runs inside a transaction its caller opened.

A paper's row, its names and its place in the search index change together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from bot.database import Connection, Row, Value, fetch_in
from bot.papers.derived import Derived
from bot.papers.identifiers import known_as
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


@dataclass(frozen=True, slots=True)
class Origin:
    """Where new papers come from. `year`: that of papers that say none; `at`: Unix seconds."""

    guild_id: int | None
    year: int | None
    by_user: int | None
    at: int
    batch_id: int | None = None


async def next_paper_id(connection: Connection) -> int:
    """Return the id of the next new paper; ids are never given twice (AUTOINCREMENT)."""
    rows = await fetch_in(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'paper'")
    return int(rows[0][0]) + 1 if rows else 1


async def insert_papers(
    connection: Connection,
    papers: Sequence[NewPaper],
    origin: Origin,
    learnt: set[str] | None = None,
) -> None:
    """Store new papers with their names and their places in the index.

    `learnt` is as `index.add` explains.
    """
    await connection.executemany(
        """
        INSERT INTO paper (id, guild_id, title, abstract, authors, url, year, venue, ids,
                           headline, plain, added_at, added_by, updated_at, batch_id)
        VALUES (:id, :guild_id, :title, :abstract, :authors, :url, :year, :venue, :ids,
                :headline, :plain, :at, :by_user, :at, :batch_id)
        """,
        [_row(new, origin) for new in papers],
    )
    await _name_elsewhere(connection, [(new.id, new.record) for new in papers])
    await _insert_names(connection, [(new.id, new.derived) for new in papers])
    indexed = [
        replace(
            new.entry,
            paper_id=new.id,
            guild_id=origin.guild_id,
            year=new.record.year or origin.year,
        )
        for new in papers
    ]
    await index.add(connection, indexed, learnt)


def _row(new: NewPaper, origin: Origin) -> dict[str, Value]:
    record, derived = new.record, new.derived
    return {
        **asdict(origin),
        "id": new.id,
        "title": record.title,
        "abstract": record.abstract,
        "authors": json.dumps(record.authors, ensure_ascii=False),
        "url": record.url,
        "year": record.year or origin.year,
        "venue": record.venue,
        "ids": json.dumps(record.ids),
        "headline": derived.headline,
        "plain": "" if derived.plain == record.abstract else derived.plain,
    }


async def stored_record(connection: Connection, paper_id: int) -> Record:
    """Return what a paper says now, as a record."""
    rows = await fetch_in(
        connection,
        "SELECT title, abstract, authors, url, year, venue, ids FROM paper WHERE id = ?",
        (paper_id,),
    )
    return record_of(rows[0])


def record_of(row: Row) -> Record:
    """Return the record of a paper's row."""
    return Record(
        title=row["title"],
        abstract=row["abstract"],
        authors=tuple(json.loads(row["authors"])),
        url=row["url"],
        year=row["year"],
        venue=row["venue"],
        ids=tuple(json.loads(row["ids"])),
    )


async def update_paper(
    connection: Connection, paper_id: int, record: Record, derived: Derived, *, at: int
) -> None:
    """Replace a paper's text; its id, and all that points at it, stays."""
    await index.remove(connection, await entries.stored_entries(connection, [paper_id]))
    await _forget_names_elsewhere(connection, paper_id)
    await connection.execute(
        """
        UPDATE paper SET title = ?, abstract = ?, authors = ?, url = ?, year = ?, venue = ?,
                         ids = ?, updated_at = ?
        WHERE id = ?
        """,
        (
            *(record.title, record.abstract, json.dumps(record.authors, ensure_ascii=False)),
            *(record.url, record.year, record.venue, json.dumps(record.ids), at, paper_id),
        ),
    )
    await _name_elsewhere(connection, [(paper_id, record)])
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


async def library_of(connection: Connection, paper_id: int) -> int | None:
    """Return the guild whose library a paper is in; None is the shared one."""
    [row] = await fetch_in(connection, "SELECT guild_id FROM paper WHERE id = ?", (paper_id,))
    return None if row["guild_id"] is None else int(row["guild_id"])


async def lists_of(connection: Connection, paper_id: int) -> list[int]:
    """Return the ids of the lists a paper is in."""
    rows = await fetch_in(
        connection, "SELECT list_id FROM entry WHERE paper_id = ? ORDER BY list_id", (paper_id,)
    )
    return [row["list_id"] for row in rows]


async def put_in_list(connection: Connection, list_id: int, paper_id: int) -> None:
    """Put the paper in the list, if it is not there yet."""
    await connection.execute(
        "INSERT INTO entry (list_id, paper_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (list_id, paper_id),
    )


async def _forget_names_elsewhere(connection: Connection, paper_id: int) -> None:
    stored = await stored_record(connection, paper_id)
    await connection.executemany(
        "DELETE FROM identifier WHERE key = ? AND paper_id = ?",
        [(key, paper_id) for key in known_as(stored)],
    )


async def _name_elsewhere(connection: Connection, papers: Sequence[tuple[int, Record]]) -> None:
    await connection.executemany(
        "INSERT OR IGNORE INTO identifier (key, paper_id) VALUES (?, ?)",
        [(key, paper_id) for paper_id, record in papers for key in known_as(record)],
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

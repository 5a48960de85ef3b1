"""What search keeps of each paper, in step with the paper itself.

Every function runs inside the transaction that changes the papers. `heading` and its index
keep step by triggers; the text index is told what it held before it is told what it holds
now, so both must be made of the same stored row.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from bot.database import Connection, Database, fetch_in
from bot.papers.search.entries import Entry
from bot.papers.search.stems import stems
from bot.papers.words import (
    is_ideographic,
    words_in,
)
from bot.questions import Unreadable

INDEXES = ("heading_index", "text_index")
SCHEMA = "0003_search.sql"
MAX_WORD = 40  # characters; longer runs are base64, addresses and the like


async def add(
    connection: Connection, entries: Sequence[Entry], learnt: set[str] | None = None
) -> None:
    """Put papers into the index; none of them may be there.

    `learnt` are runs of characters whose words are known to be in the vocabulary; whoever
    adds many papers keeps it from one call to the next. It grows, and nothing may remove
    words meanwhile.
    """
    await connection.executemany(
        "INSERT INTO heading VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(e.paper_id, e.guild_id, e.removed, e.titled, e.year),
                *(e.title, e.lead, e.names, e.authors, e.address),
            )
            for e in entries
        ],
    )
    await connection.executemany(
        "INSERT INTO text_index (rowid, words) VALUES (?, ?)",
        [(e.paper_id, e.text) for e in entries],
    )
    await connection.executemany(
        "INSERT INTO sketch (hash, paper_id) VALUES (?, ?)",
        [(value, e.paper_id) for e in entries for value in e.sketch],
    )
    # Each run between blanks once: few of them are new, and the pattern is slow.
    learnt = set() if learnt is None else learnt
    runs = set[str]().union(*(e.text.split() for e in entries)) - learnt
    await _learn(connection, set(words_in(" ".join(runs))))
    learnt |= runs
    await _count(connection, entries, 1)


async def remove(connection: Connection, entries: Sequence[Entry]) -> None:
    """Take papers out of the index; the entries must be as they were put in."""
    await connection.executemany(
        "DELETE FROM heading WHERE paper_id = ?", [(e.paper_id,) for e in entries]
    )
    await connection.executemany(
        "INSERT INTO text_index (text_index, rowid, words) VALUES ('delete', ?, ?)",
        [(e.paper_id, e.text) for e in entries],
    )
    await connection.executemany(
        "DELETE FROM sketch WHERE hash = ? AND paper_id = ?",
        [(value, e.paper_id) for e in entries for value in e.sketch],
    )
    await _count(connection, entries, -1)


async def _count(connection: Connection, entries: Sequence[Entry], by: int) -> None:
    """Count the headings that hold each word."""
    held = Counter(word for entry in entries for word in entry.heading_words)
    await connection.executemany(
        "UPDATE word SET headings = headings + ? WHERE word = ?",
        [(by * count, word) for word, count in held.items()],
    )


async def _learn(connection: Connection, seen: set[str]) -> None:
    """Remember words not met before, for spelling and stems."""
    rows = await fetch_in(
        connection,
        """
        SELECT value FROM json_each(?)
        WHERE NOT EXISTS (SELECT 1 FROM word WHERE word.word = value)
        """,
        (
            json.dumps(
                [word for word in seen if len(word) <= MAX_WORD and not is_ideographic(word)]
            ),
        ),
    )
    new = [row[0] for row in rows]
    await connection.executemany(
        "INSERT INTO word (word, backward, stem) VALUES (?, ?, ?)",
        [(word, word[::-1], stem) for word, stem in zip(new, stems(new), strict=True)],
    )


async def in_step(database: Database) -> bool:
    """Whether every paper, and nothing else, is in the index, and it is whole inside.

    Reads all of the index: two seconds for 87,000 papers.
    """
    try:
        row = await database.fetch_one(
            """
            SELECT count(*) AS papers,
                   (SELECT count(*) FROM heading) AS headings,
                   (SELECT count(*) FROM heading_index_docsize) AS indexed,
                   (SELECT count(*) FROM text_index_docsize) AS texts,
                   EXISTS (SELECT 1 FROM word) AS words, EXISTS (SELECT 1 FROM sketch) AS sketches,
                   count(abstract) AS abstracts
            FROM paper
            """
        )
    except Unreadable:
        return False
    assert row is not None
    counted = len({row["papers"], row["headings"], row["indexed"], row["texts"]}) == 1
    learnt = row["words"] >= bool(row["papers"]) and row["sketches"] >= bool(row["abstracts"])
    return bool(counted and learnt) and await is_sound(database)


async def is_sound(database: Database) -> bool:
    """Whether the index fits together inside; reads all of it."""
    try:
        async with database.write() as connection:
            for table in INDEXES:
                await connection.execute(
                    f"INSERT INTO {table} ({table}) VALUES ('integrity-check')"
                )
    except Unreadable:
        return False
    return True


async def begin_anew(database: Database) -> None:
    """Drop all that search keeps, damaged or not, and make it again, empty."""
    try:
        await database.run_script(SCHEMA)
    except Unreadable:  # an index that cannot be read cannot be dropped
        async with database.write() as connection:
            await _make_readable(connection)
        await database.run_script(SCHEMA)


async def _make_readable(connection: Connection) -> None:
    """Give each index the inside of an empty one (FTS5's shadow tables)."""
    await connection.execute("CREATE VIRTUAL TABLE empty USING fts5 (words, content='')")
    for table in INDEXES:
        for part in ("data", "idx", "docsize", "config"):
            await connection.execute(f"DELETE FROM {table}_{part}")
            await connection.execute(f"INSERT INTO {table}_{part} SELECT * FROM empty_{part}")
    await connection.execute("DROP TABLE empty")

"""What search keeps of each paper, in step with the paper itself.

Every function runs inside the transaction that changes the papers. `heading` and its index
keep step by triggers; the text index is told what it held before it is told what it holds
now, so both must be made of the same stored row.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.database import Connection, Database, Row, fetch_in
from bot.papers.identifiers import identifiers
from bot.papers.search.stems import stems
from bot.papers.sketches import sketch
from bot.papers.words import (
    fold,
    index_text,
    is_ideographic,
    name_key,
    signed_words,
    words,
    words_in,
)
from bot.questions import Unreadable

MAX_WORD = 40  # characters; longer runs are base64, addresses and the like
MAX_LEAD = 3  # words; a longer beginning of a title is no name
# Words joined by a hyphen, an asterisk or the like, which people type as one: few-shot.
_COMPOUND = re.compile(r"\w+(?:[-‐-―*]\w+)+")


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the index holds of one paper: folded, ready to be stored."""

    paper_id: int
    guild_id: int | None
    removed: bool
    titled: bool
    year: int | None
    title: str
    lead: str
    names: str
    authors: str
    address: str | None
    text: str
    sketch: tuple[int, ...]

    @property
    def heading_words(self) -> set[str]:
        """Every word of headline, names and authors."""
        return set(words_in(f"{self.title} {self.names} {self.authors}"))


def entry_of(
    row: Row | Mapping[str, Any],
    names: Sequence[tuple[str, str | None]],
    its_sketch: tuple[int, ...],
) -> Entry:
    """Return the index entry of a stored paper; `names` are pairs of a name and its expansion."""
    authors: list[str] = json.loads(row["authors"])
    shown = [row["headline"], *(name for name, _ in names)]
    spelled = [
        *(f"{name} {name_key(name)} {expansion or ''}" for name, expansion in names),
        *_joined(shown),
        *(word for text in shown for word in signed_words(text)),
    ]
    lines = [" ".join(words(author)) for author in authors]
    body = row["plain"] or row["abstract"] or ""
    text = " \n ".join([row["headline"], body, *authors])
    return Entry(
        paper_id=row["id"],
        guild_id=row["guild_id"],
        removed=row["removed_at"] is not None,
        titled=row["title"] is not None,
        year=row["year"],
        title=" ".join(words(row["headline"])),
        lead=_lead(row["headline"]),
        names=index_text(" ".join(spelled)),
        authors=" \n ".join(" ".join(index_text(line).split()) for line in lines),
        address=next(iter(identifiers(row["url"] or "")), None),
        text=index_text(" \n ".join([text, *spelled])),
        sketch=its_sketch,
    )


async def add(connection: Connection, entries: Sequence[Entry]) -> None:
    """Put papers into the index; none of them may be there."""
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
    runs = set[str]().union(*(e.text.split() for e in entries))
    await _learn(connection, set(words_in(" ".join(runs))))
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


async def stored_entries(connection: Connection, paper_ids: Iterable[int]) -> list[Entry]:
    """Return the entries of these papers as the tables tell them now."""
    wanted = json.dumps(list(paper_ids))
    rows = await fetch_in(
        connection,
        """
        SELECT id, guild_id, title, abstract, authors, url, year, headline, plain, removed_at
        FROM paper WHERE id IN (SELECT value FROM json_each(?))
        """,
        (wanted,),
    )
    names: dict[int, list[tuple[str, str | None]]] = {row["id"]: [] for row in rows}
    for paper_id, name, expansion in await fetch_in(
        connection,
        """
        SELECT paper_id, name, expansion FROM paper_name
        WHERE paper_id IN (SELECT value FROM json_each(?)) ORDER BY paper_id, position
        """,
        (wanted,),
    ):
        names[paper_id].append((name, expansion))
    return [
        entry_of(row, names[row["id"]], sketch(row["plain"] or row["abstract"] or ""))
        for row in rows
    ]


def _lead(headline: str) -> str:
    lead, colon, _ = headline.partition(":")
    return name_key(lead) if colon and len(lead.split()) <= MAX_LEAD else ""


def _joined(texts: Iterable[str]) -> Iterable[str]:
    return (name_key(match[0]) for text in texts for match in _COMPOUND.finditer(fold(text)))


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
    """Whether every paper, and nothing else, is in the index; it does not look inside."""
    row = await database.fetch_one(
        """
        SELECT (SELECT count(*) FROM paper) AS papers,
               (SELECT count(*) FROM heading) AS headings,
               (SELECT count(*) FROM heading_index_docsize) AS indexed,
               (SELECT count(*) FROM text_index_docsize) AS texts
        """
    )
    return row is not None and len(set(row)) == 1


async def is_sound(database: Database) -> bool:
    """Whether the index is whole inside; reads all of it, some seconds for a great library."""
    try:
        async with database.write() as connection:
            for table in ("heading_index", "text_index"):
                await connection.execute(
                    f"INSERT INTO {table} ({table}) VALUES ('integrity-check')"
                )
    except Unreadable:
        return False
    return True

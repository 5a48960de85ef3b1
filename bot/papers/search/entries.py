"""What the index holds of one paper, made of its stored row and names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.database import Connection, Row, fetch_in
from bot.papers.derived import Derived
from bot.papers.identifiers import identifiers
from bot.papers.markup import parse, plain
from bot.papers.paper import Record
from bot.papers.sketches import sketch
from bot.papers.words import (
    fold,
    index_text,
    index_words,
    name_key,
    signed_words,
    words,
    words_in,
)

MAX_LEAD = 3  # words; a longer beginning of a title is no name
# Words joined by a hyphen, an asterisk or the like, which people type as one: few-shot.
_COMPOUND = re.compile(r"\w+(?:[-‐-―*]\w+)+")


@dataclass(frozen=True)  # not slots: they make pickling five times slower
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


def entry_of(row: Row | Mapping[str, Any], names: Sequence[tuple[str, str | None]]) -> Entry:
    """Return the index entry of a stored paper; `names` are pairs of a name and its expansion."""
    authors: list[str] = json.loads(row["authors"])
    # The whole title: a headline is cut to a line.
    title = plain(parse(row["title"], markdown=False)) if row["title"] else row["headline"]
    shown = [title, *(name for name, _ in names)]
    spelled = [
        *(f"{name} {name_key(name)} {expansion or ''}" for name, expansion in names),
        *_joined(shown),
        *(word for text in shown for word in signed_words(text)),
    ]
    lines = [" ".join(words(author)) for author in authors]
    body = index_text(row["plain"] or row["abstract"] or "")
    rest = index_text(" \n ".join([title, *authors, *spelled]))
    return Entry(
        paper_id=row["id"],
        guild_id=row["guild_id"],
        removed=row["removed_at"] is not None,
        titled=row["title"] is not None,
        year=row["year"],
        title=" ".join(index_words(title)),
        lead=_lead(title),
        names=index_text(" ".join(spelled)),
        authors=" \n ".join(lines),
        address=next(iter(identifiers(row["url"] or "")), None),
        text=f"{body} \n {rest}",
        sketch=sketch(body),
    )


def entry_for(record: Record, derived: Derived) -> Entry:
    """Return the index entry of a paper to be; its id, guild and year are yet to be filled in."""
    row = {
        **{"id": 0, "guild_id": None, "year": None, "removed_at": None},
        **{"title": record.title, "abstract": record.abstract, "url": record.url},
        **{"headline": derived.headline, "plain": derived.plain},
        "authors": json.dumps(record.authors),
    }
    names = [(name.text, name.expansion) for name in derived.names]
    return entry_of(row, names)


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
    return [entry_of(row, names[row["id"]]) for row in rows]


def _lead(headline: str) -> str:
    lead, colon, _ = headline.partition(":")
    return name_key(lead) if colon and len(lead.split()) <= MAX_LEAD else ""


def _joined(texts: Iterable[str]) -> Iterable[str]:
    return (name_key(match[0]) for text in texts for match in _COMPOUND.finditer(fold(text)))

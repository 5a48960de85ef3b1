"""Bringing what a reader found into the library, with a receipt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.database import Connection, Database, fetch_in
from bot.errors import BotError
from bot.papers import storing
from bot.papers.derived import Derived, derive
from bot.papers.files import read_file
from bot.papers.matching import Match, find_same
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading, Section
from bot.papers.receipt import Receipt, Tally


@dataclass(slots=True)
class _Batch:
    """One source on its way in.

    `known` are the papers its texts belonged to before, by fingerprint; `papers` those they
    belong to so far; `restated` those of which it said something that it no longer says.
    """

    receipt: Receipt
    guild_id: int | None
    by_user: int | None
    at: int
    known: dict[str, int] = field(default_factory=dict)
    papers: set[int] = field(default_factory=set)
    restated: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Target:
    """The list that records go into."""

    list_id: int
    year: int | None
    tally: Tally


async def import_reading(
    database: Database,
    reading: Reading,
    source: str,
    *,
    now: datetime,
    guild_id: int | None = None,
    by_user: int | None = None,
    on_progress: Callable[[int], object] = lambda count: None,
) -> Receipt:
    """Bring a reading in, all or nothing; `source` names where it is from, such as a file name.

    The same source again changes nothing. A text that changed since updates its paper,
    which keeps its id. `on_progress` is told each time of how many more records are in.
    """
    receipt = Receipt(source, refused=list(reading.refused))
    known = await _known(database, source, guild_id)
    batch = _Batch(receipt, guild_id, by_user, int(now.timestamp()), known)
    said = {record.fingerprint for record in reading.records}
    batch.papers.update(known[text] for text in known.keys() & said)
    batch.restated.update(known[text] for text in known.keys() - said)
    # In a thread: deriving takes milliseconds a paper and must not hold the event loop.
    derived = await asyncio.to_thread(_derive_new, reading.records, known)
    async with database.write() as connection:
        for section in reading.sections:
            if section.records:
                await _take_section(connection, batch, section, derived, on_progress)
        await _forget_others(connection, batch, said)
    return receipt


async def _take_section(
    connection: Connection,
    batch: _Batch,
    section: Section,
    derived: dict[str, Derived],
    on_progress: Callable[[int], object],
) -> None:
    """Put all that a list says into it; a known text only gains the list."""
    name = section.name or batch.receipt.source
    list_id = await storing.ensure_list(
        connection, batch.guild_id, name, section.venue, section.year
    )
    target = _Target(list_id, section.year, batch.receipt.tally(name))
    texts = [(record.fingerprint, record) for record in section.records]
    known = [(list_id, batch.known[text]) for text, _ in texts if text in batch.known]
    await connection.executemany(
        "INSERT INTO entry (list_id, paper_id) VALUES (?, ?) ON CONFLICT DO NOTHING", known
    )
    target.tally.same += len(known)
    on_progress(len(known))
    for text, record in texts:
        if text not in batch.known:
            await _take(connection, batch, target, record, derived[text])
            on_progress(1)


async def import_seeds(database: Database, folder: Path, now: datetime) -> list[Receipt | BotError]:
    """Bring in every file of the folder, in the order of names.

    A file that cannot be read gives its `BotError` in place of a receipt; the others load.
    """
    try:
        paths = await asyncio.to_thread(_seed_files, folder)
    except OSError as error:
        return [BotError(f"The folder of paper lists, {folder}: {error.strerror or error}.")]
    outcomes: list[Receipt | BotError] = []
    for path in paths:
        try:
            reading = await asyncio.to_thread(read_file, path)
            outcomes.append(await import_reading(database, reading, path.name, now=now))
        except BotError as error:
            outcomes.append(error)
    return outcomes


def _seed_files(folder: Path) -> list[Path]:
    paths = sorted(folder.iterdir())
    return [p for p in paths if not p.name.startswith((".", "README")) and not p.is_dir()]


def _derive_new(records: list[Record], known: dict[str, int]) -> dict[str, Derived]:
    """Return what is derived of each text that is not known, by fingerprint."""
    fresh = {record.fingerprint: record for record in records}
    return {
        text: derive(record.title, record.abstract)
        for text, record in fresh.items()
        if text not in known
    }


async def _known(database: Database, source: str, guild_id: int | None) -> dict[str, int]:
    rows = await database.fetch_all(
        "SELECT fingerprint, paper_id FROM source_text WHERE source = ? AND guild_id IS ?",
        (source, guild_id),
    )
    return {row["fingerprint"]: row["paper_id"] for row in rows}


async def _take(
    connection: Connection, batch: _Batch, target: _Target, record: Record, derived: Derived
) -> None:
    match = await _met_before(connection, batch, record)
    if match and match.paper_id not in batch.restated - batch.papers:
        paper_id = match.paper_id
        target.tally.same += 1
    elif match := match or await _near(connection, batch, record, derived):
        paper_id = match.paper_id
        await _correct(connection, batch, target, match, record)
    else:
        paper_id = await storing.insert_paper(
            connection,
            record,
            derived,
            guild_id=batch.guild_id,
            year=target.year,
            by_user=batch.by_user,
            at=batch.at,
        )
        target.tally.new += 1
    batch.papers.add(paper_id)
    await storing.put_in_list(connection, target.list_id, paper_id)
    await connection.execute(
        """
        INSERT INTO source_text (source, guild_id, fingerprint, paper_id) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        (batch.receipt.source, batch.guild_id, record.fingerprint, paper_id),
    )


async def _met_before(connection: Connection, batch: _Batch, record: Record) -> Match | None:
    """Return the paper of which some source says exactly this."""
    rows = await fetch_in(
        connection,
        """
        SELECT p.id, p.guild_id
        FROM source_text JOIN paper p ON p.id = source_text.paper_id
        WHERE source_text.fingerprint = ?
          AND (source_text.guild_id IS NULL OR source_text.guild_id = ?)
        LIMIT 1
        """,
        (record.fingerprint, batch.guild_id),
    )
    return Match(rows[0]["id"], rows[0]["guild_id"], 100.0) if rows else None


async def _near(
    connection: Connection, batch: _Batch, record: Record, derived: Derived
) -> Match | None:
    """Return the paper this text corrects: one that says the same, not yet met in this source."""
    return await find_same(
        partial(fetch_in, connection),
        record.title,
        derived.plain,
        batch.guild_id,
        without=batch.papers,
    )


async def _correct(
    connection: Connection, batch: _Batch, target: _Target, match: Match, record: Record
) -> None:
    """Give the matched paper the record's text; what the record lacks stays as it is stored."""
    if match.guild_id != batch.guild_id:  # a guild's file never changes the shared library
        target.tally.same += 1
        return
    stored = await storing.stored_record(connection, match.paper_id)
    merged = replace(
        record,
        title=record.title or stored.title,
        abstract=record.abstract or stored.abstract,
        authors=record.authors or stored.authors,
        url=record.url or stored.url,
    )
    if merged.fingerprint == stored.fingerprint:
        target.tally.same += 1
        return
    derived = await asyncio.to_thread(derive, merged.title, merged.abstract)
    await storing.update_paper(connection, match.paper_id, merged, derived, at=batch.at)
    target.tally.updated += 1


async def _forget_others(connection: Connection, batch: _Batch, said: Collection[str]) -> None:
    """Keep of this source only the texts it still has, so that an old one may come back."""
    await connection.execute(
        """
        DELETE FROM source_text
        WHERE source = ? AND guild_id IS ?
          AND fingerprint NOT IN (SELECT value FROM json_each(?))
        """,
        (batch.receipt.source, batch.guild_id, json.dumps(sorted(said))),
    )

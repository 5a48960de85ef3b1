"""Bringing what a reader found into the library, with a receipt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
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
from bot.papers.readers.contract import Reading, Refusal


@dataclass(slots=True)
class Receipt:
    """What became of every part of a source; the numbers add up to what was read."""

    source: str
    list_name: str
    new: int = 0
    updated: int = 0
    same: int = 0
    refused: list[Refusal] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """Whether the library is not what it was before."""
        return bool(self.new or self.updated)


@dataclass(slots=True)
class _Batch:
    """One source on its way in.

    `papers` are those its texts belong to so far; `restated` those of which it said
    something that it no longer says.
    """

    receipt: Receipt
    guild_id: int | None
    year: int | None
    by_user: int | None
    at: int
    list_id: int = 0
    papers: set[int] = field(default_factory=set)
    restated: set[int] = field(default_factory=set)


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
    receipt = Receipt(source, reading.name or source, refused=list(reading.refused))
    batch = _Batch(receipt, guild_id, reading.year, by_user, int(now.timestamp()))
    known = await _known(database, source, guild_id)
    fresh = [record for record in reading.records if record.fingerprint not in known]
    said = {record.fingerprint for record in reading.records}
    batch.papers.update(known[text] for text in known.keys() & said)
    batch.restated.update(known[text] for text in known.keys() - said)
    receipt.same = len(reading.records) - len(fresh)
    on_progress(receipt.same)
    # In a thread: deriving takes milliseconds a paper and must not hold the event loop.
    derived = await asyncio.to_thread(_derive_all, fresh)
    async with database.write() as connection:
        if reading.records:
            batch.list_id = await storing.ensure_list(
                connection, guild_id, receipt.list_name, reading.venue, reading.year
            )
        for record, its_text in zip(fresh, derived, strict=True):
            await _take(connection, batch, record, its_text)
            on_progress(1)
        await _forget_others(connection, batch, reading.records)
    return receipt


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


def _derive_all(records: list[Record]) -> list[Derived]:
    return [derive(record.title, record.abstract) for record in records]


async def _known(database: Database, source: str, guild_id: int | None) -> dict[str, int]:
    rows = await database.fetch_all(
        "SELECT fingerprint, paper_id FROM source_text WHERE source = ? AND guild_id IS ?",
        (source, guild_id),
    )
    return {row["fingerprint"]: row["paper_id"] for row in rows}


async def _take(connection: Connection, batch: _Batch, record: Record, derived: Derived) -> None:
    match = await _met_before(connection, batch, record)
    if match and match.paper_id not in batch.restated - batch.papers:
        paper_id = match.paper_id
        batch.receipt.same += 1
    elif match := match or await _near(connection, batch, record, derived):
        paper_id = match.paper_id
        await _correct(connection, batch, match, record)
    else:
        paper_id = await storing.insert_paper(
            connection,
            record,
            derived,
            guild_id=batch.guild_id,
            year=batch.year,
            by_user=batch.by_user,
            at=batch.at,
        )
        batch.receipt.new += 1
    batch.papers.add(paper_id)
    await storing.put_in_list(connection, batch.list_id, paper_id)
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


async def _correct(connection: Connection, batch: _Batch, match: Match, record: Record) -> None:
    """Give the matched paper the record's text; what the record lacks stays as it is stored."""
    if match.guild_id != batch.guild_id:  # a guild's file never changes the shared library
        batch.receipt.same += 1
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
        batch.receipt.same += 1
        return
    derived = await asyncio.to_thread(derive, merged.title, merged.abstract)
    await storing.update_paper(connection, match.paper_id, merged, derived, at=batch.at)
    batch.receipt.updated += 1


async def _forget_others(connection: Connection, batch: _Batch, records: list[Record]) -> None:
    """Keep of this source only the texts it still has, so that an old one may come back."""
    await connection.execute(
        """
        DELETE FROM source_text
        WHERE source = ? AND guild_id IS ?
          AND fingerprint NOT IN (SELECT value FROM json_each(?))
        """,
        (
            batch.receipt.source,
            batch.guild_id,
            json.dumps([record.fingerprint for record in records]),
        ),
    )

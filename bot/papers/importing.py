"""Bringing what a reader found into the library, with a receipt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.database import Connection, Database
from bot.errors import BotError
from bot.papers import storing
from bot.papers.files import read_file
from bot.papers.paper import Record
from bot.papers.preparing import Coming, preparing
from bot.papers.readers.contract import Reading, Section
from bot.papers.receipt import Receipt, Tally
from bot.papers.taking import Taking

BATCH = 200  # records; written in less than a tenth of a second


@dataclass(slots=True)
class _Import:
    """One source on its way in.

    `known` are the papers its texts belonged to before, by fingerprint; `papers` those they
    belong to so far; `restated` those of which it said something that it no longer says;
    `learnt` what the index knows (see `index.add`).
    """

    receipt: Receipt
    guild_id: int | None
    by_user: int | None
    at: int
    known: dict[str, int] = field(default_factory=dict)
    papers: set[int] = field(default_factory=set)
    restated: set[int] = field(default_factory=set)
    learnt: set[str] = field(default_factory=set)


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
    """Bring a reading in; `source` names where it is from, such as a file name.

    The same source again changes nothing. A text that changed since updates its paper,
    which keeps its id. Records are written `BATCH` at a time, so that nobody waits long for
    the writer: an import cut short leaves whole batches, and once more completes it.
    `on_progress` is told each time of how many more records are in.
    """
    receipt = Receipt(source, refused=list(reading.refused))
    known = await _known(database, source, guild_id)
    job = _Import(receipt, guild_id, by_user, int(now.timestamp()), known)
    said = {record.fingerprint for record in reading.records}
    job.papers.update(known[text] for text in known.keys() & said)
    job.restated.update(known[text] for text in known.keys() - said)
    batches = list(_batches(reading))
    everything = [records for _, records in batches]
    async with database.in_bulk(), preparing(everything, known.keys()) as prepared:
        for section, records in batches:
            coming = await anext(prepared)
            async with database.write() as connection:
                await _take_batch(connection, job, section, coming)
            on_progress(len(records))
    async with database.write() as connection:
        await _forget_others(connection, job, said)
    return receipt


def _batches(reading: Reading) -> Iterator[tuple[Section, list[Record]]]:
    for section in reading.sections:
        for start in range(0, len(section.records), BATCH):
            yield section, section.records[start : start + BATCH]


async def _take_batch(
    connection: Connection,
    job: _Import,
    section: Section,
    coming: list[Coming],
) -> None:
    """Put a batch into its list; a known text only gains the list."""
    name = section.name or job.receipt.source
    list_id = await storing.ensure_list(connection, job.guild_id, name, section.venue, section.year)
    tally = job.receipt.tally(name)
    taking = Taking(connection, job.guild_id, job.by_user, job.at, section.year, job.learnt)
    await taking.look_ahead([one for one in coming if one.derived])
    paper_ids = [await _take(taking, job, tally, one) for one in coming]
    await taking.store()
    await connection.executemany(
        "INSERT INTO entry (list_id, paper_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(list_id, paper_id) for paper_id in paper_ids],
    )
    await connection.executemany(
        """
        INSERT INTO source_text (source, guild_id, fingerprint, paper_id) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        [
            (job.receipt.source, job.guild_id, one.fingerprint, paper_id)
            for one, paper_id in zip(coming, paper_ids, strict=True)
            if one.derived
        ],
    )


async def _take(taking: Taking, job: _Import, tally: Tally, coming: Coming) -> int:
    """Return the paper that says this: one that did before, the one it corrects, or a new one."""
    if coming.derived is None:
        tally.same += 1
        return job.known[coming.fingerprint]
    match = taking.met.get(coming.fingerprint)
    if match and match.paper_id not in job.restated - job.papers:
        paper_id = match.paper_id
        tally.same += 1
    elif match := match or await taking.near(coming, job.papers):
        paper_id = match.paper_id
        changed = match.guild_id == job.guild_id and await taking.correct(match, coming.record)
        tally.updated += changed
        tally.same += not changed
        taking.met[coming.fingerprint] = match
    else:
        paper_id = taking.add(coming)
        tally.new += 1
    job.papers.add(paper_id)
    return paper_id


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


async def _known(database: Database, source: str, guild_id: int | None) -> dict[str, int]:
    rows = await database.fetch_all(
        "SELECT fingerprint, paper_id FROM source_text WHERE source = ? AND guild_id IS ?",
        (source, guild_id),
    )
    return {row["fingerprint"]: row["paper_id"] for row in rows}


async def _forget_others(connection: Connection, job: _Import, said: Collection[str]) -> None:
    """Keep of this source only the texts it still has, so that an old one may come back."""
    await connection.execute(
        """
        DELETE FROM source_text
        WHERE source = ? AND guild_id IS ?
          AND fingerprint NOT IN (SELECT value FROM json_each(?))
        """,
        (job.receipt.source, job.guild_id, json.dumps(sorted(said))),
    )

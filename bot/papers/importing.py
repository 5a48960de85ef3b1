"""Bringing what a reader found into the library, with a receipt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from bot.database import Connection, Database
from bot.errors import BotError
from bot.papers import storing
from bot.papers.batches import close_batch, open_batch
from bot.papers.changes import By
from bot.papers.files import read_file
from bot.papers.matching import Match
from bot.papers.paper import Record
from bot.papers.preparing import Coming, preparing
from bot.papers.readers.contract import Reading, Section
from bot.papers.receipt import KINDS, Receipt, Tally
from bot.papers.taking import Into, Rehearsal, Taking

BATCH = 100  # records; written in less than a tenth of a second
SAID = 101.0  # the score of a paper of which a source said exactly this


@dataclass(slots=True)
class _Import:
    """One source on its way in.

    `known` are the papers its texts belonged to before, by fingerprint, and `gone` those of
    them that were removed; `papers` those they belong to so far; `restated` those of which it
    said something that it no longer says.
    """

    receipt: Receipt
    into: Into
    known: dict[str, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    papers: set[int] = field(default_factory=set)
    restated: set[int] = field(default_factory=set)
    rehearsal: Rehearsal | None = None


async def import_reading(
    database: Database,
    reading: Reading,
    source: str,
    by: By,
    *,
    guild_id: int | None = None,
    rehearse: bool = False,
    on_progress: Callable[[int], object] = lambda count: None,
) -> Receipt:
    """Bring a reading in; `source` names where it is from, such as a file name.

    The same source again changes nothing. A text that changed since updates its paper,
    which keeps its id. Records are written `BATCH` at a time, so that nobody waits long for
    the writer: an import cut short leaves whole batches, and once more completes it.
    `rehearse`: only find out what would become of it. `on_progress` is told each time of how
    many more records are in; if it returns False the import stops there.
    """
    receipt = Receipt(source, refused=list(reading.refused))
    job = _Import(receipt, Into(guild_id, by, None), *await _known(database, source, guild_id))
    said = {record.fingerprint for record in reading.records}
    job.papers.update(job.known[text] for text in job.known.keys() & said)
    job.restated.update(job.known[text] for text in job.known.keys() - said)
    if rehearse:
        job.rehearsal = Rehearsal(database.reader(), job.into, None)
    async with _batch(database, job, rehearse=rehearse):
        await _take_all(database, job, reading, on_progress)
        if not rehearse and not receipt.stopped:
            async with database.write() as connection:
                await _forget_others(connection, job, said)
    return receipt


@asynccontextmanager
async def _batch(database: Database, job: _Import, *, rehearse: bool) -> AsyncIterator[None]:
    """Let all changes be one batch, also those of an import that is cut short."""
    if rehearse:
        yield
        return
    into, receipt = job.into, job.receipt
    async with database.write() as connection:
        batch_id = await open_batch(connection, receipt.source, into.guild_id, into.by)
    job.into, receipt.batch_id = replace(into, batch_id=batch_id), batch_id
    try:
        yield
    finally:
        counts = {kind: receipt.total(kind) for kind in KINDS} | {"refused": len(receipt.refused)}
        async with database.write() as connection:
            await close_batch(connection, batch_id, counts)


async def _take_all(
    database: Database, job: _Import, reading: Reading, on_progress: Callable[[int], object]
) -> None:
    batches = list(_batches(reading))
    everything = [records for _, records in batches]
    async with database.in_bulk(), preparing(everything, job.known.keys()) as prepared:
        for section, records in batches:
            coming = await anext(prepared)
            if job.rehearsal:
                await _judge(job.rehearsal, job, section, coming)
            else:
                async with database.write() as connection:
                    await _take_batch(connection, job, section, coming)
            if on_progress(len(records)) is False:
                job.receipt.stopped = True
                return


def _batches(reading: Reading) -> Iterator[tuple[Section, list[Record]]]:
    for section in reading.sections:
        for start in range(0, len(section.records), BATCH):
            yield section, section.records[start : start + BATCH]


async def _take_batch(
    connection: Connection, job: _Import, section: Section, coming: list[Coming]
) -> None:
    """Put a batch into its list; a known text only gains the list."""
    library, source = job.into.guild_id, job.receipt.source
    taking = Taking(connection, job.into, section.year)
    paper_ids = await _judge(taking, job, section, coming)
    await taking.store()
    list_id = await storing.ensure_list(
        connection, library, section.name or source, section.venue, section.year
    )
    await taking.put_in_list(list_id, [one for one in paper_ids if one not in job.gone])
    await connection.executemany(
        """
        INSERT INTO source_text (source, guild_id, fingerprint, paper_id) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        [
            (source, library, one.fingerprint, paper_id)
            for one, paper_id in zip(coming, paper_ids, strict=True)
            if one.derived
        ],
    )


async def _judge(taking: Taking, job: _Import, section: Section, coming: list[Coming]) -> list[int]:
    """Return the paper that each record belongs to."""
    await taking.look_ahead([one for one in coming if one.derived])
    tally = job.receipt.tally(section.name or job.receipt.source)
    return [await _take(taking, job, tally, one) for one in coming]


async def _take(taking: Taking, job: _Import, tally: Tally, coming: Coming) -> int:
    """Return the paper that says this: one that did before, the one it completes, or a new one."""
    match = await _match(taking, job, coming)
    if match is None:
        paper_id, kind = taking.add(coming), "new"
        about = coming.derived.headline if coming.derived else ""
    else:
        paper_id = match.paper_id
        kind, about = await _meet(taking, job, match, coming)
        taking.met[coming.fingerprint] = replace(match, withdrawn=False)
    setattr(tally, kind, getattr(tally, kind) + 1)
    job.receipt.note(kind, coming.record.line, about)
    job.papers.add(paper_id)
    return paper_id


async def _match(taking: Taking, job: _Import, coming: Coming) -> Match | None:
    if coming.derived is None:
        paper_id = job.known[coming.fingerprint]
        return Match(paper_id, job.into.guild_id, SAID, removed=paper_id in job.gone)
    met = taking.met.get(coming.fingerprint)
    if met and met.paper_id not in job.restated - job.papers:
        return replace(met, score=SAID)
    return met or await taking.near(coming, job.papers)


async def _meet(taking: Taking, job: _Import, match: Match, coming: Coming) -> tuple[str, str]:
    """Return what becomes of a record whose paper is here, and what to tell of it."""
    code = f"P-{match.paper_id}"
    if match.removed and not match.withdrawn:
        job.gone.add(match.paper_id)
        return "removed", code
    is_ours = match.guild_id == job.into.guild_id
    if not is_ours or (match.score == SAID and not match.withdrawn):
        return "same", code
    corrects = match.paper_id in job.restated
    completion = await taking.complete(match, coming.record, corrects=corrects)
    if match.withdrawn:
        return "new", code
    if completion.contradicts:
        return "contrary", f"{code}: {' and '.join(completion.contradicts)}"
    return ("updated" if completion.changed else "same"), code


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
            outcomes.append(await import_reading(database, reading, path.name, By.operator(now)))
        except BotError as error:
            outcomes.append(error)
    return outcomes


def _seed_files(folder: Path) -> list[Path]:
    paths = sorted(folder.iterdir())
    return [p for p in paths if not p.name.startswith((".", "README")) and not p.is_dir()]


async def _known(
    database: Database, source: str, guild_id: int | None
) -> tuple[dict[str, int], set[int]]:
    """Return which papers the source's texts belong to, and which of them were removed."""
    rows = await database.fetch_all(
        """
        SELECT fingerprint, paper_id, removed_at FROM source_text
        JOIN paper ON paper.id = paper_id WHERE source = ? AND source_text.guild_id IS ?
        """,
        (source, guild_id),
    )
    gone = {row["paper_id"] for row in rows if row["removed_at"] is not None}
    return {row["fingerprint"]: row["paper_id"] for row in rows}, gone


async def _forget_others(connection: Connection, job: _Import, said: Collection[str]) -> None:
    """Keep of this source only the texts it still has, so that an old one may come back."""
    await connection.execute(
        """
        DELETE FROM source_text
        WHERE source = ? AND guild_id IS ?
          AND fingerprint NOT IN (SELECT value FROM json_each(?))
        """,
        (job.receipt.source, job.into.guild_id, json.dumps(sorted(said))),
    )

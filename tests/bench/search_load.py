"""How Paperboy's search bears growth, company, and single changes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.papers import storing
from bot.papers.changes import By
from bot.papers.derived import derive
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.search import entries, index
from bot.papers.search.entries import entry_for
from tests.bench.search_data import SEED, TYPED, Doc, recombined
from tests.bench.search_measure import SENTENCE, asked, disk_mb, percentile, times, workloads
from tests.bench.search_paperboy import GUILD, Paperboy, reading_of
from tests.bench.search_queries import make_queries

ROUNDS: Final = 10
AT_ONCE: Final = 20
LOADED: Final = 10_000  # papers there while more come in
MORE: Final = 5_000
TICK_S: Final = 0.005
BUDGET_S: Final = 60.0  # for each column
HEAD: Final = """papers|build s|disk MB|search p95 ms|whole sentence p95|very common words p95
    |keystroke p95|one added, edited, removed: ms""".split("|")


def growth(papers: list[Doc], sizes: list[int]) -> None:
    """Print Paperboy's times at growing numbers of papers, recombined where there are too few."""
    print("### Growth, and single papers\n")
    print("| " + " | ".join(map(str.strip, HEAD)) + " |\n|" + "---|" * len(HEAD))
    for size in sizes:
        print("| " + " | ".join(_grown(list(recombined(papers, size)))) + " |", flush=True)
    print()


def _grown(docs: list[Doc]) -> list[str]:
    texts = [ask.text for ask in make_queries(docs) if ask.kind not in {*TYPED, SENTENCE}]
    engine = Paperboy()
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        engine.build(docs, Path(folder))
        built = time.perf_counter() - started
        row = [f"{len(docs):,}", f"{built:.1f}", f"{disk_mb(Path(folder)):.0f}"]
        for kind, some in {"": texts, **workloads(docs)}.items():
            taken = times(asked(engine, kind), some, BUDGET_S)
            row.append(f"{percentile(taken, 0.95):.1f}")
        row.append(engine.loop.run_until_complete(_changes(engine)))
        engine.close()
    return row


async def _changes(engine: Paperboy) -> str:
    """Return the median milliseconds of adding, editing and removing one paper."""
    taken: dict[str, list[float]] = {"add": [], "edit": [], "remove": []}
    for number in range(ROUNDS):
        record = Record(f"Quince {number}", f"We feed quince number {number} to a heron. " * 12)
        derived = derive(record.title, record.abstract)
        new = (record, derived, entry_for(record, derived))
        async with engine.database.write() as connection:
            started = time.perf_counter()
            paper_id = await storing.next_paper_id(connection)
            papers = [storing.NewPaper(paper_id, *new)]
            await storing.insert_papers(connection, papers, storing.Origin(None, None, None, 0))
            taken["add"].append(time.perf_counter() - started)
            started = time.perf_counter()
            await storing.update_paper(connection, paper_id, record, derived, at=1)
            taken["edit"].append(time.perf_counter() - started)
            started = time.perf_counter()
            await index.remove(connection, await entries.stored_entries(connection, [paper_id]))
            await connection.execute("DELETE FROM paper WHERE id = ?", (paper_id,))
            taken["remove"].append(time.perf_counter() - started)
    return ", ".join(f"{1000 * sorted(each)[ROUNDS // 2]:.1f}" for each in taken.values())


def under_load(papers: list[Doc]) -> None:
    """Print how long searches take, twenty at once, while an import runs."""
    docs, engine = list(recombined(papers, LOADED + MORE)), Paperboy()
    with tempfile.TemporaryDirectory() as folder:
        engine.build(docs[:LOADED], Path(folder))
        texts = [ask.text for ask in make_queries(docs[:LOADED])]
        random.Random(SEED).shuffle(texts)
        taken, stall = engine.loop.run_until_complete(_loaded(engine, texts, docs[LOADED:]))
        engine.close()
    p50, p95 = (percentile(taken, part) for part in (0.5, 0.95))
    print(f"### {AT_ONCE} searches at once while {MORE:,} papers are imported\n")
    print("| searches | p50 ms | p95 ms | longest stall of the event loop ms |\n|---|---|---|---|")
    print(f"| {len(taken)} | {p50:.0f} | {p95:.0f} | {stall:.0f} |\n")


async def _loaded(engine: Paperboy, texts: list[str], more: list[Doc]) -> tuple[list[float], float]:
    coming = asyncio.create_task(
        import_reading(engine.database, reading_of(more), "more", By.operator(datetime.now(UTC)))
    )
    stall = [0.0]
    watch = asyncio.create_task(_watch(stall))
    taken: list[float] = []
    while not coming.done():
        some = [texts[(len(taken) + n) % len(texts)] for n in range(AT_ONCE)]
        taken += await asyncio.gather(*(_timed(engine, text) for text in some))
    await coming
    watch.cancel()
    return taken, 1000 * stall[0]


async def _timed(engine: Paperboy, text: str) -> float:
    started = time.perf_counter()
    await engine.asked.find(text, GUILD)
    return 1000 * (time.perf_counter() - started)


async def _watch(stall: list[float]) -> None:
    """Note the longest time by which a short sleep was too long."""
    while True:
        started = time.perf_counter()
        await asyncio.sleep(TICK_S)
        stall[0] = max(stall[0], time.perf_counter() - started - TICK_S)

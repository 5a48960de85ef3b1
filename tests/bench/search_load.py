"""How the product's search bears growth, company, and single changes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.papers import storing
from bot.papers.derived import derive
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from bot.papers.search import entries, index
from bot.papers.search.entries import entry_for
from tests.bench.search_data import SEED, Doc, make_queries, recombined
from tests.bench.search_engines import GUILD, Product

ROUNDS: Final = 10
AT_ONCE: Final = 20
LOADED: Final = 10_000  # papers there while more come in
MORE: Final = 5_000
TICK_S: Final = 0.005
COMMON: Final = ("learning", "robot", "deep neural network", "model", "image", "for the", "data")


def growth(papers: list[Doc], sizes: list[int]) -> None:
    """Print the product's times at growing numbers of papers."""
    print("### Growth, and single papers\n")
    print(
        "| papers | build s | disk MB | search p95 ms | whole sentences p95 ms | very common words"
    )
    print(" p95 ms | autocomplete p95 ms | one added, edited, removed: ms |\n|" + "---|" * 8)
    for size in sizes:
        print("| " + " | ".join(_grown(list(recombined(papers, size)))) + " |", flush=True)
    print()


def _grown(docs: list[Doc]) -> list[str]:
    asks, product = make_queries(docs[:2_000]), Product()
    sentences = [s for d in docs[:300] for s in d.abstract.split(". ")[1:2] if len(s) > 40]
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        product.build(docs, Path(folder))
        built = time.perf_counter() - started
        disk = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
        row = [
            f"{len(docs):,}",
            f"{built:.1f}",
            f"{disk:.0f}",
            _p95(product, [ask.text for ask in asks if not ask.kind.startswith("prefix")][:400]),
            _p95(product, sentences),
            _p95(product, list(COMMON) * 5),
            _p95(product, [a.text for a in asks if a.kind.startswith("prefix")], typed=True),
            product.loop.run_until_complete(_changes(product)),
        ]
        product.close()
    return row


def _p95(product: Product, texts: list[str], *, typed: bool = False) -> str:
    ask, taken = product.suggest if typed else product.search, []
    for text in texts:
        started = time.perf_counter()
        ask(text, 10)
        taken.append(1000 * (time.perf_counter() - started))
    return f"{sorted(taken)[int(0.95 * len(taken))]:.1f}"


async def _changes(product: Product) -> str:
    """Return the median milliseconds of adding, editing and removing one paper."""
    taken: dict[str, list[float]] = {"add": [], "edit": [], "remove": []}
    for number in range(ROUNDS):
        record = Record(f"Quince {number}", f"We feed quince number {number} to a heron. " * 12)
        derived = derive(record.title, record.abstract)
        new = (record, derived, entry_for(record, derived))
        async with product.database.write() as connection:
            started = time.perf_counter()
            paper_id = await storing.next_paper_id(connection)
            papers = [storing.NewPaper(paper_id, *new)]
            await storing.insert_papers(
                connection, papers, guild_id=None, year=None, by_user=None, at=0
            )
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
    product = Product()
    with tempfile.TemporaryDirectory() as folder:
        product.build(papers[:LOADED], Path(folder))
        texts = [ask.text for ask in make_queries(papers[:LOADED])]
        random.Random(SEED).shuffle(texts)
        more = papers[LOADED : LOADED + MORE]
        taken, stall = product.loop.run_until_complete(_loaded(product, texts, more))
        product.close()
    p50, p95 = (sorted(taken)[int(part * len(taken))] for part in (0.5, 0.95))
    print(f"### {AT_ONCE} searches at once while {len(more):,} papers are imported\n")
    print("| searches | p50 ms | p95 ms | longest stall of the event loop ms |\n|---|---|---|---|")
    print(f"| {len(taken)} | {p50:.0f} | {p95:.0f} | {stall:.0f} |\n")


async def _loaded(product: Product, texts: list[str], more: list[Doc]) -> tuple[list[float], float]:
    records = [Record(d.title, d.abstract, d.authors, line=n) for n, d in enumerate(more, 1)]
    reading = Reading.single("More", None, None, records)
    coming = asyncio.create_task(
        import_reading(product.database, reading, "more", now=datetime.now(UTC))
    )
    stall = [0.0]
    watch = asyncio.create_task(_watch(stall))
    taken: list[float] = []
    while not coming.done() and len(taken) < len(texts):
        some = [texts[(len(taken) + n) % len(texts)] for n in range(AT_ONCE)]
        taken += await asyncio.gather(*(_timed(product, text) for text in some))
    await coming
    watch.cancel()
    return taken, 1000 * stall[0]


async def _timed(product: Product, text: str) -> float:
    started = time.perf_counter()
    await product.asked.find(text, GUILD)
    return 1000 * (time.perf_counter() - started)


async def _watch(stall: list[float]) -> None:
    """Note the longest time by which a short sleep was too long."""
    while True:
        started = time.perf_counter()
        await asyncio.sleep(TICK_S)
        stall[0] = max(stall[0], time.perf_counter() - started - TICK_S)

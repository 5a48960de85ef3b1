"""How good and how fast search is, beside other engines, in one run.

python -m tests.bench.search_bench PAPERS.jsonl[.xz] [--queries FILE] [--collections FOLDER]
    [--sizes 1000,10000] [--engines paperboy,bm25s] [--budget SECONDS]

PAPERS holds one paper a line: id, title, abstract, authors. QUERIES one query a line: query,
kind, target; without it queries are made of the titles. COLLECTIONS is a folder of test
collections in the layout of BEIR. Each engine gets each set in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import math
import multiprocessing
import os
import platform
import resource
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.bench.search_data import (
    TYPED,
    Ask,
    Doc,
    make_queries,
    read_collection,
    read_papers,
    read_queries,
    recombined,
)
from tests.bench.search_engines import ENGINES, missing
from tests.bench.search_load import growth, under_load

ASKED: Final = 10  # answers taken of each query


@dataclass
class Outcome:
    """What one engine did with one set."""

    build_s: float = 0.0
    memory_mb: float = 0.0
    disk_mb: float = 0.0
    first: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    gain: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    search_ms: list[float] = field(default_factory=list)
    typed_ms: list[float] = field(default_factory=list)
    failed: str = ""


def measure(name: str, docs: list[Doc], asks: list[Ask], budget: float) -> Outcome:
    """Build one engine's index and ask it, for at most `budget` seconds."""
    outcome, engine = Outcome(), ENGINES[name]()
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        before, started = _memory_mb(), time.perf_counter()
        engine.build(docs, Path(folder))
        outcome.build_s = time.perf_counter() - started
        gc.collect()
        outcome.memory_mb = max(_memory_mb() - before, 0.0)
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        outcome.disk_mb = sum(path.stat().st_size for path in files) / 2**20
        for ask in asks[:5]:
            engine.search(ask.text, ASKED)  # the first ones warm caches
        _ask_all(engine, asks, budget, outcome)
        if hasattr(engine, "close"):
            engine.close()
    return outcome


def _ask_all(engine: Any, asks: list[Ask], budget: float, outcome: Outcome) -> None:
    suggest, begun = getattr(engine, "suggest", engine.search), time.perf_counter()
    for ask in asks:
        typed = ask.kind in TYPED
        started = time.perf_counter()
        found = (suggest if typed else engine.search)(ask.text, ASKED)
        now = time.perf_counter()
        (outcome.typed_ms if typed else outcome.search_ms).append(1000 * (now - started))
        outcome.first[ask.kind].append(float(found[:1] == list(ask.gains)[:1]))
        outcome.gain[ask.kind].append(ndcg(found, ask.gains))
        if now - begun > budget:
            return


def ndcg(found: Sequence[str], gains: dict[str, int]) -> float:
    """Return the normalised discounted cumulative gain of the first ten."""
    dcg = sum(gains.get(one, 0) / math.log2(at + 2) for at, one in enumerate(found[:ASKED]))
    best = sorted(gains.values(), reverse=True)[:ASKED]
    return dcg / sum(gain / math.log2(at + 2) for at, gain in enumerate(best))


def _memory_mb() -> float:
    """Return the resident memory: now where the system tells it, else at its highest."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def _apart(name: str, docs: list[Doc], asks: list[Ask], budget: float) -> Outcome:
    """Measure in a process of its own, so that no engine pays for another's memory."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        try:
            return pool.submit(measure, name, docs, asks, budget).result()
        except Exception as error:
            return Outcome(failed=f"{type(error).__name__}: {error}")


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
    head = list(head)
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def _percentile(values: list[float], part: float) -> str:
    return f"{sorted(values)[min(int(part * len(values)), len(values) - 1)]:.1f}" if values else "–"


def known_items(title: str, outcomes: dict[str, Outcome]) -> None:
    """Print what came first, and what it cost."""
    kinds = sorted({kind for outcome in outcomes.values() for kind in outcome.first})
    print(f"### {title}: the paper meant comes first, % of queries\n")
    rows = []
    for name, outcome in outcomes.items():
        shares = [100 * _mean(outcome.first[kind]) for kind in kinds]
        rows.append([name, *(f"{share:.1f}" for share in shares), f"{_mean(shares):.1f}"])
    _table(["engine", *kinds, "mean"], rows)
    print(f"### {title}: cost\n")
    head = "engine|build s|memory MB|disk MB|search p50 ms|p95|p99|autocomplete p50 ms|p95|queries"
    _table(head.split("|"), [_costs(name, outcome) for name, outcome in outcomes.items()])


def _costs(name: str, outcome: Outcome) -> list[str]:
    if outcome.failed:
        return [name, outcome.failed, *["–"] * 8]
    searched, typed = outcome.search_ms, outcome.typed_ms
    return [
        name,
        f"{outcome.build_s:.1f}",
        f"{outcome.memory_mb:.0f}",
        f"{outcome.disk_mb:.0f}",
        *(_percentile(searched, part) for part in (0.5, 0.95, 0.99)),
        *(_percentile(typed, part) for part in (0.5, 0.95)),
        str(len(searched) + len(typed)),
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("papers", type=Path)
    parser.add_argument("--queries", type=Path)
    parser.add_argument("--collections", type=Path)
    parser.add_argument("--sizes", default="10000")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--growth", default="", help="sizes at which the product alone is measured")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = _options()
    names = [name for name in ENGINES if name in options.engines.split(",")]
    for name in names:
        if lacking := missing(name):
            print(f"{name} is left out: {' and '.join(lacking)} not installed.")
    names = [name for name in names if not missing(name)]
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"\n{os.cpu_count()} cores, {versions}\n", flush=True)
    papers = read_papers(options.papers)
    for size in map(int, options.sizes.split(",")):
        docs = list(recombined(papers, size))
        asks = read_queries(options.queries, docs) if options.queries else make_queries(docs)
        known_items(
            f"{size:,} papers", {name: _apart(name, docs, asks, options.budget) for name in names}
        )
    if options.collections:
        _judged(options.collections, names, options.budget)
    if options.growth:
        growth(papers, [int(size) for size in options.growth.split(",")])
        under_load(papers)


def _judged(folder: Path, names: list[str], budget: float) -> None:
    sets = [
        read_collection(one) for one in sorted(folder.iterdir()) if (one / "qrels.tsv").exists()
    ]
    kinds = [asks[0].kind for _, asks in sets]
    print("### Test collections: nDCG@10\n")
    rows = []
    for name in names:
        outcomes = [_apart(name, docs, asks, 10 * budget) for docs, asks in sets]
        gains = [_mean(o.gain.get(kind, [])) for o, kind in zip(outcomes, kinds, strict=True)]
        rows.append([name, *(f"{gain:.3f}" for gain in gains)])
    _table(["engine", *kinds], rows)


if __name__ == "__main__":
    main()

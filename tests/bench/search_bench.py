"""How good and how fast search is, beside other engines, in one run.

Figures worth telling need a few thousand papers. PAPERS is a file of JSON Lines, packed by xz or
not, one paper a line: title, abstract, authors (a list), and id, if queries name it. Without
PAPERS the lists in seeds/ are taken, without QUERIES the queries are made of the papers.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.bench.search_data import Ask, read_collection, read_papers, read_queries, read_seeds
from tests.bench.search_engines import ENGINES, lacking
from tests.bench.search_load import growth, under_load
from tests.bench.search_measure import (
    COMMON,
    KEYSTROKE,
    SENTENCE,
    Outcome,
    apart,
    percentile,
    workloads,
)
from tests.bench.search_queries import make_queries

COSTS = """engine|build s|memory MB|disk MB|search p50 ms|p95|p99|whole sentence p95
    |very common words p95|keystroke p50|p95|queries""".split("|")


def main() -> None:
    """Measure and print."""
    options = _options()
    if options.js:
        folders = [str(options.js.resolve() / "node_modules"), os.environ.get("NODE_PATH", "")]
        os.environ["NODE_PATH"] = os.pathsep.join(filter(None, folders))
    names = _present(options.engines.split(","))
    papers = read_papers(options.papers) if options.papers else read_seeds()
    if not options.papers:
        print("These are the lists in seeds/. Real figures need more: PAPERS=papers.jsonl")
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"\n{os.cpu_count()} cores, {versions}\n", flush=True)
    for size in sorted({min(size, len(papers)) for size in options.sizes}):
        docs = papers[:size]
        asks = read_queries(options.queries, docs) if options.queries else make_queries(docs)
        loads = workloads(docs)
        outcomes = {name: apart(name, docs, asks, loads, options.budget) for name in names}
        _known_items(f"{size:,} papers", asks, outcomes)
    if options.collections:
        _judged(options.collections, names, options.budget)
    if options.growth:
        growth(papers, options.growth)
        under_load(papers)


def _present(wanted: Sequence[str]) -> list[str]:
    """Return the engines that can be asked, and name those that cannot."""
    names = [name for name in ENGINES if name in wanted]
    missing = {name: need for name in names if (need := lacking(name))}
    for name, need in missing.items():
        print(f"{name} is left out; it needs {' and '.join(need)}.")
    return [name for name in names if name not in missing]


def _known_items(title: str, asks: list[Ask], outcomes: dict[str, Outcome]) -> None:
    """Print what came first, and what it cost."""
    counts = Counter(ask.kind for ask in asks)
    print(f"### {title}: the paper meant comes first, % of queries\n")
    print("~: time ran out before all queries of the kind were asked\n")
    rows = [["(queries)", *(str(counts[kind]) for kind in sorted(counts)), str(len(asks))]]
    rows += [[name, *_shares(outcome, counts)] for name, outcome in outcomes.items()]
    _table(["engine", *sorted(counts), "mean"], rows)
    print(f"### {title}: cost\n")
    _table(map(str.strip, COSTS), [[name, *_costs(one)] for name, one in outcomes.items()])


def _shares(outcome: Outcome, counts: Counter[str]) -> list[str]:
    hits = {kind: outcome.first[kind] for kind in sorted(counts)}
    cut = {kind: "~" if len(hits[kind]) < counts[kind] else "" for kind in hits}
    means = {kind: 100 * _mean(some) for kind, some in hits.items() if some}
    cells = [f"{cut[kind]}{means[kind]:.1f}" if kind in means else "–" for kind in hits]
    return [*cells, f"{max(cut.values())}{_mean(list(means.values())):.1f}" if means else "–"]


def _costs(outcome: Outcome) -> list[str]:
    if outcome.failed:
        return [outcome.failed, *["–"] * (len(COSTS) - 2)]
    timed = outcome.timed_ms
    return [
        f"{outcome.build_s:.1f}",
        "–" if math.isnan(outcome.memory_mb) else f"{outcome.memory_mb:.0f}",
        f"{outcome.disk_mb:.0f}",
        *(_percentile(outcome.search_ms, part) for part in (0.5, 0.95, 0.99)),
        *(_percentile(timed[kind], 0.95) for kind in (SENTENCE, COMMON)),
        *(_percentile(timed[KEYSTROKE], part) for part in (0.5, 0.95)),
        f"{sum(map(len, outcome.first.values())) + sum(map(len, timed.values())):,}",
    ]


def _judged(folder: Path, names: list[str], budget: float) -> None:
    sets = [
        read_collection(one) for one in sorted(folder.iterdir()) if (one / "qrels.tsv").exists()
    ]
    kinds = [asks[0].kind for _, asks in sets]
    print("### Test collections: nDCG@10\n")
    rows = []
    for name in names:
        outcomes = [apart(name, docs, asks, {}, 10 * budget) for docs, asks in sets]
        gains = [outcome.gain.get(kind) for outcome, kind in zip(outcomes, kinds, strict=True)]
        rows.append([name, *(f"{_mean(gain):.3f}" if gain else "–" for gain in gains)])
    _table(["engine", *kinds], rows)


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
    head = list(head)
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def _percentile(values: Sequence[float], part: float) -> str:
    return f"{percentile(values, part):.1f}" if values else "–"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _options() -> argparse.Namespace:
    def counts(text: str) -> list[int]:
        return [int(count) for count in text.split(",")]

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("papers", type=Path, nargs="?", help="JSON Lines of title, abstract, authors")
    add("--queries", type=Path, help="JSON Lines: query, kind, target (the id of a paper)")
    add("--collections", type=Path, help="a folder of test collections in the layout of BEIR")
    add(
        "--sizes",
        type=counts,
        default=[1_000, 10_000],
        help="how many of the papers, as in 1000,10000",
    )
    add("--engines", default=",".join(ENGINES), help="which, as in paperboy,bm25s")
    add("--js", type=Path, help="the folder in which npm installed minisearch and flexsearch")
    add("--budget", type=float, default=60, help="seconds for the queries of one engine")
    add("--growth", type=counts, help="sizes at which Paperboy alone is measured, also under load")
    return parser.parse_args()


if __name__ == "__main__":
    main()

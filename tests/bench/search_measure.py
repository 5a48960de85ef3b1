"""What one engine does with one set of papers: how often it is right, and what that costs."""

from __future__ import annotations

import gc
import math
import multiprocessing
import random
import resource
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.bench.search_data import SEED, TYPED, Ask, Doc
from tests.bench.search_engines import ENGINES, Engine

ASKED: Final = 10  # answers taken of each query
TIMED: Final = 200  # questions of a kind that are asked for their time alone
TITLES, STROKES = 40, 24  # typed letter by letter, and how far
LONGER: Final = 5  # letters of a common word that says something
SENTENCE, COMMON, KEYSTROKE = "sentence", "common", "keystroke"  # questions timed apart

Loads = dict[str, list[str]]  # questions that are asked for their time alone, by kind


@dataclass
class Outcome:
    """What one engine did with one set; times in milliseconds, sizes in MB."""

    build_s: float = 0.0
    memory_mb: float = 0.0
    disk_mb: float = 0.0
    first: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    gain: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    search_ms: list[float] = field(default_factory=list)
    timed_ms: dict[str, list[float]] = field(default_factory=dict)
    failed: str = ""


def apart(name: str, docs: list[Doc], asks: list[Ask], loads: Loads, budget: float) -> Outcome:
    """Measure in a process of its own, so that no engine pays for another's memory.

    All queries together get `budget` seconds, and each of the loads a quarter of that.
    """
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        try:
            return pool.submit(_measure, name, docs, asks, loads, budget).result()
        except Exception as error:
            return Outcome(failed=f"{type(error).__name__}: {error}")


def _measure(name: str, docs: list[Doc], asks: list[Ask], loads: Loads, budget: float) -> Outcome:
    outcome, engine = Outcome(), ENGINES[name]()
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        before, started = _memory_mb(), time.perf_counter()
        engine.build(docs, Path(folder))
        outcome.build_s = time.perf_counter() - started
        for ask in asks[:5]:
            engine.search(ask.text, ASKED)  # the first ones warm caches
        _ask_all(engine, asks, budget, outcome)
        for kind, texts in loads.items():
            outcome.timed_ms[kind] = times(asked(engine, kind), texts, budget / 4)
        gc.collect()
        outcome.memory_mb = max(_memory_mb() - before, 0.0)
        outcome.disk_mb = disk_mb(Path(folder))
        if hasattr(engine, "close"):
            engine.close()
    return outcome


def _ask_all(engine: Engine, asks: list[Ask], budget: float, outcome: Outcome) -> None:
    suggest, end = asked(engine, KEYSTROKE), time.perf_counter() + budget
    for ask in asks:
        started = time.perf_counter()
        found = (suggest if ask.kind in TYPED else engine.search)(ask.text, ASKED)
        now = time.perf_counter()
        if ask.kind not in TYPED and ask.kind != SENTENCE:  # those have times of their own
            outcome.search_ms.append(1000 * (now - started))
        outcome.first[ask.kind].append(float(found[:1] == list(ask.gains)[:1]))
        outcome.gain[ask.kind].append(ndcg(found, ask.gains))
        if now > end:
            return


def asked(engine: Any, kind: str) -> Callable[[str, int], list[str]]:
    """Return what answers questions of a kind: most engines search while someone types."""
    ask: Callable[[str, int], list[str]] = engine.search
    return getattr(engine, "suggest", ask) if kind == KEYSTROKE else ask


def times(ask: Callable[[str, int], object], texts: Iterable[str], budget: float) -> list[float]:
    """Return the milliseconds each question takes, until `budget` seconds are used up."""
    taken, end = list[float](), time.perf_counter() + budget
    for text in texts:
        started = time.perf_counter()
        ask(text, ASKED)
        now = time.perf_counter()
        taken.append(1000 * (now - started))
        if now > end:
            break
    return taken


def workloads(docs: Sequence[Doc]) -> Loads:
    """Return questions that are hard to answer fast, made of the papers by seeded rules."""
    chance = random.Random(SEED)
    chosen = chance.sample(docs, min(len(docs), TIMED))
    return {
        SENTENCE: [s for doc in chosen for s in doc["abstract"].split(". ")[1:2] if len(s) > 40],
        COMMON: _common(docs, chance),
        KEYSTROKE: [
            doc["title"][:typed]
            for doc in chosen[:TITLES]
            for typed in range(1, min(len(doc["title"]), STROKES) + 1)
        ],
    }


def _common(docs: Sequence[Doc], chance: random.Random) -> list[str]:
    """Return queries of five to ten of the words most papers have, short ones too or not."""
    counts = Counter[str]()
    for doc in docs:
        counts.update(sorted(set(f"{doc['title']} {doc['abstract']}".lower().split())))
    most = [word for word, _ in counts.most_common(1_000) if word.isalpha()]
    tens = (most[:10], [word for word in most if len(word) >= LONGER][:10])
    return [
        " ".join(chance.sample(ten, min(count, len(ten))))
        for _ in range(5)
        for ten in tens
        for count in range(5, 11)
    ]


def ndcg(found: Sequence[str], gains: dict[str, int]) -> float:
    """Return the normalised discounted cumulative gain of the first ten."""
    dcg = sum(gains.get(one, 0) / math.log2(at + 2) for at, one in enumerate(found[:ASKED]))
    best = sorted(gains.values(), reverse=True)[:ASKED]
    return dcg / sum(gain / math.log2(at + 2) for at, gain in enumerate(best))


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which `part` of the values are; `values` may not be empty."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def disk_mb(folder: Path) -> float:
    """Return the size of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def _memory_mb(pid: str = "self") -> float:
    """Return the resident memory of a process and of all it started; not a number off Linux."""
    process = Path("/proc", pid)
    if not process.exists():
        return math.nan if pid == "self" else 0.0
    children = [c for task in process.glob("task/*/children") for c in task.read_text().split()]
    pages = int((process / "statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20 + sum(map(_memory_mb, children))

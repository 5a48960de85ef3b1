"""How well abstracts are read: python -m tests.bench.text_bench PAPERS.jsonl[.xz]

Each line of the file is a paper with "title" and "abstract". Prints a table; with
--show N also N examples of each fault.
"""

import argparse
import functools
import json
import lzma
import multiprocessing
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final

from bot.papers.headlines import LIMIT, headline
from bot.papers.markup import discord_markdown, parse, plain
from bot.papers.naming import find_names
from tests.bench.text_debris import debris, markdown_faults
from tests.bench.text_words import lost_letters, lost_words

PROCESSES: Final = 2
SEEDS: Final = (1, 2)
SAMPLE: Final = 2_000
_KEPT: Final = 40  # examples of one fault in one chunk
_LOOSE_END: Final = re.compile(
    r"(?:^|\s)(?:the|of|that|and|or|a|an|to|for|in|on|by|with|from|as|at|is|are|which|between|both"
    r"|via|using|its|their|our|than|into|not|whether|how|such|e\.g\.|i\.e\.|And|Of|The|With)…?$"
)
# A coined word, or a few words of which one is: "HyperTree", "Psy-CoT", "Harbor-Mix", "GISA".
_NAMED_TITLE: Final = re.compile(
    r"(?=[^\s:]*[A-Z\d][^\s:]*[A-Z]|[^\s:]*[A-Z][^\s:]*\d)([^\s:]{2,30}):\s"
)

Paper = tuple[str, str]


@dataclass
class Report:
    """Counts of one chunk, or of all."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    slowest: dict[str, float] = field(default_factory=dict)

    def fault(self, kind: str, example: str) -> None:
        self.counts[kind] += 1
        if len(self.examples[kind]) < _KEPT:
            self.examples[kind].append(example)

    def timed(self, kind: str, started: float) -> None:
        taken = time.process_time() - started
        self.seconds[kind] += taken
        self.slowest[kind] = max(taken, self.slowest.get(kind, 0.0))

    def add(self, other: "Report") -> None:
        self.counts += other.counts
        for kind, taken in other.seconds.items():
            self.seconds[kind] += taken
        for kind, examples in other.examples.items():
            self.examples[kind] += examples
        for kind, taken in other.slowest.items():
            self.slowest[kind] = max(taken, self.slowest.get(kind, 0.0))


def read_papers(path: Path) -> Iterator[Paper]:
    """Yield the title and abstract of each line of `path` that has an abstract."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if (record.get("abstract") or "").strip():
                yield record.get("title") or "", record["abstract"]


def measure(papers: list[Paper], only: str | None) -> Report:
    """Read every abstract of `papers` and count what is wrong with the result."""
    report = Report()
    for _, raw in papers:
        report.counts["papers"] += 1
        try:
            if only in (None, "text"):
                _measure_text(raw, report)
            if only in (None, "headlines"):
                _measure_headline(raw, report)
        except Exception as error:
            report.fault("exceptions", f"{error!r} in {raw}")
    return report


def _measure_text(raw: str, report: Report) -> None:
    started = time.process_time()
    document = parse(raw)
    shown = plain(document)
    report.timed("parse and plain", started)
    started = time.process_time()
    markdown = discord_markdown(document)
    report.timed("Discord Markdown", started)
    if place := lost_letters(raw, shown):
        report.fault("lost letters", place)
    if words := lost_words(raw, shown):
        report.fault("lost words", _in_context(words, raw))
    _count_all("debris", debris(raw, shown), report)
    _count_all("markdown", markdown_faults(shown, markdown), report)


def _in_context(words: set[str], raw: str) -> str:
    first = min(words)
    at = max(raw.find(first), 0)
    return f"{first} in {raw[max(0, at - 60) : at + 60]!r}"


def _count_all(kind: str, faults: Iterable[tuple[str, str]], report: Report) -> None:
    found = list(faults)
    for fault, example in found:
        report.fault(f"{kind}: {fault}", example)
    report.counts[kind] += bool(found)


def _measure_headline(raw: str, report: Report) -> None:
    started = time.process_time()
    line = headline(None, raw)
    report.timed("headline", started)
    faults = {
        "headline: empty": not line.strip(),
        "headline: too long": len(line) > LIMIT,
        "headline: loose end": _LOOSE_END.search(line) is not None,
        "headline: cut with …": line.endswith("…"),
    }
    for fault, is_so in faults.items():
        if is_so:
            report.fault(fault, line)


def measure_names(sample: list[Paper]) -> Report:
    """Count the papers for which the name in the title is what the abstract gives first."""
    report = Report()
    for title, abstract in sample:
        found = [name.text for name in find_names(abstract)]
        named = _NAMED_TITLE.match(title)
        name = named[1] if named else ""
        report.counts["asked"] += 1
        report.counts["answered"] += bool(found)
        report.counts["right"] += found[:1] != [] and _same(found[0], name)
        report.counts["among"] += any(_same(one, name) for one in found)
        if not found or not _same(found[0], name):
            report.fault("missed" if not found else "wrong", f"{name} ≠ {found}: {abstract}")
    return report


def _same(one: str, other: str) -> bool:
    return _key(one) == _key(other)


def _key(name: str) -> str:
    return re.sub(r"[\W_]|s$", "", name).lower()


def named_papers(papers: list[Paper]) -> list[Paper]:
    """Return the papers whose title begins with a name that the abstract says too."""
    named = []
    for title, abstract in papers:
        found = _NAMED_TITLE.match(plain(parse(title, markdown=False)))
        if found and re.search(rf"(?<!\w){re.escape(found[1])}(?!\w)", plain(parse(abstract))):
            named.append((title, abstract))
    return named


def _in_chunks(papers: list[Paper], size: int = 1_000) -> list[list[Paper]]:
    return [papers[at : at + size] for at in range(0, len(papers), size)]


def print_table(total: Report) -> None:
    papers = total.counts["papers"]
    always = {"exceptions"}
    if "parse and plain" in total.seconds:
        always |= {"lost letters", "lost words"}
    for kind in sorted(total.counts.keys() | always):
        print(f"{kind:32} {total.counts[kind]:8,} {100 * total.counts[kind] / papers:8.3f} %")
    for kind, seconds in total.seconds.items():
        each, slowest = 1_000 * seconds / papers, total.slowest[kind]
        print(f"{kind:32} {each:8.3f} s per 1,000, the longest {1_000 * slowest:.0f} ms")


def print_names(report: Report, seed: int) -> None:
    counts = report.counts
    precision, recall = counts["right"] / counts["answered"], counts["right"] / counts["asked"]
    print(
        f"names, sample {seed}: {counts['asked']:,} titles, precision {precision:.3f},"
        f" recall {recall:.3f}, among all names found {counts['among'] / counts['asked']:.3f}"
    )


def print_examples(report: Report, most: int) -> None:
    for kind, examples in sorted(report.examples.items()):
        for example in examples[:most]:
            print(f"\n[{kind}] {example}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", type=Path)
    parser.add_argument("--only", choices=("text", "headlines", "names"), help="measure this alone")
    parser.add_argument("--show", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    papers = list(read_papers(arguments.papers))
    total = Report()
    with multiprocessing.Pool(PROCESSES) as pool:
        if arguments.only != "names":
            work = functools.partial(measure, only=arguments.only)
            for report in pool.imap_unordered(work, _in_chunks(papers)):
                total.add(report)
            print_table(total)
        if arguments.only in (None, "names"):
            _measure_samples(pool, papers, total)
    print_examples(total, arguments.show)


def _measure_samples(pool: Pool, papers: list[Paper], total: Report) -> None:
    named = named_papers(papers)
    samples = [random.Random(seed).sample(named, min(SAMPLE, len(named))) for seed in SEEDS]
    for seed, report in zip(SEEDS, pool.map(measure_names, samples), strict=True):
        print_names(report, seed)
        total.add(Report(examples=report.examples))


if __name__ == "__main__":
    main()

"""How thousands of digests due in the same minute are brought, against a stand-in of Discord.

The stand-in keeps Discord's limits: 50 requests a second, buckets for each channel, nonces. The
bot is the real one, in a process of its own; members search meanwhile, and some channels refuse
what is posted. PAPERS is a file of JSON Lines as for search_bench; without it the lists in seeds/
are taken. It needs Linux and two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import math
import os
import platform
import sqlite3
import tempfile
from pathlib import Path

from bot.digests.pacing import PER_SECOND
from tests.bench.digest_load import Members, fill, servers
from tests.bench.digest_run import IN_A_SHARD, SHARD_S, START_S, Run
from tests.bench.search_data import Doc, read_papers, read_seeds
from tests.bench.search_measure import percentile
from tests.wire.standin import run_standin

MAKE_S, IMPORT_S = 0.002, 0.003  # time to make a digest, and to import a paper

Seen = tuple[str, str, str]  # what, how much, and how much it should be


def main() -> None:
    """Measure and print."""
    options = _options()
    docs = read_papers(options.papers) if options.papers else read_seeds()
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    print(f"\n{os.cpu_count()} cores, {versions}, {len(docs[: options.most]):,} papers")
    rows = asyncio.run(_measure(docs[: options.most], options.digests, options.refusing))
    print("\n| | | target |\n|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")


async def _measure(docs: list[Doc], digests: int, refusing: int) -> list[Seen]:
    guilds, members = servers(digests), Members(docs)
    due_at = _next_minute(MAKE_S * digests + IMPORT_S * len(docs) + _start_s(digests))
    print(f"{digests:,} digests fall due at {due_at:%H:%M} UTC.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        async with run_standin(guilds, members.notice) as standin:
            run = Run(Path(folder), standin, members, due_at)
            await fill(run.database, docs, guilds, due_at)
            await run.bring(refusing)
            return [*_posts(run), *_cost(run)]


def _start_s(digests: int) -> float:
    return START_S + SHARD_S * math.ceil(digests / IN_A_SHARD)


def _next_minute(wait_s: float) -> dt.datetime:
    """Return the first whole minute after so many seconds."""
    after = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=wait_s, minutes=1)
    return after.replace(second=0, microsecond=0)


def _posts(run: Run) -> list[Seen]:
    came_s, standing, refused = run.came_s(), run.standing(), len(run.refusing)
    first_s, last_s = min(came_s.values()), max(came_s.values())
    behind_s = max(at - first_s - turn / PER_SECOND for turn, at in came_s.items())
    return [
        ("digests", f"{run.digests:,}", ""),
        ("posted exactly once", f"{standing[1]:,}", f"{run.digests - refused:,}"),
        ("posted more often", f"{run.digests - standing[0] - standing[1]:,}", "0"),
        ("refused, with the reason on record", f"{run.states['failed']:,}", f"{refused:,}"),
        ("posts a second", f"{max(came_s) / (last_s - first_s):.1f}", f"{PER_SECOND:.0f}"),
        ("first and last after s", f"{first_s:.1f}, {last_s:.1f}", ""),
        ("latest behind its turn by s", f"{behind_s:.2f}", "< 1"),
        ("answers of 429", f"{run.limits.earned:,}", "0"),
        ("requests in the busiest second", f"{run.limits.busiest}", "≤ 50"),
    ]


def _cost(run: Run) -> list[Seen]:
    took_ms, memory = run.members.took, run.memory_mb
    before_ms, since_ms = (1000 * stall_s for stall_s in run.stalls_s)
    return [
        ("CPU a post ms", f"{1000 * run.cpu_s / run.digests:.2f}", "< 5"),
        ("longest stall of the event loop ms", f"{since_ms:.0f}", "< 50"),
        ("the same while it started", f"{before_ms:.0f}", ""),
        ("searches meanwhile", f"{len(took_ms):,}", ""),
        ("search p50 ms", f"{percentile(took_ms, 0.5):.0f}", ""),
        ("search p95 ms", f"{percentile(took_ms, 0.95):.0f}", "< 200"),
        ("memory at first MB", f"{memory[0]:.0f}", ""),
        ("memory growth MB", f"{max(memory) - memory[0]:.0f}", "< 100"),
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("papers", type=Path, nargs="?", help="JSON Lines of title, abstract, authors")
    add("--most", type=int, default=10_000, help="how many of the papers at most")
    add("--digests", type=int, default=10_000, help="how many, each in a server of its own")
    add("--refusing", type=int, default=100, help="in how many channels the bot may not post")
    return parser.parse_args()


if __name__ == "__main__":
    main()

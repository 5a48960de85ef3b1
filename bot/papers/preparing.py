"""What is worked out of records before they are written, ahead of the writer."""

from __future__ import annotations

import asyncio
import gc
import os
from collections import deque
from collections.abc import AsyncIterator, Collection, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import current_process, get_context

from bot.papers.derived import Derived, derive
from bot.papers.identifiers import known_as
from bot.papers.paper import Record
from bot.papers.search.entries import Entry, entry_for

MANY = 2_000  # records that are worth starting another process for
AHEAD = 6  # batches; so that neither the writer nor whoever prepares waits


@dataclass(frozen=True)  # not slots: they make pickling five times slower
class Coming:
    """A record on its way in, with what is known of it beforehand.

    `derived` and `entry` are None of a text that the same source said before.
    """

    record: Record
    fingerprint: str
    derived: Derived | None
    entry: Entry | None

    @property
    def signs(self) -> set[int | str]:
        """What papers that say the same have in common: hashes of the text, title, identifiers."""
        if self.entry is None:
            return set()
        title = [self.entry.title] if self.record.title else []
        return {*self.entry.sketch, *title, *known_as(self.record)}


@asynccontextmanager
async def preparing(
    batches: Sequence[Sequence[Record]], known: Collection[str]
) -> AsyncIterator[AsyncIterator[list[Coming]]]:
    """Prepare batches in their order, a few ahead of whoever takes them.

    `known` are the fingerprints of texts that need nothing. Few records are prepared in a
    thread; many in a process of their own, as both would keep the event loop waiting for
    Python's one lock.
    """
    known = frozenset(known)
    with _workers(sum(map(len, batches))) as workers:
        under_way: deque[asyncio.Future[list[Coming]]] = deque()
        loop, coming = asyncio.get_running_loop(), iter(batches)

        def begin() -> None:
            for records in coming:
                under_way.append(loop.run_in_executor(workers, prepare, records, known))
                return

        async def prepared() -> AsyncIterator[list[Coming]]:
            for _ in range(AHEAD):
                begin()
            while under_way:
                ready = await under_way.popleft()
                begin()
                yield ready

        try:
            yield prepared()
        finally:
            workers.shutdown(wait=False, cancel_futures=True)


def prepare(records: Sequence[Record], known: Collection[str]) -> list[Coming]:
    """Return what is known of the records beforehand."""
    return [_prepare(record, known) for record in records]


def _prepare(record: Record, known: Collection[str]) -> Coming:
    fingerprint = record.fingerprint
    if fingerprint in known:
        return Coming(record, fingerprint, None, None)
    derived = derive(record.title, record.abstract)
    return Coming(record, fingerprint, derived, entry_for(record, derived))


def _workers(records: int) -> Executor:
    if records < MANY or current_process().daemon:  # which may not start another
        return ThreadPoolExecutor(1, thread_name_prefix="prepare")
    # Spawned, as a fork of a process with threads may hang.
    return ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), initializer=_stand_back)


def _stand_back() -> None:
    """Leave the processor to the bot itself; nothing made here goes in circles."""
    os.nice(5)
    gc.disable()

"""Questions of many small statements, each asked as a whole in a thread.

A search takes about fifteen statements; one by one, each would wait for the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

CACHE_KB = 8_000  # pages kept in memory, per thread; more made no search faster

Reader = sqlite3.Connection  # to one that asks
Unreadable = sqlite3.DatabaseError  # such as an index that does not fit together
Answer = TypeVar("Answer")


def scratch() -> Reader:
    """Open an empty database in memory, for what SQLite can do to text."""
    return sqlite3.connect(":memory:")


class Questions:
    """Threads that read one SQLite file, each over a connection of its own."""

    def __init__(self, path: Path, threads: int) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._opened: list[sqlite3.Connection] = []
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="question")

    async def ask(self, question: Callable[[Reader], Answer]) -> Answer:
        """Run `question` in a thread; cancelled while it waits for one, it is never asked."""
        future: Future[Answer] = self._threads.submit(self._answer, question)
        return await asyncio.wrap_future(future)

    def _answer(self, question: Callable[[Reader], Answer]) -> Answer:
        # No more connections are out at a time than there are threads.
        connection = self._idle.pop() if self._idle else self._connect()
        try:
            return question(connection)
        finally:
            self._idle.append(connection)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        self._opened.append(connection)
        connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        return connection

    def stop(self) -> None:
        """Let the questions under way fail, and take no more."""
        for connection in self._opened:
            connection.interrupt()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the questions under way, and close every connection."""
        self.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for connection in self._opened:
            connection.close()

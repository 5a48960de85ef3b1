"""The SQLite file: connections, pragmas, the one writer, migrations.

Reads run on connections of their own and never wait for a writer (WAL). Writes are
serialised by a lock, each in one short transaction; nothing may await the network
inside one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import BotError
from bot.questions import Answer, Questions, Reader

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 5_000
READERS = 2
PAGE_SIZE = 8_192  # bytes, for a new file; an abstract fills less than a quarter of a page
QUESTION_THREADS = 2
# Pages the writer keeps in memory. Each of many papers changes pages all over the index;
# with the lesser number, half as many again are read and written over and over.
CACHE_KB, BULK_CACHE_KB = 2_000, 32_000

Row = sqlite3.Row
Connection = aiosqlite.Connection
Value = str | int | float | bytes | None
# Runs a reading statement: a database's own, or one inside a transaction.
Fetch = Callable[[str, Sequence[Value]], Awaitable[list[Row]]]


class Database:
    """One SQLite file, open for reading and writing; made by `Database.open`."""

    def __init__(self, path: Path, writer: Connection, readers: list[Connection]) -> None:
        self.path = path
        self._writer = writer
        self._readers = readers
        self._next_reader = cycle(readers)
        self._write_lock = asyncio.Lock()
        self._questions = Questions(path, QUESTION_THREADS)
        self._hurried = Questions(path, 1)
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open `path`, making it and its folder if absent, and bring it to the newest schema.

        Raises `BotError` if the file cannot be opened, is no database, or was written by a
        newer Paperboy.
        """
        opened: list[Connection] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            opened.append(await _connect(path))
            await _migrate(opened[0])
            for _ in range(READERS):
                opened.append(await _connect(path, read_only=True))
        except BaseException as error:
            for connection in opened:
                await connection.close()
            if isinstance(error, sqlite3.Error | OSError):
                raise BotError(
                    f"The database {path} cannot be opened: {error}. Check the file and its folder,"
                    " or name another in PAPERBOY_DATABASE."
                ) from error
            raise
        return cls(path, opened[0], opened[1:])

    async def close(self) -> None:
        """Close every connection after the write under way; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        connections = (*self._readers, self._writer)
        try:
            async with self._write_lock:
                for connection in connections:
                    await connection.close()
            await self._questions.close()
            await self._hurried.close()
        except BaseException:
            # Each open connection has a thread, and a thread keeps the process from ending.
            for connection in connections:
                connection.stop()
            self._questions.stop()
            self._hurried.stop()
            raise

    async def fetch_all(self, sql: str, parameters: Sequence[Value] = ()) -> list[Row]:
        """Return every row of a reading statement."""
        return list(await next(self._next_reader).execute_fetchall(sql, parameters))

    def reader(self) -> Connection:
        """Return a connection that only reads, for functions that take one."""
        return next(self._next_reader)

    async def fetch_one(self, sql: str, parameters: Sequence[Value] = ()) -> Row | None:
        """Return the first row of a reading statement, or None."""
        rows = await self.fetch_all(sql, parameters)
        return rows[0] if rows else None

    async def ask(self, question: Callable[[Reader], Answer], *, hurried: bool = False) -> Answer:
        """Return the answer to a question of many reading statements, asked in a thread.

        Hurried questions do not wait behind the others.
        """
        return await (self._hurried if hurried else self._questions).ask(question)

    async def fact(self, name: str) -> str | None:
        """Return a fact about this database, or None if it is not on record."""
        row = await self.fetch_one("SELECT value FROM fact WHERE name = ?", (name,))
        return row["value"] if row else None

    async def set_fact(self, name: str, value: str) -> None:
        """Put a fact about this database on record."""
        async with self.write() as connection:
            await connection.execute(
                "INSERT INTO fact (name, value) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    async def run_script(self, name: str) -> None:
        """Run a migration once more, in one transaction; only one that is made for it."""
        async with self.write() as connection:
            for statement in _statements(MIGRATIONS / name):
                await connection.execute(statement)

    @asynccontextmanager
    async def in_bulk(self) -> AsyncIterator[None]:
        """Give the writer more memory while many transactions follow each other."""
        await self._writer.execute_fetchall(f"PRAGMA cache_size = -{BULK_CACHE_KB}")
        try:
            yield
        finally:
            await self._writer.execute_fetchall(f"PRAGMA cache_size = -{CACHE_KB}")
            await self._writer.execute_fetchall("PRAGMA shrink_memory")
            # Or the log stays on the disk as long as it ever was.
            async with self._write_lock:
                await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Connection]:
        """One transaction: committed when the block ends, undone if it raises or is cancelled."""
        async with self._write_lock, _transaction(self._writer):
            yield self._writer


async def fetch_in(connection: Connection, sql: str, parameters: Sequence[Value] = ()) -> list[Row]:
    """Return every row of a statement run inside a transaction."""
    return list(await connection.execute_fetchall(sql, parameters))


@asynccontextmanager
async def _transaction(connection: Connection) -> AsyncIterator[None]:
    try:
        # Inside the try: cancelled while it waits for its turn, BEGIN is carried out all the same.
        await connection.execute("BEGIN IMMEDIATE")
        yield
        await connection.execute("COMMIT")
    except BaseException:
        # Shielded: a task cancelled twice must not leave the next writer inside
        # this transaction.
        await asyncio.shield(_roll_back(connection))
        raise


async def _roll_back(connection: Connection) -> None:
    # Whether a transaction is open is known only once the statements before are done.
    with suppress(sqlite3.OperationalError):
        await connection.execute("ROLLBACK")


async def _connect(path: Path, *, read_only: bool = False) -> Connection:
    connection = aiosqlite.connect(path, isolation_level=None)
    try:
        await connection
    except BaseException:
        # aiosqlite tells its thread to end but does not wait for it, and the thread fails
        # loudly if the event loop is closed first.
        await asyncio.to_thread(connection._thread.join)
        raise
    try:
        connection.row_factory = sqlite3.Row
        pragmas = [f"busy_timeout = {BUSY_TIMEOUT_MS}", "foreign_keys = ON"]
        # In WAL mode NORMAL keeps the file sound but may lose the last commits at a power
        # cut; the ledger may not.
        pragmas += (
            ["query_only = ON"]
            if read_only
            else [f"page_size = {PAGE_SIZE}", "journal_mode = WAL", "synchronous = FULL"]
        )
        for pragma in pragmas:
            # Fetched, as some pragmas answer with a row, and no transaction can be
            # committed while a row waits to be read.
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


def _statements(migration: Path) -> Iterator[str]:
    """Split a migration into statements; triggers keep their inner semicolons."""
    statement = ""
    for line in migration.read_text(encoding="utf-8").splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


async def _applied(connection: Connection) -> int:
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL)"
    )
    rows = await fetch_in(connection, "SELECT ifnull(max(number), 0) FROM migration")
    return int(rows[0][0])


async def _migrate(connection: Connection) -> None:
    """Apply each missing migration together with its record, in one transaction."""
    scripts = {int(path.name[:4]): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}
    async with _transaction(connection):
        applied = await _applied(connection)
        if applied > max(scripts):
            raise BotError(
                "The database was written by a newer Paperboy. Start that version, or restore"
                " a backup made before the upgrade."
            )
        for number in sorted(scripts.keys() - set(range(applied + 1))):
            await _apply(connection, number, scripts[number])


async def _apply(connection: Connection, number: int, path: Path) -> None:
    for statement in _statements(path):
        await connection.execute(statement)
    record: tuple[Any, ...] = (number, path.stem)
    await connection.execute("INSERT INTO migration (number, name) VALUES (?, ?)", record)

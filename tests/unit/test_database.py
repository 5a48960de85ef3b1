"""The SQLite file: what holds for every connection, every write and every upgrade."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import database as module
from bot.database import MIGRATIONS, READERS, Database, fetch_in
from bot.errors import BotError


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "new folder" / "paperboy.sqlite3")
    yield opened
    await opened.close()


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations that a test may add to."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    monkeypatch.setattr(module, "MIGRATIONS", folder)
    return folder


async def test_every_connection_keeps_foreign_keys_and_wal(database: Database) -> None:
    async with database.write() as connection:
        assert [tuple(r) for r in await fetch_in(connection, "PRAGMA foreign_keys")] == [(1,)]
        assert [tuple(r) for r in await fetch_in(connection, "PRAGMA synchronous")] == [(2,)]
    for _ in range(READERS):
        for pragma, value in (("foreign_keys", 1), ("journal_mode", "wal"), ("query_only", 1)):
            row = await database.fetch_one(f"PRAGMA {pragma}")
            assert row is not None
            assert row[0] == value
    with pytest.raises(sqlite3.IntegrityError):
        async with database.write() as connection:
            await connection.execute("INSERT INTO entry VALUES (1, 1)")


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.fetch_all("INSERT INTO fact VALUES ('a', 'b') RETURNING name")


async def test_a_read_sees_what_was_committed_before_it(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute("INSERT INTO fact VALUES ('a', 'b')")
        assert await database.fact("a") is None
    for _ in range(READERS):
        assert await database.fact("a") == "b"


async def test_a_write_that_raises_is_undone(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute("INSERT INTO fact VALUES ('a', 'b')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await database.fact("a") is None


@pytest.mark.parametrize("steps", range(12))
async def test_a_cancelled_write_leaves_no_open_transaction(database: Database, steps: int) -> None:
    """Cancelled at each of its awaits in turn: waiting for BEGIN, for a statement, for COMMIT."""

    async def write() -> None:
        async with database.write() as connection:
            await connection.execute("INSERT INTO fact VALUES ('a', '1')")
            await connection.execute("INSERT INTO fact VALUES ('b', '2')")

    task = asyncio.create_task(write())
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await database.set_fact("c", "3")
    assert await database.fact("c") == "3"
    assert (await database.fact("a") is None) == (await database.fact("b") is None)


async def test_a_task_cancelled_twice_leaves_no_open_transaction(database: Database) -> None:
    begun = asyncio.Event()

    async def write() -> None:
        async with database.write() as connection:
            await connection.execute("INSERT INTO fact VALUES ('a', '1')")
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await begun.wait()
    after = asyncio.create_task(database.set_fact("c", "3"))
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.gather(task, return_exceptions=True)
    await after
    assert await database.fact("a") is None
    assert await database.fact("c") == "3"


async def test_twenty_writers_at_once_wait_for_each_other(database: Database) -> None:
    await asyncio.gather(*(database.set_fact(str(n), "x") for n in range(20)))
    rows = await database.fetch_all("SELECT count(*) FROM fact WHERE value = 'x'")
    assert rows[0][0] == 20


async def test_close_waits_for_the_write_under_way_and_may_be_called_twice(
    tmp_path: Path,
) -> None:
    database = await Database.open(tmp_path / "db")
    write = asyncio.create_task(database.set_fact("a", "b"))
    await asyncio.sleep(0)
    await asyncio.gather(database.close(), database.close())
    await database.close()
    await write
    with sqlite3.connect(tmp_path / "db") as connection:
        assert connection.execute("SELECT * FROM fact").fetchall() == [("a", "b")]
    connection.close()


async def test_a_cancelled_close_still_ends_every_thread(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "db")
    threads = [c._thread for c in (*database._readers, database._writer)]
    async with database._write_lock:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
    for thread in threads:
        await asyncio.to_thread(thread.join, 5)
    assert not any(thread.is_alive() for thread in threads)


async def test_a_failing_migration_leaves_nothing_behind(tmp_path: Path, migrations: Path) -> None:
    await (await Database.open(tmp_path / "db")).close()
    (migrations / "0098_first.sql").write_text("CREATE TABLE first (a);\nDROP TABLE fact;\n")
    (migrations / "0099_second.sql").write_text("CREATE TABLE second (a);\nCREATE TABLE first (a);")
    with pytest.raises(BotError, match="table first already exists"):
        await Database.open(tmp_path / "db")

    (migrations / "0099_second.sql").unlink()
    (migrations / "0098_first.sql").write_text("CREATE TABLE first (a);")
    database = await Database.open(tmp_path / "db")
    tables = {row[0] for row in await database.fetch_all("SELECT name FROM sqlite_master")}
    assert {"first", "fact"} <= tables
    assert "second" not in tables
    row = await database.fetch_one("SELECT max(number) FROM migration")
    assert row is not None
    assert row[0] == 98
    await database.close()


async def test_a_migration_with_a_trigger_keeps_its_semicolons(
    tmp_path: Path, migrations: Path
) -> None:
    (migrations / "0099_trigger.sql").write_text(
        "CREATE TRIGGER t AFTER INSERT ON fact BEGIN\n"
        "  DELETE FROM fact WHERE name = 'x';\n  DELETE FROM fact WHERE name = 'y';\nEND;\n"
        "CREATE TABLE after_it (a)"
    )
    database = await Database.open(tmp_path / "db")
    assert await database.fetch_all("SELECT * FROM after_it") == []
    await database.close()


async def test_a_newer_database_is_refused(
    tmp_path: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (migrations / "0099_future.sql").write_text("CREATE TABLE future (a);")
    await (await Database.open(tmp_path / "db")).close()
    monkeypatch.setattr(module, "MIGRATIONS", MIGRATIONS)
    with pytest.raises(BotError, match="newer Paperboy"):
        await Database.open(tmp_path / "db")


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("these are my notes, a whole page of them\n" * 100)
    with pytest.raises(BotError, match="cannot be opened: file is not a database"):
        await Database.open(tmp_path / "db")
    assert (tmp_path / "db").read_text().startswith("these are my notes")
    with pytest.raises(BotError, match="cannot be opened"):
        await Database.open(tmp_path)

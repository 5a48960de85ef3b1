"""When the bot was away, and how a slot missed tells of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests.outcomes import offline
from bot.digests.presence import Presence
from tests.digest_store import on


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "presence.sqlite3")
    yield database
    await database.close()


async def said(presence: Presence, at: dt.datetime, zone: str = "UTC") -> str | None:
    absence = presence.absence(at)
    return offline(zone, absence) if absence else None


async def test_one_that_stopped_was_away_from_then_on(database: Database) -> None:
    first = Presence(database)
    await first.arrive(on(1, 6))
    await first.leave(on(1, 7, 55))
    second = Presence(database)
    await second.arrive(on(1, 19, 10))
    assert await said(second, on(1, 9)) == "The bot was offline 07:55–19:10."
    assert await said(second, on(1, 9), "Asia/Shanghai") == (
        "The bot was offline 1 Jan 15:55–2 Jan 03:10."
    )
    assert await said(second, on(1, 7)) is None
    assert await said(second, on(1, 20)) is None


async def test_one_that_was_killed_was_last_seen_some_time_before(database: Database) -> None:
    first = Presence(database)
    await first.arrive(on(1, 6))
    await first.note(on(1, 7, 30))
    await first.note(on(1, 7, 40))  # noted lately, so not again
    second = Presence(database)
    await second.arrive(on(1, 19, 10))
    assert await said(second, on(1, 9)) == (
        "The bot went offline some time after 07:30 and was back at 19:10."
    )


async def test_a_host_that_slept_is_as_absent(database: Database) -> None:
    presence = Presence(database)
    await presence.arrive(on(1, 6))
    presence.see(on(1, 6, 15))
    presence.see(on(1, 6, 30))
    assert await said(presence, on(1, 6, 20)) is None
    presence.see(on(1, 14))
    assert await said(presence, on(1, 9)) == (
        "The bot went offline some time after 06:30 and was back at 14:00."
    )


async def test_a_second_arrival_of_one_process_is_none(database: Database) -> None:
    presence = Presence(database)
    await presence.arrive(on(1, 6))
    await presence.leave(on(1, 7))
    await presence.arrive(on(1, 8))
    assert presence.absence(on(1, 7, 30)) is None


async def test_a_new_database_knows_of_no_absence(database: Database) -> None:
    presence = Presence(database)
    await presence.arrive(on(1, 6))
    assert presence.absence(on(1, 5)) is None

"""Digests under a clock that is held in the hand: ready again, clocks set, a full disk."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests.ledger import Ledger
from bot.digests.scheduler import DigestScheduler
from tests.digest_store import Hand, Office, on, open_office, turn


@pytest.fixture
def clock() -> Hand:
    return Hand(on(1, 11))


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    database = await Database.open(tmp_path / "scheduler.sqlite3")
    yield await open_office(database)
    await database.close()


@pytest.fixture
async def scheduler(office: Office, clock: Hand) -> AsyncIterator[DigestScheduler]:
    scheduler = DigestScheduler(office.courier, clock)
    scheduler.start()
    yield scheduler
    await scheduler.close()
    await turn()


@pytest.fixture
def posted(office: Office) -> Iterator[asyncio.Semaphore]:
    """One may be acquired for each post."""
    posts = asyncio.Semaphore(0)

    async def count() -> None:
        posts.release()

    office.channel.after = count
    yield posts
    assert posts.locked(), "a post nobody waited for"


async def arrival(posts: asyncio.Semaphore) -> None:
    async with asyncio.timeout(2):
        await posts.acquire()


async def at_rest(office: Office) -> None:
    """Wait until the last run has put its outcome on record, and for any run too many."""
    async with asyncio.timeout(2):
        while await office.courier.ledger.claimed():
            await asyncio.sleep(0)
    for _ in range(20):
        await office.record()


async def test_each_slot_is_armed_after_the_one_before(
    office: Office, scheduler: DigestScheduler, clock: Hand, posted: asyncio.Semaphore
) -> None:
    await scheduler.rebuild()
    for day in (1, 2, 3):
        clock.set(on(day) - dt.timedelta(milliseconds=20))
        await scheduler.rebuild()
        await arrival(posted)
        await at_rest(office)
    assert [post.local_date.day for _, post in office.channel.sent] == [1, 2, 3]
    assert not any(post.late for _, post in office.channel.sent)


async def test_ready_again_and_again_brings_one_post(
    office: Office, scheduler: DigestScheduler, clock: Hand, posted: asyncio.Semaphore
) -> None:
    clock.set(on(1))
    await asyncio.gather(*(scheduler.rebuild() for _ in range(3)))
    await arrival(posted)
    await at_rest(office)
    await scheduler.rebuild()
    await at_rest(office)
    assert len(office.channel.sent) == 1


@pytest.mark.parametrize("moved", [-3, -1, 1, 3])
async def test_a_clock_that_is_set_brings_no_second_post(
    office: Office,
    scheduler: DigestScheduler,
    clock: Hand,
    posted: asyncio.Semaphore,
    moved: int,
) -> None:
    clock.set(on(1))
    await scheduler.rebuild()
    await arrival(posted)
    await at_rest(office)
    clock.set(on(1, 12 + moved))
    await scheduler.rebuild()
    clock.set(on(1))
    await scheduler.rebuild()
    await at_rest(office)
    assert len(office.channel.sent) == 1


async def test_a_full_disk_is_tried_again_later_and_not_at_once(
    office: Office,
    scheduler: DigestScheduler,
    clock: Hand,
    posted: asyncio.Semaphore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = 0

    async def full(*args: object) -> None:
        nonlocal tries
        tries += 1
        raise OSError("disk full")

    clock.set(on(1))
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "claim", full)
        await scheduler.rebuild()
        async with asyncio.timeout(2):
            while not tries:
                await asyncio.sleep(0)
        await at_rest(office)
    assert tries == 1
    clock.set(on(1, 12, 5))
    await scheduler.arm(office.digest)
    await arrival(posted)
    await at_rest(office)
    assert len(office.channel.sent) == 1


async def test_a_zone_unknown_here_arms_nothing_and_stops_nobody(
    office: Office,
    scheduler: DigestScheduler,
    clock: Hand,
    posted: asyncio.Semaphore,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with office.database.write() as connection:
        await connection.execute("UPDATE digest SET zone = 'Mars/Base'")
    await open_office(office.database, papers=0)
    clock.set(on(1))
    await scheduler.rebuild()
    await arrival(posted)
    await at_rest(office)
    assert [entry.digest_id for entry, _ in office.channel.sent] == [2]
    [broken, _] = await office.courier.digests.active()
    assert await scheduler.next_slots(broken, 3) == []
    assert "its time zone Mars/Base is unknown" in caplog.text


async def test_a_closed_scheduler_arms_nothing(
    office: Office, scheduler: DigestScheduler, clock: Hand
) -> None:
    await scheduler.close()
    await scheduler.close()
    await turn()
    clock.set(on(1))
    await scheduler.rebuild()
    await at_rest(office)
    assert office.channel.sent == []

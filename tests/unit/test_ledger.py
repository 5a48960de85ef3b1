"""The ledger on a real file: one claim a slot, its paper, and how it ends."""

from __future__ import annotations

import asyncio
import datetime as dt
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests.entry import HOLD, Entry
from bot.digests.ledger import Ledger
from bot.digests.picker import Pool
from tests.digest_store import Office, on, open_office, slot, stock

ALL = Pool()  # every paper a digest may bring


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    database = await Database.open(tmp_path / "ledger.sqlite3")
    yield await open_office(database)
    await database.close()


@pytest.fixture
def ledger(office: Office) -> Ledger:
    return office.courier.ledger


async def claim(office: Office, day: int | None) -> Entry:
    """Claim a day's slot, or an extra, which must be free."""
    where = slot(day) if day else None
    entry = await office.courier.ledger.claim(office.digest, where, ALL, on(day or 1))
    assert entry is not None
    return entry


async def test_a_claim_is_a_row_with_its_paper(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    assert entry == await ledger.get(entry.id)
    assert (entry.state, entry.refilled) == ("claimed", False)
    assert entry.paper_ids[0] in office.papers
    assert (entry.local_date, entry.due_at) == (dt.date(2026, 1, 2), on(2))
    assert entry.claimed_at == entry.tried_at == on(2)


async def test_a_slot_is_claimed_once(office: Office, ledger: Ledger) -> None:
    await claim(office, 2)
    assert await ledger.claim(office.digest, slot(2), ALL, on(2)) is None
    assert len(await office.record()) == 1


@pytest.mark.parametrize("rivals", [2, 8])
async def test_of_many_processes_one_gets_the_slot(
    office: Office, tmp_path: Path, rivals: int
) -> None:
    files = [await Database.open(office.database.path) for _ in range(rivals)]
    claims = [Ledger(file).claim(office.digest, slot(2), ALL, on(2)) for file in files]
    entries = await asyncio.gather(*claims)
    for file in files:
        await file.close()
    assert sum(entry is not None for entry in entries) == 1
    assert len(await office.record()) == 1


async def test_rivals_for_different_slots_never_choose_the_same_paper(office: Office) -> None:
    other = await Database.open(office.database.path)
    ledgers = [office.courier.ledger, Ledger(other)] * 2
    claims = [
        one.claim(office.digest, slot(day), ALL, on(5)) for day, one in enumerate(ledgers, start=2)
    ]
    entries = await asyncio.gather(*claims)
    await other.close()
    assert sorted(one for entry in entries if entry for one in entry.paper_ids) == office.papers


async def test_extras_need_no_slot_and_share_the_bag(office: Office) -> None:
    entries = [await claim(office, day) for day in (None, None, 2, None)]
    assert [entry.local_date for entry in entries[:2]] == [None, None]
    assert sorted(one for entry in entries for one in entry.paper_ids) == office.papers


async def test_the_first_of_a_new_bag_says_so(office: Office) -> None:
    entries = [await claim(office, day) for day in range(2, 7)]
    assert [entry.refilled for entry in entries] == [False] * 4 + [True]
    assert entries[4].paper_ids != entries[3].paper_ids


async def test_an_empty_pool_claims_nothing(office: Office, ledger: Ledger) -> None:
    assert await ledger.claim(office.digest, slot(2), Pool([]), on(2)) is None
    assert await office.record() == []


async def test_a_failed_post_gives_its_paper_back(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    await ledger.failed(entry.id, "No.", "Mend it.")
    [failed] = await office.record(2)
    assert (failed.state, failed.reason, failed.hint) == ("failed", "No.", "Mend it.")
    assert (await claim(office, 3)).paper_ids == entry.paper_ids


async def test_the_last_of_a_bag_that_failed_does_not_close_it(
    office: Office, ledger: Ledger
) -> None:
    *_, last = [await claim(office, day) for day in range(2, 6)]
    await ledger.failed(last.id, "No.", "Mend it.")
    again = await claim(office, 6)
    assert (again.paper_ids, again.refilled) == (last.paper_ids, False)


async def test_a_message_that_stands_is_the_truth(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    await ledger.failed(entry.id, "No.", "Mend it.")
    await ledger.posted(entry.id, 77, on(2))
    await ledger.failed(entry.id, "No.", "Mend it.")
    [posted] = await office.record(2)
    assert (posted.state, posted.message_id, posted.reason) == ("posted", 77, None)


async def test_a_slot_on_record_is_not_skipped(office: Office, ledger: Ledger) -> None:
    await claim(office, 2)
    await ledger.skipped(office.digest, slot(2), "Late.", "Wait.", on(3))
    await ledger.skipped(office.digest, slot(3), "Late.", "Wait.", on(3))
    states = [(entry.state, entry.reason) for entry in await office.record()]
    assert states == [("claimed", None), ("skipped", "Late.")]
    assert await ledger.claim(office.digest, slot(3), ALL, on(3)) is None


async def test_the_last_slot_is_no_extra(office: Office, ledger: Ledger) -> None:
    await claim(office, None)
    assert await ledger.last_dates() == {}
    await claim(office, 3)
    await claim(office, 2)
    await claim(office, None)
    assert await ledger.last_dates(office.digest.id) == {office.digest.id: dt.date(2026, 1, 3)}


async def test_digests_do_not_share_their_bags(office: Office, ledger: Ledger) -> None:
    other = await open_office(office.database, papers=0)
    mine = await claim(office, 2)
    its = await ledger.claim(other.digest, slot(2), Pool(list(mine.paper_ids)), on(2))
    assert its is not None
    assert not its.refilled
    assert [one.id for one in await ledger.claimed(other.digest.id)] == [its.id]
    assert [one.id for one in await ledger.claimed()] == [mine.id, its.id]


async def test_a_post_in_someones_hands_is_not_taken(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    second = dt.timedelta(seconds=1)
    assert not await ledger.take(entry, on(2) + HOLD - second)
    assert await ledger.take(entry, on(2) + HOLD)
    assert not await ledger.take(entry, on(2) + HOLD), "another had it in hand by then"
    taken = await ledger.get(entry.id)
    assert taken is not None
    assert (taken.claimed_at, taken.tried_at) == (on(2), on(2) + HOLD)


async def test_of_many_processes_one_takes_an_unfinished_post(office: Office) -> None:
    entry = await claim(office, 2)
    other = await Database.open(office.database.path)
    ledgers = [office.courier.ledger, Ledger(other)] * 3
    taken = await asyncio.gather(*(one.take(entry, on(2, 13)) for one in ledgers))
    await other.close()
    assert sum(taken) == 1


async def test_an_ended_post_is_not_taken(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    await ledger.posted(entry.id, 77, on(2))
    assert not await ledger.take(entry, on(3))


async def test_tries_become_ever_more_seldom(office: Office, ledger: Ledger) -> None:
    entry = await claim(office, 2)
    waits = []
    for _ in range(10):
        waits.append((entry.retry_at - entry.tried_at) // dt.timedelta(minutes=1))
        assert await ledger.take(entry, entry.retry_at)
        entry = await ledger.get(entry.id) or entry
    assert waits == [1, 1, 2, 4, 8, 16, 32, 60, 60, 60]


@pytest.mark.parametrize("state", ["posted", "skipped", "failed"])
async def test_an_end_without_its_proof_is_refused(office: Office, state: str) -> None:
    entry = await claim(office, 2)
    with pytest.raises(sqlite3.IntegrityError):
        async with office.database.write() as connection:
            await connection.execute("UPDATE ledger SET state = ? WHERE id = ?", (state, entry.id))


async def test_new_papers_join_the_bag_at_once(office: Office, ledger: Ledger) -> None:
    drawn = [*(await claim(office, 2)).paper_ids, *(await claim(office, 3)).paper_ids]
    office.papers += await stock(office.database, 2)
    for day in range(4, 8):
        drawn += (await claim(office, day)).paper_ids
    assert sorted(drawn) == sorted(office.papers)

"""The courier on a real file: what is due, what is owed, and what it does when one fails."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.database import Database
from bot.digests.calendar import EVERY_DAY, Rule
from bot.digests.entry import Entry
from bot.digests.ledger import Ledger
from bot.digests.outcomes import EMPTY, LATE, PAPER_GONE
from bot.digests.publishing import RefusedError
from bot.errors import BotError
from tests.digest_store import Office, courier_of, on, open_office, stock, withdraw

HOUR = dt.timedelta(hours=1)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "courier.sqlite3")
    yield database
    await database.close()


@pytest.fixture
async def office(database: Database) -> Office:
    return await open_office(database)


async def run(office: Office, now: dt.datetime) -> None:
    """Wake the courier, as its scheduler does."""
    await office.courier.run_due(office.digest.id, now)


async def refuse() -> None:
    raise RefusedError("No.", "Mend it.")


async def states(office: Office) -> list[tuple[str, str | None]]:
    return [(entry.state, entry.reason) for entry in await office.record()]


async def test_a_due_slot_is_posted_once(office: Office) -> None:
    await run(office, on(1, 11, 59))
    assert office.channel.sent == []
    for minute in (0, 0, 1, 30):
        await run(office, on(1, 12, minute))
    [(_, post)] = office.channel.sent
    assert (post.local_date, post.due_at) == (dt.date(2026, 1, 1), on(1))
    assert (post.extra, post.late, post.refilled) == (False, False, False)
    [entry] = await office.record()
    assert (entry.state, entry.message_id) == ("posted", 1_000 + entry.id)


async def test_two_couriers_on_one_file_post_once(office: Office) -> None:
    other = await Database.open(office.database.path)
    rival = courier_of(other, office.channel)
    for day in range(1, 4):
        await asyncio.gather(
            *(one.run_due(office.digest.id, on(day)) for one in (office.courier, rival) * 3)
        )
        assert len(office.channel.sent) == day
    await other.close()
    assert await states(office) == [("posted", None)] * 3


async def test_the_paper_is_chosen_before_it_is_sent(office: Office) -> None:
    seen = []

    async def look() -> None:
        seen.extend(await office.record())

    office.channel.before = look
    await run(office, on(1))
    assert [(entry.state, entry.paper_ids) for entry in seen] == [
        ("claimed", (office.channel.papers[0],))
    ]


async def test_no_paper_twice_until_all_were_here(office: Office) -> None:
    for day in range(1, 10):
        await run(office, on(day))
    papers = office.channel.papers
    assert sorted(papers[:4]) == sorted(papers[4:8]) == office.papers
    assert papers[3] != papers[4]
    refilled = [post.refilled for _, post in office.channel.sent]
    assert refilled == [False] * 4 + [True] + [False] * 3 + [True]


async def test_new_papers_join_and_removed_ones_leave(office: Office) -> None:
    await run(office, on(1))
    gone = next(one for one in office.papers if one not in office.channel.papers)
    await withdraw(office.database, gone)
    joined = await stock(office.database, 2)
    for day in range(2, 6):
        await run(office, on(day))
    assert sorted(office.channel.papers) == sorted({*office.papers, *joined} - {gone})


@pytest.mark.parametrize(("minute", "late"), [(5, False), (6, True)])
async def test_what_comes_well_after_its_time_is_late(
    office: Office, minute: int, late: bool
) -> None:
    await run(office, on(1, 12, minute))
    assert [post.late for _, post in office.channel.sent] == [late]


async def test_three_days_away_bring_one_post(office: Office) -> None:
    await run(office, on(1))
    await run(office, on(5, 13))
    assert [post.local_date.day for _, post in office.channel.sent] == [1, 5]
    assert await states(office) == [("posted", None), *[("skipped", LATE)] * 3, ("posted", None)]


async def test_back_before_the_hour_waits_for_it(office: Office) -> None:
    await run(office, on(3, 9))
    assert office.channel.sent == []
    assert await states(office) == [("skipped", LATE)] * 2


async def test_a_slot_that_a_gap_carries_past_midnight_is_not_missed(database: Database) -> None:
    # On Saturday, 28 March 2026, Nuuk's clocks go from 23:00 to midnight.
    rule = Rule(dt.time(23, 30), "America/Nuuk", EVERY_DAY)
    office = await open_office(database, rule=rule)
    await office.courier.digests.set_state(office.digest.id, "paused", on(1))
    await office.courier.digests.set_state(
        office.digest.id, "active", dt.datetime(2026, 3, 28, 12, tzinfo=dt.UTC)
    )
    for hours in range(48):
        await run(office, dt.datetime(2026, 3, 28, 12, 30, tzinfo=dt.UTC) + hours * HOUR)
    dates = [(post.local_date.day, f"{post.due_at:%d %H:%M}") for _, post in office.channel.sent]
    assert dates == [(28, "29 01:00"), (29, "30 00:30")]


@pytest.mark.parametrize(
    ("now", "outcome"),
    [(on(2, 0, 59), ("posted", None)), (on(2, 1), ("skipped", LATE))],
)
async def test_what_falls_due_before_midnight_may_come_after_it(
    database: Database, now: dt.datetime, outcome: tuple[str, str | None]
) -> None:
    office = await open_office(database, rule=Rule(dt.time(23, 59), "UTC", EVERY_DAY))
    await run(office, now)
    assert await states(office) == [outcome]


async def test_no_paper_is_put_on_record(database: Database) -> None:
    office = await open_office(database, papers=0)
    await run(office, on(1))
    assert await states(office) == [("skipped", EMPTY.reason)]
    with pytest.raises(BotError, match="no paper to bring"):
        await office.courier.post_extra(office.digest, on(1))
    with pytest.raises(BotError, match="no paper to bring"):
        await office.courier.planner.preview(office.digest, on(1))
    await stock(database, 1)
    await run(office, on(1, 13))
    assert office.channel.sent == [], "the slot has its outcome"
    await run(office, on(2))
    assert len(office.channel.sent) == 1


async def test_a_refusal_is_recorded_and_the_next_day_works(office: Office) -> None:
    office.channel.before = refuse
    await run(office, on(1))
    await run(office, on(1, 13))
    [failed] = await office.record()
    assert (failed.state, failed.reason, failed.hint) == ("failed", "No.", "Mend it.")
    office.channel.before = None
    await run(office, on(2))
    assert failed.paper_ids == (), "its paper went back into the bag"


async def test_an_extra_leaves_the_slot_alone(office: Office) -> None:
    before = await office.courier.post_extra(office.digest, on(1, 9))
    await run(office, on(1))
    after = await office.courier.post_extra(office.digest, on(1, 15))
    await run(office, on(1, 16))
    assert [post.extra for _, post in office.channel.sent] == [True, False, True]
    assert len(set(office.channel.papers)) == 3
    assert {before.state, after.state} == {"posted"}
    assert before.local_date is after.local_date is None


async def test_a_refused_extra_says_why(office: Office) -> None:
    office.channel.before = refuse
    with pytest.raises(BotError, match=r"^No\. Mend it\.$"):
        await office.courier.post_extra(office.digest, on(1))


async def test_the_preview_is_what_comes(office: Office) -> None:
    for day in range(1, 10):
        foretold = await office.courier.planner.preview(office.digest, on(day, 6))
        assert foretold == await office.courier.planner.preview(office.digest, on(day, 7))
        await run(office, on(day))
        assert foretold == office.channel.sent[-1][1]


async def test_a_paused_digest_owes_nothing(office: Office) -> None:
    digests = office.courier.digests
    await run(office, on(1))
    await digests.set_state(office.digest.id, "paused", on(2, 10))
    await run(office, on(3))
    await digests.set_state(office.digest.id, "active", on(3, 13))
    await run(office, on(3, 14))
    assert [post.local_date.day for _, post in office.channel.sent] == [1]
    await run(office, on(4))
    assert [post.local_date.day for _, post in office.channel.sent] == [1, 4]
    assert await states(office) == [("posted", None)] * 2


async def test_a_paper_that_leaves_between_choice_and_sending(office: Office) -> None:
    claim = Ledger.claim

    async def and_then_it_goes(ledger: Ledger, *args: Any) -> Entry | None:
        entry = await claim(ledger, *args)
        assert entry
        await withdraw(office.database, entry.paper_ids[0])
        return entry

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "claim", and_then_it_goes)
        await run(office, on(1))
    [entry] = await office.record()
    assert (entry.state, entry.reason, entry.hint) == ("failed", *PAPER_GONE)
    assert office.channel.sent == []

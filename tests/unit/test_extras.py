"""What follows a post: each step by itself, done again if it was cut short, given up in time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests.extras import NO_ANSWER, PATIENCE
from bot.digests.publishing import RefusedError
from tests.digest_store import Office, courier_of, on, open_office

EVERYTHING = ["publish", "thread", "pin"]


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    database = await Database.open(tmp_path / "extras.sqlite3")
    office = await open_office(database)
    office.channel.wanted = EVERYTHING
    yield office
    await database.close()


async def post(office: Office) -> int:
    """Post the first day's slot and return its entry's id."""
    await office.courier.run_due(office.digest.id, on(1))
    [entry] = await office.record()
    assert entry.state == "posted"
    return entry.id


async def states(office: Office, entry_id: int) -> dict[str, str]:
    return {extra.kind: extra.state for extra in await office.courier.extras.of(entry_id)}


async def test_they_follow_in_their_order_and_once(office: Office) -> None:
    entry_id = await post(office)
    assert await states(office, entry_id) == dict.fromkeys(EVERYTHING, "wanted")
    assert await office.courier.extras.unfinished() == [entry_id]
    for _ in range(2):
        assert await office.courier.finish(entry_id, on(1))
    assert office.channel.done == [(entry_id, kind) for kind in EVERYTHING]
    assert await office.courier.extras.unfinished() == []


async def test_one_that_is_refused_keeps_no_other_from_being_done(office: Office) -> None:
    entry_id = await post(office)
    office.channel.refuse_extra["thread"] = RefusedError("No threads.", "Allow them.")
    assert await office.courier.finish(entry_id, on(1))
    assert await states(office, entry_id) == {"publish": "done", "thread": "failed", "pin": "done"}
    [_, thread, _] = await office.courier.extras.of(entry_id)
    assert (thread.reason, thread.hint) == ("No threads.", "Allow them.")
    [entry] = await office.record()
    assert entry.state == "posted"


async def test_one_without_an_answer_is_tried_again_and_given_up_in_time(office: Office) -> None:
    entry_id = await post(office)
    office.channel.refuse_extra["thread"] = ConnectionError("Discord is down")
    assert not await office.courier.finish(entry_id, on(1))
    assert office.channel.done == [(entry_id, "publish"), (entry_id, "pin")]
    assert await office.courier.extras.unfinished(office.digest.id) == [entry_id]
    assert not await office.courier.finish(entry_id, on(1) + PATIENCE)
    assert await office.courier.finish(entry_id, on(1, 19))
    [_, thread, _] = await office.courier.extras.of(entry_id)
    assert (thread.state, thread.reason) == ("failed", NO_ANSWER)


async def test_one_cut_short_is_done_by_the_next_process(office: Office) -> None:
    entry_id = await post(office)
    other = await Database.open(office.database.path)
    later = courier_of(other, office.channel)
    assert await later.extras.unfinished() == [entry_id]
    assert await later.finish(entry_id, on(1, 13))
    await other.close()
    assert [kind for _, kind in office.channel.done] == EVERYTHING


async def test_the_post_pinned_before_is_known(office: Office) -> None:
    office.channel.wanted = ["pin"]
    for day in (1, 2, 3):
        await office.courier.run_due(office.digest.id, on(day))
        entry = (await office.record(day))[0]
        before = await office.courier.extras.pinned_before(office.digest.id, entry.id)
        assert before == [1_000 + one for one in range(entry.id - 1, max(entry.id - 3, 0), -1)]
        await office.courier.finish(entry.id, on(day))

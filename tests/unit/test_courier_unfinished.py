"""Posts of unknown end: looked for, sent again where that is safe, or given up with a reason."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests import courier as courier_module
from bot.digests.entry import HOLD, Entry
from bot.digests.outcomes import PAPER_GONE, UNFINISHED
from bot.digests.publishing import RefusedError
from bot.errors import BotError
from tests.digest_store import Office, courier_of, on, open_office, withdraw


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    database = await Database.open(tmp_path / "courier.sqlite3")
    yield await open_office(database)
    await database.close()


async def lose() -> None:
    raise ConnectionError("nobody knows")


async def unfinished(office: Office, *, sent: bool, extra: bool = False) -> Entry:
    """Leave the first day's post with an unknown end, in the channel or not."""
    office.channel.before, office.channel.after = (None, lose) if sent else (lose, None)
    if extra:
        with pytest.raises(BotError, match="Look in the channel before you try again"):
            await office.courier.post_extra(office.digest, on(1))
    else:
        await office.courier.run_due(office.digest.id, on(1))
    office.channel.before = office.channel.after = None
    [entry] = await office.record()
    assert entry.state == "claimed"
    return entry


async def settle(office: Office, entry: Entry, now: dt.datetime) -> Entry:
    await office.courier.settle(entry.id, now)
    settled = await office.courier.ledger.get(entry.id)
    assert settled is not None
    return settled


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("now", [on(1, 12, 0), on(1, 18), on(4)])
async def test_one_that_stands_is_found(office: Office, now: dt.datetime, extra: bool) -> None:
    entry = await unfinished(office, sent=True, extra=extra)
    settled = await settle(office, entry, now)
    assert (settled.state, settled.message_id) == ("posted", 1_000 + entry.id)
    assert len(office.channel.sent) == 1


async def test_one_that_does_not_stand_is_sent_with_its_paper(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    settled = await settle(office, entry, on(1, 12, 1))
    assert settled.state == "posted"
    [(sent, post)] = office.channel.sent
    assert (sent.id, [one.id for one in post.papers]) == (entry.id, list(entry.paper_ids))
    assert office.channel.asked == [entry.id], "it looks before it sends"


async def test_nothing_is_sent_while_the_first_sender_may_be_at_it(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    settled = await settle(office, entry, on(1, 12, 0) + dt.timedelta(seconds=59))
    assert settled == entry
    assert office.channel.sent == []


async def test_two_processes_settle_it_once(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    other = await Database.open(office.database.path)
    rival = courier_of(other, office.channel)
    await asyncio.gather(*(one.settle(entry.id, on(1, 12, 5)) for one in (office.courier, rival)))
    await other.close()
    assert len(office.channel.sent) == 1


async def test_one_being_sent_is_left_alone(office: Office) -> None:
    entries: list[Entry] = []

    async def settle_meanwhile() -> None:
        entries.extend(await office.record())
        await office.courier.settle(entries[0].id, on(1, 12, 0))

    office.channel.before = settle_meanwhile
    await office.courier.run_due(office.digest.id, on(1))
    assert len(office.channel.sent) == 1
    assert [entry.state for entry in await office.record()] == ["posted"]


async def test_it_is_not_sent_on_another_day(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    settled = await settle(office, entry, on(2, 0, 0))
    assert (settled.state, settled.reason, settled.hint) == ("failed", *UNFINISHED)
    assert office.channel.sent == []


async def test_an_extra_is_not_sent_again(office: Office) -> None:
    entry = await unfinished(office, sent=False, extra=True)
    assert (await settle(office, entry, on(1, 12, 1))).reason == UNFINISHED.reason
    assert office.channel.sent == []


@pytest.mark.parametrize("state", ["paused", "removed"])
async def test_a_digest_stopped_meanwhile_sends_nothing(office: Office, state: str) -> None:
    entry = await unfinished(office, sent=False)
    await office.courier.digests.set_state(office.digest.id, state, on(1, 12, 1))
    assert (await settle(office, entry, on(1, 12, 2))).reason == UNFINISHED.reason
    assert office.channel.sent == []


async def test_where_it_may_not_look_it_sends_nothing(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    office.channel.refuse_to_look = RefusedError("It may not look.", "Allow it.")
    assert (await settle(office, entry, on(1, 12, 0))).state == "claimed"
    settled = await settle(office, entry, on(1, 12, 1))
    assert (settled.state, settled.reason, settled.hint) == (
        "failed",
        "It may not look.",
        "Allow it.",
    )
    assert office.channel.sent == []


async def test_where_nobody_knows_it_waits(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    office.channel.refuse_to_look = ConnectionError("Discord is down")
    waiting = await settle(office, entry, on(1, 13))
    assert (waiting.state, waiting.retry_at) == ("claimed", on(1, 14))
    office.channel.refuse_to_look = None
    assert (await settle(office, waiting, on(1, 14))).state == "posted"


async def test_one_that_stands_is_found_though_its_paper_left(office: Office) -> None:
    entry = await unfinished(office, sent=True)
    await withdraw(office.database, entry.paper_ids[0])
    assert (await settle(office, entry, on(1, 12, 1))).state == "posted"


async def test_one_whose_paper_left_is_given_up(office: Office) -> None:
    entry = await unfinished(office, sent=False)
    await withdraw(office.database, entry.paper_ids[0])
    assert (await settle(office, entry, on(1, 12, 1))).reason == PAPER_GONE.reason


async def test_a_send_that_hangs_is_cut_off_before_another_may_try(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_seconds = HOLD.total_seconds()
    assert hold_seconds > courier_module.LOOK_SECONDS + courier_module.SEND_SECONDS
    monkeypatch.setattr(courier_module, "SEND_SECONDS", 0.01)

    async def hang() -> None:
        await asyncio.Event().wait()

    office.channel.before = hang
    await office.courier.run_due(office.digest.id, on(1))
    assert [entry.state for entry in await office.record()] == ["claimed"]


async def test_a_full_disk_after_the_send_does_not_double(office: Office) -> None:
    async def fill_up() -> None:
        async with office.database.write() as connection:
            await connection.execute(
                "CREATE TEMP TRIGGER full BEFORE UPDATE ON ledger"
                " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            )

    office.channel.after = fill_up
    await office.courier.run_due(office.digest.id, on(1))
    async with office.database.write() as connection:
        await connection.execute("DROP TRIGGER full")
    [entry] = await office.record()
    assert entry.state == "claimed"
    assert (await settle(office, entry, on(1, 12, 1))).state == "posted"
    assert len(office.channel.sent) == 1


async def test_a_settled_post_stays_as_it_is(office: Office) -> None:
    await office.courier.run_due(office.digest.id, on(1))
    [entry] = await office.record()
    office.channel.sent.clear()  # a moderator deleted it
    assert await settle(office, entry, on(1, 18)) == entry
    assert office.channel.asked == []

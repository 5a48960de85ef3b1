"""The paper of the day over the wire: exactly once, whatever happens."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from signal import SIGTERM

import pytest

from bot.database import Database
from bot.digests.calendar import EVERY_DAY, Rule
from bot.digests.digest import Digests
from bot.digests.ledger import HOLD
from tests.wire.payloads import CHANNEL_ID, GUILD_ID, MEMBER_ID, OTHER_CHANNEL_ID, Json
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("real_lists")

MINUTE = dt.timedelta(minutes=1)
# The custom id by which the bot finds its own posts.
ENTRY = re.compile(r'"custom_id": "about:(\d+)"')
CODE = re.compile(r"\bP-\d+\b")


def posts_to(channel_id: int) -> str:
    """Return the path to which a channel's messages are posted."""
    return f"/channels/{channel_id}/messages"


async def order_due_now(database_path: Path, *channel_ids: int) -> None:
    """Order a digest for each channel whose slot of today fell due within the last minute.

    The zone is one where it is about noon, so that no midnight can come between.
    """
    now = dt.datetime.now(dt.UTC)
    zone = dt.timezone(dt.timedelta(hours=12 - now.hour))
    at = now.astimezone(zone).replace(second=0, microsecond=0)
    rule = Rule(at.time(), f"Etc/GMT{now.hour - 12:+d}", EVERY_DAY)
    async with opened(database_path) as database:
        for channel_id in channel_ids:
            await Digests(database).create(
                guild_id=GUILD_ID,
                channel_id=channel_id,
                rule=rule,
                list_id=None,
                by_user=int(MEMBER_ID),
                now=at - MINUTE,
            )


async def ledger(database_path: Path) -> list[tuple[str, int | None]]:
    """Return each post on record: its state and its message."""
    async with opened(database_path) as database:
        rows = await database.fetch_all("SELECT state, message_id FROM ledger ORDER BY id")
        return [(row["state"], row["message_id"]) for row in rows]


async def let_hold_pass(database_path: Path) -> None:
    """Make every claim so old that no process may still be sending its post."""
    async with opened(database_path) as database, database.write() as connection:
        age = int(HOLD.total_seconds())
        await connection.execute("UPDATE ledger SET tried_at = tried_at - ?", (age,))


@asynccontextmanager
async def opened(database_path: Path) -> AsyncIterator[Database]:
    """Open the bot's database by the bot's own means."""
    database = await Database.open(database_path)
    try:
        yield database
    finally:
        await database.close()


def entry_of(message: Json) -> int:
    """Return the ledger entry whose post a message is."""
    [found] = ENTRY.findall(json.dumps(message))
    return int(found)


def code_of(message: Json) -> str:
    """Return the code, such as P-17, of the paper a message shows."""
    return CODE.findall(json.dumps(message))[0]


async def test_a_post_pings_nobody_and_carries_its_nonce(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    process = await runner.start()
    [request] = await standin.until(lambda: standin.made("POST", posts_to(CHANNEL_ID)))
    assert request.json["enforce_nonce"] is True
    assert 1 <= len(str(request.json["nonce"])) <= 25
    assert request.json["allowed_mentions"] == {"parse": []}
    [message] = await standin.until(standin.rest.messages)
    await process.stop()

    # The next digest stands for “it has looked at every digest again”.
    await order_due_now(runner.database, OTHER_CHANNEL_ID)
    process = await runner.start()
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    await process.stop()
    assert standin.rest.messages() == [message], "once it is posted, a restart changes nothing"
    assert len(standin.made("POST", posts_to(CHANNEL_ID))) == 1


async def test_ready_said_again_while_a_post_is_under_way(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID))
    process = await runner.start()
    await standin.until(lambda: held.caught)

    await order_due_now(runner.database, OTHER_CHANNEL_ID)
    await standin.gateway.say_ready(standin.gateway.sessions[0])
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    held.release.set()
    await standin.until(standin.rest.messages)
    await process.stop()
    assert len(standin.rest.messages()) == len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1
    assert len(standin.made("PUT", "/applications/*/commands")) == 1


async def test_two_processes_on_one_database_post_once(runner: Paperboys, standin: StandIn) -> None:
    await order_due_now(runner.database, *(CHANNEL_ID,) * 6)
    standin.gateway.readies.clear()
    processes = [await runner.start(), await runner.start()]
    await standin.until(lambda: len(standin.gateway.sessions) == 2)
    standin.gateway.readies.set()
    await standin.until(lambda: len(standin.rest.messages()) >= 6)

    await order_due_now(runner.database, OTHER_CHANNEL_ID)
    for session in standin.gateway.sessions:
        await standin.gateway.say_ready(session)
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    await asyncio.gather(*(process.stop() for process in processes))
    assert len({entry_of(message) for message in standin.rest.messages()}) == 6
    assert len(standin.rest.messages()) == 6
    assert len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1


async def test_killed_between_sending_and_recording(runner: Paperboys, standin: StandIn) -> None:
    """One post Discord has taken and one it never saw, when the process is killed."""
    await order_due_now(runner.database, CHANNEL_ID, OTHER_CHANNEL_ID)
    taken = standin.hold("POST", posts_to(CHANNEL_ID), "after")
    lost = standin.hold("POST", posts_to(OTHER_CHANNEL_ID), "before")
    process = await runner.start()
    await standin.until(lambda: standin.rest.messages() and lost.caught)
    await process.kill()
    assert [state for state, _ in await ledger(runner.database)] == ["claimed", "claimed"]

    standin.rest.forget_nonces()
    await let_hold_pass(runner.database)
    await (await runner.start()).says("Invite")
    [resent] = await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    await standin.until(lambda: standin.made("GET", posts_to(CHANNEL_ID)))
    await standin.answer_to(await standin.use("help"))  # whatever it made of that is sent by now
    [found] = standin.rest.messages()
    assert entry_of(found) == entry_of(taken.caught[0].json)
    assert code_of(found) == code_of(taken.caught[0].json)
    assert code_of(resent) == code_of(lost.caught[0].json)


async def test_a_post_under_way_is_finished_before_the_end(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID), "after")
    process = await runner.start()
    await standin.until(standin.rest.messages)
    process.child.send_signal(SIGTERM)
    held.release.set()
    ended = await process.ended()
    assert (ended.code, ended.err) == (0, "")
    [message] = standin.rest.messages()
    assert await ledger(runner.database) == [("posted", int(message["id"]))]

"""Channels that take no post: the settings stay, Discord is left alone, somebody is told once."""

from __future__ import annotations

import pytest

from tests.wire import places
from tests.wire.digests import (
    asked,
    let_hold_pass,
    look_again,
    order_due_now,
    posts_to,
    reasons,
    states,
    until,
)
from tests.wire.people import DIRECT_ID
from tests.wire.places import CHANNEL_ID, NEWS_ID, OTHER_CHANNEL_ID
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("papers")

GONE_ID, HIDDEN_ID = 900000000000000298, 900000000000000299
A_HANDFUL = 5


def asked_of(standin: StandIn, channel_id: int) -> int:
    """Return how many requests were about a channel."""
    about = (f"/channels/{channel_id}", f"/channels/{channel_id}/")
    return sum(one.path == about[0] or one.path.startswith(about[1]) for one in standin.requests)


def told(standin: StandIn, channel_id: int = DIRECT_ID) -> list[str]:
    """Return what the bot wrote to its organiser."""
    return [message["content"] for message in standin.rest.messages(channel_id)]


def digests(runner: Paperboys) -> list[tuple]:
    """Return each digest with all its settings, but for what its organiser was told."""
    rows = asked(runner.database, "SELECT * FROM digest ORDER BY id")
    return [row[:-1] for row in rows]


def refusing_channels(standin: StandIn) -> list[int]:
    """Return four channels: a right is known to be missing, is missing, one is unseen, one gone."""
    channels, hidden = standin.rest.channels, places.channel(HIDDEN_ID, "hidden")
    places.deny(channels.about[CHANNEL_ID], places.SEND)
    standin.fail("POST", posts_to(OTHER_CHANNEL_ID), 403, 50013, times=100)
    channels.add(hidden)
    places.deny(hidden, places.VIEW)
    return [CHANNEL_ID, OTHER_CHANNEL_ID, HIDDEN_ID, GONE_ID]


async def test_refused_for_good_it_says_so_once_and_leaves_discord_alone(
    runner: Paperboys, standin: StandIn
) -> None:
    refusing = refusing_channels(standin)
    await order_due_now(runner.database, *(refusing * 3))
    before = digests(runner)
    process = await runner.start()
    await until(lambda: states(runner.database) == ["failed"] * 12)
    await standin.until(lambda: len(told(standin)) == 12)
    await look_again(standin, runner.database, NEWS_ID)
    await process.stop()
    await runner.start()
    await standin.until(lambda: len(standin.gateway.connected()) == 1)
    await look_again(standin, runner.database, NEWS_ID)

    assert digests(runner)[:12] == before
    assert reasons(runner.database)[:4] == [
        f"The bot may not post in <#{CHANNEL_ID}>.",
        f"The bot may not post in <#{OTHER_CHANNEL_ID}>.",
        "The bot cannot see the channel.",
        "The channel was deleted.",
    ]
    assert all(asked_of(standin, channel_id) <= A_HANDFUL for channel_id in refusing)
    assert len(told(standin)) == len(set(told(standin))) == 12


@pytest.mark.parametrize("may_speak", [True, False])
async def test_an_organiser_who_takes_no_messages(
    runner: Paperboys, standin: StandIn, may_speak: bool
) -> None:
    """The server's system channel is told instead; where that is refused too, nobody is."""
    standin.fail("POST", posts_to(DIRECT_ID), 403, 50007, times=100)
    standin.guilds[0]["system_channel_id"] = str(OTHER_CHANNEL_ID)
    if not may_speak:
        standin.fail("POST", posts_to(OTHER_CHANNEL_ID), 403, 50013, times=100)
    await order_due_now(runner.database, GONE_ID)
    await runner.start()
    await standin.until(lambda: standin.made("POST", posts_to(OTHER_CHANNEL_ID)))
    await look_again(standin, runner.database, CHANNEL_ID)
    assert states(runner.database)[0] == "failed"
    [request] = standin.made("POST", posts_to(OTHER_CHANNEL_ID))
    assert "Digest #1" in request.json["content"]
    assert request.json["allowed_mentions"] == {"parse": []}
    assert len(told(standin, OTHER_CHANNEL_ID)) == may_speak


async def test_discord_in_trouble_ends_no_digest(runner: Paperboys, standin: StandIn) -> None:
    await order_due_now(runner.database, CHANNEL_ID, OTHER_CHANNEL_ID)
    before = digests(runner)
    standin.fail("POST", posts_to(CHANNEL_ID), 503)
    limited = standin.rate_limit("POST", posts_to(OTHER_CHANNEL_ID), 0.1)
    process = await runner.start()
    await process.complains("the end of post . is unknown")
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    assert limited.caught
    let_hold_pass(runner.database)
    await look_again(standin, runner.database, NEWS_ID)
    await until(lambda: states(runner.database) == ["posted"] * 3)
    assert digests(runner)[:2] == before
    assert len(standin.rest.messages()) == len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1
    assert told(standin) == []


async def test_a_server_that_is_unavailable_for_a_while(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    before = digests(runner)
    standin.guilds[0]["unavailable"] = True
    process = await runner.start()
    await process.complains("the end of post 1 is unknown")
    assert digests(runner) == before

    standin.guilds[0]["unavailable"] = False
    let_hold_pass(runner.database)
    await look_again(standin, runner.database, NEWS_ID)
    await until(lambda: states(runner.database) == ["posted"] * 2)
    assert len(standin.rest.messages()) == 1
    assert told(standin) == []


async def test_an_archived_thread_is_opened_again_and_a_locked_one_is_not(
    runner: Paperboys, standin: StandIn
) -> None:
    threads = standin.rest.threads
    archived, locked = threads.open(CHANNEL_ID, "daily"), threads.open(CHANNEL_ID, "closed")
    threads.archive(archived)
    threads.archive(locked, locked=True)
    archived_id, locked_id = int(archived["id"]), int(locked["id"])
    await order_due_now(runner.database, archived_id, locked_id)
    await runner.start()
    await until(lambda: sorted(states(runner.database)) == ["failed", "posted"])
    assert len(standin.rest.messages(archived_id)) == 1
    assert not archived["thread_metadata"]["archived"]
    assert reasons(runner.database) == [None, "The thread is locked."]
    assert standin.made("P*", f"/channels/{locked_id}*") == []

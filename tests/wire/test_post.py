"""The paper of the day over the wire: what is sent, and that it is sent once."""

from __future__ import annotations

import asyncio
from signal import SIGTERM

import pytest

from bot.digests.digest import Look
from tests.wire.digests import (
    entry_of,
    ledger,
    look_again,
    order_due_now,
    posts_to,
    states,
    until,
)
from tests.wire.payloads import MANAGE_SERVER
from tests.wire.places import CHANNEL_ID, NEWS_ID, OTHER_CHANNEL_ID
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("papers")

ROLE_ID = 900000000000000501


async def test_a_post_pings_at_most_the_role_it_is_to_ping(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID, look=Look(header="@everyone <@1> <@&2>"))
    await order_due_now(runner.database, OTHER_CHANNEL_ID, look=Look(role_id=ROLE_ID))
    await runner.start()
    [plain] = await standin.until(lambda: standin.made("POST", posts_to(CHANNEL_ID)))
    [pinging] = await standin.until(lambda: standin.made("POST", posts_to(OTHER_CHANNEL_ID)))
    assert plain.json["allowed_mentions"] == {"parse": []}
    assert pinging.json["allowed_mentions"] == {"parse": [], "roles": [ROLE_ID]}
    assert f"<@&{ROLE_ID}>" in str(pinging.json["components"])


async def test_a_restart_after_the_post_changes_nothing(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    process = await runner.start()
    [message] = await standin.until(standin.rest.messages)
    await until(lambda: states(runner.database) == ["posted"])
    await process.stop()

    await order_due_now(runner.database, OTHER_CHANNEL_ID)  # comes after a look at the first
    await runner.start()
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    assert standin.rest.messages() == [message]
    assert len(standin.made("POST", posts_to(CHANNEL_ID))) == 1


async def test_ready_said_again_while_a_post_is_under_way(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID))
    await runner.start()
    await standin.until(lambda: held.caught)
    await look_again(standin, runner.database, OTHER_CHANNEL_ID)
    held.release.set()
    await standin.until(standin.rest.messages)
    await until(lambda: states(runner.database) == ["posted", "posted"])
    assert len(standin.rest.messages()) == len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1
    assert len(standin.made("PUT", "/applications/*/commands")) == 1


async def test_two_processes_on_one_database_post_once(runner: Paperboys, standin: StandIn) -> None:
    await order_due_now(runner.database, *(CHANNEL_ID,) * 6)
    standin.gateway.readies.clear()
    processes = [await runner.start(), await runner.start()]
    await standin.until(lambda: len(standin.gateway.sessions) == 2)
    standin.gateway.readies.set()
    await standin.until(lambda: len(standin.rest.messages()) >= 6)
    await look_again(standin, runner.database, OTHER_CHANNEL_ID)
    await asyncio.gather(*(process.stop() for process in processes))
    assert len({entry_of(message) for message in standin.rest.messages()}) == 6
    assert len(standin.rest.messages()) == 6
    assert len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1


async def test_a_new_process_while_the_old_one_is_still_posting(
    runner: Paperboys, standin: StandIn
) -> None:
    """One post Discord has not got yet, and one of which the old process has no answer yet."""
    await order_due_now(runner.database, CHANNEL_ID, OTHER_CHANNEL_ID)
    coming = standin.hold("POST", posts_to(CHANNEL_ID))
    taken = standin.hold("POST", posts_to(OTHER_CHANNEL_ID), "after")
    await runner.start()
    await standin.until(lambda: coming.caught and standin.rest.messages(OTHER_CHANNEL_ID))

    await runner.start()
    await standin.until(lambda: len(standin.gateway.sessions) == 2)
    await look_again(standin, runner.database, NEWS_ID)
    await until(lambda: sorted(states(runner.database)) == ["claimed", "posted", "posted"])
    for held in (coming, taken):
        held.release.set()
    await until(lambda: set(states(runner.database)) == {"posted"})
    assert len(standin.rest.messages()) == len(standin.rest.messages(OTHER_CHANNEL_ID)) == 1


async def test_a_post_asked_for_by_hand_has_a_nonce_of_its_own(
    runner: Paperboys, standin: StandIn
) -> None:
    [digest] = await order_due_now(runner.database, CHANNEL_ID)
    await runner.start()
    await standin.until(standin.rest.messages)

    async def post_one_more() -> None:
        before = len(standin.rest.messages())
        await standin.use("digest post-now", MANAGE_SERVER, digest=str(digest.id))
        await standin.until(lambda: len(standin.rest.messages()) > before)

    await post_one_more()
    await post_one_more()
    sent = [request.json for request in standin.made("POST", posts_to(CHANNEL_ID))]
    assert len({body["nonce"] for body in sent}) == len(sent) == 3
    assert all(body["enforce_nonce"] is True for body in sent)
    assert all(1 <= len(str(body["nonce"])) <= 25 for body in sent)


async def test_a_post_under_way_is_finished_before_the_end(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID), "after")
    process = await runner.start()
    await standin.until(standin.rest.messages)
    process.signal(SIGTERM)
    held.release.set()
    ended = await process.ended()
    assert (ended.code, ended.err) == (0, "")
    [message] = standin.rest.messages()
    assert ledger(runner.database) == [("posted", int(message["id"]))]


async def test_a_post_that_discord_does_not_answer_keeps_it_from_ending_for_a_while_only(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID))
    process = await runner.start()
    await standin.until(lambda: held.caught)
    ended = await process.stop()
    assert (ended.code, ended.err) == (0, "")
    assert states(runner.database) == ["claimed"]

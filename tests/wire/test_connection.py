"""The connection lost and found again: the digests come as if nothing had happened."""

from __future__ import annotations

import pytest

from tests.wire.digests import order_due_now, posts_to, states, until
from tests.wire.places import CHANNEL_ID, OTHER_CHANNEL_ID
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("papers")


async def test_a_socket_dropped_while_a_post_is_under_way(
    runner: Paperboys, standin: StandIn
) -> None:
    """The bot resumes, and hears of what was said while it was away."""
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID), "after")
    await runner.start()
    await standin.until(standin.rest.messages)
    [session] = standin.gateway.sessions
    await session.drop()
    missed = await standin.use("help")
    await standin.until(lambda: standin.gateway.resumed)
    assert (await standin.answer_to(missed))["type"] == 4
    held.release.set()
    await until(lambda: states(runner.database) == ["posted"])
    assert standin.gateway.sessions == [session]
    assert len(standin.rest.messages()) == 1


async def test_a_session_too_old_to_be_resumed(runner: Paperboys, standin: StandIn) -> None:
    """The bot identifies anew, is “ready” a second time, and brings what fell due meanwhile."""
    await order_due_now(runner.database, CHANNEL_ID)
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"])
    standin.gateway.accepts_resume = False
    await order_due_now(runner.database, OTHER_CHANNEL_ID)
    await standin.gateway.sessions[0].drop()
    await standin.until(lambda: standin.rest.messages(OTHER_CHANNEL_ID))
    await until(lambda: states(runner.database) == ["posted"] * 2)
    assert len(standin.gateway.sessions) == 2
    assert len(standin.rest.messages()) == 1

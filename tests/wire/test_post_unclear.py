"""Answers that tell nothing, or tell it wrongly: one post, or the reason on record."""

from __future__ import annotations

import pytest

from tests.wire import places
from tests.wire.digests import (
    entry_of,
    forum_posts_to,
    let_hold_pass,
    look_again,
    order_due_now,
    posts_to,
    reasons,
    states,
    until,
)
from tests.wire.places import CHANNEL_ID, FORUM_ID, NEWS_ID, OTHER_CHANNEL_ID
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("papers")

TROUBLE = (500, 502, 504)  # after which discord.py sends the request again


async def test_an_error_though_the_message_was_taken(runner: Paperboys, standin: StandIn) -> None:
    channels = (CHANNEL_ID, OTHER_CHANNEL_ID, NEWS_ID)
    await order_due_now(runner.database, *channels)
    for channel_id, status in zip(channels, TROUBLE, strict=True):
        standin.lose("POST", posts_to(channel_id), status)
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"] * 3)
    for channel_id in channels:
        assert len(standin.rest.messages(channel_id)) == 1
        assert len(standin.made("POST", posts_to(channel_id))) == 2, "sent again, with its nonce"


async def test_an_error_though_the_forum_post_was_taken(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, *(FORUM_ID,) * 3)
    for status in TROUBLE:
        standin.lose("POST", forum_posts_to(FORUM_ID), status)
    process = await runner.start()
    for entry_id in (1, 2, 3):
        await process.complains(f"the end of post {entry_id} is unknown")
    await look_again(standin, runner.database, CHANNEL_ID)
    await until(lambda: states(runner.database) == ["posted"] * 4)
    threads = standin.rest.threads.of(FORUM_ID)
    entries = {entry_of(standin.rest.messages(int(one["id"]))[0]) for one in threads}
    assert entries == {1, 2, 3}
    assert len(threads) == len(standin.made("POST", forum_posts_to(FORUM_ID))) == 3


async def test_the_connection_breaks_off_though_the_message_was_taken(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    standin.cut("POST", posts_to(CHANNEL_ID))
    process = await runner.start()
    await process.complains("the end of post 1 is unknown")
    standin.rest.channels.forget_nonces()
    await look_again(standin, runner.database, OTHER_CHANNEL_ID)
    await until(lambda: states(runner.database) == ["posted"] * 2)
    assert len(standin.made("POST", posts_to(CHANNEL_ID))) == 1


@pytest.mark.parametrize("channel_id", [CHANNEL_ID, FORUM_ID])
async def test_without_the_right_to_look_it_is_not_sent_again(
    runner: Paperboys, standin: StandIn, channel_id: int
) -> None:
    """Discord then answers a look at the history with nothing at all, which is no proof."""
    places.deny(standin.rest.channels.about[channel_id], places.HISTORY)
    path = forum_posts_to(channel_id) if channel_id == FORUM_ID else posts_to(channel_id)
    await order_due_now(runner.database, channel_id)
    held = standin.hold("POST", path, "after")
    process = await runner.start()
    await standin.until(lambda: held.caught)
    await process.kill()

    let_hold_pass(runner.database)
    standin.rest.channels.forget_nonces()
    await runner.start()
    await until(lambda: states(runner.database) == ["failed"])
    [reason] = reasons(runner.database)
    assert reason == (
        "Whether the post arrived is unknown: Discord did not confirm it, and the bot may not"
        " read the channel's history."
    )
    assert len(standin.made("POST", path)) == 1

"""A process killed (kill -9) at any moment of a post, or out of disk: one post for all that."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.digests.digest import Look
from tests.wire.digests import (
    code_of,
    entry_of,
    extras,
    forum_posts_to,
    ledger,
    let_hold_pass,
    look_again,
    order_due_now,
    papers_at_claim,
    posts_to,
    states,
    until,
)
from tests.wire.payloads import Json
from tests.wire.places import CHANNEL_ID, FORUM, FORUM_ID, NEWS_ID, OTHER_CHANNEL_ID, TAG_ID
from tests.wire.process import Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("papers")


def assert_followed(standin: StandIn, channel_id: int, *, has_thread: bool) -> None:
    """Check that the channel's one message is pinned, without a notice, and has its thread."""
    [message] = standin.rest.messages(channel_id)
    assert message["pinned"]
    threads = [thread["id"] for thread in standin.rest.threads.of(channel_id)]
    assert threads == [message["id"]] * has_thread


@contextmanager
def nobody_writes(database_path: Path) -> Iterator[None]:
    """Let no commit succeed while the block runs."""
    with closing(sqlite3.connect(database_path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def assert_posted_as_chosen(
    database_path: Path, messages: list[Json], chosen: dict[int, str]
) -> None:
    """Check that each post stands once, with the paper that was chosen when it was claimed."""
    assert {entry_of(message): code_of(message) for message in messages} == chosen
    assert len(messages) == len(chosen)
    stand = {(state, message_id) for state, message_id in ledger(database_path)}
    assert stand >= {("posted", int(message["id"])) for message in messages}


async def test_killed_before_and_after_discord_took_it(runner: Paperboys, standin: StandIn) -> None:
    await order_due_now(runner.database, CHANNEL_ID, OTHER_CHANNEL_ID, NEWS_ID)
    lost = standin.hold("POST", posts_to(CHANNEL_ID))
    standin.hold("POST", posts_to(OTHER_CHANNEL_ID), "after")
    answered = standin.hold("POST", posts_to(NEWS_ID), "after")
    channels = (CHANNEL_ID, OTHER_CHANNEL_ID, NEWS_ID)
    process = await runner.start()
    await standin.until(
        lambda: lost.caught and all(map(standin.rest.messages, (OTHER_CHANNEL_ID, NEWS_ID)))
    )
    with nobody_writes(runner.database):
        answered.release.set()
        for _ in range(2):  # what the bot does then, it does after it had the answer
            await standin.answer_to(await standin.use("help"))
        await process.kill()
    assert states(runner.database) == ["claimed"] * 3
    chosen = papers_at_claim(runner.database)

    standin.rest.channels.forget_nonces()
    let_hold_pass(runner.database)
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"] * 3)
    messages = [message for channel in channels for message in standin.rest.messages(channel)]
    assert_posted_as_chosen(runner.database, messages, chosen)


async def test_killed_before_and_after_a_forum_took_it(runner: Paperboys, standin: StandIn) -> None:
    """One post its forum never saw, and two that stand there, of which one is archived by now."""
    forums = [FORUM_ID, *(standin.open_channel(name, FORUM) for name in ("papers-2", "papers-3"))]
    await order_due_now(runner.database, *forums, look=Look(tag_id=TAG_ID))
    lost = standin.hold("POST", forum_posts_to(forums[0]))
    for forum_id in forums[1:]:
        standin.hold("POST", forum_posts_to(forum_id), "after")
    process = await runner.start()
    await standin.until(lambda: lost.caught and all(map(standin.rest.threads.of, forums[1:])))
    await process.kill()
    assert states(runner.database) == ["claimed"] * 3
    chosen = papers_at_claim(runner.database)

    standin.rest.threads.archive(standin.rest.threads.of(forums[1])[0])
    let_hold_pass(runner.database)
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"] * 3)
    threads = [thread for forum_id in forums for thread in standin.rest.threads.of(forum_id)]
    messages = [message for one in threads for message in standin.rest.messages(int(one["id"]))]
    assert_posted_as_chosen(runner.database, messages, chosen)
    assert all(thread["applied_tags"] == [str(TAG_ID)] for thread in threads)


@pytest.mark.parametrize("minutes", [-5, 5])
async def test_killed_where_discord_has_another_time(
    runner: Paperboys, standin: StandIn, minutes: int
) -> None:
    """The post is looked for since it was claimed, and found though its id tells another time."""
    standin.rest.channels.clock_offset = dt.timedelta(minutes=minutes)
    await order_due_now(runner.database, CHANNEL_ID)
    standin.hold("POST", posts_to(CHANNEL_ID), "after")
    process = await runner.start()
    await standin.until(standin.rest.messages)
    await process.kill()
    standin.rest.channels.forget_nonces()
    let_hold_pass(runner.database)
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"])
    assert len(standin.rest.messages()) == 1


async def test_killed_while_discord_has_it_still_to_come(
    runner: Paperboys, standin: StandIn
) -> None:
    """What is looked for in vain and sent again is no second post if it arrives after all."""
    await order_due_now(runner.database, CHANNEL_ID)
    late = standin.hold("POST", posts_to(CHANNEL_ID))
    process = await runner.start()
    await standin.until(lambda: late.caught)
    await process.kill()
    let_hold_pass(runner.database)
    again = standin.hold("POST", posts_to(CHANNEL_ID))
    await runner.start()
    await standin.until(lambda: again.caught)
    late.release.set()
    await standin.until(standin.rest.messages)
    again.release.set()
    await until(lambda: states(runner.database) == ["posted"])
    assert len(standin.rest.messages()) == 1


async def test_killed_between_a_post_and_what_follows_it(
    runner: Paperboys, standin: StandIn
) -> None:
    """Killed when Discord had published, made a thread, and pinned, and no answer was read."""
    await order_due_now(runner.database, NEWS_ID, CHANNEL_ID, look=Look(thread=True, pin=True))
    await order_due_now(runner.database, OTHER_CHANNEL_ID, look=Look(pin=True))
    done = [
        standin.hold("POST", f"/channels/{NEWS_ID}/messages/*/crosspost", "after"),
        standin.hold("POST", f"/channels/{CHANNEL_ID}/messages/*/threads", "after"),
        standin.hold("PUT", f"/channels/{OTHER_CHANNEL_ID}/messages/pins/*", "after"),
    ]
    process = await runner.start()
    await standin.until(lambda: all(hook.caught for hook in done))
    await standin.until(lambda: len(standin.rest.messages(OTHER_CHANNEL_ID)) == 2)  # the notice
    await process.kill()
    assert states(runner.database) == ["posted"] * 3
    assert {state for _, _, state in extras(runner.database)} == {"wanted"}

    await runner.start()
    await until(lambda: {state for _, _, state in extras(runner.database)} == {"done"})
    kinds = sorted(kind for _, kind, _ in extras(runner.database))
    assert kinds == ["pin", "pin", "pin", "publish", "thread", "thread"]
    for channel_id in (NEWS_ID, CHANNEL_ID, OTHER_CHANNEL_ID):
        assert_followed(standin, channel_id, has_thread=channel_id != OTHER_CHANNEL_ID)
    assert standin.rest.messages(NEWS_ID)[0]["flags"] & 1, "published"


async def test_no_room_on_disk_to_record_that_it_was_sent(
    runner: Paperboys, standin: StandIn
) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    held = standin.hold("POST", posts_to(CHANNEL_ID), "after")
    process = await runner.start()
    await standin.until(standin.rest.messages)
    chosen = papers_at_claim(runner.database)
    process.fill_disk()
    held.release.set()
    await process.complains("the end of post 1 is unknown")
    await process.kill()
    assert states(runner.database) == ["claimed"]

    standin.rest.channels.forget_nonces()
    await runner.start()
    await until(lambda: states(runner.database) == ["posted"])
    assert_posted_as_chosen(runner.database, standin.rest.messages(), chosen)


async def test_no_room_on_disk_to_claim_it(runner: Paperboys, standin: StandIn) -> None:
    await order_due_now(runner.database, CHANNEL_ID)
    standin.gateway.readies.clear()
    process = await runner.start()
    await standin.until(standin.gateway.connected)
    process.fill_disk()
    standin.gateway.readies.set()
    await process.complains("could not be brought; it is tried again soon")
    assert standin.made("POST", posts_to(CHANNEL_ID)) == []

    process.free_disk()
    await look_again(standin, runner.database, OTHER_CHANNEL_ID)
    await until(lambda: states(runner.database) == ["posted"] * 2)
    assert len(standin.rest.messages()) == 1

"""Restarts, reconnects and lost answers: one message a slot, or the reason on record."""

from __future__ import annotations

import pytest

from bot.digests.outcomes import BY_HAND, UNFINISHED
from tests.conftest import World
from tests.digest_days import (
    allow_all,
    ask,
    code,
    deny,
    down_until,
    lose_the_answer,
    no_outage,
    order,
    outage,
    overview,
    posts,
    reconnect,
    times,
    until,
)
from tests.screen import text

AWAY = "The bot was offline 1 Jan 00:00–2 Jan 08:00."


@pytest.fixture(autouse=True)
async def daily(world: World) -> None:
    """A digest in the world's channel, every day at 09:00 UTC."""
    await order(world)


async def test_a_restart_after_the_post_does_not_repeat_it(world: World) -> None:
    await until(world.env, "01-01 09:00")
    assert len(posts(world.channel)) == 1
    for minute in (0, 1, 30):
        await down_until(world, f"01-01 09:{minute:02d}")
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-01 09:00", "01-02 09:00"]


async def test_a_restart_before_the_time_waits_for_it(world: World) -> None:
    await down_until(world, "01-01 08:59")
    assert posts(world.channel) == []
    await until(world.env, "01-01 12:00")
    assert times(world.channel) == ["01-01 09:00"]
    assert "Posted late" not in text(posts(world.channel)[0])


async def test_back_the_same_day_posts_late_and_says_so(world: World) -> None:
    await down_until(world, "01-01 23:30")
    [post] = posts(world.channel)
    assert "-# Posted late; it was due <t:1767258000:t>" in text(post)
    await world.restart()
    await until(world.env, "01-02 09:30")
    assert times(world.channel) == ["01-01 23:30", "01-02 09:00"]


async def test_back_on_a_later_day_the_missed_slot_has_a_reason(world: World) -> None:
    await down_until(world, "01-02 08:00")
    assert posts(world.channel) == []
    assert f"2026-01-01: not posted. {AWAY} {BY_HAND}" in await overview(world)
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-02 09:00"]


async def test_three_days_down_bring_one_post_at_most(world: World) -> None:
    await until(world.env, "01-01 12:00")
    await down_until(world, "01-05 10:00")
    assert times(world.channel) == ["01-01 09:00", "01-05 10:00"]
    rows = await world.bot.database.fetch_all("SELECT local_date, state FROM ledger ORDER BY 1")
    assert [(row["local_date"][-2:], row["state"]) for row in rows] == [
        ("01", "posted"),
        ("02", "skipped"),
        ("03", "skipped"),
        ("04", "skipped"),
        ("05", "posted"),
    ]


async def test_ready_again_and_again_brings_one_post(world: World) -> None:
    for moment in ("01-01 08:58", "01-01 09:00", "01-01 09:01"):
        await until(world.env, moment)
        await reconnect(world)
    syncs = [one for one in world.env.http_requests if one.path.endswith("/commands")]
    assert len(posts(world.channel)) == 1
    assert len(syncs) == 1


async def test_a_lost_answer_is_found_in_the_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_the_answer(world, monkeypatch)
    await until(world.env, "01-01 09:00")
    assert "on its way" in await overview(world)
    await down_until(world, "01-01 09:00")
    assert len(posts(world.channel)) == 1
    assert "2026-01-01: posted." in await overview(world)


async def test_a_lost_answer_is_found_without_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_the_answer(world, monkeypatch)
    await until(world.env, "01-01 09:02")
    assert len(posts(world.channel)) == 1
    assert "2026-01-01: posted." in await overview(world)


async def test_it_is_found_among_the_talk_of_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.member.send(world.channel, "good morning")
    lose_the_answer(world, monkeypatch)
    await until(world.env, "01-01 09:00")
    for _ in range(60):
        await world.member.send(world.channel, "about:1")
    await down_until(world, "01-03 08:00")
    assert len(posts(world.channel)) == 1
    rows = await world.bot.database.fetch_all("SELECT state FROM ledger ORDER BY id")
    assert [row["state"] for row in rows] == ["posted", "skipped"]


async def test_where_too_much_was_said_since_nothing_is_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs._post_search.LOOK_BACK", 5)
    outage(world)
    await until(world.env, "01-01 09:00")
    for _ in range(5):
        await world.member.send(world.channel, "where is it?")
    await until(world.env, "01-01 12:00")
    assert posts(world.channel) == []
    shown = await overview(world)
    assert "too much was written there since to look it all through" in shown
    assert "If it is not in the channel, post it from /digest status." in shown


async def test_one_that_was_never_sent_comes_with_the_same_paper(world: World) -> None:
    foretold = code(await ask(world, "preview"))
    outage(world)
    await until(world.env, "01-01 09:00")
    assert posts(world.channel) == []
    await down_until(world, "01-01 09:03")
    [post] = posts(world.channel)
    assert code(post) == foretold
    await until(world.env, "01-01 23:00")
    assert len(posts(world.channel)) == 1


async def test_an_outage_all_day_ends_with_a_reason(world: World) -> None:
    outage(world, times=None)
    await until(world.env, "01-02 03:00")
    tries = [one for one in world.env.http_requests if one.path.endswith("/messages") and one.json]
    assert 5 < len(tries) < 25, "ever more seldom"
    no_outage(world)
    await until(world.env, "01-02 08:00")
    assert posts(world.channel) == []
    assert f"2026-01-01: not posted. {UNFINISHED.reason} {BY_HAND}" in await overview(world)
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-02 09:00"]


async def test_after_an_outage_it_comes_by_itself(world: World) -> None:
    outage(world, times=4)
    await until(world.env, "01-01 09:30")
    assert times(world.channel) == ["01-01 09:08"]


async def test_paused_in_between_it_does_not_come(world: World) -> None:
    outage(world)
    await until(world.env, "01-01 09:00")
    await ask(world, "pause")
    await until(world.env, "01-01 12:00")
    assert posts(world.channel) == []
    assert UNFINISHED.reason in await overview(world)


async def test_where_history_may_not_be_read_nothing_is_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_the_answer(world, monkeypatch)
    await until(world.env, "01-01 09:00")
    deny(world, world.channel, "read_message_history")
    await down_until(world, "01-01 09:05")
    assert len(posts(world.channel)) == 1
    shown = await overview(world)
    assert "Whether the post arrived is unknown" in shown
    assert "Allow the bot Read Message History. If it is not" in shown
    allow_all(world, world.channel)
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-01 09:00", "01-02 09:00"]


async def test_a_channel_deleted_in_between_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_the_answer(world, monkeypatch)
    other = world.guild.create_text_channel("other")
    await until(world.env, "01-01 09:00")
    world.env.backend.delete_channel(world.channel.id)
    world.channel = other
    await down_until(world, "01-01 09:05")
    assert "not posted. The channel was deleted." in await overview(world)


async def test_a_post_a_moderator_deleted_stays_deleted(world: World) -> None:
    await until(world.env, "01-01 09:00")
    [post] = posts(world.channel)
    world.env.backend.delete_message(world.channel.id, post.id)
    await down_until(world, "01-01 10:00")
    await until(world.env, "01-01 23:00")
    assert posts(world.channel) == []


async def test_an_extra_without_an_answer_is_never_sent_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage(world)
    assert "Discord did not answer. Look in the channel" in await ask(world, "post-now")
    await until(world.env, "01-01 08:00")
    assert posts(world.channel) == []
    lose_the_answer(world, monkeypatch)
    assert "Discord did not answer. Look in the channel" in await ask(world, "post-now")
    await until(world.env, "01-01 08:30")
    states = await world.bot.database.fetch_all("SELECT state FROM ledger ORDER BY id")
    assert [row["state"] for row in states] == ["failed", "posted"]
    assert len(posts(world.channel)) == 1

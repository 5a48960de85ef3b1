"""One bad channel, one bad paper, one bad hour: the others do not notice (case D06)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import simcord

from bot.papers.paper import Record
from cogs import _cards
from tests.conftest import World
from tests.digest_days import (
    allow_all,
    ask,
    code,
    deny,
    order,
    outage,
    overview,
    posts,
    times,
    until,
)
from tests.screen import text

LIMIT = 25  # characters of a nonce, by Discord's documentation


async def channels(world: World, count: int) -> list[simcord.ChannelHandle]:
    """Make channels and a digest at 09:00 UTC in each; digest 1 is in the first."""
    made = [world.guild.create_text_channel(f"channel-{n}") for n in range(1, count + 1)]
    await world.env.settle()
    for channel in made:
        assert "is set" in text(await order(world, channel=channel))
    return made


def sendings(world: World) -> list[dict[str, Any]]:
    """Return what the bot sent to the world's channel, as Discord got it."""
    path = f"/channels/{world.channel.id}/messages"
    requests = [one for one in world.env.http_requests if one.path.endswith(path)]
    return [one.json for one in requests if one.method == "POST" and isinstance(one.json, dict)]


async def test_bad_channels_do_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, deleted, unseen, mute, flaky, last = await channels(world, 6)
    world.env.backend.delete_channel(deleted.id)
    deny(world, unseen, "view_channel")
    deny(world, mute, "send_messages")
    world.env.inject_error("POST", f"/channels/{flaky.id}/messages", status=500, times=1)
    await until(world.env, "01-01 09:02")
    assert times(good) == times(last) == ["01-01 09:00"]
    assert times(flaky) == ["01-01 09:01"]
    assert "Posted late" not in text(posts(flaky)[0])
    shown = await overview(world)
    assert shown.count("2026-01-01: posted.") == 3
    assert (
        "2026-01-01: not posted. The channel was deleted. Choose another channel in /digest status."
    ) in shown
    for channel, permission in ((unseen, "View Channel"), (mute, "Send Messages")):
        assert (
            f"2026-01-01: not posted. The bot may not post in <#{channel.id}>."
            f" Allow it {permission} there."
        ) in shown
    allow_all(world, unseen)
    allow_all(world, mute)
    await until(world.env, "01-02 09:02")
    assert times(good) == times(last) == ["01-01 09:00", "01-02 09:00"]
    assert times(unseen) == times(mute) == ["01-02 09:00"]
    assert world.env.errors == []


@pytest.mark.parametrize(
    ("status", "error_code", "said"),
    [
        (
            404,
            10003,
            "The channel was deleted. Choose another channel in /digest status.",
        ),
        (403, 50001, "Allow it View Channel there."),
        (403, 50013, "Allow it Send Messages there."),
        (403, 40001, "Allow it Send Messages there."),
    ],
)
async def test_each_refusal_of_discord_is_explained(
    world: World, status: int, error_code: int, said: str
) -> None:
    await order(world)
    world.env.inject_error(
        "POST", "/channels/*/messages", status=status, code=error_code, times=None
    )
    assert said in await ask(world, "post-now")
    await until(world.env, "01-01 12:00")
    assert said in await overview(world)
    assert len(sendings(world)) == 2, "refused once, it does not ask again"
    world.env.backend.faults.clear()
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-02 09:00"]


async def test_a_bot_that_was_removed_from_a_server_goes_on_elsewhere(world: World) -> None:
    other = world.env.create_guild("Next door")
    channel = other.create_text_channel("papers")
    owner = other.add_member(other.owner)
    await owner.slash(channel, "digest create", channel=channel, time="09:00", timezone="UTC")
    await order(world)
    world.env.backend.remove_guild(other.id)
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-01 09:00", "01-02 09:00"]


async def test_a_slow_channel_is_late_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = await channels(world, 2)
    send = world.bot.http.send_message

    async def send_slowly(channel_id: int, **options: Any) -> Any:
        if channel_id == slow.id:
            await asyncio.sleep(30)
        return await send(channel_id, **options)

    monkeypatch.setattr(world.bot.http, "send_message", send_slowly)
    await until(world.env, "01-01 09:05")
    assert times(quick) == ["01-01 09:00"]
    assert [f"{post.created_at:%H:%M:%S}" for post in posts(slow)] == ["09:00:30"]


async def test_a_paper_whose_card_cannot_be_made_comes_in_plain_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> str:
        raise RecursionError("a formula without end")

    await order(world)
    foretold = code(await ask(world, "preview"))
    with monkeypatch.context() as patch:
        patch.setattr(_cards, "discord_markdown", fail)
        await until(world.env, "01-01 12:00")
    [post] = posts(world.channel)
    paper = await world.bot.catalog.get(int(foretold[2:]), world.guild.id)
    assert paper is not None
    assert code(post) == foretold
    assert paper.plain.split()[0] in text(post)
    assert "2026-01-01: posted." in await overview(world)


async def test_a_card_that_discord_does_not_take_comes_in_plain_text(world: World) -> None:
    await order(world)
    world.env.inject_error("POST", "/channels/*/messages", status=400, code=50035, times=1)
    await until(world.env, "01-01 12:00")
    assert times(world.channel) == ["01-01 09:00"]


async def test_a_paper_that_discord_takes_in_no_form_has_a_reason(world: World) -> None:
    await order(world)
    foretold = code(await ask(world, "preview"))
    world.env.inject_error("POST", "/channels/*/messages", status=400, code=50035, times=2)
    await until(world.env, "01-01 12:00")
    assert posts(world.channel) == []
    assert f"Discord did not accept the message with {foretold}." in await overview(world)


async def test_nothing_in_a_paper_pings_or_formats(world: World) -> None:
    title = "**@everyone** <@&1> [click](https://example.com) `code`"
    record = Record(title=title, abstract="@here ||spoiler|| <#1> # heading")
    await world.bot.desk.add(
        record, "Nasty", guild_id=world.guild.id, by_user=1, now=world.bot.now()
    )
    await order(world, list="Nasty")
    await until(world.env, "01-01 12:00")
    [post] = posts(world.channel)
    [sent] = sendings(world)
    assert sent["allowed_mentions"] == {"parse": []}
    assert (post.mention_everyone, post.mentions, post.role_mentions) == (False, [], [])
    assert "\\*\\*" in text(post)
    assert "\n# " not in text(post)


async def test_every_post_carries_its_slot_and_a_nonce_of_its_own(world: World) -> None:
    await order(world)
    await until(world.env, "01-03 12:00")
    sent = sendings(world)
    assert len(sent) == 3
    assert len({one["nonce"] for one in sent}) == 3
    for number, one in enumerate(sent, start=1):
        assert 0 < len(one["nonce"]) <= LIMIT
        assert one["enforce_nonce"] is True
        assert f"'custom_id': 'about:{number}'" in str(one["components"])


async def test_a_second_try_carries_the_same_nonce(world: World) -> None:
    await order(world)
    outage(world, times=2)
    await until(world.env, "01-01 12:00")
    first, second, third = sendings(world)
    assert first["nonce"] == second["nonce"] == third["nonce"]
    assert len(posts(world.channel)) == 1

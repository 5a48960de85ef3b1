"""/digest status: what comes, what came of it, and buttons that mend what can be mended."""

from __future__ import annotations

import datetime as dt

import pytest
import simcord

from tests import forging
from tests.conftest import World
from tests.digest_days import (
    allow_all,
    code,
    deny,
    down_until,
    instants,
    order,
    posts,
    times,
    until,
)
from tests.screen import buttons, message_of, text

MISSED = "Post the missed one now"


async def status(world: World, digest: str = "1") -> simcord.InteractionResult:
    """Ask for a digest's status; always for the librarian alone."""
    answer = await world.librarian.slash(world.channel, "digest status", digest=digest)
    assert answer.ephemeral
    return answer


async def test_it_shows_what_comes_and_what_is_left(world: World) -> None:
    await order(world)
    await until(world.env, "01-02 10:00")
    shown = text(await status(world))
    assert "Digest #1" in shown
    assert "35 papers left in this round." in shown
    due = [dt.datetime(2026, 1, day, 9, tzinfo=dt.UTC) for day in (3, 4, 5)]
    assert instants(shown) == [int(moment.timestamp()) for moment in due]
    for date, post in zip(("2026-01-01", "2026-01-02"), posts(world.channel), strict=True):
        assert f"- {date}: [posted]({post.jump_url})." in shown
    assert MISSED not in buttons(await status(world))


async def test_the_last_ten_outcomes_have_reason_and_hint_and_fit(world: World) -> None:
    await order(world, thread=True, pin=True, papers=5, header="x" * 300, query="learning")
    deny(world, world.channel, "create_public_threads", "pin_messages")
    await until(world.env, "01-12 10:00")
    shown = text(await status(world))
    assert shown.count("No thread: The bot may not make threads here.") == 10
    assert shown.count("Not pinned: The bot may not pin here.") == 10
    assert "2026-01-02" not in shown
    assert len(shown) <= 4_000
    assert "⚠️ I need **Create Public Threads** and **Pin Messages** in" in shown


async def test_a_missed_post_can_be_made_up_for(world: World) -> None:
    await order(world)
    await down_until(world, "01-02 08:00")
    answer = await status(world)
    assert "The bot was offline" in text(answer)
    pressed = await world.librarian.click(message_of(answer), label=MISSED)
    [post] = posts(world.channel)
    assert post.jump_url in text(pressed)
    assert "Thursday, 1 January 2026" in text(post)
    assert "Posted late" in text(post)
    assert f"- 2026-01-01: [posted]({post.jump_url}) late." in text(await status(world))
    await until(world.env, "01-02 10:00")
    assert times(world.channel) == ["01-02 08:00", "01-02 09:00"]
    assert len({code(one) for one in posts(world.channel)}) == 2


async def test_a_missed_post_is_made_up_for_once(world: World) -> None:
    await order(world)
    await down_until(world, "01-02 08:00")
    answer = await status(world)
    await world.librarian.click(message_of(answer), label=MISSED)
    again = await forging.press(world, world.librarian, "makeup:1")
    assert "is no longer missing" in again.followups[-1].content
    assert len([post for post in posts(world.channel) if "Paper of the day" in text(post)]) == 1


async def test_what_is_long_past_cannot_be_made_up_for(world: World) -> None:
    await order(world, weekdays="thu")
    await down_until(world, "01-05 08:00")
    answer = await status(world)
    assert "2026-01-01: not posted." in text(answer)
    assert MISSED not in buttons(answer)


async def test_a_failed_post_comes_once_the_permission_is_there(world: World) -> None:
    await order(world)
    deny(world, world.channel, "send_messages")
    await until(world.env, "01-01 10:00")
    answer = await status(world)
    assert "⚠️ I need **Send Messages** in" in text(answer)
    assert "Allow it Send Messages there." in text(answer)
    refused = await world.librarian.click(message_of(answer), label=MISSED)
    assert "The bot may not post in" in refused.followups[-1].content
    allow_all(world, world.channel)
    await world.librarian.click(message_of(await status(world)), label=MISSED)
    assert times(world.channel) == ["01-01 10:00"]


async def test_a_paused_digest_is_resumed(world: World) -> None:
    await order(world)
    await world.librarian.slash(world.channel, "digest pause", digest="1")
    answer = await status(world)
    assert "**Paused.**" in text(answer)
    await world.restart()
    resumed = await world.librarian.click(message_of(answer), label="Resume")
    assert "**Paused.**" not in text(resumed)
    assert "Resume" not in buttons(resumed)
    await until(world.env, "01-01 10:00")
    assert times(world.channel) == ["01-01 09:00"]


async def test_another_channel_is_chosen_and_all_else_stays(world: World) -> None:
    await order(world, papers=3)
    other = world.guild.create_text_channel("other")
    world.env.backend.delete_channel(world.channel.id)
    world.channel = other
    answer = await status(world)
    assert "⚠️ Its channel was deleted" in text(answer)
    moved = await world.librarian.select(message_of(answer), [other])
    assert f"In <#{other.id}>" in text(moved)
    assert "⚠️" not in text(moved)
    await until(world.env, "01-01 10:00")
    [post] = posts(other)
    assert "3 papers of the day" in text(post)


async def test_a_channel_where_it_cannot_post_is_not_chosen(world: World) -> None:
    await order(world)
    other = world.guild.create_text_channel("other")
    deny(world, other, "send_messages")
    await world.env.settle()
    answer = await world.librarian.select(message_of(await status(world)), [other])
    assert "I need **Send Messages** there." in text(answer)
    await until(world.env, "01-01 10:00")
    assert times(world.channel) == ["01-01 09:00"]


@pytest.mark.parametrize("custom_id", ["resume:1", "makeup:1", "past:1:0"])
async def test_only_librarians_mend(world: World, custom_id: str) -> None:
    await order(world)
    await down_until(world, "01-02 08:00")
    await world.librarian.slash(world.channel, "digest pause", digest="1")
    answer = await forging.press(world, world.member, custom_id)
    assert answer.ephemeral
    assert "**Manage Server**" in text(answer)
    await until(world.env, "01-02 10:00")
    assert [post for post in posts(world.channel) if "Paper of the day" in text(post)] == []


@pytest.mark.parametrize("custom_id", ["resume:{}", "makeup:{}", "past:{}:0"])
@pytest.mark.parametrize("number", ["1", "77", "9" * 18])
async def test_no_button_reaches_another_server(world: World, custom_id: str, number: str) -> None:
    await order(world)
    await down_until(world, "01-02 08:00")
    await world.librarian.slash(world.channel, "digest pause", digest="1")
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    answer = await forging.press(world, owner, custom_id.format(number), channel)
    assert answer.ephemeral
    assert "There is no such" in text(answer)
    assert (await world.bot.courier.digests.active()) == []
    assert posts(world.channel) == []

"""/digest create and edit: all that can be asked for, changed and taken back."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.digests.digest import Digest, Ordering
from tests.conftest import World
from tests.digest_days import allow_all, ask, code, deny, down_until, order, posts, times, until
from tests.screen import text


async def edit(world: World, **options: Any) -> str:
    """Change the digest and return what is answered."""
    answer = await world.librarian.slash(world.channel, "digest edit", digest="1", **options)
    assert answer.ephemeral
    return text(answer)


def dm(world: World) -> simcord.ChannelHandle:
    """Return the channel of the bot's messages to the librarian in person."""
    return simcord.UserHandle(world.env, world.env.backend.get_user(world.librarian.id)).dm_channel


def in_person(world: World) -> list[str]:
    """Return what the bot told the librarian in person."""
    return [message.content for message in dm(world).history()]


async def only(world: World) -> Digest:
    digest = await world.bot.courier.digests.get(1)
    assert digest
    return digest


async def test_all_that_can_be_asked_for_is_said_again(world: World) -> None:
    role = world.guild.create_role("Readers")
    answer = await order(
        world,
        time="18:30",
        timezone="Shanghai",
        weekdays="mon-fri",
        weeks="2",
        dates="2026-01-05..2026-03-31",
        skip="2026-01-20",
        list="NeurIPS 2026",
        query="learning",
        papers=3,
        order="newest",
        thread=True,
        pin=True,
        role=role,
        header="Good morning",
        unseen=True,
        when_dry="pause",
        late="skip",
    )
    shown = text(answer)
    assert "is set" in shown
    for said in (
        "on weekdays, every 2nd week",
        "20 Jan",
        "18:30 (Asia/Shanghai)",
        "3 papers a post from NeurIPS 2026, with “learning”",
        "the newest first",
        "until all have come",
        f"<@&{role.id}>",
        "a thread",
        "a pin",
    ):
        assert said in shown, said
    choice = (await only(world)).choice
    assert (choice.papers, choice.ordering, choice.unseen) == (3, Ordering.NEWEST, True)
    assert not (await only(world)).order.post_late


async def test_what_is_left_out_stays_and_none_takes_it_back(world: World) -> None:
    role = world.guild.create_role("Readers")
    await order(world, query="learning", header="Hello", role=role, list="NeurIPS 2026", papers=2)
    before = (await only(world)).order
    assert "is changed" in await edit(world, papers=4)
    changed = (await only(world)).order
    assert changed.choice.papers == 4
    assert (changed.look, changed.rule) == (before.look, before.rule)
    assert changed.choice.query == "learning"
    everyone = world.guild.default_role
    await edit(world, query="none", header="无", list="-", role=everyone, weekdays="none")
    bare = (await only(world)).order
    assert (bare.choice.query, bare.choice.list_id) == (None, None)
    assert (bare.look.header, bare.look.role_id) == (None, None)


@pytest.mark.parametrize(
    "options",
    [{"time": "11:00"}, {"timezone": "Tokyo", "time": "23:00"}, {"timezone": "Honolulu"}],
)
async def test_a_new_time_after_todays_post_brings_none_again_today(
    world: World, options: dict[str, str]
) -> None:
    await order(world)
    await until(world.env, "01-01 10:00")
    await edit(world, **options)
    await until(world.env, "01-01 23:59")
    assert len(posts(world.channel)) == 1
    await until(world.env, "01-03 00:00")
    assert len(posts(world.channel)) == 2


async def test_a_new_time_before_todays_post_holds_today(world: World) -> None:
    await order(world)
    await until(world.env, "01-01 08:00")
    await edit(world, time="11:00")
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-01 11:00", "01-02 11:00"]


async def test_a_time_that_has_passed_begins_tomorrow(world: World) -> None:
    await order(world)
    await until(world.env, "01-01 08:00")
    await edit(world, time="07:00")
    await until(world.env, "01-02 12:00")
    assert times(world.channel) == ["01-02 07:00"]


async def test_a_standing_search_brings_only_what_has_its_words(world: World) -> None:
    found = await world.bot.search.matching("reinforcement", world.guild.id)
    assert 1 < len(found) < 20
    await order(world, query="reinforcement")
    await until(world.env, f"01-{len(found):02} 10:00")
    assert {code(post) for post in posts(world.channel)} == {f"P-{one}" for one in found}


async def test_a_search_that_finds_nothing_is_refused(world: World) -> None:
    answer = await order(world, query="xyzzyplugh")
    assert "No paper here has all of these words." in text(answer)
    assert await world.bot.courier.digests.active() == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"dates": "2025-01-01..2025-02-01"}, "No date is left on which it could come."),
        ({"year": 2027, "until": 2020}, "No year is from 2027 and up to 2020."),
        ({"tag": "daily"}, "Only posts in a forum have a tag."),
        ({"weeks": "often"}, "weeks"),
        ({"dates": "someday"}, "2026-"),
        ({"skip": "someday"}, "2026-"),
    ],
)
async def test_what_cannot_be_is_one_sentence(
    world: World, options: dict[str, Any], sentence: str
) -> None:
    answer = await order(world, **options)
    assert answer.ephemeral
    assert sentence in text(answer)
    assert await world.bot.courier.digests.active() == []


async def test_the_same_digest_is_not_made_twice(world: World) -> None:
    await order(world)
    assert "Digest #1 does just that already." in text(await order(world))
    assert "is set" in text(await order(world, papers=2))


async def test_rights_for_what_follows_a_post_are_asked_for_at_once(world: World) -> None:
    deny(world, world.channel, "create_public_threads")
    await world.env.settle()
    answer = await order(world, thread=True)
    assert "I need **Create Public Threads** there." in text(answer)


async def test_when_all_have_come_it_pauses_and_tells_its_maker_once(world: World) -> None:
    found = await world.bot.search.matching("reinforcement", world.guild.id)
    await order(world, query="reinforcement", when_dry="pause")
    await until(world.env, f"01-{len(found) + 3:02} 10:00")
    assert len(posts(world.channel)) == len(found)
    assert "**Paused.**" in await ask(world, "status")
    assert "All its papers have been here" in await ask(world, "status")
    [told] = in_person(world)
    assert "All its papers have been here" in told


async def test_an_organiser_whose_messages_are_closed_is_told_in_the_system_channel(
    world: World,
) -> None:
    system = world.guild.create_text_channel("lobby")
    world.env.backend.edit_guild(world.guild.id, {"system_channel_id": system.id})
    world.env.inject_error(
        "POST", f"/channels/{dm(world).id}/messages", status=403, code=50007, times=None
    )
    await order(world)
    deny(world, world.channel, "send_messages")
    await until(world.env, "01-03 10:00")
    [told] = posts(system)
    assert "may not post" in text(told)


async def test_whoever_made_it_is_told_of_a_trouble_once_until_it_is_over(world: World) -> None:
    await order(world)
    deny(world, world.channel, "send_messages")
    await until(world.env, "01-03 10:00")
    [told] = in_person(world)
    assert f"Digest #1 in <#{world.channel.id}>: The bot may not post" in told
    assert "`/digest status`" in told
    allow_all(world, world.channel)
    await until(world.env, "01-04 10:00")
    deny(world, world.channel, "send_messages")
    await until(world.env, "01-06 10:00")
    assert len(in_person(world)) == 2


async def test_a_slot_missed_is_left_out_if_it_is_to_be(world: World) -> None:
    await order(world, late="skip")
    await down_until(world, "01-01 12:00")
    assert posts(world.channel) == []
    assert "The bot was offline 00:00–12:00." in await ask(world, "status")

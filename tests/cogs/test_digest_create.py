"""/digest create: where, when and from which list, with an answer people can check."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.conftest import World
from tests.digest_days import allow_all, deny, instants, order, overview, sheets, until
from tests.screen import text


async def next_posts(world: World, **options: str) -> list[str]:
    """Create a digest and return its next three posts, as `03-29 07:00` in UTC."""
    answer = await order(world, **options)
    assert answer.ephemeral
    assert text(answer).count(":R>") == 3
    moments = [dt.datetime.fromtimestamp(seconds, dt.UTC) for seconds in instants(text(answer))]
    return [f"{moment:%m-%d %H:%M}" for moment in moments]


async def refused(world: World, **options: object) -> str:
    """Return the sentence a wrong order is answered with; nothing may be stored."""
    answer = await order(world, **options)
    assert answer.ephemeral
    sentence = text(answer)
    assert "reference" not in sentence
    assert await world.bot.courier.digests.active() == []
    return sentence


async def test_the_answer_says_where_when_and_what_comes_next(world: World) -> None:
    answer = await order(world, time="8:05 pm", timezone="Tokyo", weekdays="mon-fri")
    shown = text(answer)
    assert answer.ephemeral
    assert "Digest #1 is set" in shown
    assert f"In <#{world.channel.id}> on weekdays at 20:05 (Asia/Tokyo)." in shown
    # Thursday 1, Friday 2 and Monday 5 January, 20:05 in Tokyo.
    assert instants(shown) == [1767265500, 1767351900, 1767611100]


@pytest.mark.parametrize(
    ("now", "time", "posts"),
    [
        ("03-27 12:00", "09:00", ["03-28 08:00", "03-29 07:00", "03-30 07:00"]),
        ("10-23 12:00", "09:00", ["10-24 07:00", "10-25 08:00", "10-26 08:00"]),
        # 02:30 does not exist on 29 March: the first instant after the gap is 01:00 UTC.
        ("03-27 12:00", "02:30", ["03-28 01:30", "03-29 01:00", "03-30 00:30"]),
        # 02:30 comes twice on 25 October: the first is 00:30 UTC.
        ("10-23 12:00", "02:30", ["10-24 00:30", "10-25 00:30", "10-26 01:30"]),
        # Due this very minute: that one is over.
        ("07-01 07:00", "09:00", ["07-02 07:00", "07-03 07:00", "07-04 07:00"]),
    ],
)
async def test_the_next_posts_keep_local_time(
    world: World, now: str, time: str, posts: list[str]
) -> None:
    await until(world.env, now)
    assert await next_posts(world, time=time, timezone="Europe/Berlin") == posts


@pytest.mark.parametrize(
    ("typed", "zone", "first"),
    [
        ("Beijing", "Asia/Shanghai", "01-01 01:00"),
        ("北京", "Asia/Shanghai", "01-01 01:00"),
        ("UTC+8", "UTC+8", "01-01 01:00"),
        ("europe/berlin", "Europe/Berlin", "01-01 08:00"),
        ("PST", "America/Los_Angeles", "01-01 17:00"),
    ],
)
async def test_zones_may_be_typed_in_many_ways(
    world: World, typed: str, zone: str, first: str
) -> None:
    assert (await next_posts(world, timezone=typed))[0] == first
    assert f"({zone.replace('_', chr(92) + '_')})" in await overview(world)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("Beij", "Asia/Shanghai"), ("北京", "Asia/Shanghai"), ("berlin", "Europe/Berlin")],
)
async def test_zones_are_offered_with_the_time_there_now(
    world: World, typed: str, zone: str
) -> None:
    await until(world.env, "01-01 06:30")
    offered = await world.librarian.autocomplete(world.channel, "digest create", "timezone", typed)
    assert offered[0]["value"] == zone
    assert {"Asia/Shanghai": "now 14:30", "Europe/Berlin": "now 07:30"}[zone] in offered[0]["name"]


async def test_whatever_is_offered_can_be_ordered(world: World) -> None:
    for hour, typed in enumerate(("", "UTC+8", "PST", "cst")):
        offered = await world.librarian.autocomplete(
            world.channel, "digest create", "timezone", typed
        )
        assert 0 < len(offered) <= 25
        answer = await order(world, time=f"{hour}:00", timezone=offered[0]["value"])
        assert "is set" in text(answer)


async def test_lists_are_offered_and_named(world: World) -> None:
    offered = await world.librarian.autocomplete(world.channel, "digest create", "list", "neur")
    assert [choice["value"] for choice in offered] == ["NeurIPS 2026"]
    assert "from NeurIPS 2026." in text(await order(world, list="NeurIPS 2026"))
    assert "from NeurIPS 2026." in await overview(world)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"time": "25:00"}, "Please type a time of day such as `09:00`"),
        ({"time": "soon"}, "Please type a time of day such as `09:00`"),
        ({"timezone": "Xyzzy"}, "I don't know that time zone."),
        ({"timezone": "CST"}, "Which time zone is that? Did you mean"),
        ({"weekdays": "someday"}, "Please type days such as `mon, wed, fri`"),
        ({"list": "ICML 1812"}, "There is no such list. Lists here: NeurIPS 2026."),
    ],
)
async def test_what_cannot_be_read_is_one_sentence(
    world: World, options: dict[str, str], sentence: str
) -> None:
    assert sentence in await refused(world, **options)


@pytest.mark.parametrize("permission", ["View Channel", "Send Messages", "Read Message History"])
async def test_a_missing_permission_is_named(world: World, permission: str) -> None:
    target = world.guild.create_text_channel("elsewhere")
    deny(world, target, permission.lower().replace(" ", "_"))
    await world.env.settle()
    sentence = await refused(world, channel=target)
    assert (
        f"I cannot post in {target.mention} like that: I need **{permission}** there." in sentence
    )
    allow_all(world, target)
    await world.env.settle()
    assert "is set" in text(await order(world, channel=target))


async def test_all_that_is_missing_is_named_at_once(world: World) -> None:
    target = world.guild.create_text_channel("elsewhere")
    deny(world, target, "send_messages", "read_message_history")
    await world.env.settle()
    assert "**Send Messages** and **Read Message History**" in await refused(world, channel=target)


async def test_a_server_has_twenty_digests_at_most(world: World) -> None:
    for minute in range(20):
        assert "is set" in text(await order(world, time=f"9:{minute:02}"))
    assert "A server can have 20 digests. Remove one first." in text(
        await order(world, time="10:00")
    )
    await world.librarian.slash(world.channel, "digest remove", digest="3")
    assert "Digest #21 is set" in text(await order(world, time="10:00"))


async def test_twenty_digests_with_long_reasons_can_all_be_seen(world: World) -> None:
    target = world.guild.create_text_channel("elsewhere")
    for minute in range(20):
        await order(
            world,
            channel=target,
            time=f"9:{minute:02}",
            timezone="America/Argentina/ComodRivadavia",
            weekdays="mon, wed, thu, sun",
            list="NeurIPS 2026",
        )
    deny(world, target, "send_messages")
    for minute in range(0, 22, 2):  # it is nine o'clock there at twelve
        await until(world.env, f"01-01 12:{minute:02}")
    shown = await sheets(world)
    for number in range(1, 21):
        assert sum(f"**#{number}**" in sheet for sheet in shown) == 1
    assert "\n".join(shown).count("Allow it Send Messages there.") == 20
    assert len(shown) > 1


async def test_without_a_digest_the_list_says_how_to_make_one(world: World) -> None:
    assert "Make one with `/digest create`." in await overview(world)

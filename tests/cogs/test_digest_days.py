"""The paper of the day, over the days: when it comes, and which paper it is."""

from __future__ import annotations

import pytest

from bot.papers.paper import Record
from tests.conftest import World
from tests.digest_days import DAY, ask, code, custom_ids, order, overview, posts, times, until
from tests.screen import buttons, text

NEW_ROUND = "All papers have been here once; a new round begins"


async def add(world: World, *titles: str, to: str = "Small list") -> list[str]:
    """Add papers to a list of this server and return their codes."""
    codes = []
    for title in titles:
        record = Record(title=title, abstract=None)
        paper = await world.bot.desk.add(
            record, to, guild_id=world.guild.id, by_user=1, now=world.bot.now()
        )
        codes.append(paper.code)
    return codes


async def remove(world: World, paper_code: str) -> None:
    """Remove a paper of this server's library."""
    paper = await world.bot.catalog.get(int(paper_code.removeprefix("P-")), world.guild.id)
    assert paper is not None
    await world.bot.desk.remove(paper, guild_id=world.guild.id, by_user=1, now=world.bot.now())


async def days(world: World, count: int) -> None:
    for _ in range(count):
        await world.env.advance_time(DAY)


def codes(world: World) -> list[str]:
    return [code(post) for post in posts(world.channel)]


async def test_one_card_a_day_at_local_time(world: World) -> None:
    await until(world.env, "03-27 12:00")
    await order(world, time="09:00", timezone="Europe/Berlin")
    await days(world, 4)
    assert times(world.channel) == ["03-28 08:00", "03-29 07:00", "03-30 07:00", "03-31 07:00"]
    first = text(posts(world.channel)[0])
    assert first.startswith("-# 📰 Paper of the day · Saturday, 28 March 2026\n### ")
    assert "Posted late" not in first
    assert "· 2026-03-31: posted." in (await overview(world)).replace("-# ", "· ")


async def test_the_date_is_the_local_one(world: World) -> None:
    await order(world, time="00:30", timezone="Asia/Tokyo")
    await days(world, 1)
    assert times(world.channel) == ["01-01 15:30"]
    assert "Friday, 2 January 2026" in text(posts(world.channel)[0])


async def test_only_on_its_weekdays(world: World) -> None:
    await order(world, weekdays="mon, wed, fri")
    await days(world, 8)
    assert times(world.channel) == [f"01-0{day} 09:00" for day in (2, 5, 7)]


async def test_every_paper_once_and_then_anew(world: World) -> None:
    await order(world)
    await days(world, 39)
    came = codes(world)
    assert sorted(came[:37], key=lambda one: int(one[2:])) == [f"P-{n}" for n in range(1, 38)]
    assert came[36] != came[37]
    said = [n for n, post in enumerate(posts(world.channel)) if NEW_ROUND in text(post)]
    assert said == [37]


async def test_two_digests_have_orders_of_their_own(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await order(world)
    await order(world, channel=other)
    await days(world, 8)
    assert codes(world) != [code(post) for post in posts(other)]


async def test_a_list_of_its_own(world: World) -> None:
    ours = await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    await days(world, 7)
    came = codes(world)
    assert sorted(came[:3]) == sorted(came[3:6]) == ours
    assert came[2] != came[3]
    assert came[5] != came[6]
    said = [n for n, post in enumerate(posts(world.channel)) if NEW_ROUND in text(post)]
    assert said == [3, 6]


async def test_new_papers_join_and_removed_ones_leave(world: World) -> None:
    ours = await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    await days(world, 1)
    left = [one for one in ours if one not in codes(world)]
    await remove(world, left[0])
    ours += await add(world, "Four", "Five")
    await days(world, 3)
    assert sorted(codes(world)) == sorted(set(ours) - {left[0]})
    assert NEW_ROUND not in "".join(text(post) for post in posts(world.channel))


async def test_an_empty_list_is_no_silence(world: World) -> None:
    [only] = await add(world, "One")
    await order(world, list="Small list")
    await remove(world, only)
    await days(world, 1)
    assert posts(world.channel) == []
    shown = await overview(world)
    assert "2026-01-01: not posted. There was no paper to bring. Add papers, or widen" in shown
    assert "There was no paper to bring." in await ask(world, "post-now")
    assert "There was no paper to bring." in await ask(world, "preview")
    [new] = await add(world, "Two")
    await days(world, 1)
    assert codes(world) == [new]


async def test_a_paused_digest_owes_nothing(world: World) -> None:
    await order(world)
    assert "is paused" in await ask(world, "pause")
    assert "-# Paused" in await overview(world)
    await until(world.env, "01-02 12:00")
    assert "<t:1767430800:F>" in await ask(world, "resume")
    await until(world.env, "01-03 12:00")
    assert times(world.channel) == ["01-03 09:00"]
    assert "not posted" not in await overview(world)


async def test_resumed_before_its_time_it_comes_the_same_day(world: World) -> None:
    await order(world)
    await ask(world, "pause")
    await until(world.env, "01-01 08:59")
    await ask(world, "resume")
    await until(world.env, "01-01 12:00")
    assert times(world.channel) == ["01-01 09:00"]
    await ask(world, "pause")
    await ask(world, "resume")
    await until(world.env, "01-02 08:00")
    assert len(posts(world.channel)) == 1, "today's is posted already"


async def test_a_removed_digest_is_over(world: World) -> None:
    await order(world)
    await until(world.env, "01-01 12:00")
    assert "has ended" in await ask(world, "remove")
    await days(world, 2)
    assert len(posts(world.channel)) == 1
    for command in ("resume", "preview", "post-now", "remove"):
        assert "There is no such digest here." in await ask(world, command)


@pytest.mark.parametrize("when", ["01-01 08:00", "01-01 10:00"])
async def test_an_extra_leaves_todays_slot_as_it_is(world: World, when: str) -> None:
    await order(world)
    await until(world.env, when)
    answer = await ask(world, "post-now")
    await until(world.env, "01-01 23:00")
    assert times(world.channel) == sorted(["01-01 09:00", when])
    extra = next(post for post in posts(world.channel) if "An extra paper" in text(post))
    assert f"{extra.created_at:%m-%d %H:%M}" == when
    assert extra.jump_url in answer
    assert len(set(codes(world))) == 2, "no paper twice"


async def test_a_paused_digest_can_post_an_extra(world: World) -> None:
    await order(world)
    await ask(world, "pause")
    await ask(world, "post-now")
    assert len(posts(world.channel)) == 1


async def test_the_preview_shows_what_comes(world: World) -> None:
    await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    for day in range(1, 6):
        await until(world.env, f"01-0{day} 06:00")
        foretold = await ask(world, "preview")
        assert foretold == await ask(world, "preview")
        await until(world.env, f"01-0{day} 12:00")
        *shown, note = foretold.splitlines()
        assert note.startswith(f"-# Preview · comes <t:{1767258000 + (day - 1) * DAY}:R>")
        assert (NEW_ROUND in note) == (day == 4)
        came = text(posts(world.channel)[-1]).splitlines()
        assert shown == [line for line in came if NEW_ROUND not in line]


async def test_the_preview_carries_no_button_of_a_post(world: World) -> None:
    await order(world)
    answer = await world.librarian.slash(world.channel, "digest preview", digest="#1")
    assert answer.ephemeral
    assert [one.split(":")[0] for one in custom_ids(answer)] == ["swap", "pass"]
    assert list(buttons(answer)) == ["Swap", "Skip this one"]
    assert posts(world.channel) == []


async def test_the_preview_of_a_paused_digest_says_so(world: World) -> None:
    await order(world)
    await ask(world, "pause")
    assert "Preview · paused, so it does not come until `/digest resume`" in await ask(
        world, "preview"
    )

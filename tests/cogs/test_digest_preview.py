"""/digest preview: what comes next, and something else instead."""

from __future__ import annotations

from itertools import pairwise

import simcord

from bot.papers.paper import Record
from tests import forging
from tests.conftest import World
from tests.digest_days import code, custom_ids, order, posts, until
from tests.screen import message_of, text

SKIP = "Skip this one"


async def preview(world: World) -> simcord.InteractionResult:
    """Ask for what comes next; always for the librarian alone."""
    answer = await world.librarian.slash(world.channel, "digest preview", digest="1")
    assert answer.ephemeral
    return answer


async def add(world: World, *titles: str) -> None:
    """Add papers to a small list of this server."""
    for title in titles:
        await world.bot.desk.add(
            Record(title=title, abstract=None),
            "Small list",
            guild_id=world.guild.id,
            by_user=1,
            now=world.bot.now(),
        )


def codes(shown: simcord.InteractionResult) -> list[str]:
    """Return the codes of the papers that can be swapped."""
    return [f"P-{one.rsplit(':')[-1]}" for one in custom_ids(shown) if one.startswith("swap:")]


async def test_what_was_swapped_in_comes_and_the_other_later(world: World) -> None:
    await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    answer = await preview(world)
    first = code(answer)
    swapped = await world.librarian.click(message_of(answer), label="Swap")
    assert code(swapped) != first
    await add(world, "Four", "Five", "Six")
    await world.restart()
    assert code(await preview(world)) == code(swapped)
    await until(world.env, "01-06 10:00")
    came = [code(post) for post in posts(world.channel)]
    assert came[0] == code(swapped)
    assert len(came) == len(set(came)) == 6
    assert first in came


async def test_what_was_skipped_does_not_come_in_this_round(world: World) -> None:
    await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    answer = await preview(world)
    skipped = code(answer)
    instead = await world.librarian.click(message_of(answer), label=SKIP)
    assert code(instead) != skipped
    await until(world.env, "01-02 10:00")
    assert skipped not in [code(post) for post in posts(world.channel)]
    await until(world.env, "01-05 10:00")
    assert skipped in [code(post) for post in posts(world.channel)], "in the next round"


async def test_swapping_goes_through_all_and_begins_again(world: World) -> None:
    await add(world, "One", "Two", "Three")
    await order(world, list="Small list")
    answer = await preview(world)
    seen = [code(answer)]
    for _ in range(5):
        answer = await world.librarian.click(message_of(answer), label="Swap")
        seen.append(code(answer))
    assert len(set(seen[:3])) == 3
    assert all(one != other for one, other in pairwise(seen))


async def test_one_of_several_is_swapped_in_its_place(world: World) -> None:
    await order(world, papers=5)
    answer = await preview(world)
    before = codes(answer)
    assert len(set(before)) == 5
    [button] = [one for one in custom_ids(answer) if one.endswith(f":{before[2][2:]}")][:1]
    after = codes(
        await world.librarian.click(message_of(answer), custom_id=button.replace("open", "swap"))
    )
    assert after[:2] + after[3:] == before[:2] + before[3:]
    assert after[2] not in before
    await until(world.env, "01-01 10:00")
    [post] = posts(world.channel)
    opened = [f"P-{one[5:]}" for one in custom_ids(post) if one.startswith("open:")]
    assert opened == after


async def test_without_another_paper_it_stays(world: World) -> None:
    await add(world, "One")
    await order(world, list="Small list")
    answer = await preview(world)
    for label in ("Swap", SKIP):
        refused = await world.librarian.click(message_of(answer), label=label)
        assert "There is no other paper to bring instead." in text(refused)
    assert code(await preview(world)) == code(answer)


async def test_once_it_came_the_old_preview_changes_nothing(world: World) -> None:
    await order(world)
    answer = await preview(world)
    await until(world.env, "01-01 10:00")
    assert "has changed meanwhile" in text(
        await world.librarian.click(message_of(answer), label="Swap")
    )
    coming = code(await preview(world))
    await until(world.env, "01-02 10:00")
    assert code(posts(world.channel)[-1]) == coming


async def test_only_librarians_of_this_server_swap(world: World) -> None:
    await order(world)
    answer = await preview(world)
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    for custom_id in custom_ids(answer):
        refused = await forging.press(world, world.member, custom_id)
        assert "**Manage Server**" in text(refused)
        elsewhere = await forging.press(world, owner, custom_id, channel)
        assert "no longer work" in text(elsewhere)
        assert refused.ephemeral
        assert elsewhere.ephemeral
    assert code(await preview(world)) == code(answer)


async def test_a_paper_that_is_not_about_to_come_cannot_be_swapped(world: World) -> None:
    await order(world)
    panel = custom_ids(await preview(world))[0].split(":")[1]
    for paper_id in ("36", "9" * 18):
        coming = code(await preview(world))
        if coming != f"P-{paper_id}":
            answer = await forging.press(world, world.librarian, f"swap:{panel}:{paper_id}")
            assert "has changed meanwhile" in text(answer)
        assert code(await preview(world)) == coming

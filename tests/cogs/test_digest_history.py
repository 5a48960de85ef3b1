"""/digest history: every post with its papers, newest first."""

from __future__ import annotations

import simcord

from bot.papers.paper import Record
from tests.conftest import World
from tests.digest_days import code, down_until, order, posts, until
from tests.screen import buttons, message_of, text


async def history(world: World) -> simcord.InteractionResult:
    """Ask for a digest's history; always for the librarian alone."""
    answer = await world.librarian.slash(world.channel, "digest history", digest="1")
    assert answer.ephemeral
    return answer


async def test_the_newest_come_first_with_links(world: World) -> None:
    await order(world)
    await until(world.env, "01-03 10:00")
    shown = text(await history(world))
    first, second, third = posts(world.channel)
    places = [shown.index(post.jump_url) for post in (third, second, first)]
    assert places == sorted(places)
    assert "**Sat, 3 Jan 2026**" in shown
    for post in posts(world.channel):
        assert code(post) in shown
    assert buttons(await history(world)) == {}


async def test_pages_turn_after_a_restart(world: World) -> None:
    await order(world, papers=5, header="x" * 300)
    await until(world.env, "01-12 10:00")
    answer = await history(world)
    seen = []
    for label in ("Older ▶", "Older ▶", "◀ Newer"):
        await world.restart()
        shown = text(answer)
        assert len(shown) <= 4_000
        seen.append(shown.count("[see the post]"))
        answer = await world.librarian.click(message_of(answer), label=label)
    assert seen == [5, 5, 2]
    assert buttons(answer)["Older ▶"].get("disabled") is not True


async def test_what_did_not_come_has_its_reason(world: World) -> None:
    await order(world)
    await world.librarian.slash(world.channel, "digest post-now", digest="1")
    await down_until(world, "01-02 10:00")
    shown = text(await history(world))
    assert "**Thu, 1 Jan 2026** · not posted. The bot was offline" in shown
    assert "**Extra** · [see the post]" in shown
    assert "**Fri, 2 Jan 2026** · [see the post]" in shown


async def test_a_paper_that_left_the_library_is_said_to_be_gone(world: World) -> None:
    paper = await world.bot.desk.add(
        Record(title="One", abstract=None),
        "Small list",
        guild_id=world.guild.id,
        by_user=1,
        now=world.bot.now(),
    )
    await order(world, list="Small list")
    await until(world.env, "01-01 10:00")
    await world.bot.desk.remove(paper, guild_id=world.guild.id, by_user=1, now=world.bot.now())
    assert "a paper no longer in the library" in text(await history(world))


async def test_a_new_digest_has_none(world: World) -> None:
    await order(world)
    assert "Nothing yet." in text(await history(world))

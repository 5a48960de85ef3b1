"""/paper random: dealt like cards, none twice until all were dealt."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from types import SimpleNamespace

import simcord

from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from cogs.papers import _deal_next
from tests.conftest import World
from tests.screen import buttons, text


def code(result: simcord.InteractionResult) -> str:
    [found] = re.findall(r"· (P-\d+)$", text(result), re.MULTILINE)
    return found


async def add_quilts(world: World, *titles: str) -> None:
    reading = Reading.single("Quilts", None, 2025, [Record(title=title) for title in titles])
    await import_reading(world.bot.database, reading, "quilts", By.operator(world.bot.now()))


async def test_none_comes_twice_until_all_were_dealt(world: World) -> None:
    dealt = await world.member.slash(world.channel, "paper random")
    assert not dealt.ephemeral
    assert dealt.response is not None
    message, seen = dealt.response.message, [code(dealt)]
    for press in range(50):
        if press == 20:
            await world.restart()
        # Anyone may press: the message is everybody's.
        actor = world.librarian if press % 2 else world.member
        seen.append(code(await actor.click(message, label="Another")))
    assert sorted(seen[:37], key=lambda c: int(c[2:])) == [f"P-{n}" for n in range(1, 38)]
    assert len(set(seen[36:])) == len(seen[36:])
    assert all(a != b for a, b in pairwise(seen))


async def test_two_messages_do_not_know_of_each_other(world: World) -> None:
    firsts = set()
    for _ in range(12):
        dealt = await world.member.slash(world.channel, "paper random")
        firsts.add(code(dealt))
        assert list(buttons(dealt)) == ["Another"]
    assert len(firsts) > 1


async def test_list_and_year_choose_the_pool(world: World) -> None:
    await add_quilts(world, "Hyperbolic quilts", "Euclidean quilts")
    for options in ({"year": 2025}, {"list": "quilts"}, {"list": "Quilts", "year": 2025}):
        dealt = await world.member.slash(world.channel, "paper random", **options)
        assert dealt.response is not None
        codes = {code(dealt)}
        for _ in range(3):
            codes.add(code(await world.member.click(dealt.response.message, label="Another")))
        assert codes == {"P-38", "P-39"}


async def test_an_empty_pool_is_a_sentence(world: World) -> None:
    for options in ({"year": 2025}, {"list": "NeurIPS 2026", "year": 1999}):
        refused = await world.member.slash(world.channel, "paper random", **options)
        assert refused.ephemeral
        assert text(refused) == (
            "There is no paper to deal. Leave out the list or the year, or ask a librarian to add"
            " papers."
        )
    refused = await world.member.slash(world.channel, "paper random", list="nowhere")
    assert text(refused) == "There is no such list. Lists here: NeurIPS 2026."


async def test_the_only_paper_has_no_other(world: World) -> None:
    await add_quilts(world, "Hyperbolic quilts")
    dealt = await world.member.slash(world.channel, "paper random", year=2025)
    assert dealt.response is not None
    refused = await world.member.click(dealt.response.message, label="Another")
    assert refused.ephemeral or refused.followups[0].ephemeral
    assert text(refused) == "There is no other paper to deal."


async def test_presses_at_the_same_moment_are_dealt_different_papers(world: World) -> None:
    dealt = await world.member.slash(world.channel, "paper random")
    interaction = SimpleNamespace(client=world.bot, guild_id=world.guild.id)
    papers = await asyncio.gather(*(_deal_next(interaction, 1) for _ in range(10)))  # type: ignore[arg-type]
    codes = [code(dealt), *(paper.code for paper in papers)]
    assert len(set(codes)) == 11


async def test_after_a_day_it_is_over(world: World) -> None:
    dealt = await world.member.slash(world.channel, "paper random")
    assert dealt.response is not None
    await world.env.advance_time(24 * 3600)
    late = await world.member.click(dealt.response.message, label="Another")
    assert late.ephemeral
    assert text(late) == "The buttons of this message no longer work. Run the command again."

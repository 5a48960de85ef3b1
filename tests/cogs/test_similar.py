"""/paper similar: papers about the same, and none of another server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import simcord

from bot.papers.paper import Record
from tests.conftest import World
from tests.library import HOME, open_library
from tests.screen import buttons, text

ABOUT = [
    ("Quilting with Wombats", "Wombats quilt striped blankets with marsupial thread and patience."),
    ("Blankets from Marsupials", "A marsupial such as a wombat makes a striped blanket of thread."),
    ("Volcanic Xylophones", "Lava rings in tuned basalt bars under percussive mallets."),
]


async def similar(world: World, paper: str) -> simcord.InteractionResult:
    return await world.member.slash(world.channel, "paper similar", paper=paper)


def codes(result: simcord.InteractionResult) -> list[str]:
    """Return the codes of the papers on show, in order."""
    return re.findall(r"P-\d+", text(result))


async def add(world: World, title: str, abstract: str, guild_id: int) -> None:
    record = Record(title, f"{abstract} {title}.")
    desk, now = world.bot.desk, world.bot.now()
    await desk.add(record, None, guild_id=guild_id, by_user=world.librarian.id, now=now)


async def test_a_paper_about_the_same_is_found_with_a_button(world: World) -> None:
    for title, abstract in ABOUT:
        await add(world, title, abstract, world.guild.id)
    for paper in ("quilting with wombats", "qulting wombats", "P-38"):
        result = await similar(world, paper)
        assert not result.ephemeral
        assert text(result).startswith("Papers like **Quilting with Wombats**\n")
        assert codes(result)[0] == "P-39"
        assert not {"P-38", "P-40"} & set(codes(result))
        assert result.response is not None
        card = await world.member.click(result.response.message, label="Open")
        assert card.ephemeral
        assert text(card).startswith("### Blankets from Marsupials")


async def test_papers_of_the_lists_have_others_about_the_same(world: World) -> None:
    for paper, like in (("P-8", "P-10"), ("P-10", "P-8")):  # both on hallucinations
        found = codes(await similar(world, paper))
        assert like in found
        assert paper not in found
        assert len(found) == len(set(found)) <= 5
    alike = [await world.bot.search.similar(n, world.guild.id, 5) for n in range(1, 38)]
    assert sum(map(bool, alike)) > 18


async def test_nothing_alike_says_so(world: World) -> None:
    await add(world, *ABOUT[2], world.guild.id)
    result = await similar(world, "P-38")
    assert text(result) == "Nothing here is much like **Volcanic Xylophones**."
    assert not buttons(result)


@pytest.mark.parametrize("paper", ["P-99", "zzzzqqqq", "?!", "P-0", "\0"])
async def test_no_such_paper(world: World, paper: str) -> None:
    result = await similar(world, paper)
    assert result.ephemeral
    assert text(result).startswith("There is no such paper here.")


async def test_papers_of_another_server_are_never_alike(world: World) -> None:
    other = world.env.create_guild("Another group")
    await add(world, *ABOUT[0], world.guild.id)
    await add(world, *ABOUT[1], other.id)
    assert "P-39" not in text(await similar(world, "P-38"))
    assert text(await similar(world, "P-39")).startswith("There is no such paper here.")


async def test_what_is_like_a_paper_out_of_sight_is_not_told(world: World) -> None:
    other = world.env.create_guild("Another group")
    for title, abstract in ABOUT[:2]:
        await add(world, title, abstract, world.guild.id)
    await add(world, *ABOUT[0], other.id)
    assert await world.bot.search.similar(38, world.guild.id, 5) == [39]
    assert await world.bot.search.similar(40, world.guild.id, 5) == []


async def test_a_removed_paper_is_not_alike(world: World) -> None:
    for title, abstract in ABOUT[:2]:
        await add(world, title, abstract, world.guild.id)
    assert "P-39" in codes(await similar(world, "P-38"))
    async with world.bot.database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id = 39")
    assert "P-39" not in codes(await similar(world, "P-38"))
    assert text(await similar(world, "P-39")).startswith("There is no such paper here.")


async def test_titles_are_shown_as_text(world: World) -> None:
    title = "**@everyone** `quilts` <@1> wombats"
    await add(world, title, ABOUT[0][1], world.guild.id)
    await add(world, f"{title} again", ABOUT[1][1], world.guild.id)
    said = text(await similar(world, "P-38"))
    assert not re.search(r"@everyone|<@1>|(?<!\\)`", said)


@pytest.mark.parametrize("others", [0, 4, 12, 40])
async def test_a_library_of_any_size_knows_what_is_alike(tmp_path: Path, others: int) -> None:
    library = await open_library(tmp_path / "small.sqlite3")
    try:
        records = [Record(*about, line=line) for line, about in enumerate(ABOUT, 1)]
        records = [Record(r.title, r.abstract, line=r.line) for r in records]
        more = [f"Topic{n} alpha{n} beta{n}" for n in range(others)]
        await library.hold([*records, *more])
        assert await library.search.similar(1, HOME, 5) == [2]
        assert await library.search.similar(2, HOME, 5) == [1]
        assert await library.search.similar(3, HOME, 5) == []
    finally:
        await library.database.close()

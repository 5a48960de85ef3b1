"""/library import: a receipt first, then the import, then its undoing."""

from __future__ import annotations

import pytest
import simcord

from tests import forging
from tests.conftest import World
from tests.screen import buttons, message_of, text

LIST = b"""Boats 2024

Folding boats of paper

Boats of reed and rope

!!!
"""


async def bring(world: World, data: bytes = LIST, **options: object) -> simcord.InteractionResult:
    """Bring a file; always for the librarian alone."""
    answer = await world.librarian.slash(
        world.channel, "library import", file=("boats.txt", data), **options
    )
    assert answer.ephemeral
    return answer


async def titles(world: World) -> list[str]:
    """Return the headlines of the papers of this server's own library."""
    ids = await world.bot.catalog.ids(world.guild.id)
    papers = await world.bot.catalog.get_many(ids, world.guild.id)
    return [paper.headline for paper in papers if not paper.shared]


async def press(
    world: World, shown: simcord.InteractionResult, label: str
) -> simcord.InteractionResult:
    return await world.librarian.click(message_of(shown), label=label)


async def test_a_receipt_comes_first_and_changes_nothing(world: World) -> None:
    receipt = await bring(world)
    shown = text(receipt)
    assert "what would become of it" in shown
    assert "**2** new" in shown
    assert "Folding boats of paper" in shown
    assert "**1** refused" in shown
    assert list(buttons(receipt)) == ["Commit", "Show refused", "Cancel"]
    assert await titles(world) == []


async def test_committed_it_is_in_and_can_be_undone(world: World) -> None:
    receipt = await bring(world)
    await world.restart()
    done = await press(world, receipt, "Commit")
    assert "boats.txt is in" in text(done)
    assert await titles(world) == ["Folding boats of paper", "Boats of reed and rope"]
    found = await world.member.slash(world.channel, "paper search", query="reed boats")
    assert "Boats 2024" in text(found)
    undone = await press(world, done, "Undo all of it")
    assert "Undone: 2 papers." in text(undone)
    assert await titles(world) == []


async def test_cancelled_nothing_happens_and_the_file_is_gone(world: World) -> None:
    receipt = await bring(world)
    assert text(await press(world, receipt, "Cancel")) == "Nothing was changed."
    again = await forging.press(world, world.librarian, "import:1")
    assert "no longer here" in text(again)
    assert await titles(world) == []


async def test_what_was_refused_comes_as_a_file(world: World) -> None:
    receipt = await bring(world)
    answer = await press(world, receipt, "Show refused")
    [file] = message_of(answer).attachments
    assert file.filename == "refused.txt"
    assert b"!!!" in await file.read()


async def test_the_same_file_again_has_nothing_new(world: World) -> None:
    await press(world, await bring(world), "Commit")
    again = await bring(world)
    assert "**2** here already" in text(again)
    assert "Nothing of it is new here." in text(again)
    assert "Commit" not in buttons(again)


async def test_all_goes_into_the_list_that_is_named(world: World) -> None:
    await press(world, await bring(world, list="Sea"), "Commit")
    lists = await world.bot.catalog.lists(world.guild.id)
    assert "Sea" in [one.name for one in lists]


async def test_text_can_be_pasted(world: World) -> None:
    form = await world.librarian.slash(world.channel, "library import")
    answer = await world.librarian.submit_modal(
        form, {"text": "Kites 2024\n\nKites of silk\n\nKites of paper"}
    )
    assert "**2** new" in text(answer)
    await press(world, answer, "Commit")
    assert await titles(world) == ["Kites of silk", "Kites of paper"]


@pytest.mark.parametrize("data", [b"", b"!!!", b"\xff\x00\xfe" * 9])
async def test_what_holds_no_paper_is_one_sentence(world: World, data: bytes) -> None:
    answer = await bring(world, data)
    assert text(answer).startswith("boats.txt:")
    assert "reference" not in text(answer)
    assert await world.bot.database.fetch_all("SELECT id FROM upload") == []


@pytest.mark.parametrize("custom_id", ["import:1", "no-import:1", "refused:1", "stop-import:1"])
async def test_only_librarians_of_this_server_decide(world: World, custom_id: str) -> None:
    await bring(world)
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    refused = await forging.press(world, world.member, custom_id)
    assert "**Manage Server**" in text(refused)
    elsewhere = await forging.press(world, owner, custom_id, channel)
    assert "no longer here" in text(elsewhere)
    assert await titles(world) == []
    assert len(await world.bot.database.fetch_all("SELECT id FROM upload")) == 1


async def test_no_server_sees_what_another_imported(world: World) -> None:
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    theirs = await owner.slash(channel, "library import", file=("b.txt", LIST))
    await owner.click(message_of(theirs), label="Commit")
    found = await world.member.slash(world.channel, "paper search", query="reed boats")
    assert "Boats of reed" not in text(found)
    ours = await bring(world)
    assert "**2** new" in text(ours), "another server's papers are nobody's duplicates"

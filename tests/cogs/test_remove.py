"""/library remove: asked first, done once, on record."""

from __future__ import annotations

import simcord

from tests.conftest import World
from tests.forging import press
from tests.screen import buttons, text

GONE = "The buttons of this message no longer work. Run the command again."


async def add(world: World, title: str) -> None:
    form = await world.librarian.slash(world.channel, "library add")
    added = await world.librarian.submit_modal(form, {"title": title})
    assert text(added).startswith("Added as ")


async def ask(world: World, paper: str) -> simcord.InteractionResult:
    return await world.librarian.slash(world.channel, "library remove", paper=paper)


async def test_it_asks_first_and_keep_it_keeps_it(world: World) -> None:
    await add(world, "Folding **boats**")
    asked = await ask(world, "P-38")
    assert asked.ephemeral
    assert text(asked).startswith("Remove **Folding \\*\\*boats\\*\\*** (P-38)?\n")
    assert asked.response is not None
    kept = await world.librarian.click(asked.response.message, label="Keep it")
    assert text(kept) == "Nothing was changed."
    assert buttons(kept) == {}
    assert text(await ask(world, "folding boats")).startswith("Remove **Folding")


async def test_a_removed_paper_is_gone_everywhere_and_on_record(world: World) -> None:
    await add(world, "Folding boats")
    card = await world.member.slash(world.channel, "paper search", query="folding boats")
    asked = await ask(world, "P-38")
    removing = buttons(asked)["Remove"]["custom_id"]
    assert asked.response is not None
    done = await world.librarian.click(asked.response.message, label="Remove")
    assert text(done).startswith("Removed **Folding boats** (P-38).\n")
    assert text(await press(world, world.librarian, removing)) == GONE

    assert card.response is not None
    opened = await world.member.click(card.response.message, label="Open")
    assert opened.ephemeral
    assert text(opened) == "This paper is no longer in the library."
    for command, option in (("show", "paper"), ("search", "query")):
        for typed in ("P-38", "folding boats"):
            found = await world.member.slash(world.channel, f"paper {command}", **{option: typed})
            assert "Folding boats" not in text(found)
    assert not await world.member.autocomplete(world.channel, "paper show", "paper", "folding")
    rows = await world.bot.database.fetch_all(
        "SELECT server_id, paper_id, action, by_user FROM revision ORDER BY id"
    )
    by = world.librarian.id
    assert [tuple(row) for row in rows] == [
        (world.guild.id, 38, "add", by),
        (world.guild.id, 38, "remove", by),
    ]


async def test_two_questions_remove_it_once(world: World) -> None:
    await add(world, "Folding boats")
    first, second = await ask(world, "P-38"), await ask(world, "P-38")
    assert first.response is not None
    assert second.response is not None
    await world.librarian.click(first.response.message, label="Remove")
    again = await world.librarian.click(second.response.message, label="Remove")
    assert text(again) == "This paper was removed already."
    rows = await world.bot.database.fetch_all("SELECT * FROM revision WHERE action = 'remove'")
    assert len(rows) == 1


async def test_a_shared_paper_is_refused_away_from_home(world: World) -> None:
    refused = await ask(world, "P-4")
    assert refused.ephemeral
    assert text(refused).startswith("P-4 belongs to the shared library")
    assert buttons(refused) == {}


async def test_the_home_guild_adds_to_and_removes_from_the_shared_library(world: World) -> None:
    await add(world, "From before it was home")
    await world.restart(home_guild=world.guild.id)
    await add(world, "For everybody")
    for code in ("P-4", "P-38", "P-39"):
        asked = await ask(world, code)
        assert asked.response is not None
        done = await world.librarian.click(asked.response.message, label="Remove")
        assert text(done).startswith("Removed **")
    rows = await world.bot.database.fetch_all(
        "SELECT id, guild_id FROM paper WHERE removed_at IS NOT NULL ORDER BY id"
    )
    assert [tuple(row) for row in rows] == [(4, None), (38, world.guild.id), (39, None)]
    await world.restart()  # the lists are read again; what was removed stays so
    found = await world.member.slash(world.channel, "paper show", paper="P-4")
    assert text(found).startswith("There is no such paper here.")


async def test_no_such_paper_is_a_sentence(world: World) -> None:
    refused = await ask(world, "P-99")
    assert refused.ephemeral
    assert text(refused) == (
        "There is no such paper here. Pick one from the list that opens as you type."
    )

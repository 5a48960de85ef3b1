"""/library edit, retitle, restore, merge, hide, lists, librarian and log."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.papers.paper import Paper, Record
from tests import forging
from tests.conftest import World
from tests.digest_days import custom_ids
from tests.screen import buttons, message_of, text


async def add(world: World, title: str, abstract: str | None = None) -> Paper:
    """Add a paper to this server's library."""
    return await world.bot.desk.add(
        Record(title, abstract),
        None,
        guild_id=world.guild.id,
        by_user=world.librarian.id,
        now=world.bot.now(),
    )


async def ask(world: World, command: str, **options: Any) -> simcord.InteractionResult:
    answer = await world.librarian.slash(world.channel, f"library {command}", **options)
    assert answer.ephemeral or answer.modal
    return answer


async def paper(world: World, code: str) -> Paper:
    found = await world.bot.catalog.get(int(code[2:]), world.guild.id)
    assert found
    return found


async def undo_newest(world: World) -> simcord.InteractionResult:
    log = await ask(world, "log")
    newest = next(one for one in custom_ids(log) if one.startswith("undo-"))
    return await world.librarian.click(message_of(log), custom_id=newest)


async def test_a_paper_is_changed_by_a_form_and_back(world: World) -> None:
    boats = await add(world, "Folding boats", "We fold boats of paper.")
    form = await ask(world, "edit", paper=boats.code)
    answer = await world.librarian.submit_modal(
        form,
        {
            "title": "Paper boats",
            "abstract": "We fold boats of silk.",
            "authors": "Ada Heron; Bo Kettle",
            "link": "https://example.org/boats",
            "year": "2024",
        },
    )
    assert f"Changed **{boats.code}**" in text(answer)
    changed = await paper(world, boats.code)
    assert (changed.title, changed.authors, changed.year) == (
        "Paper boats",
        ("Ada Heron", "Bo Kettle"),
        2024,
    )
    found = await world.member.slash(world.channel, "paper search", query="silk kettle")
    assert boats.code in text(found)
    await undo_newest(world)
    assert await paper(world, boats.code) == boats


async def test_a_form_that_cannot_be_read_changes_nothing(world: World) -> None:
    boats = await add(world, "Folding boats")
    for typed in (
        {"year": "soon"},
        {"title": " ", "abstract": ""},
        {"link": "javascript:a(1)"},
    ):
        form = await ask(world, "edit", paper=boats.code)
        values = {"title": "Paper boats", "abstract": "", "authors": "", "link": "", "year": ""}
        answer = await world.librarian.submit_modal(form, values | typed)
        assert answer.ephemeral
        assert "reference" not in text(answer)
    assert await paper(world, boats.code) == boats


async def test_a_paper_of_the_shared_library_is_not_ours_to_change(world: World) -> None:
    for command, options in (
        ("edit", {"paper": "P-4"}),
        ("retitle", {"paper": "P-4", "title": "Ours"}),
        ("remove", {"paper": "P-4"}),
        ("merge", {"paper": "P-4", "into": "P-5"}),
    ):
        answer = await ask(world, command, **options)
        assert "belongs to the shared library" in text(answer), command
        assert "/library hide" in text(answer)


async def test_the_home_server_changes_the_shared_library(world: World) -> None:
    await world.restart(home_guild=world.guild.id)
    await ask(world, "retitle", paper="P-4", title="Trees")
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    assert "Trees" in text(await owner.slash(channel, "paper show", paper="P-4"))
    await undo_newest(world)
    assert "HyperTree" in text(await owner.slash(channel, "paper show", paper="P-4"))


async def test_a_removed_paper_is_restored_by_its_code(world: World) -> None:
    boats = await add(world, "Folding boats")
    asked = await ask(world, "remove", paper=boats.code)
    await world.librarian.click(message_of(asked), label="Remove")
    assert "is back" in text(await ask(world, "restore", code=boats.code))
    assert await paper(world, boats.code) == boats
    for code in (boats.code, "P-4", "P-999", "boats"):
        answer = text(await ask(world, "restore", code=code))
        assert "code" in answer
        assert "is back" not in answer


async def test_two_become_one_and_the_old_code_leads_there(world: World) -> None:
    boats, other = await add(world, "Folding boats"), await add(world, "Paper boats")
    answer = await ask(world, "merge", paper=other.code, into=boats.code)
    assert f"{other.code} is a part of **Folding boats**" in text(answer)
    shown = await world.member.slash(world.channel, "paper show", paper=other.code)
    assert boats.code in text(shown)
    assert "Undone: 1 paper" in text(await undo_newest(world))
    assert await paper(world, other.code) == other


async def test_a_shared_paper_is_hidden_here_alone(world: World) -> None:
    await ask(world, "hide", paper="P-4")
    gone = await world.member.slash(world.channel, "paper show", paper="P-4")
    assert "There is no such paper here." in text(gone)
    offered = await world.member.autocomplete(world.channel, "paper show", "paper", "hypertree")
    assert "P-4" not in [one["value"] for one in offered]
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    assert "HyperTree" in text(await owner.slash(channel, "paper show", paper="P-4"))
    assert "is shown here again" in text(await ask(world, "hide", paper="P-4", back=True))
    assert "HyperTree" in text(await world.member.slash(world.channel, "paper show", paper="P-4"))


async def test_lists_are_made_renamed_ordered_and_hidden(world: World) -> None:
    assert "There is a list **Boats**" in text(await ask(world, "lists create", name="Boats"))
    assert "is **Ships** now" in text(await ask(world, "lists rename", list="Boats", name="Ships"))
    moved = text(await ask(world, "lists move", list="Ships", place=1))
    assert moved.index("Ships") < moved.index("NeurIPS 2026")
    assert "belongs to the shared library" in text(
        await ask(world, "lists rename", list="NeurIPS 2026", name="Ours")
    )
    await ask(world, "lists hide", list="NeurIPS 2026")
    nothing = await world.member.slash(world.channel, "paper random")
    assert "There is no paper to deal." in text(nothing)
    offered = await world.librarian.autocomplete(world.channel, "library lists show", "list", "")
    assert [one["value"] for one in offered] == ["NeurIPS 2026"]
    await ask(world, "lists show", list="NeurIPS 2026")
    assert "P-" in text(await world.member.slash(world.channel, "paper random"))


async def test_a_role_makes_librarians(world: World) -> None:
    role = world.guild.create_role("Keepers")
    keeper = world.guild.add_member(world.env.create_user("keeper"), roles=[role])
    library = world.env.backend.find_command("library", world.guild.id)
    assert library
    world.guild.set_command_permissions(int(library["id"]), {keeper: True})
    refused = await keeper.slash(world.channel, "library log")
    assert "Only librarians can do this here" in text(refused)
    await ask(world, "librarian add", role=role)
    assert "What was changed" in text(await keeper.slash(world.channel, "library log"))
    spread = await keeper.slash(world.channel, "library librarian add", role=role)
    assert "Only members with **Manage Server**" in text(spread)
    await ask(world, "librarian remove", role=role)
    refused = await keeper.slash(world.channel, "library log")
    assert "Only librarians can do this here" in text(refused)


async def test_everybody_is_no_role_for_librarians(world: World) -> None:
    answer = await ask(world, "librarian add", role=world.guild.default_role)
    assert "That role is everybody's." in text(answer)


async def test_the_log_shows_who_did_what_and_undoes_once(world: World) -> None:
    assert "Nothing yet." in text(await ask(world, "log"))
    for number in range(7):
        await add(world, f"Folding boats, part {number}")
    log = await ask(world, "log")
    assert text(log).count("added **Folding boats") == 5
    assert f"<@{world.librarian.id}>" in text(log)
    older = await world.librarian.click(message_of(log), label="Older ▶")
    assert text(older).count("added **Folding boats") == 2
    last = f"undo-change:{7}"
    assert "Undone." in text(await forging.press(world, world.librarian, last))
    again = await forging.press(world, world.librarian, last)
    assert "undone already" in text(again)
    assert "undone" in text(await ask(world, "log"))


@pytest.mark.parametrize("custom_id", ["undo-change:1", "undo-batch:1"])
async def test_only_librarians_of_this_server_undo(world: World, custom_id: str) -> None:
    boats = await add(world, "Folding boats")
    refused = await forging.press(world, world.member, custom_id)
    assert "**Manage Server**" in text(refused)
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    elsewhere = text(await forging.press(world, owner, custom_id, channel))
    assert "There is no such change here." in elsewhere
    assert "Nothing yet." in text(await owner.slash(channel, "library log"))
    assert await paper(world, boats.code) == boats
    assert "Folding boats" not in elsewhere
    assert buttons(await ask(world, "log"))

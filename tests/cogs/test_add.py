"""/library add: the form, its refusals, and close duplicates."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from tests.conftest import World
from tests.forging import press
from tests.screen import buttons, text

GONE = "The buttons of this message no longer work. Run the command again."
ABSTRACT = "We fold boats out of paper and see which of them cross the pond. " * 3


async def fill_in(world: World, **fields: str) -> simcord.InteractionResult:
    form = await world.librarian.slash(world.channel, "library add")
    assert form.modal is not None
    return await world.librarian.submit_modal(form, fields)


async def papers(world: World) -> list[dict[str, Any]]:
    """Return the papers added by hand, as they are stored."""
    rows = await world.bot.database.fetch_all("SELECT * FROM paper WHERE id > 37 ORDER BY id")
    return [dict(row) for row in rows]


async def test_the_whole_form_becomes_a_card(world: World) -> None:
    added = await fill_in(
        world,
        title="Folding boats",
        abstract=ABSTRACT,
        authors="A. Bee, C. Dee",
        link="example.org/boats",
        list="Boats",
    )
    assert added.ephemeral
    shown = text(added)
    assert shown.startswith("Added as **P-38**.\n### Folding boats\n-# Boats · P-38\n")
    assert "A. Bee, C. Dee" in shown
    assert "cross the pond" in shown
    assert buttons(added)["example.org"]["url"] == "https://example.org/boats"
    found = await world.member.slash(world.channel, "paper search", query="pond boats")
    assert "**Folding boats**" in text(found)
    [stored] = await papers(world)
    assert (stored["guild_id"], stored["added_by"]) == (world.guild.id, world.librarian.id)
    assert stored["abstract"] == ABSTRACT.strip()


@pytest.mark.parametrize("fields", [{"title": "Folding boats"}, {"abstract": ABSTRACT}])
async def test_a_title_or_an_abstract_is_enough(world: World, fields: dict[str, str]) -> None:
    added = await fill_in(world, **fields)
    assert text(added).startswith("Added as **P-38**.\n### ")
    assert "-# Our additions · P-38" in text(added)
    assert list(buttons(added)) == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "A paper needs a title or an abstract. Fill in one of them and send again."),
        (
            {"title": " \u200b", "abstract": "\n", "authors": "A. Bee", "link": "example.org"},
            "A paper needs a title or an abstract. Fill in one of them and send again.",
        ),
        *[
            (
                {"title": "Folding boats", "link": link},
                "The link is not a web address. Give one such as `https://arxiv.org/abs/1706.03762`.",
            )
            for link in ("None", "javascript:void(0)", "http://bugbox:8000/x", "/pdf/1.pdf")
        ],
    ],
)
async def test_what_cannot_be_a_paper_gets_one_sentence_and_is_not_stored(
    world: World, fields: dict[str, str], sentence: str
) -> None:
    refused = await fill_in(world, **fields)
    assert refused.ephemeral
    assert text(refused) == sentence
    assert await papers(world) == []


async def test_a_list_is_made_once_and_reused_in_any_case(world: World) -> None:
    for title, name in (
        ("On boats", "My  Boats"),
        ("On planes", "my boats"),
        ("On x", " MY BOATS"),
    ):
        added = await fill_in(world, title=title, list=name)
        assert "-# My Boats · P-" in text(added)
    offered = await world.member.autocomplete(world.channel, "paper search", "list", "boat")
    assert [choice["name"] for choice in offered] == ["My Boats"]


async def twin_of_the_fourth(world: World) -> simcord.InteractionResult:
    """Fill in the abstract of P-4, slightly changed."""
    paper = await world.bot.catalog.get(4, world.guild.id)
    assert paper is not None
    changed = str(paper.abstract).replace(" the ", " one ", 3)
    return await fill_in(world, title="Trees", abstract=changed, authors="A. Bee", list="Boats")


async def test_a_close_duplicate_is_shown_before_it_is_added(world: World) -> None:
    asked = await twin_of_the_fourth(world)
    assert asked.ephemeral
    assert text(asked).startswith(
        "This paper is much like one that is here already. Is it another one?\n### HyperTree"
    )
    assert list(buttons(asked)) == ["Add anyway", "Complete P-4", "Do not add"]
    assert await papers(world) == []


async def test_do_not_add(world: World) -> None:
    asked = await twin_of_the_fourth(world)
    custom_id = buttons(asked)["Add anyway"]["custom_id"]
    assert asked.response is not None
    done = await world.librarian.click(asked.response.message, label="Do not add")
    assert text(done) == "Nothing was changed."
    assert buttons(done) == {}
    assert text(await press(world, world.librarian, custom_id)) == GONE
    assert await papers(world) == []


async def test_add_anyway_acts_once_even_after_a_restart(world: World) -> None:
    asked = await twin_of_the_fourth(world)
    pressed = {label: button["custom_id"] for label, button in buttons(asked).items()}
    await world.restart()
    assert asked.response is not None
    done = await world.librarian.click(asked.response.message, label="Add anyway")
    assert text(done).startswith("Added as **P-38**.\n### Trees\n-# Boats · P-38\n")
    assert "A. Bee" in text(done)
    for custom_id in pressed.values():
        again = await press(world, world.librarian, custom_id)
        assert again.ephemeral
        assert text(again) == GONE
    assert len(await papers(world)) == 1


async def test_nobody_else_answers_the_question(world: World) -> None:
    asked = await twin_of_the_fourth(world)
    other = world.guild.add_member(
        world.env.create_user("other"), roles=[world.guild.roles["Librarian"]]
    )
    for button in buttons(asked).values():
        assert text(await press(world, other, button["custom_id"])) == GONE
    refused = await press(world, world.member, buttons(asked)["Add anyway"]["custom_id"])
    assert text(refused).startswith("Only librarians can do this here")
    assert await papers(world) == []


async def test_after_a_day_the_question_is_void(world: World) -> None:
    asked = await twin_of_the_fourth(world)
    await world.env.advance_time(24 * 3600)
    assert asked.response is not None
    late = await world.librarian.click(asked.response.message, label="Add anyway")
    assert text(late) == GONE
    assert await papers(world) == []


async def test_what_was_removed_is_no_duplicate(world: World) -> None:
    await fill_in(world, title="Folding boats")
    asked = await fill_in(world, title="folding: BOATS")
    assert "Is it another one?" in text(asked)
    async with world.bot.database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id = 38")
    assert text(await fill_in(world, title="folding: BOATS")).startswith("Added as **P-39**.")


async def test_a_form_with_a_fault_can_be_mended_without_typing_it_again(world: World) -> None:
    typed = {"title": "Folding boats", "abstract": ABSTRACT, "link": "javascript:alert(1)"}
    refused = await fill_in(world, **typed)
    assert "not a web address" in text(refused)
    assert refused.response is not None
    form = await world.librarian.click(refused.response.message, label="Edit")
    assert form.modal is not None
    kept = {row["component"]["custom_id"]: row["component"] for row in form.modal["components"]}
    assert {name: kept[name].get("value", "") for name in typed} == typed
    added = await world.librarian.submit_modal(form, {**typed, "link": "example.org"})
    assert text(added).startswith("Added as **P-38**.")
    assert len(await papers(world)) == 1

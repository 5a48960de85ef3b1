"""Autocomplete: what is offered while someone types. One bad choice spoils them all."""

from __future__ import annotations

import logging

import pytest

from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from tests.conftest import World
from tests.screen import text

TITLES = [
    "Very Long Title " * 18,
    "Same Title",
    "Same Title",
    "A" * 99 + "😀😀",
    "A" * 92 + "👩‍👩‍👧‍👦 family",
    "Line\r\nBreak",
    "\u200b",
    "   ",
    *(f"Filler Paper {number}" for number in range(9, 49)),
]
TYPED = ["", "filler", "same", "very", "y" * 6000, '"', "line", "aaa", "word6", "\0", "P-4"]


async def fill(world: World) -> None:
    """Bring in titles as hostile as a file may hold, each with an abstract of its own."""
    records = [
        Record(title=title, abstract=f"Number {n}. " + f"word{n} " * 20)
        for n, title in enumerate(TITLES)
    ]
    reading = Reading.single("Odd titles", None, 2024, records)
    now = world.bot.now()
    assert (await import_reading(world.bot.database, reading, "odd", By.operator(now))).new == len(
        TITLES
    )


@pytest.mark.parametrize("option", ["search query", "show paper"])
async def test_every_choice_is_valid_and_distinct(world: World, option: str) -> None:
    await fill(world)
    command, name = option.split()
    for typed in TYPED:
        choices = await world.member.autocomplete(world.channel, f"paper {command}", name, typed)
        assert len(choices) <= 25
        assert len({choice["name"] for choice in choices}) == len(choices)
        for choice in choices:
            assert 1 <= len(choice["name"]) <= 100
            label, _, code = choice["name"].rpartition(" · ")
            assert label.strip("\u200b ")
            assert "\n" not in label
            assert choice["value"] == code


async def test_same_titles_are_told_apart(world: World) -> None:
    await fill(world)
    choices = await world.member.autocomplete(world.channel, "paper search", "query", "same title")
    assert [choice["name"] for choice in choices[:2]] == ["Same Title · P-39", "Same Title · P-40"]


async def test_picking_a_choice_shows_its_card_at_once(world: World) -> None:
    for option in ("search", "show"):
        name = "query" if option == "search" else "paper"
        choices = await world.member.autocomplete(
            world.channel, f"paper {option}", name, "hypertre"
        )
        assert choices[0]["name"].startswith("HyperTree: ")
        picked = await world.member.slash(
            world.channel, f"paper {option}", **{name: choices[0]["value"]}
        )
        assert text(picked).startswith("### HyperTree")


async def test_nothing_typed_offers_papers(world: World) -> None:
    choices = await world.member.autocomplete(world.channel, "paper search", "query", "")
    assert len(choices) == 25


async def test_lists_are_offered_and_picked(world: World) -> None:
    reading = Reading.single("L" * 130, None, 2024, [Record(title="On zebras")])
    await import_reading(world.bot.database, reading, "l", By.operator(world.bot.now()))
    choices = await world.member.autocomplete(world.channel, "paper search", "list", "")
    assert [choice["name"] for choice in choices] == ["NeurIPS 2026", "L" * 99 + "…"]
    for choice in choices:
        assert 1 <= len(choice["value"]) <= 100
        dealt = await world.member.slash(world.channel, "paper random", list=choice["value"])
        assert "### " in text(dealt)
    assert await world.member.autocomplete(world.channel, "paper random", "list", "zebra") == []


async def test_an_error_offers_nothing_and_is_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the index is gone")

    monkeypatch.setattr(world.bot.search, "suggest", fail)
    monkeypatch.setattr(world.bot.catalog, "lists", fail)
    with caplog.at_level(logging.ERROR):
        for option, typed in (("query", "x"), ("list", "x")):
            assert not await world.member.autocomplete(world.channel, "paper search", option, typed)
    assert caplog.text.count("RuntimeError: the index is gone") == 2

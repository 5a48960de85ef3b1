"""When something goes wrong: a sentence for the person, the truth for the log."""

from __future__ import annotations

import logging
import re

import pytest

from tests.conftest import World
from tests.forging import press
from tests.screen import text

APOLOGY = re.compile(
    r"Sorry, something went wrong here\. Please try again; if it happens again, tell the people"
    r" who run this bot the reference `([0-9A-F]{6})`\."
)


async def fail(*_: object, **__: object) -> None:
    raise RuntimeError("the disk is full of @everyone")


def references(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the reference of each log record that has the traceback of `fail`."""
    return [
        record.getMessage().removeprefix("Reference ")
        for record in caplog.records
        if record.levelno == logging.ERROR
        and record.exc_info
        and record.exc_info[0] is RuntimeError
    ]


async def test_a_fault_in_a_command_gets_an_apology_and_a_log_line(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(world.bot.search, "find", fail)
    result = await world.member.slash(world.channel, "paper search", query="hypertree")
    assert result.ephemeral
    found = APOLOGY.fullmatch(text(result))
    assert found
    assert references(caplog) == [found[1]]
    assert "the disk is full" not in text(result)
    assert "the disk is full" in caplog.text
    assert "tests/cogs/test_errors.py" in caplog.text  # the traceback
    world.env._errors.clear()  # it was expected


async def test_a_fault_behind_a_button_or_a_form_gets_one_too(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(world.bot.catalog, "get", fail)
    pressed = await press(world, world.member, "open:4")
    form = await world.librarian.slash(world.channel, "library add")
    monkeypatch.setattr(world.bot.desk, "close_duplicate", fail)
    sent = await world.librarian.submit_modal(form, {"title": "Folding boats"})
    told = []
    for result in (pressed, sent):
        assert result.ephemeral
        found = APOLOGY.fullmatch(text(result))
        assert found
        told.append(found[1])
    assert references(caplog) == told
    assert len(set(told)) == 2
    world.env._errors.clear()  # they were expected


@pytest.mark.parametrize(
    "custom_id",
    ["old-button", "open", "open:x", "open:4:5", "page:1:1:1", "another:-1", "open:" + "9" * 19],
)
async def test_a_button_of_an_older_version_says_so(world: World, custom_id: str) -> None:
    answer = await press(world, world.member, custom_id)
    assert answer.ephemeral
    assert text(answer) == "This button no longer works. Run the command again."


@pytest.mark.parametrize(
    "custom_id", ["page:99:1", "another:99", "add:99", "remove:99", "dismiss:99"]
)
async def test_a_button_whose_message_is_forgotten_says_so(world: World, custom_id: str) -> None:
    answer = await press(world, world.librarian, custom_id)
    assert answer.ephemeral
    assert text(answer) == "The buttons of this message no longer work. Run the command again."


async def test_an_open_button_lasts_for_ever(world: World) -> None:
    await world.restart()
    await world.env.advance_time(400 * 24 * 3600)
    assert text(await press(world, world.member, "open:4")).startswith("### HyperTree")
    gone = await press(world, world.member, "open:99")
    assert gone.ephemeral
    assert text(gone) == "This paper is no longer in the library."


async def test_help_names_every_command_a_member_may_need(world: World) -> None:
    answer = await world.member.slash(world.channel, "help")
    assert answer.ephemeral
    shown = text(answer)
    assert "Papers for your reading group: 37 papers here." in shown
    for command in ("paper search", "paper random", "paper show", "digest create", "library add"):
        assert f"`/{command}`" in shown

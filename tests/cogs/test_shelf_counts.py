"""The counts on shelf buttons: few edits, the last state lands, all else stays as it is."""

from __future__ import annotations

import asyncio
import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.reading.shelves import Counts
from cogs._shelf_counts import ShelfCounts
from tests.conftest import World
from tests.screen import buttons, components, text
from tests.shelf_posts import crowd, edits, labels, now, post, say


async def test_many_presses_are_few_edits_and_the_last_state_lands(world: World) -> None:
    message = await post(world, 4, 5)
    before = edits(world)
    readers = await crowd(world, 12)
    for reader in readers:
        await say(world, reader, message, "save:4")
    await say(world, readers[0], message, "unwanted:5")
    assert edits(world) - before == 1
    assert labels(world, message)[0] == "Save 1"
    await world.env.advance_time(4)
    assert edits(world) - before == 1
    await world.env.advance_time(1)
    assert edits(world) - before == 2
    assert {"Save 12", "Not for us 1", "Save", "Not for us"} < set(labels(world, message))
    await world.env.advance_time(60)
    assert edits(world) - before == 2


async def test_nothing_is_edited_where_nothing_changed(world: World) -> None:
    message = await post(world, 4)
    await say(world, world.librarian, message, "save:4")
    before = edits(world)
    for _ in range(2):
        await say(world, world.member, message, "save:4")
    await world.env.advance_time(5)
    assert edits(world) == before


async def test_messages_wait_for_none_but_themselves(world: World) -> None:
    messages = [await post(world, paper_id) for paper_id in (4, 5)]
    for message, custom_id in zip(messages, ("save:4", "save:5"), strict=True):
        await say(world, world.member, message, custom_id)
        assert labels(world, message)[0] == "Save 1"


async def test_closing_shows_what_waits_and_leaves_no_timer(world: World) -> None:
    message = await post(world, 4)
    one, two = await crowd(world, 2)
    await say(world, one, message, "save:4")
    await say(world, two, message, "save:4")
    assert labels(world, message)[0] == "Save 1"
    assert [task for task in asyncio.all_tasks() if "cogs/_shelf_counts.py" in repr(task)]
    await world.bot.close()
    assert labels(world, message)[0] == "Save 2"
    assert not [task for task in asyncio.all_tasks() if "cogs/_shelf_counts.py" in repr(task)]
    before = edits(world)
    await world.env.advance_time(60)
    assert edits(world) == before


async def test_closing_does_not_wait_for_a_discord_that_hangs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(_: object) -> None:
        await asyncio.sleep(3600)

    message = await post(world, 4)
    one, two = await crowd(world, 2)
    await say(world, one, message, "save:4")
    await say(world, two, message, "save:4")
    monkeypatch.setattr("cogs._shelf_counts._show", hang)
    monkeypatch.setattr("cogs._shelf_counts.CLOSING_SECONDS", 0.1)
    async with asyncio.timeout(5):
        await world.bot.close()
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if "<locals>.hang" in repr(task)]


async def test_a_press_in_the_middle_of_an_edit_is_shown_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts, shown = ShelfCounts(), []
    presses: list[Any] = [SimpleNamespace(n=n, message=SimpleNamespace(id=1)) for n in range(3)]

    async def show(interaction: Any) -> None:
        shown.append(interaction.n)
        if interaction.n == 0:
            counts.renew(presses[1])

    monkeypatch.setattr("cogs._shelf_counts._show", show)
    monkeypatch.setattr("cogs._shelf_counts.COUNTS_EVERY", 0)
    counts.renew(presses[0])
    while counts._tasks:
        await asyncio.sleep(0)
    assert shown == [0, 1]
    await counts.close()
    counts.renew(presses[2])
    assert not counts._tasks


async def test_no_message_is_kept_in_memory(world: World) -> None:
    message = await post(world, 4)
    await say(world, world.member, message, "save:4")
    assert labels(world, message)[0] == "Save 1"
    assert not world.bot.persistent_views
    assert not world.bot._connection._view_store._views


async def test_a_refused_edit_is_logged_and_the_next_press_tries_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    message = await post(world, 4)
    refused: Any = {"status": 403, "code": 50001, "message": "Missing Access"}
    world.env.inject_error("PATCH", "/webhooks/*", **refused)
    with caplog.at_level(logging.WARNING, "cogs._shelf_counts"):
        answer = await say(world, world.member, message, "save:4")
    assert answer == "Saved. `/shelf show` lists it."
    assert labels(world, message)[0] == "Save"
    assert "Missing Access" in caplog.text
    await world.env.advance_time(5)
    await say(world, world.librarian, message, "save:4")
    assert labels(world, message)[0] == "Save 2"


async def test_a_post_deleted_meanwhile_is_no_fault(world: World) -> None:
    message = await post(world, 4)
    one, two = await crowd(world, 2)
    await say(world, one, message, "save:4")
    await say(world, two, message, "save:4")
    world.env.backend.delete_message(world.channel.id, message.id)
    await world.env.advance_time(5)
    assert await world.bot.shelves.counts(world.guild.id, [4]) == {4: Counts(saved=2)}


async def test_others_may_change_the_message_between_press_and_edit(world: World) -> None:
    message = await post(world, 4)
    one, two = await crowd(world, 2)
    await say(world, one, message, "save:4")
    await say(world, two, now(world, message), "save:4")
    view = ui.LayoutView.from_message(now(world, message))
    view.add_item(ui.TextDisplay("A line that was added meanwhile"))
    view.stop()
    await message.edit(view=view)
    await world.env.advance_time(5)
    assert labels(world, message)[0] == "Save 2"
    assert "A line that was added meanwhile" in text(now(world, message))


async def test_everything_else_of_the_message_stays(world: World) -> None:
    message = await post(world, 4, 5)
    before = components(now(world, message))
    await say(world, world.member, message, "read:5")
    after = components(now(world, message))
    assert after != before
    wanted = json.loads(json.dumps(before).replace('"Read \\u2713"', '"R"', 1))
    wanted = json.loads(json.dumps(wanted).replace('"Read \\u2713"', '"Read \\u2713 1"', 1))
    assert after == json.loads(json.dumps(wanted).replace('"R"', '"Read \\u2713"', 1))
    assert [b["label"] for b in buttons(now(world, message)).values()].count("Save 7") == 1

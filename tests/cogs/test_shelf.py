"""/shelf: a member's own papers, shown to that member alone."""

from __future__ import annotations

import json

from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from bot.reading.shelves import Kind
from tests.cogs.test_cards import is_within_limits
from tests.conftest import World
from tests.forging import press
from tests.screen import buttons, text
from tests.shelf_posts import post, save, say, show


async def test_an_empty_shelf_says_how_to_fill_it(world: World) -> None:
    for what, label in ((None, "Save"), ("read", "Read ✓"), ("unwanted", "Not for us")):
        assert f"Press **{label}** under a paper" in text(await show(world, what))


async def test_the_shelf_lists_what_was_marked_and_opens_it(world: World) -> None:
    message = await post(world, 4, 5, 6)
    await say(world, world.member, message, "save:4")
    await say(world, world.member, message, "read:5")
    await say(world, world.member, message, "unwanted:6")
    for what, title, code in (
        ("saved", "**1 saved paper**", "P-4"),
        ("read", "**1 paper you have read**", "P-5"),
        ("unwanted", "**1 paper not for us**", "P-6"),
    ):
        shown = await show(world, what)
        assert text(shown).startswith(f"{title}\n")
        assert f"· {code}" in text(shown)
        assert list(buttons(shown)) == ["Open", "BibTeX"]
    shown = await show(world)
    assert shown.response is not None
    opened = await world.member.click(shown.response.message, label="Open")
    assert opened.ephemeral
    assert text(opened).startswith("### HyperTree")
    assert opened.response is not None
    assert {"Save 1", "Read ✓", "Not for us"} <= set(buttons(opened))


async def test_it_is_taken_off_from_its_card(world: World) -> None:
    await save(world, 4)
    shown = await show(world)
    assert shown.response is not None
    opened = await world.member.click(shown.response.message, label="Open")
    assert opened.response is not None
    card = opened.response.message
    assert await say(world, world.member, card, "save:4") == "Taken off your saved papers."
    shown = await world.member.click(card, custom_id="read:4")  # the card as it stands now
    assert "Save" in buttons(shown)
    assert text(await show(world)).startswith("Nothing is saved yet.")


async def test_pages_of_five_survive_a_restart_and_a_year(world: World) -> None:
    await save(world, *range(1, 13))
    shown = await show(world)
    assert text(shown).startswith("**12 saved papers** · page 1 of 3\n")
    assert shown.response is not None
    message, seen = shown.response.message, [text(shown)]
    assert buttons(shown)["◀ Back"]["disabled"]
    await world.restart()
    await world.env.advance_time(400 * 24 * 3600)
    for page in (2, 3):
        turned = await world.member.click(message, label="Next ▶")
        assert f"page {page} of 3" in text(turned)
        assert turned.response is not None
        message = turned.response.message
        seen.append(text(turned))
    codes = [
        line.rpartition("· ")[2] for part in seen for line in part.splitlines() if "P-" in line
    ]
    assert codes == [f"P-{paper_id}" for paper_id in range(12, 0, -1)]
    assert buttons(message)["Next ▶"]["disabled"]
    back = await world.member.click(message, label="◀ Back")
    assert text(back) == seen[1]


async def test_a_shelf_that_shrank_shows_its_last_page(world: World) -> None:
    await save(world, *range(1, 7))
    shown = await show(world)
    assert shown.response is not None
    await world.bot.shelves.toggle(
        world.guild.id, world.member.id, 6, Kind.SAVED, by_librarian=False, now=world.bot.now()
    )
    turned = await world.member.click(shown.response.message, label="Next ▶")
    assert text(turned).startswith("**5 saved papers**\n")
    assert set(buttons(turned)) == {"Open", "BibTeX"}


async def test_a_removed_paper_is_left_out_and_said(world: World) -> None:
    await save(world, 4, 5, 6)
    async with world.bot.database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id IN (4, 5)")
    shown = text(await show(world))
    assert shown.startswith("**1 saved paper**\n-# 2 more are no longer in the library\n")
    assert "P-4" not in shown
    async with world.bot.database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id = 6")
    shown = text(await show(world))
    assert shown.startswith("Nothing is saved yet.")
    assert shown.endswith("\n-# 3 more are no longer in the library")


async def test_a_shelf_is_its_members_own(world: World) -> None:
    await save(world, *range(1, 13))
    assert text(await show(world, actor=world.librarian)).startswith("Nothing is saved yet.")
    guild = world.env.create_guild("Another group")
    channel = guild.create_text_channel("general")
    same = guild.add_member(world.member.user)
    elsewhere = await same.slash(channel, "shelf show")
    assert text(elsewhere).startswith("Nothing is saved yet.")
    refused = await same.slash(channel, "shelf export")
    assert text(refused).startswith("There is nothing to export")
    turned = await press(world, world.librarian, "shelf:0:1")
    assert turned.ephemeral
    assert text(turned).startswith("Nothing is saved yet.")
    turned = await press(world, same, "shelf:0:1", channel)
    assert text(turned).startswith("Nothing is saved yet.")
    for actor, where in ((world.librarian, world.channel), (same, channel)):
        erased = await press(world, actor, "shelf-forget", where)
        assert text(erased) == "Erased: 0 marks. Your shelves here are empty."
    assert text(await show(world)).startswith("**12 saved papers**")


async def test_a_button_of_a_shelf_in_public_shows_it_to_its_member_alone(world: World) -> None:
    await save(world, *range(1, 13))
    for custom_id in ("shelf:0:9999", "shelf-forget"):
        shown = await press(world, world.member, custom_id)
        assert shown.ephemeral
    public = [m for m in world.channel.history() if not m.flags.ephemeral]
    assert {text(message) for message in public} == {"A message"}


async def test_forget_erases_once_it_is_confirmed(world: World) -> None:
    await save(world, 4, 5)
    asked = await world.member.slash(world.channel, "shelf forget")
    assert asked.ephemeral
    assert text(await show(world)).startswith("**2 saved papers**")
    assert asked.response is not None
    await world.restart()
    done = await world.member.click(asked.response.message, label="Erase it all")
    assert text(done) == "Erased: 2 marks. Your shelves here are empty."
    assert not buttons(done)
    assert text(await show(world)).startswith("Nothing is saved yet.")


async def test_export_is_a_file_for_the_member_alone(world: World) -> None:
    await save(world, 4, 5)
    message = await post(world, 4)
    await say(world, world.librarian, message, "read:4")
    exported = await world.member.slash(world.channel, "shelf export")
    assert exported.ephemeral
    assert exported.response is not None
    [file] = exported.response.attachments
    assert file.filename == "paperboy-shelves.json"
    marks = json.loads(await file.read())
    assert [(one["paper"], one["mark"]) for one in marks] == [("P-4", "saved"), ("P-5", "saved")]
    assert marks[0]["headline"].startswith("HyperTree")
    assert {one["server"] for one in marks} == {str(world.guild.id)}


async def test_five_of_the_longest_fit_into_a_message(world: World) -> None:
    records = [
        Record(title="*zebra* " + "*" * 280 + str(n), abstract="*_" * 9_000) for n in range(6)
    ]
    reading = Reading.single("*" * 75, None, None, records)
    await import_reading(world.bot.database, reading, "long", By.operator(world.bot.now()))
    await save(world, *range(38, 44))
    shown = await show(world)
    assert "page 1 of 2" in text(shown)
    assert is_within_limits(shown)
    assert shown.response is not None
    opened = await world.member.click(shown.response.message, custom_id="shelved:43")
    assert is_within_limits(opened)


async def test_nothing_that_is_sent_may_ping(world: World) -> None:
    before = len(world.env.http_requests)
    message = await post(world, 4)
    await say(world, world.member, message, "save:4")
    await show(world)
    for command in ("forget", "export"):
        await world.member.slash(world.channel, f"shelf {command}")
    bodies = [r.json for r in world.env.http_requests[before:] if isinstance(r.json, dict)]
    sent = [body.get("data") or body for body in bodies]
    shown = [one for one in sent if one.get("content") or one.get("components")]
    assert len(shown) >= 5
    for one in shown:
        assert one.get("allowed_mentions") == {"parse": []}, one

"""The shelf buttons under a post: what a press does, says and refuses."""

from __future__ import annotations

import pytest

from tests.conftest import World
from tests.forging import press
from tests.screen import text
from tests.shelf_posts import crowd, labels, now, post, say

GONE = "This paper is no longer in the library."


async def test_a_press_marks_and_the_next_takes_off(world: World) -> None:
    message = await post(world, 4)
    assert labels(world, message) == ["Save", "Read ✓", "Not for us"]
    answer = await say(world, world.member, message, "save:4")
    assert answer == "Saved. `/shelf show` lists it."
    assert labels(world, message) == ["Save 1", "Read ✓", "Not for us"]
    answer = await say(world, world.member, now(world, message), "save:4")
    assert answer == "Taken off your saved papers."
    await world.env.advance_time(5)
    assert labels(world, message) == ["Save", "Read ✓", "Not for us"]


@pytest.mark.parametrize(
    ("action", "label", "told", "off"),
    [
        ("read", "Read ✓ 2", "Marked as read.", "Taken off the papers you have read."),
        ("unwanted", "Not for us 2", "Noted. Once 3 members", "Taken back: no longer"),
    ],
)
async def test_each_button_has_its_own_words(
    world: World, action: str, label: str, told: str, off: str
) -> None:
    message = await post(world, 4)
    [other] = await crowd(world, 1)
    for actor in (world.member, other):
        answer = await say(world, actor, message, f"{action}:4")
        assert answer.startswith(told)
        assert "`/shelf show`" in answer
        await world.env.advance_time(5)
    assert label in labels(world, message)
    assert (await say(world, other, message, f"{action}:4")).startswith(off)


async def test_a_restart_forgets_nothing(world: World) -> None:
    message = await post(world, 4)
    await say(world, world.member, message, "save:4")
    await world.restart()
    answer = await say(world, world.librarian, now(world, message), "save:4")
    assert answer.startswith("Saved.")
    assert labels(world, message)[0] == "Save 2"
    answer = await say(world, world.member, now(world, message), "save:4")
    assert answer.startswith("Taken off")
    await world.restart()
    await say(world, world.librarian, now(world, message), "read:4")
    assert labels(world, message) == ["Save 1", "Read ✓ 1", "Not for us"]


async def test_a_librarians_word_is_enough(world: World) -> None:
    message = await post(world, 4, 5)
    answer = await say(world, world.librarian, message, "unwanted:4")
    assert answer.startswith("Noted. Digests here leave it out.")
    await say(world, world.member, message, "unwanted:5")
    assert await world.bot.shelves.unwanted(world.guild.id) == {4}


async def test_a_full_shelf_is_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reading.shelves.MAX_MARKS", 1)
    message = await post(world, 4, 5)
    await say(world, world.member, message, "save:4")
    answer = await say(world, world.member, message, "save:5")
    assert answer.startswith("Your shelves here are full: they hold 1 marks.")


@pytest.mark.parametrize("action", ["save", "read", "unwanted", "shelved"])
async def test_forged_buttons_reach_nothing_elsewhere(world: World, action: str) -> None:
    form = await world.librarian.slash(world.channel, "library add")
    await world.librarian.submit_modal(form, {"title": "Zyxquandle, a secret"})
    removing = await world.librarian.slash(world.channel, "library remove", paper="P-38")
    guild = world.env.create_guild("Another group")
    channel = guild.create_text_channel("general")
    stranger = guild.add_member(world.env.create_user("stranger"))
    for paper_id in (38, 39, 999_999_999_999_999_999):
        refused = await press(world, stranger, f"{action}:{paper_id}", channel)
        answer = refused.followups[0] if refused.followups else refused.response
        assert answer is not None
        assert (answer.ephemeral, answer.content) == (True, GONE)
    assert removing.response is not None
    await world.librarian.click(removing.response.message, label="Remove")
    late = await press(world, world.member, f"{action}:38")
    answer = late.followups[0] if late.followups else late.response
    assert answer is not None
    assert answer.content == GONE
    assert await world.bot.database.fetch_all("SELECT * FROM mark") == []


@pytest.mark.parametrize(
    "custom_id", ["save:x", "save:", "save:4:5", "read:-1", "unwanted:" + "9" * 19, "shelf:3:0"]
)
async def test_ids_that_were_never_given_are_unknown(world: World, custom_id: str) -> None:
    answer = await press(world, world.member, custom_id)
    assert answer.ephemeral
    assert text(answer) == "This button no longer works. Run the command again."

"""Members suggest a title or a link; librarians decide with a button."""

from __future__ import annotations

import pytest
import simcord

from bot.papers.paper import Paper, Record
from tests import forging
from tests.conftest import World
from tests.screen import buttons, message_of, text


async def add(world: World, record: Record) -> Paper:
    """Add a paper to this server's library."""
    return await world.bot.desk.add(
        record, None, guild_id=world.guild.id, by_user=1, now=world.bot.now()
    )


async def suggest(world: World, paper: Paper, **typed: str) -> simcord.InteractionResult:
    """Open a paper's card as a member, press what it offers and fill in the form."""
    shown = await world.member.slash(world.channel, "paper show", paper=paper.code)
    [label] = [label for label in buttons(shown) if label.startswith("Suggest")]
    form = await world.member.click(message_of(shown), label=label)
    return await world.member.submit_modal(form, typed)


async def now(world: World, paper: Paper) -> Paper:
    found = await world.bot.catalog.get(paper.id, world.guild.id)
    assert found
    return found


async def test_a_title_is_suggested_approved_and_undone(world: World) -> None:
    paper = await add(world, Record(abstract="We fold boats of paper and sail them."))
    asked = await suggest(world, paper, title="Boats  of paper")
    assert not asked.ephemeral
    assert f"<@{world.member.id}> suggests a title" in text(asked)
    assert (await now(world, paper)).title is None
    await world.restart()
    approved = await world.librarian.click(message_of(asked), label="Approve")
    assert f"<@{world.librarian.id}> approved a title" in text(approved)
    assert (await now(world, paper)).title == "Boats of paper"
    assert buttons(approved) == {}
    log = await world.librarian.slash(world.channel, "library log")
    await world.librarian.click(message_of(log), custom_id="undo-change:2")
    assert (await now(world, paper)).title is None


async def test_a_link_is_suggested_and_declined(world: World) -> None:
    paper = await add(world, Record("Boats of paper"))
    asked = await suggest(world, paper, url="example.org/boats")
    declined = await world.librarian.click(message_of(asked), label="Decline")
    assert "stays as it is" in text(declined)
    assert (await now(world, paper)).url is None
    again = await forging.press(world, world.librarian, "approve:1")
    assert "decided already" in text(again)


@pytest.mark.parametrize("typed", ["javascript:alert(1)", "not a link", "http://"])
async def test_what_is_no_link_is_refused(world: World, typed: str) -> None:
    paper = await add(world, Record("Boats of paper"))
    answer = await suggest(world, paper, url=typed)
    assert answer.ephemeral
    assert "The link is not a web address." in text(answer)
    assert await world.bot.database.fetch_all("SELECT id FROM proposal") == []


async def test_a_suggestion_can_neither_ping_nor_format(world: World) -> None:
    paper = await add(world, Record(abstract="We fold boats of paper and sail them."))
    asked = await suggest(world, paper, title="@everyone **free** [x](https://e.org)")
    assert "\\*\\*free" in text(asked)
    assert "@everyone" not in text(asked).replace("@\u200beveryone", "")
    sent = [one.json for one in world.env.http_requests if isinstance(one.json, dict)]
    mentions = [one["data"]["allowed_mentions"] for one in sent if "suggests" in str(one)]
    assert mentions == [{"parse": []}]


async def test_nothing_is_suggested_for_what_librarians_here_cannot_change(world: World) -> None:
    shown = await world.member.slash(world.channel, "paper show", paper="P-4")
    assert not [label for label in buttons(shown) if label.startswith("Suggest")]
    whole = await add(world, Record("Boats of paper", url="https://example.org"))
    shown = await world.member.slash(world.channel, "paper show", paper=whole.code)
    assert not [label for label in buttons(shown) if label.startswith("Suggest")]


@pytest.mark.parametrize("kind", ["approve", "decline"])
async def test_only_librarians_of_this_server_decide(world: World, kind: str) -> None:
    paper = await add(world, Record("Boats of paper"))
    await suggest(world, paper, url="example.org/boats")
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    refused = await forging.press(world, world.member, f"{kind}:1")
    assert "**Manage Server**" in text(refused)
    elsewhere = await forging.press(world, owner, f"{kind}:1", channel)
    assert "decided already" in text(elsewhere)
    assert len(await world.bot.database.fetch_all("SELECT id FROM proposal")) == 1


async def test_a_member_has_twenty_suggestions_open_at_most(world: World) -> None:
    paper = await add(world, Record("Boats of paper"))
    for number in range(20):
        await suggest(world, paper, url=f"example.org/{number}")
    refused = await suggest(world, paper, url="example.org/21")
    assert refused.ephemeral
    assert "still wait" in text(refused)

"""A server's own papers are seen there alone, and only its librarians change them."""

from __future__ import annotations

from dataclasses import dataclass

import discord
import pytest
import simcord

from tests.conftest import World
from tests.forging import press
from tests.screen import text

# Words and a name that no paper of the lists has.
TITLE = "Zyxquandle: a quokkameter for wombats"


@dataclass(frozen=True)
class Elsewhere:
    """Another server with the bot in it."""

    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    member: simcord.MemberActor


@pytest.fixture
async def elsewhere(world: World) -> Elsewhere:
    guild = world.env.create_guild("Another group")
    role = guild.create_role("Admin", permissions=discord.Permissions(manage_guild=True))
    member = guild.add_member(world.env.create_user("stranger"), roles=[role])
    form = await world.librarian.slash(world.channel, "library add")
    added = await world.librarian.submit_modal(
        form, {"title": TITLE, "abstract": f"{TITLE}. " * 3, "list": "Quokkas"}
    )
    assert "P-38" in text(added)
    return Elsewhere(guild, guild.create_text_channel("general"), member)


async def test_at_home_it_is_found(world: World, elsewhere: Elsewhere) -> None:
    for query in ("zyxquandle", "zyxqandle", "quokkameter", "quokkameters wombat"):
        found = await world.member.slash(world.channel, "paper search", query=query)
        assert "P-38" in text(found), query


@pytest.mark.parametrize(
    "query",
    [
        *("zyxquandle", "zyxqandle", "quokkameter", "quokkametre", "wombats", "P-38", "zyx"),
        *("zyxquandel hyperbolic", "quokkametr agents", "zyxquandle quokkameter wombats"),
    ],
)
async def test_no_search_elsewhere_finds_it(world: World, elsewhere: Elsewhere, query: str) -> None:
    found = await elsewhere.member.slash(elsewhere.channel, "paper search", query=query)
    shown = text(found).replace(f"“{query}”", "").lower()
    for secret in ("p-38", "zyxquandle", "quokka", "wombat"):
        assert secret not in shown
    results = await world.bot.search.find(query, elsewhere.guild.id)
    known = {*query.lower().split(), "".join(query.lower().split())}
    assert not {"zyxquandle", "quokkameter", "wombats"} & (set(results.terms) - known)
    assert all(near.paper_id < 38 for near in results.nearest)


async def test_nothing_elsewhere_offers_or_shows_it(world: World, elsewhere: Elsewhere) -> None:
    member, channel = elsewhere.member, elsewhere.channel
    for command, option in (("paper search", "query"), ("paper show", "paper")):
        for typed in ("", "zyx", "quokkameter", "P-38"):
            offered = await member.autocomplete(channel, command, option, typed)
            assert not [choice for choice in offered if choice["value"] == "P-38"]
    lists = await member.autocomplete(channel, "paper random", "list", "")
    assert [choice["name"] for choice in lists] == ["NeurIPS 2026"]
    for paper in ("P-38", "zyxquandle"):
        shown = await member.slash(channel, "paper show", paper=paper)
        assert shown.ephemeral
        assert text(shown).startswith("There is no such paper here.")
    refused = await member.slash(channel, "paper random", list="Quokkas")
    assert text(refused) == "There is no such list. Lists here: NeurIPS 2026."
    removing = await member.slash(channel, "library remove", paper="P-38")
    assert text(removing).startswith("There is no such paper here.")
    form = await member.slash(channel, "library add")
    added = await member.submit_modal(form, {"title": TITLE})
    assert text(added).startswith("Added as **P-39**.")  # no duplicate of what is not seen


async def test_random_elsewhere_never_deals_it(world: World, elsewhere: Elsewhere) -> None:
    dealt = await elsewhere.member.slash(elsewhere.channel, "paper random")
    assert dealt.response is not None
    for _ in range(40):
        shown = await elsewhere.member.click(dealt.response.message, label="Another")
        assert "P-38" not in text(shown)
    assert world.bot.is_ready()


async def test_forged_buttons_open_nothing_elsewhere(world: World, elsewhere: Elsewhere) -> None:
    asked = await world.librarian.slash(world.channel, "library remove", paper="P-38")
    assert asked.acknowledged
    searched = await world.member.slash(world.channel, "paper search", query="agents")
    assert searched.acknowledged
    dealt = await world.member.slash(world.channel, "paper random")
    assert dealt.acknowledged
    panels = [row["id"] for row in await world.bot.database.fetch_all("SELECT id FROM panel")]
    assert len(panels) == 3
    opened = await press(world, elsewhere.member, "open:38", elsewhere.channel)
    assert text(opened) == "This paper is no longer in the library."
    for panel in panels:
        for action in ("page:{}:1", "another:{}", "add:{}", "remove:{}", "dismiss:{}"):
            refused = await press(world, elsewhere.member, action.format(panel), elsewhere.channel)
            assert refused.ephemeral
            assert text(refused).startswith("The buttons of this message no longer work.")
    assert len(await world.bot.database.fetch_all("SELECT id FROM panel")) == 3
    assert await world.bot.catalog.get(38, world.guild.id)


@pytest.mark.parametrize(("command", "options"), [("add", {}), ("remove", {"paper": "P-4"})])
async def test_a_member_who_sees_the_command_is_refused_on_our_side(
    world: World, command: str, options: dict[str, str]
) -> None:
    with pytest.raises(simcord.SetupError, match="not visible"):
        await world.member.slash(world.channel, f"library {command}", **options)
    library = world.env.backend.find_command("library", world.guild.id)
    assert library is not None
    world.guild.set_command_permissions(int(library["id"]), {world.member: True})
    refused = await world.member.slash(world.channel, f"library {command}", **options)
    assert refused.modal is None
    assert refused.ephemeral
    assert text(refused) == (
        "Only librarians can do this here: members with the **Manage Server** permission, or a role"
        " that makes them librarians. Ask one of them."
    )
    assert len(await world.bot.catalog.ids(world.guild.id)) == 37


async def test_a_librarian_no_more_cannot_finish(world: World) -> None:
    form = await world.librarian.slash(world.channel, "library add")
    asked_to_remove = await world.librarian.slash(world.channel, "library remove", paper="P-4")
    assert asked_to_remove.acknowledged
    role = world.guild.roles["Librarian"]
    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": 0})
    refused = await world.librarian.submit_modal(form, {"title": "Folding boats"})
    assert text(refused).startswith("Only librarians can do this here")
    assert len(await world.bot.catalog.ids(world.guild.id)) == 37

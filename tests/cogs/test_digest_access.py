"""Who may use /digest, and that nobody reaches another server's digests."""

from __future__ import annotations

import pytest
import simcord

from tests.conftest import World
from tests.digest_days import custom_ids, order, posts, until
from tests.screen import text

ON_A_DIGEST = (
    *("pause", "resume", "remove", "preview", "post-now"),
    *("edit", "status", "history"),
)


def let_in(world: World, member: simcord.MemberActor) -> None:
    """Show a member the command though they are no librarian, as a server's settings can."""
    command = world.env.backend.find_command("digest", world.guild.id, type=1)
    assert command is not None
    world.guild.set_command_permissions(int(command["id"]), {member: True})


async def test_discord_shows_the_commands_to_librarians_alone(world: World) -> None:
    ours = {f"digest {name}" for name in (*ON_A_DIGEST, "create", "list")}
    assert ours <= set(world.librarian.available_commands(world.channel))
    assert not ours & set(world.member.available_commands(world.channel))


async def test_a_member_whom_the_server_lets_in_is_refused(world: World) -> None:
    await order(world)
    let_in(world, world.member)
    new = {"channel": world.channel, "time": "09:00", "timezone": "UTC"}
    tries = {"create": new, "list": {}} | {name: {"digest": "1"} for name in ON_A_DIGEST}
    for name, options in tries.items():
        answer = await world.member.slash(world.channel, f"digest {name}", **options)
        assert answer.ephemeral
        assert "**Manage Server**" in text(answer), name
    [digest] = await world.bot.courier.digests.active()
    assert digest.active
    assert posts(world.channel) == []


async def test_a_member_whom_the_server_lets_in_is_offered_no_digests(world: World) -> None:
    await order(world)
    let_in(world, world.member)
    offered = await world.member.autocomplete(world.channel, "digest pause", "digest", "")
    assert offered == []


async def neighbour(world: World) -> World:
    """Return another server with the same bot."""
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    return World(world.env, world.bot, world.settings, guild, channel, owner, owner)


async def test_another_servers_digest_is_out_of_reach(world: World) -> None:
    await order(world)
    other = await neighbour(world)
    for name in ON_A_DIGEST:
        answer = await other.librarian.slash(other.channel, f"digest {name}", digest="1")
        assert "There is no such digest here." in text(answer), name
        assert answer.ephemeral
        offered = await other.librarian.autocomplete(other.channel, f"digest {name}", "digest", "")
        assert offered == []
    answer = await other.librarian.slash(other.channel, "digest list")
    assert "There is no digest here yet." in text(answer)
    await until(world.env, "01-01 10:00")
    assert len(posts(world.channel)) == 1
    assert posts(other.channel) == []


async def test_each_server_has_its_own_twenty(world: World) -> None:
    other = await neighbour(world)
    for minute in range(20):
        await order(other, time=f"9:{minute:02}")
    assert "is set" in text(await order(world))


@pytest.mark.parametrize(
    "number", ["", "0", "-1", "2", "one", "9" * 30, "1; DROP TABLE digest", "٢"]
)
async def test_what_is_no_digest_is_one_sentence(world: World, number: str) -> None:
    await order(world)
    answer = await world.librarian.slash(world.channel, "digest remove", digest=number)
    assert answer.ephemeral
    assert text(answer) == "There is no such digest here. Pick one from the list as you type."
    assert len(await world.bot.courier.digests.active()) == 1


async def test_digests_are_offered_with_where_and_when(world: World) -> None:
    await order(world, time="9:05", timezone="Berlin", weekdays="weekends")
    await order(world)
    offered = await world.librarian.autocomplete(world.channel, "digest pause", "digest", "berl")
    assert offered == [
        {"name": "#1 · reading-group · at weekends at 09:05 (Europe/Berlin)", "value": "1"}
    ]
    offered = await world.librarian.autocomplete(world.channel, "digest pause", "digest", "")
    assert [choice["value"] for choice in offered] == ["1", "2"]


async def test_about_tells_a_member_when_the_next_comes(world: World) -> None:
    await order(world)
    await until(world.env, "01-01 10:00")
    [post] = posts(world.channel)
    answer = await world.member.click(post, label="About")
    assert answer.ephemeral
    assert "The next paper comes <t:1767344400:R>." in text(answer)
    await world.librarian.slash(world.channel, "digest pause", digest="1")
    assert "is paused" in text(await world.member.click(post, label="About"))
    await world.librarian.slash(world.channel, "digest remove", digest="1")
    assert "has ended" in text(await world.member.click(post, label="About"))


async def test_about_works_after_a_restart(world: World) -> None:
    await order(world)
    await until(world.env, "01-01 10:00")
    await world.restart()
    [post] = posts(world.channel)
    assert custom_ids(post)[-1] == "about:1"
    assert "The next paper comes" in text(await world.member.click(post, custom_id="about:1"))

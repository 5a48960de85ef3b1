"""What a digest's post looks like, in every kind of channel, and what follows it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from tests.conftest import World
from tests.digest_days import code, deny, order, outage, posts, until
from tests.screen import buttons, components, text, walk

NOON = {"time": "12:00"}


async def come(world: World, moment: str = "01-01 09:01", **options: Any) -> None:
    """Order a digest at 09:00 UTC and let time pass until its first post."""
    answer = await order(world, **options)
    assert "is set" in text(answer), text(answer)
    await until(world.env, moment)


def only(channel: simcord.ChannelHandle) -> discord.Message:
    [post] = posts(channel)
    return post


async def test_an_announcement_is_published(world: World) -> None:
    news = world.guild.create_news_channel("papers-daily")
    await come(world, channel=news)
    assert only(news).flags.crossposted or only(news).flags.value & 2


async def test_a_forum_gets_a_post_a_slot(world: World) -> None:
    forum = world.guild.create_forum_channel("papers")
    await come(world, "01-02 09:01", channel=forum)
    assert len(forum.threads) == 2
    for thread in forum.threads:
        shown = text(only(thread))
        assert "Paper of the day" in shown
        assert thread.name
        assert thread.name.removesuffix("…").rstrip() in shown.replace("\\", "")


async def test_a_thread_can_be_the_place(world: World) -> None:
    made = await world.bot.http.start_thread_without_message(
        world.channel.id, name="reading", auto_archive_duration=1440, type=11
    )
    [thread] = [one for one in world.channel.threads if one.id == int(made["id"])]
    await come(world, channel=thread)
    assert "Paper of the day" in text(posts(thread)[-1])


@pytest.mark.parametrize(
    ("make", "kind"),
    [("create_category", "category"), ("create_voice_channel", "voice")],
)
async def test_a_channel_without_text_is_refused_with_the_reason(
    world: World, make: str, kind: str
) -> None:
    channel = getattr(world.guild, make)("elsewhere")
    answer = await order(world, channel=channel)
    assert f"A {kind} channel holds no posts of text. Pick a text" in text(answer)
    assert await world.bot.courier.digests.active() == []


async def test_a_thread_for_each_post_is_named_after_its_paper(world: World) -> None:
    await come(world, thread=True)
    post = only(world.channel)
    [thread] = world.channel.threads
    assert thread.id == post.id
    assert thread.name
    assert thread.name.removesuffix("…").rstrip() in text(post).replace("\\", "")


async def test_without_leave_to_make_threads_the_post_stands_and_the_reason_is_told(
    world: World,
) -> None:
    await come(world, "01-01 08:59", thread=True)
    deny(world, world.channel, "create_public_threads")
    await until(world.env, "01-01 09:01")
    assert len(posts(world.channel)) == 1
    assert world.channel.threads == []
    [entry] = await world.bot.courier.ledger.history(1, 5)
    [extra] = await world.bot.courier.extras.of(entry.id)
    assert (extra.kind, extra.state) == ("thread", "failed")
    assert "Create Public Threads" in (extra.hint or "")


async def test_todays_post_is_pinned_in_place_of_yesterdays(world: World) -> None:
    await come(world, "01-02 09:01", pin=True)
    yesterday, today = posts(world.channel)
    assert [message.id for message in world.channel.pinned_messages()] == [today.id]
    assert yesterday.id != today.id
    notices = [m for m in world.channel.history() if m.type is discord.MessageType.pins_add]
    assert notices == []


async def test_only_the_role_of_the_digest_is_pinged(world: World) -> None:
    role = world.guild.create_role("Readers")
    await come(world, role=role, header="Good morning @everyone, **read** this")
    sent = [r for r in world.env.http_requests if r.path.endswith(f"{world.channel.id}/messages")]
    assert isinstance(sent[-1].json, dict)
    mentions = sent[-1].json["allowed_mentions"]
    assert mentions["parse"] == []
    assert [int(one) for one in mentions["roles"]] == [role.id]
    assert f"<@&{role.id}>" in text(only(world.channel))
    assert r"\*\*read\*\*" in text(only(world.channel))


async def test_five_papers_fit_one_message_with_buttons_of_their_own(world: World) -> None:
    await come(world, papers=5, header="x" * 300)
    post = only(world.channel)
    shown = text(post)
    assert "5 papers of the day" in shown
    assert len({line for line in shown.splitlines() if "P-" in line}) == 5
    assert len(shown) <= 4_000
    parts = list(walk(components(post)))
    assert len(parts) <= 40
    saves = [p["custom_id"] for p in parts if str(p.get("custom_id", "")).startswith("save:")]
    assert len(set(saves)) == 5


async def test_buttons_below_a_post_outlive_a_restart(world: World) -> None:
    await come(world)
    await world.restart()
    post, paper = only(world.channel), code(only(world.channel))
    saved = await world.member.click(post, label="Save")
    assert "`/shelf show`" in saved.followups[-1].content
    assert "Save 1" in buttons(only(world.channel))
    assert paper in text(await world.member.slash(world.channel, "shelf show"))
    similar = await world.member.click(only(world.channel), label="Similar")
    assert similar.ephemeral


async def test_discuss_makes_the_thread_once_and_then_links_it(world: World) -> None:
    await come(world)
    post = only(world.channel)
    first = await world.member.click(post, label="Discuss")
    [thread] = world.channel.threads
    assert f"<#{thread.id}>" in text(first)
    await world.restart()
    again = await world.librarian.click(only(world.channel), label="Discuss")
    assert f"<#{thread.id}>" in text(again)
    assert len(world.channel.threads) == 1


async def test_what_librarians_do_not_want_comes_no_more(world: World) -> None:
    await come(world)
    await world.librarian.click(only(world.channel), label="Not for us")
    unwanted = code(only(world.channel))
    await until(world.env, "02-20 09:01")
    codes = [code(post) for post in posts(world.channel)]
    assert len(codes) == 51
    assert codes.count(unwanted) == 1


async def test_a_forum_post_of_unknown_end_is_looked_for_and_not_repeated(world: World) -> None:
    forum = world.guild.create_forum_channel("papers")
    await come(world, "01-01 08:59", channel=forum)
    create = world.bot.http.start_thread_in_forum

    async def lose(*args: Any, **options: Any) -> Any:
        await create(*args, **options)
        raise ConnectionResetError

    world.bot.http.start_thread_in_forum = lose  # type: ignore[method-assign]
    await until(world.env, "01-01 09:30")
    assert len(forum.threads) == 1
    [entry] = await world.bot.courier.ledger.history(1, 5)
    assert (entry.state, entry.message_id) == ("posted", forum.threads[0].id)


async def test_an_outage_pauses_nothing(world: World) -> None:
    await come(world, "01-01 08:59")
    outage(world, times=3)
    await until(world.env, "01-01 10:00")
    assert len(posts(world.channel)) == 1
    [digest] = await world.bot.courier.digests.active()
    assert digest.told is None

"""Words for tests of shelves: post papers with their buttons, press them, look at the counts."""

from __future__ import annotations

from typing import Any

import discord
import simcord
from discord import ui

from bot.reading.shelves import Counts
from cogs._cards import view_of
from cogs._shelf_buttons import shelf_buttons
from tests.conftest import World
from tests.screen import buttons


async def post(
    world: World, *paper_ids: int, channel: simcord.ChannelHandle | None = None
) -> discord.Message:
    """Have the bot post these papers with their buttons, and much else that is to stay."""
    rows: list[ui.Item[Any]] = []
    for paper_id in paper_ids:
        rows.append(ui.TextDisplay(f"### Paper {paper_id}"))
        more = ui.Button[Any](label="Save 7", custom_id=f"other:{paper_id}")
        rows.append(ui.ActionRow(*shelf_buttons(paper_id, Counts()), more))
    link = ui.Button[Any](label="arxiv.org", url="https://arxiv.org/abs/1706.03762", emoji="📄")
    view = view_of(
        ui.Section("A section", accessory=ui.Thumbnail("https://example.org/a.png")),
        ui.Separator(visible=False, spacing=discord.SeparatorSpacing.large),
        *rows,
        ui.ActionRow(link),
    )
    target = world.bot.get_partial_messageable((channel or world.channel).id)
    view.stop()  # so that the bot forgets it
    return await target.send(view=view)


def now(world: World, message: discord.Message) -> discord.Message:
    """Return the message as it stands now."""
    [found] = [one for one in world.channel.history() if one.id == message.id]
    return found


def labels(world: World, message: discord.Message) -> list[str]:
    """Return the labels of the shelf buttons as they stand now."""
    shown = buttons(now(world, message))
    actions = ("save:", "read:", "unwanted:")
    return [k for k, b in shown.items() if b.get("custom_id", "").startswith(actions)]


def edits(world: World) -> int:
    """Return how many times the bot edited a message."""
    return sum(request.method == "PATCH" for request in world.env.http_requests)


async def say(
    world: World, actor: simcord.MemberActor, message: discord.Message, custom_id: str
) -> str:
    """Press a button and return the answer, which must be for the presser alone."""
    pressed = await actor.click(message, custom_id=custom_id)
    [answer] = pressed.followups
    assert answer.ephemeral
    return answer.content


async def crowd(world: World, count: int) -> list[simcord.MemberActor]:
    """Return further members of the server."""
    return [world.guild.add_member(world.env.create_user(f"reader{n}")) for n in range(count)]


async def save(world: World, *paper_ids: int) -> None:
    """Save papers for the member, the last one newest."""
    for second, paper_id in enumerate(paper_ids):
        async with world.bot.database.write() as connection:
            await connection.execute(
                "INSERT INTO mark VALUES (?, ?, ?, 'saved', 0, ?)",
                (world.guild.id, world.member.id, paper_id, second),
            )


async def show(
    world: World, what: str | None = None, actor: simcord.MemberActor | None = None
) -> simcord.InteractionResult:
    """Return what /shelf show answers, which must be for the member alone."""
    options = {"what": what} if what else {}
    shown = await (actor or world.member).slash(world.channel, "shelf show", **options)
    assert shown.ephemeral
    return shown

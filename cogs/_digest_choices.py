"""Which digest is meant, and what is offered while an organiser types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.digests.digest import Digest
from bot.digests.zones import find_zones
from bot.errors import BotError
from bot.papers.markup import cut
from cogs import _digest_texts as texts
from cogs._checks import Interaction, guild_of, librarians_only
from cogs._choices import MAX_CHOICE, MAX_CHOICES, Choice, offer_lists
from cogs._digest_options import DESCRIPTIONS

Command = TypeVar("Command", bound=Callable[..., Any])
Named = app_commands.AppCommandChannel | app_commands.AppCommandThread
# Those outside servers, and one that Discord's API description does not know in an option.
NOT_OFFERED = (
    discord.ChannelType.private,
    discord.ChannelType.group,
    discord.ChannelType.media,
)


class EveryKind(app_commands.Transformer):
    """Channels of every kind, so that whoever picks a wrong one is told why."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [kind for kind in discord.ChannelType if kind not in NOT_OFFERED]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        return value


AnyChannel = app_commands.Transform[Named, EveryKind]


async def offer_zones(interaction: Interaction, current: str) -> list[Choice]:
    """Offer time zones, with the time there now."""
    zones = find_zones(current, interaction.client.now(), MAX_CHOICES)
    return [Choice(name=cut(zone.label, MAX_CHOICE), value=zone.name) for zone in zones]


@librarians_only
async def offer_digests(interaction: Interaction, current: str) -> list[Choice]:
    """Offer this server's digests; the value of each is its number."""
    digests = await interaction.client.courier.digests.of_guild(guild_of(interaction))
    labels = {digest.id: f"#{digest.id} · {texts.label(interaction, digest)}" for digest in digests}
    return [
        Choice(name=cut(label, MAX_CHOICE), value=str(digest_id))
        for digest_id, label in labels.items()
        if current.casefold() in label.casefold()
    ][:MAX_CHOICES]


def of_a_digest(command: Command) -> Command:
    """Let the command's option `digest` offer this server's digests, to librarians alone."""
    described = app_commands.describe(digest="Which digest")(librarians_only(command))
    return app_commands.autocomplete(digest=offer_digests)(described)


def with_options(command: Command) -> Command:
    """Describe and complete what an organiser may ask of a digest."""
    renamed = app_commands.rename(list_name="list")(command)
    described = app_commands.describe(**DESCRIPTIONS)(renamed)
    return app_commands.autocomplete(timezone=offer_zones, list_name=offer_lists)(described)


async def digest_meant(interaction: Interaction, text: str) -> Digest:
    """Return this server's digest of that number; raises `BotError`."""
    number = text.strip().removeprefix("#")
    digests = interaction.client.courier.digests
    known = number.isdecimal() and len(number) <= 18
    digest = await digests.get(int(number), guild_of(interaction)) if known else None
    if digest is None:
        raise BotError("There is no such digest here. Pick one from the list as you type.")
    return digest

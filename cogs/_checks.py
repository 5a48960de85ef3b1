"""Who may do what, checked on our side too: Discord's own settings can be changed by a server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import Paperboy

Interaction = discord.Interaction[Paperboy]

NOT_A_LIBRARIAN = (
    "Only librarians can do this here: members with the **Manage Server** permission, or a role"
    " that makes them librarians. Ask one of them."
)


class NotAllowed(app_commands.CheckFailure):
    """The member may not do this; the message says who may."""


async def is_librarian(interaction: discord.Interaction[Any]) -> bool:
    """Whether whoever asks may manage the server, or has a role it named for librarians."""
    rights, member = interaction.permissions, interaction.user
    if interaction.guild_id is None or not isinstance(member, discord.Member):
        return False
    if rights.manage_guild or rights.administrator:
        return True
    roles = [role.id for role in member.roles if not role.is_default()]
    return bool(await interaction.client.librarians.has_one(interaction.guild_id, roles))


async def require_librarian(interaction: discord.Interaction[Any]) -> bool:
    """Return True for a librarian; raises `NotAllowed` for anybody else."""
    if not await is_librarian(interaction):
        raise NotAllowed(NOT_A_LIBRARIAN)
    return True


librarians_only = app_commands.check(require_librarian)


def guild_of(interaction: discord.Interaction[Any]) -> int:
    """Return the id of the server the command was used in; every command is for servers."""
    if interaction.guild_id is None:
        raise NotAllowed("Paperboy works in servers only. Use the command in one of its channels.")
    return interaction.guild_id

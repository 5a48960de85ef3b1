"""What a message remembers for the member whose it is, between two presses of its buttons."""

from __future__ import annotations

from typing import Any

from cogs._checks import Interaction, guild_of


async def remember(interaction: Interaction, kind: str, state: dict[str, Any]) -> int:
    """Remember `state` (JSON values) for a day, and return the id for the buttons to carry."""
    return await interaction.client.panels.open(
        kind,
        guild_id=guild_of(interaction),
        owner_id=interaction.user.id,
        state=state,
        now=interaction.client.now(),
    )

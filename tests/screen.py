"""What a person sees of a message: its texts and its buttons, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from simcord import InteractionResult

TEXT, BUTTON = 10, 2  # Discord's component types


def components(shown: InteractionResult | discord.Message) -> list[dict[str, Any]]:
    """Return the message's components as Discord has them."""
    if isinstance(shown, discord.Message):
        return [component.to_dict() for component in shown.components]  # type: ignore[misc]
    assert shown.acknowledged, "the bot never answered"
    message = shown.response or (shown.followups[-1] if shown.followups else None)
    assert message is not None, "the bot answered without a message"
    return message.components


def text(shown: InteractionResult | discord.Message) -> str:
    """Return all text of a message, a line for each line."""
    content = ""
    if isinstance(shown, discord.Message):
        content = shown.content
    elif message := shown.response or (shown.followups[-1] if shown.followups else None):
        content = message.content
    parts = [part["content"] for part in walk(components(shown)) if part["type"] == TEXT]
    return "\n".join([content, *parts] if content else parts)


def message_of(shown: InteractionResult) -> discord.Message:
    """Return the message the bot answered with, to press its buttons."""
    response = shown.response or (shown.followups[-1] if shown.followups else None)
    assert response, "the bot answered without a message"
    return response.message


def buttons(shown: InteractionResult | discord.Message) -> dict[str, dict[str, Any]]:
    """Return the message's buttons by label."""
    return {p["label"]: p for p in walk(components(shown)) if p["type"] == BUTTON}


def walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, from the top down."""
    for part in parts:
        yield part
        yield from walk(part.get("components", []))
        if "accessory" in part:
            yield from walk([part["accessory"]])

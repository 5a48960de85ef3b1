"""Buttons and menus that outlive a restart: what to do stands in the custom id, `action:id`."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self, cast

import discord
from discord import ui

from cogs._checks import Interaction

Control = ui.Button[Any] | ui.ChannelSelect[Any]


class Action(ui.DynamicItem[Control], template=r"(?!)"):
    """A button or menu; the template's groups, all numbers, are the arguments of `press`.

    Subclasses give a template whose numbers are at most 18 digits (SQLite's integers hold
    18 digits whole) and implement `press`.
    """

    known: ClassVar[list[type[Action]]] = []

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__(template=template)
        Action.known.append(cls)

    def __init__(self, control: Control, values: dict[str, int] | None = None) -> None:
        super().__init__(control)
        self.values = values or {}

    @classmethod
    def button(cls, custom_id: str, label: str | None = None, **look: Any) -> Self:
        """Return a button of this kind to put into a view."""
        return cls(ui.Button(custom_id=custom_id, label=label, **look))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # discord.py's item type is looser
        cls, interaction: Interaction, item: Control, match: re.Match[str], /
    ) -> Self:
        return cls(item, {name: int(value) for name, value in match.groupdict().items()})

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await self.press(interaction, **self.values)
        except Exception as error:  # discord.py would only log it
            await interaction.client.show_error(interaction, error)

    async def press(self, interaction: Interaction, **values: int) -> None:
        """Do what is asked for. Whatever is raised is shown to the person."""
        raise NotImplementedError


async def answer_unknown(interaction: Interaction) -> None:
    """Tell whoever uses a button or menu of an older version that it is gone."""
    if interaction.type is not discord.InteractionType.component:
        return
    custom_id = str(cast(dict[str, Any], interaction.data)["custom_id"])
    if not any(kind.__discord_ui_compiled_template__.fullmatch(custom_id) for kind in Action.known):
        await interaction.response.send_message(
            "This button no longer works. Run the command again.", ephemeral=True
        )

"""/library lists and /library librarian: the lists of a library, and who looks after it."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.errors import BotError
from bot.papers.changes import By
from bot.papers.desk import MAX_LIST_NAME
from bot.papers.forms import FIRST_YEAR, LAST_YEAR
from bot.papers.lists import by_member
from bot.papers.markup import escape
from bot.papers.visible import visible
from cogs._cards import in_words, note
from cogs._checks import Interaction, guild_of, librarians_only
from cogs._choices import MAX_CHOICES, Choice, list_meant, offer_lists

ListName = app_commands.Range[str, 1, MAX_LIST_NAME]
Year = app_commands.Range[int, FIRST_YEAR, LAST_YEAR]
Place = app_commands.Range[int, 1, 1_000]


@librarians_only
async def offer_hidden_lists(interaction: Interaction, current: str) -> list[Choice]:
    """Offer the lists that this server hides."""
    hidden = await interaction.client.lists.hidden(guild_of(interaction))
    wanted = current.strip().casefold()
    fitting = [one.name for one in hidden if wanted in one.name.casefold()]
    return [Choice(name=name[:100], value=name[:100]) for name in fitting[:MAX_CHOICES]]


class ListCommands(app_commands.Group):
    """What can be done with lists."""

    def __init__(self) -> None:
        super().__init__(name="lists", description="Make, rename, order and hide lists")

    @app_commands.command()
    @app_commands.describe(name="Such as ICML 2026", year="Its year")
    @librarians_only
    async def create(
        self, interaction: Interaction, name: ListName, year: Year | None = None
    ) -> None:
        """Make an empty list"""
        given = _name(name)
        await interaction.client.lists.create(given, year, guild_id=guild_of(interaction))
        await _say(
            interaction,
            f"There is a list **{escape(given)}** now. `/library import` fills it.",
        )

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(list_name="Which list", name="Its new name")
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def rename(self, interaction: Interaction, list_name: str, name: ListName) -> None:
        """Give a list another name"""
        meant, given = await list_meant(interaction, list_name, empty=True), _name(name)
        await interaction.client.lists.rename(meant, given, by=_by(interaction))
        await _say(interaction, f"**{escape(meant.name)}** is **{escape(given)}** now.")

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(list_name="Which list", place="1 for the first")
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def move(self, interaction: Interaction, list_name: str, place: Place) -> None:
        """Put a list at a place among the others"""
        meant = await list_meant(interaction, list_name, empty=True)
        await interaction.client.lists.move(meant, place, by=_by(interaction))
        lists = await interaction.client.catalog.lists(guild_of(interaction), empty=True)
        names = "\n".join(f"- {escape(one.name)}" for one in lists[:20])
        await _say(interaction, f"The lists in their order:\n{names}")

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(list_name="Which shared list")
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def hide(self, interaction: Interaction, list_name: str) -> None:
        """Keep a shared list, and what is in no other, out of this server"""
        meant = await list_meant(interaction, list_name)
        await interaction.client.lists.hide(meant, by=_by(interaction))
        await _say(
            interaction,
            f"**{escape(meant.name)}** is not shown in this server any more."
            " `/library lists show` brings it back.",
        )

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(list_name="Which hidden list")
    @app_commands.autocomplete(list_name=offer_hidden_lists)
    @librarians_only
    async def show(self, interaction: Interaction, list_name: str) -> None:
        """Show a hidden list here again"""
        lists, wanted = interaction.client.lists, list_name.strip().casefold()
        hidden = await lists.hidden(guild_of(interaction))
        meant = next((one for one in hidden if one.name.casefold() == wanted), None)
        if meant is None:
            raise BotError("No list of this name is hidden here.")
        await lists.hide(meant, by=_by(interaction), yes=False)
        await _say(interaction, f"**{escape(meant.name)}** is shown here again.")


class LibrarianCommands(app_commands.Group):
    """Which roles make their members librarians."""

    def __init__(self) -> None:
        super().__init__(name="librarian", description="Who looks after the papers")

    @app_commands.command()
    @app_commands.describe(role="Its members become librarians")
    @librarians_only
    async def add(self, interaction: Interaction, role: discord.Role) -> None:
        """Let the members of a role be librarians"""
        require_manager(interaction)
        if role.is_default():
            raise BotError("That role is everybody's. Pick one that only librarians have.")
        await interaction.client.librarians.add(guild_of(interaction), role.id)
        await _say(
            interaction,
            f"Members with {role.mention} are librarians now. So that Discord shows them the"
            " commands, allow the role `/library` and `/digest` in Server Settings → Integrations.",
        )

    @app_commands.command()
    @app_commands.describe(role="Its members are to be librarians no longer")
    @librarians_only
    async def remove(self, interaction: Interaction, role: discord.Role) -> None:
        """Take that back"""
        require_manager(interaction)
        librarians, guild_id = interaction.client.librarians, guild_of(interaction)
        was_one = await librarians.remove(guild_id, role.id)
        left = [f"<@&{one}>" for one in await librarians.roles(guild_id)]
        who = in_words(["members with **Manage Server**", *left])
        done = "are librarians no longer" if was_one else "were no librarians"
        await _say(interaction, f"Members with {role.mention} {done}. Librarians are {who}.")


def require_manager(interaction: Interaction) -> None:
    """Raise `BotError` unless whoever asks may manage the server: roles alone do not spread."""
    if not (interaction.permissions.manage_guild or interaction.permissions.administrator):
        raise BotError("Only members with **Manage Server** can say who is a librarian.")


def _name(text: str) -> str:
    name = " ".join(visible(text).split())
    if not name:
        raise BotError("A list needs a name that can be read.")
    return name


def _by(interaction: Interaction) -> By:
    bot = interaction.client
    return by_member(guild_of(interaction), interaction.user.id, bot.now())


async def _say(interaction: Interaction, text: str) -> None:
    await interaction.response.send_message(view=note(text), ephemeral=True)

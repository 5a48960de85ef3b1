"""/library: the librarian's desk."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Paperboy
from bot.errors import BotError
from bot.papers.desk import MAX_LIST_NAME
from bot.papers.forms import MAX_URL
from bot.papers.paper import MAX_TITLE, Paper, parse_code
from cogs._actions import Action
from cogs._cards import headline, note
from cogs._checks import Interaction, guild_of, librarians_only
from cogs._choices import filter_meant, offer_lists, offer_papers, paper_meant
from cogs._exports import send_export
from cogs._library_import import begin_import
from cogs._library_log import log_view
from cogs._list_commands import LibrarianCommands, ListCommands
from cogs._look_ups import look_up
from cogs._memory import remember
from cogs._paper_forms import Dismiss, EditForm, PaperForm, claim

REMOVAL = "removal"
PAPER = "Start typing a name or a word, or give a code such as P-17"
ListName = app_commands.Range[str, 1, MAX_LIST_NAME]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Library(commands.GroupCog, group_name="library", group_description="Look after the papers"):
    """What librarians use."""

    lists = ListCommands()
    librarian = LibrarianCommands()

    @app_commands.command()
    @app_commands.describe(
        link="An arXiv, DOI, OpenReview, ACL or PMLR link, an id, or a title, to be looked up",
        list_name="Which list it joins",
    )
    @app_commands.rename(list_name="list")
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def add(
        self,
        interaction: Interaction,
        link: app_commands.Range[str, 1, MAX_URL] | None = None,
        list_name: ListName | None = None,
    ) -> None:
        """Add one paper: by its link, or by a form"""
        if link:
            await look_up(interaction, link, list_name)
        else:
            form = PaperForm(["", "", "", "", list_name or ""])
            await interaction.response.send_modal(form)

    @app_commands.command(name="import")
    @app_commands.describe(
        file="BibTeX, RIS, CSV, JSON, a list as text, or a zip of these",
        list_name="Put all its papers into this list",
    )
    @app_commands.rename(list_name="list")
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        list_name: ListName | None = None,
    ) -> None:
        """Bring in a whole list: a file, or text you paste"""
        await begin_import(interaction, file, list_name)

    @app_commands.command()
    @app_commands.describe(paper=PAPER)
    @app_commands.autocomplete(paper=offer_papers)
    @librarians_only
    async def edit(self, interaction: Interaction, paper: str) -> None:
        """Change a paper by a form"""
        meant = await self._changeable(interaction, paper)
        await interaction.response.send_modal(EditForm(meant))

    @app_commands.command()
    @app_commands.describe(paper=PAPER, title="Its title")
    @app_commands.autocomplete(paper=offer_papers)
    @librarians_only
    async def retitle(
        self, interaction: Interaction, paper: str, title: app_commands.Range[str, 1, MAX_TITLE]
    ) -> None:
        """Give a paper its title"""
        meant = await self._changeable(interaction, paper)
        bot = interaction.client
        changed = await bot.desk.edit(
            meant,
            {"title": " ".join(title.split())},
            guild_id=guild_of(interaction),
            by_user=interaction.user.id,
            now=bot.now(),
        )
        await _say(interaction, f"{changed.code} is **{headline(changed)}** now.")

    @app_commands.command()
    @app_commands.describe(paper=PAPER)
    @app_commands.autocomplete(paper=offer_papers)
    @librarians_only
    async def remove(self, interaction: Interaction, paper: str) -> None:
        """Take a paper out of the library"""
        meant = await self._changeable(interaction, paper)
        panel = await remember(interaction, REMOVAL, {"paper_id": meant.id})
        view = note(
            f"Remove **{headline(meant)}** ({meant.code})?\n-# Search, random and digests will no"
            " longer bring it.",
            ConfirmRemoval.button(f"remove:{panel}", "Remove", style=discord.ButtonStyle.danger),
            Dismiss.button(f"dismiss:{panel}", "Keep it"),
        )
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    @app_commands.describe(code="Its code, such as P-17")
    @librarians_only
    async def restore(self, interaction: Interaction, code: str) -> None:
        """Bring a removed paper back"""
        paper_id = parse_code(code)
        if paper_id is None:
            raise BotError("Give the code of the paper, such as `P-17`. `/library log` shows it.")
        bot = interaction.client
        paper = await bot.desk.restore(
            paper_id, guild_id=guild_of(interaction), by_user=interaction.user.id, now=bot.now()
        )
        await _say(interaction, f"**{headline(paper)}** ({paper.code}) is back.")

    @app_commands.command()
    @app_commands.describe(
        paper="The one whose code will lead to the other", into="The one to keep"
    )
    @app_commands.autocomplete(paper=offer_papers, into=offer_papers)
    @librarians_only
    async def merge(self, interaction: Interaction, paper: str, into: str) -> None:
        """Make one paper of two"""
        bot = interaction.client
        gone, kept = await paper_meant(interaction, paper), await paper_meant(interaction, into)
        whole = await bot.desk.merge(
            gone, kept, guild_id=guild_of(interaction), by_user=interaction.user.id, now=bot.now()
        )
        await _say(
            interaction,
            f"{gone.code} is a part of **{headline(whole)}** ({whole.code}) now, and its code leads"
            " there. `/library log` can undo it.",
        )

    @app_commands.command()
    @app_commands.describe(paper=PAPER, back="Show it here again; give its code")
    @app_commands.autocomplete(paper=offer_papers)
    @librarians_only
    async def hide(self, interaction: Interaction, paper: str, back: bool = False) -> None:
        """Keep a shared paper out of this server, or no longer"""
        bot, guild_id = interaction.client, guild_of(interaction)
        if back:
            shown = await bot.desk.show_again(
                parse_code(paper) or 0,
                guild_id=guild_id,
                by_user=interaction.user.id,
                now=bot.now(),
            )
            await _say(interaction, f"**{headline(shown)}** ({shown.code}) is shown here again.")
            return
        meant = await paper_meant(interaction, paper)
        await bot.desk.hide(meant, guild_id=guild_id, by_user=interaction.user.id, now=bot.now())
        told = f"**{headline(meant)}** ({meant.code}) is not shown in this server any more."
        await _say(interaction, f"{told}\n-# `/library log` can undo it.")

    @app_commands.command(name="export")
    @app_commands.rename(list_name="list", format_name="format")
    @app_commands.describe(
        format_name="BibTeX, if you leave it out",
        list_name="Only papers of this list",
        query="Only papers that have these words; all that /paper search understands",
    )
    @app_commands.autocomplete(list_name=offer_lists)
    @librarians_only
    async def export(
        self,
        interaction: Interaction,
        format_name: Literal["bibtex", "ris", "csv", "jsonl", "markdown"] = "bibtex",
        list_name: str | None = None,
        query: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Get the papers this server sees as a file"""
        bot, guild_id = interaction.client, guild_of(interaction)
        among = await filter_meant(interaction, list_name, None)
        await interaction.response.defer(ephemeral=True, thinking=True)
        ids = await bot.catalog.ids(guild_id, among)
        if query:
            matching = set(await bot.search.matching(query, guild_id))
            ids = [one for one in ids if one in matching]
        await send_export(interaction, ids, format_name, list_name or "papers")

    @app_commands.command()
    @librarians_only
    async def log(self, interaction: Interaction) -> None:
        """Show who changed what, newest first, to undo it"""
        view = await log_view(interaction, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _changeable(self, interaction: Interaction, paper: str) -> Paper:
        meant = await paper_meant(interaction, paper)
        interaction.client.desk.check_changeable(meant, guild_of(interaction))
        return meant


async def _say(interaction: Interaction, text: str) -> None:
    await interaction.response.send_message(view=note(text), ephemeral=True)


class ConfirmRemoval(Action, template=r"remove:(?P<panel_id>\d{1,18})"):
    """Removes the paper asked about."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        state = await claim(interaction, values["panel_id"], REMOVAL)
        bot, guild_id = interaction.client, guild_of(interaction)
        paper = await bot.catalog.get(state["paper_id"], guild_id)
        if paper is None:
            raise BotError("This paper was removed already.")
        await bot.desk.remove(paper, guild_id=guild_id, by_user=interaction.user.id, now=bot.now())
        done = note(
            f"Removed **{headline(paper)}** ({paper.code}).\n-# `/library restore` brings it back."
        )
        await interaction.response.edit_message(view=done)


async def setup(bot: Paperboy) -> None:
    await bot.add_cog(Library(bot))

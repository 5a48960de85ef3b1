"""/help, and an answer for buttons nobody knows any more."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Paperboy
from cogs._actions import Action, answer_unknown
from cogs._cards import note
from cogs._checks import Interaction, guild_of

HELP = """### Paperboy
Papers for your reading group: {count} here.
- `/paper search` finds a paper from half a memory: a name, a word or two, a typo.
  It also takes `"an exact phrase"`, `-without`, `author:lee`, `year:2024..2026`, `list:neurips`
- `/paper similar` finds papers about the same
- `/paper random` deals one
- `/paper show` shows one, also by its code, such as `P-17`
- `/shelf show` lists what you saved
- `/digest create` brings a paper of the day, at your time (librarians)
- `/library add` adds a paper (librarians)"""


class About(commands.Cog):
    """What the bot is."""

    @app_commands.command()
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        """What Paperboy can do"""
        papers = await interaction.client.catalog.count(guild_of(interaction))
        counted = "1 paper" if papers == 1 else f"{papers:,} papers"
        view = note(HELP.format(count=counted))
        await interaction.response.send_message(view=view, ephemeral=True)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        await answer_unknown(interaction)


async def setup(bot: Paperboy) -> None:
    bot.add_dynamic_items(*Action.known)  # this extension is the last to be loaded
    await bot.add_cog(About(bot))

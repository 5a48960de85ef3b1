"""Papers as files, and as people cite them."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence

import discord

from bot.errors import BotError
from bot.papers.writers.formats import FORMATS
from cogs._actions import Action
from cogs._cards import Item
from cogs._checks import Interaction, guild_of

AT_ONCE = 500  # papers read at a time
MAX_SHOWN = 1_900  # characters of a message, with its frame


async def send_export(
    interaction: Interaction, paper_ids: Sequence[int], format_name: str, name: str
) -> None:
    """Send these papers as a file, to whoever asks alone; the interaction is deferred.

    Raises `BotError` if there is none, or if the file is larger than Discord takes here.
    """
    form = FORMATS[format_name]
    data, written = io.BytesIO(form.head.encode()), 0
    data.seek(0, io.SEEK_END)
    for start in range(0, len(paper_ids), AT_ONCE):
        some = paper_ids[start : start + AT_ONCE]
        papers = await interaction.client.catalog.get_many(some, guild_of(interaction))
        text = await asyncio.to_thread("".join, map(form.write, papers))
        data.write(text.encode())
        written += len(papers)
        _check_size(interaction, data)
    if not written:
        raise BotError("There is no paper to export.")
    data.seek(0)
    counted = "1 paper" if written == 1 else f"{written:,} papers"
    file = discord.File(data, f"{name}{form.suffix}")
    await interaction.followup.send(f"{counted} as {form.name}:", file=file, ephemeral=True)


def _check_size(interaction: Interaction, data: io.BytesIO) -> None:
    if data.tell() > interaction.filesize_limit:
        limit = interaction.filesize_limit // 2**20
        raise BotError(
            f"That is more than the {limit} MB a file may have here. Export one list, or fewer"
            " papers by a query."
        )


async def send_citation(interaction: Interaction, text: str) -> None:
    """Show a citation to be copied, or send it as a file if it is too long to be shown."""
    shown = text.replace("`", "'")
    if len(shown) <= MAX_SHOWN:
        await interaction.response.send_message(f"```\n{shown}\n```", ephemeral=True)
    else:
        file = discord.File(io.BytesIO(text.encode()), "citation.txt")
        await interaction.response.send_message(file=file, ephemeral=True)


def bibtex_button(paper_ids: Sequence[int]) -> Item:
    """Return the button that gives up to five papers as BibTeX."""
    return ExportThese.button(f"bib:{'.'.join(map(str, paper_ids))}", "BibTeX")


class ExportThese(Action, template=r"bib:\d{1,18}(?:\.\d{1,18}){0,4}"):
    """Sends the papers of a message as BibTeX to whoever presses."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        paper_ids = [int(one) for one in self.custom_id.removeprefix("bib:").split(".")]
        await send_export(interaction, paper_ids, "bibtex", "papers")

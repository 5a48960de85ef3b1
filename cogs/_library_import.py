"""/library import: a receipt first; then, on the librarian's word, the import, to be watched."""

from __future__ import annotations

import asyncio
import io
import time
from typing import Any

import discord
from discord import ui

from bot.errors import BotError
from bot.papers.changes import By
from bot.papers.imports import Upload
from bot.papers.lists import by_member
from bot.papers.receipt import Receipt
from cogs._actions import Action
from cogs._cards import Item, View, note, view_of
from cogs._checks import Interaction, guild_of, require_librarian
from cogs._import_receipts import progress_text, receipt_text, refused_file
from cogs._library_log import undo_button

PASTED = "pasted text"
MAX_PASTED = 4_000  # characters of one field (Discord's limit)
SHOWN_EVERY_SECONDS = 3.0
# Discord takes edits by an interaction's token for fifteen minutes.
TOKEN_SECONDS = 14 * 60.0


async def begin_import(
    interaction: Interaction, file: discord.Attachment | None, list_name: str | None
) -> None:
    """Read the file, or ask for text, and show what would become of it."""
    if file is None:
        await interaction.response.send_modal(PasteForm(list_name))
        return
    if file.size > interaction.filesize_limit:
        limit = interaction.filesize_limit // 2**20
        raise BotError(f"That file is larger than {limit} MB. Split it, or ask the bot's host.")
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _receive(interaction, file.filename, await file.read(), list_name)


class PasteForm(ui.Modal, title="Paste a list"):
    """Takes text in any format a file may have."""

    text: ui.Label[Any] = ui.Label(
        text="Papers",
        description="BibTeX, RIS, CSV, JSON, or one title or abstract a paragraph",
        component=ui.TextInput(
            custom_id="text", style=discord.TextStyle.paragraph, max_length=MAX_PASTED
        ),
    )

    def __init__(self, list_name: str | None) -> None:
        super().__init__()
        self._list_name = list_name

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await require_librarian(interaction)
        assert isinstance(self.text.component, ui.TextInput)
        await interaction.response.defer(ephemeral=True, thinking=True)
        typed = self.text.component.value
        await _receive(interaction, PASTED, typed.encode(), self._list_name)

    async def on_error(  # type: ignore[override]  # as discord.py's own Modal has it
        self, interaction: discord.Interaction[Any], error: Exception
    ) -> None:
        await interaction.client.show_error(interaction, error)


async def _receive(interaction: Interaction, name: str, data: bytes, list_name: str | None) -> None:
    """Keep the file, and show what would become of it; a file that holds no paper is not kept."""
    bot, guild_id = interaction.client, guild_of(interaction)
    upload = await bot.imports.keep(
        name,
        data,
        list_name,
        guild_id=guild_id,
        by_user=interaction.user.id,
        now=bot.now(),
    )
    try:
        receipt = await _run(interaction, upload, rehearse=True)
    except BaseException:
        await bot.imports.forget(upload.id)
        raise
    await interaction.edit_original_response(view=_receipt_view(upload, receipt))


def _receipt_view(upload: Upload, receipt: Receipt) -> View:
    buttons: list[Item] = []
    if receipt.changed:
        commit = CommitImport.button(
            f"import:{upload.id}", "Commit", style=discord.ButtonStyle.success
        )
        buttons.append(commit)
    if receipt.refused:
        buttons.append(ShowRefused.button(f"refused:{upload.id}", "Show refused"))
    buttons.append(CancelImport.button(f"no-import:{upload.id}", "Cancel"))
    return view_of(ui.TextDisplay(receipt_text(receipt, done=False)), ui.ActionRow(*buttons))


async def _run(interaction: Interaction, upload: Upload, *, rehearse: bool) -> Receipt:
    """Rehearse or carry out an import, and show how far it is."""
    bot = interaction.client
    progress = _Progress(interaction, upload, rehearse=rehearse)
    try:
        return await bot.imports.run(
            upload,
            bot.desk.library_of(upload.guild_id),
            _by(interaction),
            rehearse=rehearse,
            on_progress=progress.note,
        )
    finally:
        await progress.close()


class _Progress:
    """Shows now and then, by editing the message, how much of a file is read."""

    def __init__(self, interaction: Interaction, upload: Upload, *, rehearse: bool) -> None:
        self._interaction = interaction
        self._upload = upload
        self._rehearse = rehearse
        self._shown_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def note(self, done: int, all_records: int) -> None:
        """Show it if the last time is a while ago."""
        now = time.monotonic()
        if now - self._shown_at < SHOWN_EVERY_SECONDS or (self._task and not self._task.done()):
            return
        self._shown_at = now
        self._task = asyncio.create_task(self._show(done, all_records))

    async def _show(self, done: int, all_records: int) -> None:
        stop = StopImport.button(f"stop-import:{self._upload.id}", "Stop")
        view = note(progress_text(self._upload.name, done, all_records, self._rehearse), stop)
        try:
            await self._interaction.edit_original_response(view=view)
        except discord.HTTPException:  # the token may have expired; the import goes on
            return

    async def close(self) -> None:
        """Wait for the message to be shown, so that none is shown later."""
        if self._task:
            await asyncio.wait({self._task})


class CommitImport(Action, template=r"import:(?P<upload_id>\d{1,18})"):
    """Carries out the import that was shown."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        upload = await bot.imports.get(values["upload_id"], guild_of(interaction))
        await interaction.response.defer()
        started = time.monotonic()
        receipt = await _run(interaction, upload, rehearse=False)
        await bot.imports.forget(upload.id)
        buttons = [undo_button(receipt.batch_id)] if receipt.batch_id and receipt.changed else []
        view = note(receipt_text(receipt, done=True), *buttons)
        if time.monotonic() - started < TOKEN_SECONDS:
            await interaction.edit_original_response(view=view)
        else:
            await _tell_in_channel(interaction, view)


async def _tell_in_channel(interaction: Interaction, view: View) -> None:
    channel = interaction.channel
    if isinstance(channel, discord.abc.Messageable):
        await channel.send(view=view, allowed_mentions=discord.AllowedMentions.none())


class CancelImport(Action, template=r"no-import:(?P<upload_id>\d{1,18})"):
    """Drops the file."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        upload = await bot.imports.get(values["upload_id"], guild_of(interaction))
        await bot.imports.forget(upload.id)
        await interaction.response.edit_message(view=note("Nothing was changed."))


class StopImport(Action, template=r"stop-import:(?P<upload_id>\d{1,18})"):
    """Ends an import under way; what is in stays, and can be undone."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        await bot.imports.get(values["upload_id"], guild_of(interaction))
        stopped = bot.imports.stop(values["upload_id"])
        text = "It stops in a moment." if stopped else "It is done already."
        await interaction.response.send_message(text, ephemeral=True)


class ShowRefused(Action, template=r"refused:(?P<upload_id>\d{1,18})"):
    """Gives what was refused as a file that one can mend and bring again."""

    async def press(self, interaction: Interaction, **values: int) -> None:
        await require_librarian(interaction)
        bot = interaction.client
        upload = await bot.imports.get(values["upload_id"], guild_of(interaction))
        await interaction.response.defer(ephemeral=True, thinking=True)
        reading = await bot.imports.read(upload)
        text = refused_file(upload, reading)
        file = discord.File(io.BytesIO(text.encode()), "refused.txt")
        await interaction.followup.send(
            "Mend these and bring them again with `/library import`.", file=file, ephemeral=True
        )


def _by(interaction: Interaction) -> By:
    bot = interaction.client
    return by_member(guild_of(interaction), interaction.user.id, bot.now())

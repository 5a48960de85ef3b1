"""/digest: when and where the paper of the day comes."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Paperboy
from bot.digests.digest import MAX_HEADER, MAX_PAPERS, Digest, Order
from bot.errors import BotError
from cogs import _digest_texts as texts
from cogs._cards import note
from cogs._checks import Interaction, guild_of, librarians_only
from cogs._digest_choices import AnyChannel, digest_meant, of_a_digest, with_options
from cogs._digest_history import history_view
from cogs._digest_options import DESCRIPTIONS, Asked, order_meant
from cogs._digest_preview import preview_view
from cogs._digest_status import change_state, status_view
from cogs._publisher import DiscordPublisher

OrderName = Literal["shuffle", "newest", "list", "saved"]
WhenDry = Literal["refill", "pause"]
Late = Literal["post", "skip"]
Year = app_commands.Range[int, 0, 2100]
Papers = app_commands.Range[int, 1, MAX_PAPERS]
Header = app_commands.Range[str, 1, MAX_HEADER]
Query = app_commands.Range[str, 1, 200]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class DigestCommands(
    commands.GroupCog, group_name="digest", group_description="The paper of the day"
):
    """What organisers use; for librarians only."""

    @app_commands.command()
    @with_options
    @librarians_only
    async def create(
        self,
        interaction: Interaction,
        channel: AnyChannel,
        time: str,
        timezone: str,
        weekdays: str | None = None,
        list_name: str | None = None,
        query: Query | None = None,
        papers: Papers | None = None,
        order: OrderName | None = None,
        thread: bool | None = None,
        role: discord.Role | None = None,
        pin: bool | None = None,
        header: Header | None = None,
        tag: str | None = None,
        weeks: str | None = None,
        dates: str | None = None,
        skip: str | None = None,
        year: Year | None = None,
        until: Year | None = None,
        titled: bool | None = None,
        unseen: bool | None = None,
        when_dry: WhenDry | None = None,
        late: Late | None = None,
    ) -> None:
        """Bring a paper to a channel, every day at the same time"""
        options = {name: value for name, value in locals().items() if name in DESCRIPTIONS}
        meant = await order_meant(interaction, Asked(**options), None)
        await _check_new(interaction, meant)
        bot = interaction.client
        digest = await bot.courier.digests.create(
            meant, guild_id=guild_of(interaction), by_user=interaction.user.id, now=bot.now()
        )
        await _confirm_order(interaction, digest, f"Digest #{digest.id} is set")

    @app_commands.command()
    @with_options
    @of_a_digest
    async def edit(
        self,
        interaction: Interaction,
        digest: str,
        channel: AnyChannel | None = None,
        time: str | None = None,
        timezone: str | None = None,
        weekdays: str | None = None,
        list_name: str | None = None,
        query: Query | None = None,
        papers: Papers | None = None,
        order: OrderName | None = None,
        thread: bool | None = None,
        role: discord.Role | None = None,
        pin: bool | None = None,
        header: Header | None = None,
        tag: str | None = None,
        weeks: str | None = None,
        dates: str | None = None,
        skip: str | None = None,
        year: Year | None = None,
        until: Year | None = None,
        titled: bool | None = None,
        unseen: bool | None = None,
        when_dry: WhenDry | None = None,
        late: Late | None = None,
    ) -> None:
        """Change a digest; what you leave out stays, and “none” takes a text back"""
        options = {name: value for name, value in locals().items() if name in DESCRIPTIONS}
        before = await digest_meant(interaction, digest)
        meant = await order_meant(interaction, Asked(**options), before.order)
        bot = interaction.client
        changed = await bot.courier.digests.change(before, meant, bot.now())
        await _confirm_order(interaction, changed, f"Digest #{changed.id} is changed")

    @app_commands.command(name="list")
    @librarians_only
    async def list_(self, interaction: Interaction) -> None:
        """Show this server's digests"""
        bot = interaction.client
        digests = await bot.courier.digests.of_guild(guild_of(interaction))
        if not digests:
            raise BotError("There is no digest here yet. Make one with `/digest create`.")
        names = await texts.list_names(interaction)
        blocks = [await texts.describe(bot, digest, names) for digest in digests]
        await interaction.response.defer(ephemeral=True)
        for sheet in texts.sheets(blocks):
            await interaction.followup.send(view=note(sheet), ephemeral=True)

    @app_commands.command()
    @of_a_digest
    async def pause(self, interaction: Interaction, digest: str) -> None:
        """Stop a digest until you resume it"""
        meant = await change_state(interaction, await digest_meant(interaction, digest), "paused")
        await _confirm(interaction, f"Digest #{meant.id} is paused. `/digest resume` continues it.")

    @app_commands.command()
    @of_a_digest
    async def resume(self, interaction: Interaction, digest: str) -> None:
        """Continue a paused digest"""
        meant = await change_state(interaction, await digest_meant(interaction, digest), "active")
        coming = await texts.coming(interaction.client, meant)
        await _confirm(interaction, f"Digest #{meant.id} continues.\n{coming}")

    @app_commands.command()
    @of_a_digest
    async def remove(self, interaction: Interaction, digest: str) -> None:
        """End a digest for good; its posts stay"""
        meant = await change_state(interaction, await digest_meant(interaction, digest), "removed")
        await _confirm(interaction, f"Digest #{meant.id} has ended. Its posts stay in the channel.")

    @app_commands.command()
    @of_a_digest
    async def preview(self, interaction: Interaction, digest: str) -> None:
        """Show, to you alone, what comes next; you can swap it"""
        view = await preview_view(interaction, await digest_meant(interaction, digest))
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    @of_a_digest
    async def status(self, interaction: Interaction, digest: str) -> None:
        """Show what came of a digest's posts, and what to mend"""
        view = await status_view(interaction, await digest_meant(interaction, digest))
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command()
    @of_a_digest
    async def history(self, interaction: Interaction, digest: str) -> None:
        """Show what a digest has brought"""
        view = await history_view(interaction, await digest_meant(interaction, digest), 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(name="post-now")
    @of_a_digest
    async def post_now(self, interaction: Interaction, digest: str) -> None:
        """Post once more at once; today's post stays as it is"""
        bot, meant = interaction.client, await digest_meant(interaction, digest)
        await interaction.response.defer(ephemeral=True)
        try:
            entry = await bot.courier.post_extra(meant, bot.now())
        finally:
            await bot.scheduler.arm(meant)  # which looks for a post of unknown end
        await interaction.followup.send(
            view=note(f"Posted: {texts.jump_link(interaction, meant, entry)}"), ephemeral=True
        )


async def _check_new(interaction: Interaction, order: Order) -> None:
    """Raise `BotError` if a digest here does the same already."""
    digests = await interaction.client.courier.digests.of_guild(guild_of(interaction))
    same = next((one for one in digests if one.order == order), None)
    if same:
        raise BotError(
            f"Digest #{same.id} does just that already. `/digest edit` changes it, and"
            " `/digest post-now` brings one more paper."
        )


async def _confirm_order(interaction: Interaction, digest: Digest, done: str) -> None:
    bot = interaction.client
    await bot.scheduler.arm(digest)
    where = texts.where_and_when(digest, await texts.list_names(interaction))
    await _confirm(interaction, f"### {done}\n{where}\n{await texts.coming(bot, digest)}")


async def _confirm(interaction: Interaction, text: str) -> None:
    await interaction.response.send_message(view=note(text), ephemeral=True)


async def setup(bot: Paperboy) -> None:
    bot.deliver_with(DiscordPublisher(bot))
    await bot.add_cog(DigestCommands(bot))

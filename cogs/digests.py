"""/digest: when and where the paper of the day comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Paperboy
from bot.digests.calendar import Rule, parse_time, parse_weekdays
from bot.digests.digest import Digest
from bot.digests.zones import find_zones, resolve_zone
from bot.errors import BotError
from bot.papers.markup import cut
from cogs import _digest_texts as texts
from cogs._cards import note, view_of
from cogs._checks import Interaction, guild_of, librarians_only
from cogs._choices import MAX_CHOICE, MAX_CHOICES, Choice, filter_meant, offer_lists
from cogs._publisher import DiscordPublisher, missing_permissions, post_items

Command = TypeVar("Command", bound=Callable[..., Any])


async def offer_zones(interaction: Interaction, current: str) -> list[Choice]:
    """Offer time zones, with the time there now."""
    zones = find_zones(current, interaction.client.now(), MAX_CHOICES)
    return [Choice(name=cut(zone.label, MAX_CHOICE), value=zone.name) for zone in zones]


@librarians_only
async def offer_digests(interaction: Interaction, current: str) -> list[Choice]:
    """Offer this server's digests; the value of each is its number."""
    digests = await interaction.client.courier.digests.of_guild(guild_of(interaction))
    labels = {digest.id: f"#{digest.id} · {texts.label(interaction, digest)}" for digest in digests}
    return [
        Choice(name=cut(label, MAX_CHOICE), value=str(digest_id))
        for digest_id, label in labels.items()
        if current.casefold() in label.casefold()
    ][:MAX_CHOICES]


def _of_a_digest(command: Command) -> Command:
    """Let the command's option `digest` offer this server's digests, to librarians alone."""
    described = app_commands.describe(digest="Which digest")(librarians_only(command))
    return app_commands.autocomplete(digest=offer_digests)(described)


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class DigestCommands(
    commands.GroupCog, group_name="digest", group_description="The paper of the day"
):
    """What organisers use; for librarians only."""

    @app_commands.command()
    @app_commands.rename(list_name="list")
    @app_commands.describe(
        channel="Where the paper comes",
        time="At what time of day, such as 09:00",
        timezone="Your time zone: a city, a zone or an offset, such as Shanghai or UTC+8",
        weekdays="On which days, such as mon-fri; every day if you leave it out",
        list_name="Only papers of this list",
    )
    @app_commands.autocomplete(timezone=offer_zones, list_name=offer_lists)
    @librarians_only
    async def create(
        self,
        interaction: Interaction,
        channel: discord.TextChannel,
        time: str,
        timezone: str,
        weekdays: str | None = None,
        list_name: str | None = None,
    ) -> None:
        """Bring a paper to a channel, every day at the same time"""
        bot, guild_id = interaction.client, guild_of(interaction)
        rule = Rule(parse_time(time), resolve_zone(timezone, bot.now()), parse_weekdays(weekdays))
        among = await filter_meant(interaction, list_name, None)
        _check_channel(channel)
        digest = await bot.courier.digests.create(
            guild_id=guild_id,
            channel_id=channel.id,
            rule=rule,
            list_id=next(iter(among.list_ids), None),
            by_user=interaction.user.id,
            now=bot.now(),
        )
        await bot.scheduler.arm(digest)
        where = texts.where_and_when(digest, await texts.list_names(interaction))
        await _confirm(
            interaction, f"### Digest #{digest.id} is set\n{where}\n{texts.coming(bot, digest)}"
        )

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
    @_of_a_digest
    async def pause(self, interaction: Interaction, digest: str) -> None:
        """Stop a digest until you resume it"""
        meant = await _change_state(interaction, digest, "paused")
        await _confirm(interaction, f"Digest #{meant.id} is paused. `/digest resume` continues it.")

    @app_commands.command()
    @_of_a_digest
    async def resume(self, interaction: Interaction, digest: str) -> None:
        """Continue a paused digest"""
        meant = await _change_state(interaction, digest, "active")
        coming = texts.coming(interaction.client, meant)
        await _confirm(interaction, f"Digest #{meant.id} continues.\n{coming}")

    @app_commands.command()
    @_of_a_digest
    async def remove(self, interaction: Interaction, digest: str) -> None:
        """End a digest for good; its posts stay"""
        meant = await _change_state(interaction, digest, "removed")
        await _confirm(interaction, f"Digest #{meant.id} has ended. Its posts stay in the channel.")

    @app_commands.command()
    @_of_a_digest
    async def preview(self, interaction: Interaction, digest: str) -> None:
        """Show, to you alone, what comes next"""
        bot, meant = interaction.client, await _digest_meant(interaction, digest)
        post = await bot.courier.preview(meant, bot.now())
        coming = f"comes {discord.utils.format_dt(post.due_at, 'R')}"
        when = coming if meant.active else "paused, so it does not come until `/digest resume`"
        items = post_items(post, note=f"Preview · {when}")
        await interaction.response.send_message(view=view_of(*items), ephemeral=True)

    @app_commands.command(name="post-now")
    @_of_a_digest
    async def post_now(self, interaction: Interaction, digest: str) -> None:
        """Post one more paper at once; today's stays as it is"""
        bot, meant = interaction.client, await _digest_meant(interaction, digest)
        await interaction.response.defer(ephemeral=True)
        try:
            entry = await bot.courier.post_extra(meant, bot.now())
        finally:
            await bot.scheduler.arm(meant)  # which looks for a post of unknown end
        link = (
            f"https://discord.com/channels/{meant.guild_id}/{entry.channel_id}/{entry.message_id}"
        )
        await interaction.followup.send(view=note(f"Posted: {link}"), ephemeral=True)


def _check_channel(channel: discord.TextChannel) -> None:
    missing = missing_permissions(channel)
    if missing:
        names = " and ".join(f"**{name}**" for name in missing)
        raise BotError(
            f"I cannot post in {channel.mention}: I need {names} there. Allow it in the channel's"
            " settings under Permissions, then try again."
        )


async def _digest_meant(interaction: Interaction, text: str) -> Digest:
    number = text.strip().removeprefix("#")
    digests = interaction.client.courier.digests
    known = number.isdecimal() and len(number) <= 18
    digest = await digests.get(int(number), guild_of(interaction)) if known else None
    if digest is None:
        raise BotError("There is no such digest here. Pick one from the list as you type.")
    return digest


async def _change_state(interaction: Interaction, text: str, state: str) -> Digest:
    bot, digest = interaction.client, await _digest_meant(interaction, text)
    await bot.courier.digests.set_state(digest.id, state, bot.now())
    changed = await bot.courier.digests.get(digest.id) or replace(digest, state="removed")
    await bot.scheduler.arm(changed)
    return changed


async def _confirm(interaction: Interaction, text: str) -> None:
    await interaction.response.send_message(view=note(text), ephemeral=True)


async def setup(bot: Paperboy) -> None:
    bot.deliver_with(DiscordPublisher(bot))
    await bot.add_cog(DigestCommands(bot))

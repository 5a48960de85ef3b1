"""What the documents say is what the bot does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.invite import PERMISSIONS, SCOPES, invite_url, permission_bits
from bot.settings import Settings
from tests.conftest import World

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Names and descriptions of one command tree hold 8,000 characters in all (Discord's limit).
MAX_TREE = 8_000


async def test_the_readme_names_every_command_and_no_other(world: World) -> None:
    real = {
        command.qualified_name
        for command in world.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    table = [line.split("|")[1] for line in README.splitlines() if line.startswith("| `/")]
    shown = [one for cell in table for one in re.findall(r"`/([^`]+)`", cell)]
    named = [[name for name in real if f"{one} ".startswith(f"{name} ")] for one in shown]
    assert [one for one, names in zip(shown, named, strict=True) if not names] == []
    assert {name for names in named for name in names} == real


async def test_the_command_tree_fits_discord(world: World) -> None:
    def size(command: dict[str, Any]) -> int:
        own = len(str(command["name"])) + len(str(command.get("description", "")))
        parts = [*command.get("options", []), *command.get("choices", [])]
        return own + sum(size(part) for part in parts)

    tree = [command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()]
    assert sum(size(command) for command in tree) <= MAX_TREE


async def test_librarian_groups_are_hidden_from_members_by_default(world: World) -> None:
    for name in ("digest", "library"):
        group = world.bot.tree.get_command(name)
        assert group is not None
        assert group.default_permissions == discord.Permissions(manage_guild=True)


def test_the_invite_asks_for_what_the_readme_explains_and_no_more() -> None:
    rights = discord.Permissions(permission_bits())
    assert rights == discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    for name, (bit, why) in PERMISSIONS.items():
        assert discord.Permissions(bit) == discord.Permissions(**{name: True})
        assert f"| {name.replace('_', ' ').title()} | {why} |" in README
    assert SCOPES == ("bot", "applications.commands")
    assert invite_url(17) == (
        "https://discord.com/oauth2/authorize"
        "?client_id=17&scope=bot+applications.commands&permissions=68608"
    )


@pytest.mark.parametrize("document", ["README.md", ".env.example"])
def test_every_setting_is_documented(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for field in Settings.model_fields.values():
        assert str(field.alias) in text


def test_no_lock_names_an_index() -> None:
    locks = sorted((ROOT / "deploy/requirements").glob("*.txt"))
    assert [lock.name for lock in locks] == ["bot.txt", "demo.txt", "dev.txt"]
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--hash=sha256:" in text
        assert "tzdata==" in text

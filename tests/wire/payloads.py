"""The shapes in which Discord speaks of users, messages and interactions.

Only the fields discord.py needs, and those a test may look at; the rest is left out.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

BOT_ID, OWNER_ID, MEMBER_ID = "900000000000000001", "900000000000000002", "900000000000000003"
APPLICATION_ID = "900000000000000009"
# What a member may do: View Channel, Send Messages, Read Message History; a librarian more.
MEMBER_RIGHTS = str(1 << 10 | 1 << 11 | 1 << 16)
MANAGE_SERVER = str(int(MEMBER_RIGHTS) | 1 << 5)


def user(user_id: str, name: str, *, bot: bool = False) -> Json:
    """Return a user."""
    shown = {"discriminator": "0", "avatar": None, "global_name": None, "public_flags": 0}
    return {"id": user_id, "username": name, "bot": bot, **shown}


def me() -> Json:
    """Return the bot's own user, as GET /users/@me does."""
    return user(BOT_ID, "paperboy", bot=True) | {"verified": True, "mfa_enabled": True}


def application() -> Json:
    """Return the bot's application, as GET /oauth2/applications/@me does."""
    return {
        "id": APPLICATION_ID,
        "name": "Paperboy",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user(OWNER_ID, "owner"),
        "team": None,
        "flags": 0,
    }


def member(of: Json) -> Json:
    """Return a user as a member without roles of their own."""
    return {
        "user": of,
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def message(message_id: int, channel_id: int, timestamp: str, body: Json) -> Json:
    """Return the bot's message that `body`, sent by POST, becomes."""
    return {
        "id": str(message_id),
        "type": 0,
        "channel_id": str(channel_id),
        "author": me(),
        "content": body.get("content") or "",
        "timestamp": timestamp,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": body.get("embeds") or [],
        "components": body.get("components") or [],
        "flags": body.get("flags") or 0,
        "pinned": False,
        "nonce": body.get("nonce"),
    }


def slash_command(
    interaction_id: int, path: str, options: Json, permissions: str, channel: Json
) -> Json:
    """Return the interaction of a member who used `path`, such as "paper search"."""
    given: list[Json] = [{"name": n, "value": v, "type": _kind(v)} for n, v in options.items()]
    name, *subcommands = path.split()
    for subcommand in reversed(subcommands):
        given = [{"name": subcommand, "type": 1, "options": given}]
    return {
        "id": str(interaction_id),
        "application_id": APPLICATION_ID,
        "type": 2,
        "token": f"token-{interaction_id}",
        "version": 1,
        "data": {"id": "1", "type": 1, "name": name, "options": given},
        "guild_id": channel["guild_id"],
        "channel_id": channel["id"],
        "channel": channel,
        "member": member(user(MEMBER_ID, "member")) | {"permissions": permissions},
        **{"locale": "en-US", "guild_locale": "en-US"},
        "app_permissions": MEMBER_RIGHTS,
        **{"entitlements": [], "context": 0},
        "authorizing_integration_owners": {"0": channel["guild_id"]},
        "attachment_size_limit": 10 * 1024 * 1024,
    }


def _kind(value: object) -> int:
    """Return the option type of a value: 3 text, 4 whole number, 5 yes or no."""
    return 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3

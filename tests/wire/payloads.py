"""The shapes in which Discord speaks of users, servers, channels, messages and interactions.

Only the fields discord.py needs, and those a test may look at; the rest is left out.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

BOT_ID, OWNER_ID, MEMBER_ID = "900000000000000001", "900000000000000002", "900000000000000003"
APPLICATION_ID = "900000000000000009"
GUILD_ID = 900000000000000100
CHANNEL_ID, OTHER_CHANNEL_ID = 900000000000000201, 900000000000000202
# View Channel, Send Messages, Read Message History: what the invite link asks for.
MEMBER_RIGHTS = str(1 << 10 | 1 << 11 | 1 << 16)


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


def text_channel(channel_id: int, name: str) -> Json:
    """Return a text channel without permission overwrites."""
    return {
        "id": str(channel_id),
        "type": 0,
        "guild_id": str(GUILD_ID),
        "name": name,
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }


def everyone(permissions: str) -> Json:
    """Return the @everyone role."""
    return {
        "id": str(GUILD_ID),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": permissions,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild(permissions: str = MEMBER_RIGHTS) -> Json:
    """Return a server with two text channels, as GUILD_CREATE brings it."""
    return {
        "id": str(GUILD_ID),
        "name": "Reading group",
        "icon": None,
        "splash": None,
        "owner_id": OWNER_ID,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "afk_timeout": 300,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "preferred_locale": "en-US",
        "member_count": 2,
        "large": False,
        "unavailable": False,
        "features": [],
        "roles": [everyone(permissions)],
        "emojis": [],
        "stickers": [],
        "members": [member(me())],
        "voice_states": [],
        "presences": [],
        "channels": [
            text_channel(CHANNEL_ID, "reading-group"),
            text_channel(OTHER_CHANNEL_ID, "second-group"),
        ],
        "threads": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
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


def slash_command(interaction_id: int, path: str, options: Json, permissions: str) -> Json:
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
        "guild_id": str(GUILD_ID),
        "channel_id": str(CHANNEL_ID),
        "channel": text_channel(CHANNEL_ID, "reading-group"),
        "member": member(user(MEMBER_ID, "member")) | {"permissions": permissions},
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": MEMBER_RIGHTS,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD_ID)},
        "context": 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }


def _kind(value: object) -> int:
    """Return the option type of a value: 3 text, 4 whole number, 5 yes or no."""
    return 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3

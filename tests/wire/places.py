"""Servers, channels and threads as Discord describes them, and what the bot may do there."""

from __future__ import annotations

from collections.abc import Sequence

from tests.wire.payloads import OWNER_ID, Json, me, member

GUILD_ID = 900000000000000100
CHANNEL_ID, OTHER_CHANNEL_ID = 900000000000000201, 900000000000000202
NEWS_ID, FORUM_ID = 900000000000000203, 900000000000000204
TAG_ID = 900000000000000301

TEXT, DIRECT, NEWS, THREAD, FORUM = 0, 1, 5, 11, 15

VIEW, SEND, HISTORY = 1 << 10, 1 << 11, 1 << 16
START_THREADS, IN_THREADS, PIN = 1 << 35, 1 << 38, 1 << 51
RIGHTS = VIEW | SEND | HISTORY | START_THREADS | IN_THREADS | PIN


def channel(channel_id: int, name: str, kind: int = TEXT, guild_id: int = GUILD_ID) -> Json:
    """Return a channel without permission overwrites; a forum has one tag."""
    tag = {"id": str(TAG_ID), "name": "daily", "moderated": False}
    forum = {"available_tags": [tag | {"emoji_id": None, "emoji_name": None}]}
    return {
        "id": str(channel_id),
        "type": kind,
        "guild_id": str(guild_id),
        "name": name,
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
        **(forum if kind == FORUM else {}),
    }


def deny(of: Json, rights: int) -> None:
    """Deny everyone these rights in a channel."""
    everyone_id = of["guild_id"]
    of["permission_overwrites"] = [
        {"id": everyone_id, "type": 0, "allow": "0", "deny": str(rights)}
    ]


def may(of: Json, right: int) -> bool:
    """Whether the bot has a right in a channel; without View Channel it has none."""
    denied = sum(int(one["deny"]) for one in of.get("permission_overwrites", ()))
    return not denied & (right | VIEW)


def thread(thread_id: int, parent: Json, name: str, owner_id: str, created_at: str) -> Json:
    """Return a public thread, neither archived nor locked."""
    return {
        "id": str(thread_id),
        "type": THREAD,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "name": name,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "locked": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": created_at,
            "create_timestamp": created_at,
        },
    }


def everyone(guild_id: int, rights: int) -> Json:
    """Return a server's @everyone role."""
    return {
        "id": str(guild_id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(rights),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild(
    guild_id: int = GUILD_ID, channels: Sequence[Json] | None = None, rights: int = RIGHTS
) -> Json:
    """Return a server as GUILD_CREATE brings it, unless told otherwise with one of each channel."""
    none = "emojis stickers voice_states presences threads stage_instances guild_scheduled_events"
    return {
        "id": str(guild_id),
        "name": "Reading group",
        **dict.fromkeys(("icon", "splash", "system_channel_id")),
        "owner_id": OWNER_ID,
        "afk_timeout": 300,
        "default_message_notifications": 1,
        **dict.fromkeys(("verification_level", "explicit_content_filter", "mfa_level"), 0),
        **dict.fromkeys(("nsfw_level", "premium_tier", "system_channel_flags"), 0),
        "preferred_locale": "en-US",
        "member_count": 2,
        "large": False,
        "unavailable": False,
        "features": ["NEWS"],
        "roles": [everyone(guild_id, rights)],
        "members": [member(me())],
        "channels": list(_one_of_each() if channels is None else channels),
        **{name: [] for name in none.split()},
    }


def _one_of_each() -> list[Json]:
    return [
        channel(CHANNEL_ID, "reading-group"),
        channel(OTHER_CHANNEL_ID, "second-group"),
        channel(NEWS_ID, "announcements", NEWS),
        channel(FORUM_ID, "papers", FORUM),
    ]

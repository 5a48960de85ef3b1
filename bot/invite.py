"""The link by which a server's owner invites the bot, and why it asks for what it asks."""

from __future__ import annotations

from urllib.parse import urlencode

SCOPES = ("bot", "applications.commands")

# Discord's permission bits that the bot uses, and what for; it asks for no other.
PERMISSIONS = {
    "view_channel": (1 << 10, "to see the channel a digest goes to"),
    "send_messages": (1 << 11, "to post the paper of the day there"),
    "read_message_history": (
        1 << 16,
        "to look, after a crash, whether today's post already stands, so that it never comes twice",
    ),
}


def permission_bits() -> int:
    """Return the permissions of the invite as Discord's integer."""
    return sum(bit for bit, _ in PERMISSIONS.values())


def invite_url(application_id: int) -> str:
    """Return the link that adds this application to a server."""
    query = {
        "client_id": application_id,
        "scope": " ".join(SCOPES),
        "permissions": permission_bits(),
    }
    return f"https://discord.com/oauth2/authorize?{urlencode(query)}"

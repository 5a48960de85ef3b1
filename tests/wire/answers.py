"""How the stand-in answers a request."""

from __future__ import annotations

import json

from aiohttp import web


def reply(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON answer; discord.py reads it as JSON only without a charset."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        headers=headers,
        content_type="application/json",
    )


def failure(status: int, code: int = 0, message: str = "Made by a test") -> web.Response:
    """Return an error of Discord's; `code` is one of its JSON error codes."""
    return reply({"code": code, "message": message}, status)


def done() -> web.Response:
    """Return the answer that says no more than that it is done."""
    return web.Response(status=204)


class RefusalError(Exception):
    """What is asked for is answered with an error."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.response = failure(status, code, message)


UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
MISSING_ACCESS = (403, 50001, "Missing Access")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
INVALID_BODY = (400, 50035, "Invalid Form Body")
ARCHIVED = (400, 50083, "Thread is archived")
ALREADY_PUBLISHED = (400, 40033, "This message has already been crossposted")
HAS_THREAD = (400, 160004, "A thread has already been created for this message")

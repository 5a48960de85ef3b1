"""The people the stand-in knows, and what the bot writes to them in person."""

from __future__ import annotations

from aiohttp import web

from tests.wire import payloads, places
from tests.wire.answers import reply
from tests.wire.channels import Channels

DIRECT_ID = 900000000000000401  # where the bot writes to a member


class People:
    """Every id is somebody's; all are written to in one channel."""

    def __init__(self, channels: Channels) -> None:
        channels.add({"id": str(DIRECT_ID), "type": places.DIRECT})

    def routes(self) -> list[web.RouteDef]:
        """Return what is asked of people."""
        return [
            web.get("/users/{user}", self._user),
            web.post("/users/@me/channels", self._open_direct),
        ]

    async def _user(self, request: web.Request) -> web.Response:
        return reply(payloads.user(request.match_info["user"], "member"))

    async def _open_direct(self, request: web.Request) -> web.Response:
        recipient = payloads.user((await request.json())["recipient_id"], "member")
        direct = {"id": str(DIRECT_ID), "type": places.DIRECT, "last_message_id": None}
        return reply(direct | {"recipients": [recipient]})

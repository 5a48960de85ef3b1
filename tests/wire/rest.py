"""The stand-in's REST side: what it remembers, and how it answers."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Awaitable, Callable
from itertools import count

import discord
from aiohttp import web

from tests.wire import payloads
from tests.wire.payloads import Json

MAX_NONCE = 25
LOADING, EPHEMERAL = 1 << 7, 1 << 6


class Rest:
    """Commands, channels and interaction answers of the stand-in.

    `clock_offset` moves Discord's clock against the bot's: snowflakes carry Discord's.
    """

    def __init__(self) -> None:
        self.commands: list[Json] = []
        self.channels: dict[int, list[Json]] = {
            payloads.CHANNEL_ID: [],
            payloads.OTHER_CHANNEL_ID: [],
        }
        self.clock_offset = dt.timedelta()
        self._nonces: dict[str, Json] = {}
        self._counter = count(1)

    def routes(self) -> list[web.RouteDef]:
        """Return everything below /api/v10."""
        application = "/applications/{application}/commands"
        channel, answer = "/channels/{channel}/messages", "/webhooks/{application}/{token}"
        return [
            web.get("/users/@me", _constantly(payloads.me)),
            web.get("/oauth2/applications/@me", _constantly(payloads.application)),
            web.get("/applications/@me", _constantly(payloads.application)),
            web.put(application, self._sync),
            web.post(channel, self._create_message),
            web.get(channel, self._history),
            web.post("/interactions/{interaction}/{token}/callback", self._callback),
            web.post(answer, self._follow_up),
            web.patch(answer + "/messages/@original", self._follow_up),
        ]

    def messages(self, channel_id: int = payloads.CHANNEL_ID) -> list[Json]:
        """Return what stands in a channel, oldest first."""
        return self.channels[channel_id]

    def forget_nonces(self) -> None:
        """Do what Discord does after a few minutes."""
        self._nonces.clear()

    def now(self) -> dt.datetime:
        """Return Discord's time."""
        return dt.datetime.now(dt.UTC) + self.clock_offset

    def snowflake(self) -> int:
        """Return a new id, of this moment."""
        return discord.utils.time_snowflake(self.now()) + next(self._counter) % (1 << 22)

    async def _sync(self, request: web.Request) -> web.Response:
        meant = {"application_id": payloads.APPLICATION_ID, "version": "1", "type": 1}
        self.commands = [
            meant | {"id": str(self.snowflake())} | body for body in await request.json()
        ]
        return reply(self.commands)

    async def _create_message(self, request: web.Request) -> web.Response:
        channel_id, body = int(request.match_info["channel"]), await request.json()
        if channel_id not in self.channels:
            return failure(404, 10003, "Unknown Channel")
        nonce = body.get("nonce")
        if nonce is not None and len(str(nonce)) > MAX_NONCE:
            return failure(400, 50035, "Invalid Form Body")
        # One author is enough here: the stand-in knows no other who posts.
        if body.get("enforce_nonce") and nonce in self._nonces:
            return reply(self._nonces[nonce])
        message = self._message(channel_id, body)
        self.channels[channel_id].append(message)
        if nonce is not None:
            self._nonces[nonce] = message
        return reply(message)

    async def _history(self, request: web.Request) -> web.Response:
        """Answer as Discord: the newest first, yet those next to `after` when it is given."""
        query, wanted = request.query, self.channels[int(request.match_info["channel"])]
        limit = int(query.get("limit", 50))
        if before := query.get("before"):
            wanted = [one for one in wanted if int(one["id"]) < int(before)]
        if after := query.get("after"):
            wanted = [one for one in wanted if int(one["id"]) > int(after)][:limit]
        return reply(wanted[::-1][:limit])

    async def _callback(self, request: web.Request) -> web.Response:
        """Acknowledge an interaction, naming the message if one was sent with it."""
        interaction_id, body = request.match_info["interaction"], await request.json()
        flags = body.get("data", {}).get("flags", 0)
        about: Json = {
            "id": interaction_id,
            "type": 2,
            "response_message_loading": body["type"] == 5,
            "response_message_ephemeral": bool(flags & EPHEMERAL),
        }
        if body["type"] not in (4, 5):
            return reply({"interaction": about})
        message = self._message(payloads.CHANNEL_ID, body.get("data", {}))
        about["response_message_id"] = message["id"]
        resource = {"type": body["type"], "message": message}
        return reply({"interaction": about, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        return reply(self._message(payloads.CHANNEL_ID, await request.json()))

    def _message(self, channel_id: int, body: Json) -> Json:
        return payloads.message(self.snowflake(), channel_id, self.now().isoformat(), body)


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


def _constantly(make: Callable[[], Json]) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        return reply(make())

    return answer

"""The stand-in's REST side: who the bot is, its commands, and answers to interactions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from tests.wire import payloads
from tests.wire.answers import RefusalError, reply
from tests.wire.channels import Channels
from tests.wire.payloads import Json
from tests.wire.people import People
from tests.wire.places import CHANNEL_ID
from tests.wire.threads import Threads

EPHEMERAL = 1 << 6


class Rest:
    """All that is below /api/v10, for a bot in some servers."""

    def __init__(self, guilds: Iterable[Json]) -> None:
        self.commands: list[Json] = []
        self.channels = Channels()
        self.threads = Threads(self.channels)
        self.people = People(self.channels)
        for guild in guilds:
            for channel in guild["channels"]:
                self.channels.add(channel)

    def routes(self) -> list[web.RouteDef]:
        """Return every route."""
        application = "/applications/{application}/commands"
        answer = "/webhooks/{application}/{token}"
        return [
            web.get("/users/@me", _constantly(payloads.me)),
            web.get("/oauth2/applications/@me", _constantly(payloads.application)),
            web.get("/applications/@me", _constantly(payloads.application)),
            web.put(application, self._sync),
            web.post("/interactions/{interaction}/{token}/callback", self._callback),
            web.post(answer, self._follow_up),
            web.patch(answer + "/messages/@original", self._follow_up),
            *self.channels.routes(),
            *self.threads.routes(),
            *self.people.routes(),
        ]

    def messages(self, channel_id: int = CHANNEL_ID) -> list[Json]:
        """Return what stands in a channel, oldest first."""
        return self.channels.messages[channel_id]

    async def _sync(self, request: web.Request) -> web.Response:
        meant = {"application_id": payloads.APPLICATION_ID, "version": "1", "type": 1}
        self.commands = [
            meant | {"id": str(self.channels.snowflake())} | body for body in await request.json()
        ]
        return reply(self.commands)

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
        message = self._answer(body.get("data", {}))
        about["response_message_id"] = message["id"]
        resource = {"type": body["type"], "message": message}
        return reply({"interaction": about, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        return reply(self._answer(await request.json()))

    def _answer(self, body: Json) -> Json:
        """Return the message that answers an interaction; it is kept nowhere."""
        channels = self.channels
        now = channels.now().isoformat()
        return payloads.message(channels.snowflake(), CHANNEL_ID, now, body)


@web.middleware
async def refusing(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer with the error that was raised."""
    try:
        return await handler(request)
    except RefusalError as refusal:
        return refusal.response


def _constantly(make: Callable[[], Json]) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        return reply(make())

    return answer

"""What stands in the stand-in's channels: messages, their pins, their publishing."""

from __future__ import annotations

import datetime as dt
from itertools import count

import discord
from aiohttp import web

from tests.wire import answers, payloads, places
from tests.wire.answers import RefusalError, done, reply
from tests.wire.payloads import Json

MAX_NONCE = 25
CROSSPOSTED = 1 << 0  # a message's flag once it was published
PIN_NOTICE = 6  # the type of the message that says something was pinned


class Channels:
    """All channels and threads by id, and the messages of each, oldest first.

    `clock_offset` moves Discord's clock against the bot's: snowflakes carry Discord's.
    """

    def __init__(self) -> None:
        self.about: dict[int, Json] = {}
        self.messages: dict[int, list[Json]] = {}
        self.clock_offset = dt.timedelta()
        self._nonces: dict[str, Json] = {}
        self._counter = count(1)

    def routes(self) -> list[web.RouteDef]:
        """Return what is asked of channels and messages."""
        messages = "/channels/{channel}/messages"
        one = messages + "/{message}"
        return [
            web.get("/channels/{channel}", self._get),
            web.post(messages, self._create),
            web.get(messages, self._history),
            web.get(one, self._message),
            web.delete(one, self._delete),
            web.post(one + "/crosspost", self._publish),
            web.put(messages + "/pins/{message}", self._pin),
            web.delete(messages + "/pins/{message}", self._unpin),
        ]

    def add(self, channel: Json) -> None:
        """Open a channel."""
        self.about[int(channel["id"])] = channel
        self.messages[int(channel["id"])] = []

    def remove(self, channel_id: int) -> None:
        """Delete a channel with all that stands there."""
        del self.about[channel_id], self.messages[channel_id]

    def forget_nonces(self) -> None:
        """Do what Discord does after a few minutes."""
        self._nonces.clear()

    def now(self) -> dt.datetime:
        """Return Discord's time."""
        return dt.datetime.now(dt.UTC) + self.clock_offset

    def snowflake(self) -> int:
        """Return a new id, of this moment."""
        return discord.utils.time_snowflake(self.now()) + next(self._counter) % (1 << 22)

    def post(self, channel_id: int, body: Json, message_id: int | None = None) -> Json:
        """Let the bot's message stand in a channel."""
        number = message_id or self.snowflake()
        message = payloads.message(number, channel_id, self.now().isoformat(), body)
        self.messages[channel_id].append(message)
        return message

    def asked_for(self, request: web.Request, right: int = places.VIEW) -> Json:
        """Return the channel of a request; raises `RefusalError` as Discord refuses."""
        channel = self.about.get(int(request.match_info["channel"]))
        if channel is None:
            raise RefusalError(*answers.UNKNOWN_CHANNEL)
        place = channel if channel["type"] != places.THREAD else self._parent(channel)
        if not places.may(place, places.VIEW):
            raise RefusalError(*answers.MISSING_ACCESS)
        if not places.may(place, right):
            raise RefusalError(*answers.MISSING_PERMISSIONS)
        return channel

    def message_asked_for(self, request: web.Request, right: int = places.VIEW) -> Json:
        """Return the message of a request; raises `RefusalError` as Discord refuses."""
        channel, wanted = self.asked_for(request, right), request.match_info["message"]
        for message in self.messages[int(channel["id"])]:
            if message["id"] == wanted:
                return message
        raise RefusalError(*answers.UNKNOWN_MESSAGE)

    def _parent(self, thread: Json) -> Json:
        return self.about[int(thread["parent_id"])]

    async def _get(self, request: web.Request) -> web.Response:
        return reply(self.asked_for(request))

    async def _create(self, request: web.Request) -> web.Response:
        body, channel = await request.json(), self.asked_for(request)
        in_thread = channel["type"] == places.THREAD
        self.asked_for(request, places.IN_THREADS if in_thread else places.SEND)
        if in_thread and channel["thread_metadata"]["archived"]:
            raise RefusalError(*answers.ARCHIVED)
        nonce = body.get("nonce")
        if nonce is not None and len(str(nonce)) > MAX_NONCE:
            raise RefusalError(*answers.INVALID_BODY)
        # One author is enough here: the stand-in knows no other who posts.
        if body.get("enforce_nonce") and nonce in self._nonces:
            return reply(self._nonces[nonce])
        message = self.post(int(channel["id"]), body)
        if nonce is not None:
            self._nonces[nonce] = message
        return reply(message)

    async def _history(self, request: web.Request) -> web.Response:
        """Answer as Discord: the newest first, yet those next to `after` when it is given.

        Whoever may not read the history is answered with nothing, not with an error.
        """
        channel, query = self.asked_for(request), request.query
        wanted, limit = self.messages[int(channel["id"])], int(query.get("limit", 50))
        if not places.may(channel, places.HISTORY):
            return reply([])
        if before := query.get("before"):
            wanted = [one for one in wanted if int(one["id"]) < int(before)]
        if after := query.get("after"):
            wanted = [one for one in wanted if int(one["id"]) > int(after)][:limit]
        return reply(wanted[::-1][:limit])

    async def _message(self, request: web.Request) -> web.Response:
        return reply(self.message_asked_for(request, places.HISTORY))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self.message_asked_for(request)
        self.messages[int(message["channel_id"])].remove(message)
        return done()

    async def _publish(self, request: web.Request) -> web.Response:
        message = self.message_asked_for(request, places.SEND)
        if message["flags"] & CROSSPOSTED:
            raise RefusalError(*answers.ALREADY_PUBLISHED)
        message["flags"] |= CROSSPOSTED
        return reply(message)

    async def _pin(self, request: web.Request) -> web.Response:
        """Pin a message, and say so in the channel unless it was pinned before."""
        message = self.message_asked_for(request, places.PIN)
        if not message["pinned"]:
            message["pinned"] = True
            channel_id = int(message["channel_id"])
            reference = {"message_id": message["id"], "channel_id": message["channel_id"]}
            notice = self.post(channel_id, {})
            notice.update(type=PIN_NOTICE, message_reference=reference)
        return done()

    async def _unpin(self, request: web.Request) -> web.Response:
        self.message_asked_for(request, places.PIN)["pinned"] = False
        return done()

"""The stand-in's threads: those of messages, and a forum's posts."""

from __future__ import annotations

from aiohttp import web

from tests.wire import answers, payloads, places
from tests.wire.answers import RefusalError, reply
from tests.wire.channels import Channels
from tests.wire.payloads import Json


class Threads:
    """Makes, changes and lists the threads among `channels`."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels

    def routes(self) -> list[web.RouteDef]:
        """Return what is asked of threads."""
        channel = "/channels/{channel}"
        return [
            web.post(channel + "/threads", self._post_in_forum),
            web.post(channel + "/messages/{message}/threads", self._open),
            web.get(channel + "/threads/archived/public", self._archived),
            web.get("/guilds/{guild}/threads/active", self._active),
            web.patch(channel, self._edit),
        ]

    def of(self, parent_id: int) -> list[Json]:
        """Return the threads of a channel, oldest first."""
        return [one for one in self._all() if one["parent_id"] == str(parent_id)]

    def open(self, parent_id: int, name: str, thread_id: int | None = None) -> Json:
        """Open a thread in a channel."""
        channels = self._channels
        number, at = thread_id or channels.snowflake(), channels.now().isoformat()
        thread = places.thread(number, channels.about[parent_id], name, payloads.BOT_ID, at)
        channels.add(thread)
        return thread

    def archive(self, thread: Json, **also: bool) -> None:
        """Archive a thread, and lock it as well with `locked`."""
        thread["thread_metadata"].update(archived=True, **also)

    def _all(self) -> list[Json]:
        return [one for one in self._channels.about.values() if one["type"] == places.THREAD]

    async def _post_in_forum(self, request: web.Request) -> web.Response:
        forum, body = self._channels.asked_for(request, places.SEND), await request.json()
        thread = self.open(int(forum["id"]), body["name"])
        thread["applied_tags"] = body.get("applied_tags", [])
        message = self._channels.post(int(thread["id"]), body["message"], int(thread["id"]))
        return reply(thread | {"message": message}, 201)

    async def _open(self, request: web.Request) -> web.Response:
        message = self._channels.message_asked_for(request, places.START_THREADS)
        if int(message["id"]) in self._channels.about:
            raise RefusalError(*answers.HAS_THREAD)
        body = await request.json()
        return reply(self.open(int(message["channel_id"]), body["name"], int(message["id"])), 201)

    async def _active(self, request: web.Request) -> web.Response:
        mine = [one for one in self._all() if one["guild_id"] == request.match_info["guild"]]
        return reply({"threads": self._where(mine, archived=False), "members": []})

    async def _archived(self, request: web.Request) -> web.Response:
        forum = self._channels.asked_for(request, places.HISTORY)
        found = self._where(self.of(int(forum["id"])), archived=True)
        return reply({"threads": found[::-1], "members": [], "has_more": False})

    def _where(self, threads: list[Json], *, archived: bool) -> list[Json]:
        return [one for one in threads if one["thread_metadata"]["archived"] == archived]

    async def _edit(self, request: web.Request) -> web.Response:
        thread, body = self._channels.asked_for(request, places.IN_THREADS), await request.json()
        thread["thread_metadata"].update(
            {name: body[name] for name in ("archived", "locked") if name in body}
        )
        return reply(thread)

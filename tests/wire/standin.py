"""A stand-in of Discord on loopback: REST and gateway, with a log and hooks for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import count
from typing import Any, TypeVar

from aiohttp import web
from aiohttp.typedefs import Middleware

from tests.wire import payloads, places
from tests.wire.answers import failure, reply
from tests.wire.gateway import Gateway
from tests.wire.limits import Limits, bucket_of
from tests.wire.payloads import Json
from tests.wire.rest import Rest, refusing

Found = TypeVar("Found")

TOKEN = "a.good.token"
PREFIX = "/api/v10"
PATIENCE_S = 15.0


@dataclass(frozen=True)
class Request:
    """One request the bot made; `path` is without /api/v10, `json` None if it had no body."""

    method: str
    path: str
    query: dict[str, str]
    json: Any


@dataclass
class Hook:
    """What happens to the next `times` requests of a method whose path fits a pattern.

    `answer` takes the place of the real one; with `loses` the request is carried out for all
    that. With `holds` “before” or “after” the request waits, before or after it was carried
    out, until `release` is set. `cuts` closes the connection without an answer.
    """

    method: str
    pattern: str
    times: int
    answer: Callable[[], web.Response] | None = None
    loses: bool = False
    holds: str | None = None
    cuts: bool = False
    release: asyncio.Event = field(default_factory=asyncio.Event)
    caught: list[Request] = field(default_factory=list)

    def takes(self, request: Request) -> bool:
        """Whether the request fits and is not one too many."""
        fits = fnmatch(request.method, self.method) and fnmatch(request.path, self.pattern)
        return fits and len(self.caught) < self.times


class StandIn:
    """Discord, as far as the bot can tell. Made by `run_standin`."""

    def __init__(self, guilds: Sequence[Json] | None = None) -> None:
        self.guilds = [places.guild()] if guilds is None else list(guilds)
        self.requests: list[Request] = []
        self.rest = Rest(self.guilds)
        self.gateway = Gateway(TOKEN, self.guilds, self._changed)
        self.limits: Limits | None = None
        self.url = ""
        self._hooks: list[Hook] = []
        self._change = asyncio.Condition()
        self._interactions = count(1)

    def application(self, *middlewares: Middleware) -> web.Application:
        """Return the aiohttp application that serves both sides."""
        rest = web.Application(middlewares=[self._watch, *middlewares, refusing])
        rest.router.add_get("/gateway/bot", self._gateway_bot)
        rest.router.add_routes(self.rest.routes())
        whole = web.Application()
        whole.router.add_get("/gateway/", self.gateway.serve)
        whole.add_subapp(PREFIX, rest)
        return whole

    def open_channel(self, name: str, kind: int = places.TEXT) -> int:
        """Add a channel to the first server, before it is spoken of; returns its id."""
        channel = places.channel(self.rest.channels.snowflake(), name, kind)
        self.guilds[0]["channels"].append(channel)
        self.rest.channels.add(channel)
        return int(channel["id"])

    def fail(
        self, method: str, pattern: str, status: int, code: int = 0, *, times: int = 1
    ) -> Hook:
        """Answer the next fitting requests with an error instead of carrying them out."""
        return self._hook(Hook(method, pattern, times, lambda: failure(status, code)))

    def lose(self, method: str, pattern: str, status: int, *, times: int = 1) -> Hook:
        """Carry out the next fitting requests, and answer them with an error."""
        return self._hook(Hook(method, pattern, times, lambda: failure(status), loses=True))

    def rate_limit(self, method: str, pattern: str, retry_after_s: float) -> Hook:
        """Answer the next fitting request with 429."""
        body = {"message": "Slow down.", "retry_after": retry_after_s, "global": False}
        headers = {"Via": "1.1 standin", "Retry-After": str(retry_after_s)}
        return self._hook(Hook(method, pattern, 1, lambda: reply(body, 429, headers)))

    def hold(self, method: str, pattern: str, when: str = "before", *, times: int = 1) -> Hook:
        """Let the next fitting requests wait “before” or “after” they are carried out."""
        return self._hook(Hook(method, pattern, times, holds=when))

    def cut(self, method: str, pattern: str, *, times: int = 2) -> Hook:
        """Close the connection of the next fitting requests instead of answering.

        Twice at least: aiohttp repeats an idempotent request once by itself.
        """
        return self._hook(Hook(method, pattern, times, cuts=True))

    def made(self, method: str, pattern: str) -> list[Request]:
        """Return the requests made so far that fit."""
        return [one for one in self.requests if Hook(method, pattern, 1).takes(one)]

    async def until(self, find: Callable[[], Found], within_s: float = PATIENCE_S) -> Found:
        """Wait until `find` returns something true, and return it; raises TimeoutError."""
        async with asyncio.timeout(within_s), self._change:
            await self._change.wait_for(find)
            return find()

    async def use(
        self, path: str, permissions: str = payloads.MEMBER_RIGHTS, **options: Any
    ) -> int:
        """Let a member use a slash command; returns the interaction's id."""
        interaction_id = self.rest.channels.snowflake()
        channel = self.guilds[0]["channels"][0]
        interaction = payloads.slash_command(interaction_id, path, options, permissions, channel)
        await self.gateway.sessions[-1].dispatch("INTERACTION_CREATE", interaction)
        return interaction_id

    async def answer_to(self, interaction_id: int) -> Json:
        """Wait for the callback of an interaction and return its body."""
        pattern = f"/interactions/{interaction_id}/*/callback"
        return (await self.until(lambda: self.made("POST", pattern)))[0].json

    async def close(self) -> None:
        """Let go of all that is held, and hang up."""
        for hook in self._hooks:
            hook.release.set()
        self.gateway.release()
        for session in self.gateway.connected():
            await session.drop()

    def _hook(self, hook: Hook) -> Hook:
        self._hooks.append(hook)
        return hook

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        url = f"ws://{request.host}/gateway/"
        return reply({"url": url, "shards": 1, "session_start_limit": limit})

    async def _changed(self) -> None:
        async with self._change:
            self._change.notify_all()

    @web.middleware
    async def _watch(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Log a request, and let it be answered."""
        text = await request.text()
        path = request.path.removeprefix(PREFIX)
        seen = Request(request.method, path, dict(request.query), json.loads(text or "null"))
        hook = next((one for one in self._hooks if one.takes(seen)), None)
        if hook:
            hook.caught.append(seen)
        self.requests.append(seen)
        await self._changed()
        has_own = path.startswith(("/interactions/", "/webhooks/"))
        if not has_own and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return failure(401, 0, "401: Unauthorized")
        bucket = bucket_of(request.method, path)
        limits = None if has_own else self.limits
        response = (limits and limits.refuse(bucket)) or await self._apply(hook, request, handler)
        if limits:
            response.headers.update(limits.headers(bucket))
        return response

    async def _apply(
        self, hook: Hook | None, request: web.Request, handler: Any
    ) -> web.StreamResponse:
        if hook and hook.answer and not hook.loses:
            return hook.answer()
        if hook and hook.cuts and request.transport:
            request.transport.abort()
        if hook and hook.holds == "before":
            await hook.release.wait()
        response: web.StreamResponse = await handler(request)
        await self._changed()
        if hook and hook.holds == "after":
            await hook.release.wait()
        return hook.answer() if hook and hook.answer else response


@asynccontextmanager
async def run_standin(
    guilds: Sequence[Json] | None = None, *middlewares: Middleware
) -> AsyncIterator[StandIn]:
    """Serve a stand-in on a free port of 127.0.0.1 while the block runs.

    `middlewares` have a say in what was not turned away.
    """
    standin = StandIn(guilds)
    application = standin.application(*middlewares)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    standin.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield standin
    finally:
        await standin.close()
        await runner.cleanup()

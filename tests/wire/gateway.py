"""The stand-in's gateway: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import web

from tests.wire import payloads
from tests.wire.payloads import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
AUTHENTICATION_FAILED = 4004


@dataclass
class Session:
    """One session: what was dispatched in it, and the socket that carries it, if any."""

    id: str
    identify: Json
    address: str
    events: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    leaving: bool = False

    async def dispatch(self, event: str, data: Json) -> None:
        """Send an event; one that finds no socket is brought by the next RESUME."""
        frame = {"op": DISPATCH, "s": len(self.events) + 1, "t": event, "d": data}
        self.events.append(frame)
        await self.send(frame)

    async def send(self, frame: Json) -> None:
        """Send one frame as uncompressed text, if the socket is open."""
        if self.socket is not None and not self.socket.closed:
            with suppress(ConnectionResetError):  # the client has just gone
                await self.socket.send_str(json.dumps(frame))

    async def drop(self, code: int = 1001) -> None:
        """Close the socket as Discord does when a server of its own restarts."""
        if self.socket is not None:
            await self.socket.close(code=code)


class Gateway:
    """All `sessions` in the order in which they identified; `open` also has those yet to do so.

    `accepts_resume` False answers RESUME with “invalid session”, as Discord does when the
    session is too old, so that the client identifies anew. While `greets`, `readies` or
    `hangs_up` is not set, the gateway withholds HELLO, READY, or its side of a farewell.
    `received` are all frames.
    """

    def __init__(
        self, token: str, guilds: list[Json], changed: Callable[[], Awaitable[None]]
    ) -> None:
        self.sessions: list[Session] = []
        self.open: list[Session] = []
        self.received: list[Json] = []
        self.resumed: list[Session] = []
        self.accepts_resume = True
        self.greets, self.readies, self.hangs_up = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.release()
        self.guilds = guilds
        self.token = token
        self._changed = changed

    def connected(self) -> list[Session]:
        """Return the sessions whose socket is open."""
        return [one for one in self.sessions if one.socket and not one.leaving]

    def release(self) -> None:
        """Withhold nothing."""
        for event in (self.greets, self.readies, self.hangs_up):
            event.set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak the gateway's protocol with one client until it, or a test, hangs up."""
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        address = f"ws://{request.host}{request.path}"
        session = Session("", {}, address, socket=socket)
        self.open.append(session)
        await self._changed()
        await self.greets.wait()
        await session.send({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        async for received in socket:
            frame: Json = json.loads(received.data)
            self.received.append(frame)
            session = await self._answer(session, frame)
            await self._changed()
        session.leaving = True
        await self._changed()
        await self.hangs_up.wait()
        await socket.close()
        return socket

    async def say_ready(self, session: Session) -> None:
        """Say READY, with the servers the bot is in; a second time if a test wants it.

        A server that is `unavailable` does not come after it.
        """
        await session.dispatch("READY", self._ready(session))
        for guild in self._guilds_of(session):
            if not guild["unavailable"]:
                await session.dispatch("GUILD_CREATE", guild)

    async def _answer(self, session: Session, frame: Json) -> Session:
        if frame["op"] == HEARTBEAT:
            await session.send({"op": HEARTBEAT_ACK})
        elif frame["op"] == IDENTIFY:
            await self._identify(session, frame["d"])
        elif frame["op"] == RESUME:
            return await self._resume(session, frame["d"])
        return session

    async def _identify(self, session: Session, data: Json) -> None:
        if data["token"] != self.token:
            await session.drop(AUTHENTICATION_FAILED)
            return
        session.id, session.identify = f"session-{len(self.sessions) + 1}", data
        self.sessions.append(session)
        await self._changed()
        await self.readies.wait()
        await self.say_ready(session)

    async def _resume(self, session: Session, data: Json) -> Session:
        known = {one.id: one for one in self.sessions}.get(data["session_id"])
        if known is None or not self.accepts_resume:
            await session.send({"op": INVALID_SESSION, "d": False})
            return session
        known.socket, known.leaving = session.socket, False
        for event in [event for event in known.events if event["s"] > data["seq"]]:
            await known.send(event)
        await known.dispatch("RESUMED", {})
        self.resumed.append(known)
        return known

    def _guilds_of(self, session: Session) -> list[Json]:
        """Return the servers of a session's shard (Discord's documentation, “Sharding”)."""
        shard, shards = session.identify.get("shard", [0, 1])
        return [one for one in self.guilds if (int(one["id"]) >> 22) % shards == shard]

    def _ready(self, session: Session) -> Json:
        guilds = [{"id": one["id"], "unavailable": True} for one in self._guilds_of(session)]
        return {
            "v": 10,
            "user": payloads.me(),
            "guilds": guilds,
            "session_id": session.id,
            "resume_gateway_url": session.address,
            "shard": session.identify.get("shard", [0, 1]),
            "application": {"id": payloads.APPLICATION_ID, "flags": 0},
        }

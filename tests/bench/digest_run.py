"""One run of the bot's process against a stand-in, and what was seen of it."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import math
import os
import sys
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from discord.utils import snowflake_time

from bot.digests.pacing import PER_SECOND
from tests.bench.digest_load import Members, channel_ids, cpu_s, memory_mb, refuse
from tests.wire.digests import asked
from tests.wire.limits import Limits
from tests.wire.standin import TOKEN, StandIn

ROOT: Final = Path(__file__).parents[2]
IN_A_SHARD: Final = 2_500  # servers; Discord allows no more
SHARD_S, START_S = 8.0, 30.0  # time for each shard to connect, and for all else at the start
LOOK_EVERY_S: Final = 1.0
PATIENCE: Final = 2  # times what it should take


@dataclass
class Run:
    """A bot on a database in `folder`, whose digests are all due at `due_at`.

    `cpu_s`, `memory_mb` (noted each second), and `stalls_s` (late by how much, of the event loop,
    before and since the digests were due) are filled by `bring`.
    """

    folder: Path
    standin: StandIn
    members: Members
    due_at: dt.datetime
    limits: Limits = field(default_factory=Limits)
    refusing: set[int] = field(default_factory=set)
    cpu_s: float = 0.0
    memory_mb: list[float] = field(default_factory=list)
    stalls_s: tuple[float, float] = (0.0, 0.0)

    @property
    def database(self) -> Path:
        """The bot's database."""
        return self.folder / "paperboy.sqlite3"

    @property
    def digests(self) -> int:
        """How many there are, one a server."""
        return len(self.standin.guilds)

    @property
    def _shards(self) -> int:
        return math.ceil(self.digests / IN_A_SHARD)

    @property
    def _stalls(self) -> Path:
        return self.folder / "stalls.json"

    async def bring(self, refusing: int) -> None:
        """Start the bot, wait until all posts are on record, and stop it."""
        self.standin.limits = self.limits
        async with self._bot() as bot:
            await self._connected()
            await self._until_due()
            self.refusing = refuse(self.standin, refusing)
            used_s = cpu_s(bot.pid)
            searching = asyncio.create_task(self.members.search(self.standin))
            await self._done(bot)
            self.cpu_s = cpu_s(bot.pid) - used_s
            searching.cancel()
        self.stalls_s = self._read_stalls()

    @asynccontextmanager
    async def _bot(self) -> AsyncIterator[Process]:
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "PAPERBOY_API_BASE": self.standin.url,
            "PAPERBOY_DATABASE": str(self.database),
            "PAPERBOY_SEEDS": str(self.folder / "none"),
            "PAPERBOY_SHARDS": str(self._shards),
            "PAPERBOY_LOG_LEVEL": "ERROR",
        }
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.digest_bot", str(self._stalls)),
            env=os.environ | settings,
            cwd=ROOT,
        )
        try:
            yield bot
        finally:
            bot.terminate()
            await bot.wait()

    async def _connected(self) -> None:
        gateway, within_s = self.standin.gateway, START_S + SHARD_S * self._shards
        await self.standin.until(lambda: len(gateway.connected()) == self._shards, within_s)
        await self.members.search_once(self.standin, "learning")
        self.members.took.clear()

    async def _until_due(self) -> None:
        left_s = (self.due_at - dt.datetime.now(dt.UTC)).total_seconds()
        if left_s < 0:
            sys.exit("The bot was not ready when the digests fell due.")
        await asyncio.sleep(left_s)

    async def _done(self, bot: Process) -> None:
        async with asyncio.timeout(START_S + PATIENCE * self.digests / PER_SECOND):
            while self.states["posted"] + self.states["failed"] < self.digests:
                self.memory_mb.append(memory_mb(bot.pid))
                await asyncio.sleep(LOOK_EVERY_S)

    def _read_stalls(self) -> tuple[float, float]:
        stalls, due_at = json.loads(self._stalls.read_text()), self.due_at.timestamp()
        before, since = (
            max((late_s for at, late_s in stalls if (at >= due_at) == is_since), default=0.0)
            for is_since in (False, True)
        )
        return before, since

    @property
    def states(self) -> Counter[str]:
        """How many slots on record are in each state."""
        return Counter(dict(asked(self.database, "SELECT state, count(*) FROM ledger GROUP BY 1")))

    def standing(self) -> Counter[int]:
        """Return how many of the channels have so many messages."""
        channels = channel_ids(self.standin.guilds)
        return Counter(len(self.standin.rest.messages(one)) for one in channels)

    def came_s(self) -> dict[int, float]:
        """Return when each post came, in seconds since they were due, by its turn from 0 on.

        The turns are those in which they were claimed; one that was refused has a turn too.
        """
        rows = asked(self.database, "SELECT id, message_id FROM ledger ORDER BY id")
        return {
            turn: (snowflake_time(message_id) - self.due_at).total_seconds()
            for turn, (_, message_id) in enumerate(rows)
            if message_id
        }

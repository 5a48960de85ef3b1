"""Thousands of servers with a digest each, and what a bot's process uses of the machine."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import random
import resource
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from bot.database import Database
from bot.digests.calendar import EVERY_DAY, Rule
from bot.digests.digest import Order
from bot.digests.register import Digests
from bot.papers.changes import By
from bot.papers.importing import import_reading
from tests.bench.search_data import SEED, TYPED, Doc
from tests.bench.search_paperboy import reading_of
from tests.bench.search_queries import make_queries
from tests.wire import places
from tests.wire.payloads import Json
from tests.wire.standin import StandIn

FIRST_ID: Final = 910000000000000000
LATENCY_S: Final = 0.1  # between a request and Discord's answer
SEARCH_EVERY_S: Final = 0.5


def servers(count: int) -> list[Json]:
    """Return servers with one channel each, spread evenly over the shards."""
    ids = [FIRST_ID + (number << 22) for number in range(count)]
    return [
        places.guild(one, [places.channel(one + 1, "reading-group", guild_id=one)]) for one in ids
    ]


def channel_ids(guilds: Sequence[Json]) -> list[int]:
    """Return the channel of each server."""
    return [int(guild["channels"][0]["id"]) for guild in guilds]


def refuse(standin: StandIn, count: int) -> set[int]:
    """Let some channels refuse all posts, unknown to the bot; returns which."""
    refusing = random.Random(SEED).sample(channel_ids(standin.guilds), count)
    for channel_id in refusing:
        places.deny(standin.rest.channels.about[channel_id], places.SEND)
    return set(refusing)


async def fill(path: Path, docs: list[Doc], guilds: Sequence[Json], due_at: dt.datetime) -> None:
    """Make a database with the papers, and a digest for each server that is due at `due_at`."""
    database = await Database.open(path)
    now = dt.datetime.now(dt.UTC)
    await import_reading(database, reading_of(docs), "bench", By.operator(now))
    digests, rule = Digests(database), Rule(due_at.time(), "UTC", EVERY_DAY)
    for channel_id in channel_ids(guilds):
        guild_id, member_id = channel_id - 1, channel_id + 1
        await digests.create(Order(channel_id, rule), guild_id=guild_id, by_user=member_id, now=now)
    await database.close()


class Members:
    """People who search, and how many milliseconds each search `took` until it was answered."""

    def __init__(self, docs: list[Doc]) -> None:
        self.took: list[float] = []
        self._texts = [ask.text for ask in make_queries(docs) if ask.kind not in TYPED]
        self._answered: dict[int, float] = {}

    @web.middleware
    async def notice(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Note when an interaction is answered; let all other answers take their time."""
        if interaction_id := request.match_info.get("interaction"):
            self._answered[int(interaction_id)] = time.perf_counter()
        else:
            await asyncio.sleep(LATENCY_S)
        response: web.StreamResponse = await handler(request)
        return response

    async def search(self, standin: StandIn) -> None:
        """Search again and again."""
        for text in cycle(self._texts):
            await self.search_once(standin, text)
            await asyncio.sleep(SEARCH_EVERY_S)

    async def search_once(self, standin: StandIn, text: str, within_s: float = 60.0) -> None:
        """Use /paper search, and wait for its answer."""
        started = time.perf_counter()
        interaction_id = await standin.use("paper search", query=text)
        await standin.until(lambda: interaction_id in self._answered, within_s)
        self.took.append(1000 * (self._answered[interaction_id] - started))


def cpu_s(pid: int) -> float:
    """Return the seconds of processor time a process has used, in user and system mode."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, after_name[11:13])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20

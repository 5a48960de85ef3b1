"""Words for tests of digests over the wire: order one, and look at what came of it."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from bot.database import Database
from bot.digests.calendar import EVERY_DAY, Rule
from bot.digests.digest import Digest, Look, Order
from bot.digests.entry import HOLD
from bot.digests.register import Digests
from tests.wire.payloads import MEMBER_ID, Json
from tests.wire.places import GUILD_ID
from tests.wire.standin import StandIn

MINUTE = dt.timedelta(minutes=1)
PATIENCE_S, LOOK_EVERY_S = 15.0, 0.02
# The custom id by which the bot finds its own posts.
ENTRY = re.compile(r'"custom_id": "about:(\d+)"')
CODE = re.compile(r"\bP-\d+\b")
PLAIN = Look()


def posts_to(channel_id: int) -> str:
    """Return the path to which a channel's messages are posted."""
    return f"/channels/{channel_id}/messages"


def forum_posts_to(channel_id: int) -> str:
    """Return the path to which a forum's posts are posted."""
    return f"/channels/{channel_id}/threads"


async def order_due_now(
    database_path: Path, *channel_ids: int, look: Look = PLAIN, by_user: str = MEMBER_ID
) -> list[Digest]:
    """Order a digest for each channel whose slot of today fell due within the last minute.

    The zone is one where it is about noon, so that no midnight can come between.
    """
    now = dt.datetime.now(dt.UTC)
    zone = dt.timezone(dt.timedelta(hours=12 - now.hour))
    at = now.astimezone(zone).replace(second=0, microsecond=0)
    rule = Rule(at.time(), f"Etc/GMT{now.hour - 12:+d}", EVERY_DAY)
    async with opened(database_path) as database:
        digests = Digests(database)
        return [
            await digests.create(
                Order(channel_id, rule, look=look),
                guild_id=GUILD_ID,
                by_user=int(by_user),
                now=at - MINUTE,
            )
            for channel_id in channel_ids
        ]


async def look_again(standin: StandIn, database_path: Path, mark_channel_id: int) -> None:
    """Let the bot look at every digest, and wait until what it had to do was begun.

    A digest made last, for a channel of its own, stands for that.
    """
    await order_due_now(database_path, mark_channel_id)
    before = len(standin.rest.messages(mark_channel_id))
    for session in standin.gateway.connected():
        await standin.gateway.say_ready(session)
    await standin.until(lambda: len(standin.rest.messages(mark_channel_id)) > before)


@asynccontextmanager
async def opened(database_path: Path) -> AsyncIterator[Database]:
    """Open the bot's database by the bot's own means."""
    database = await Database.open(database_path)
    try:
        yield database
    finally:
        await database.close()


def asked(database_path: Path, sql: str) -> list[tuple]:
    """Return the rows of a reading statement."""
    with closing(sqlite3.connect(database_path)) as connection:
        return connection.execute(sql).fetchall()


def ledger(database_path: Path) -> list[tuple[str, int | None]]:
    """Return each post on record, in the order of their digests: its state and its message."""
    return asked(database_path, "SELECT state, message_id FROM ledger ORDER BY digest_id, id")


def states(database_path: Path) -> list[str]:
    """Return the state of each post on record, in the order of their digests."""
    return [state for state, _ in ledger(database_path)]


def reasons(database_path: Path) -> list[str | None]:
    """Return why each post on record did not come, in the order of their digests."""
    rows = asked(database_path, "SELECT reason FROM ledger ORDER BY digest_id, id")
    return [reason for (reason,) in rows]


def extras(database_path: Path) -> list[tuple[int, str, str]]:
    """Return what was to follow posts: the post, what, and its state."""
    return asked(database_path, "SELECT entry_id, kind, state FROM extra ORDER BY entry_id, kind")


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds that nobody announces; raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(LOOK_EVERY_S)


def let_hold_pass(database_path: Path) -> None:
    """Make every claim so old that no process may still be sending its post."""
    age = int(HOLD.total_seconds())
    with closing(sqlite3.connect(database_path)) as connection, connection:
        connection.execute("UPDATE ledger SET tried_at = tried_at - ?", (age,))


def entry_of(message: Json) -> int:
    """Return the ledger entry whose post a message is."""
    [found] = ENTRY.findall(json.dumps(message))
    return int(found)


def code_of(message: Json) -> str:
    """Return the code, such as P-17, of the paper a message shows."""
    return CODE.findall(json.dumps(message))[0]


def papers_at_claim(database_path: Path) -> dict[int, str]:
    """Return the code of the paper that was chosen for each post, by the post's id."""
    rows = asked(database_path, "SELECT entry_id, paper_id FROM pick WHERE entry_id IS NOT NULL")
    return {entry_id: f"P-{paper_id}" for entry_id, paper_id in rows}

"""Deriving every stored paper's text again, and rebuilding what search keeps of it."""

from __future__ import annotations

import asyncio

from bot.database import Database, fetch_in
from bot.papers.derived import RULES_VERSION, derive
from bot.papers.search import entries, index
from bot.papers.storing import store_derived

BATCH = 200
RULES, INDEX = "rules version", "index version"


async def bring_up_to_date(database: Database) -> None:
    """Derive texts again if the rules for it changed; rebuild an index that is not in step."""
    if await database.fact(RULES) != RULES_VERSION:
        await _rederive(database)
        await database.set_fact(RULES, RULES_VERSION)
    elif await database.fact(INDEX) == RULES_VERSION and await index.in_step(database):
        return
    await rebuild(database)


async def rebuild(database: Database) -> None:
    """Make the index anew from the papers; a rebuild cut short is done again at the next start."""
    await database.set_fact(INDEX, "rebuilding")
    await index.begin_anew(database)
    last_id, learnt = 0, set[str]()
    async with database.in_bulk():
        while ids := await _next_ids(database, last_id):
            async with database.write() as connection:
                await index.add(connection, await entries.stored_entries(connection, ids), learnt)
            last_id = ids[-1]
    await database.set_fact(INDEX, RULES_VERSION)


async def _rederive(database: Database) -> None:
    last_id = 0
    while ids := await _next_ids(database, last_id):
        async with database.write() as connection:
            for paper_id, title, abstract in await fetch_in(
                connection,
                "SELECT id, title, abstract FROM paper WHERE id BETWEEN ? AND ?",
                (ids[0], ids[-1]),
            ):
                derived = await asyncio.to_thread(derive, title, abstract)
                await store_derived(connection, paper_id, derived)
        last_id = ids[-1]


async def _next_ids(database: Database, after: int) -> list[int]:
    rows = await database.fetch_all(
        "SELECT id FROM paper WHERE id > ? ORDER BY id LIMIT ?", (after, BATCH)
    )
    return [row["id"] for row in rows]

"""Deriving every stored paper's text again after the rules for it changed."""

from __future__ import annotations

import asyncio
import json

from bot.database import Database
from bot.papers.derived import RULES_VERSION, derive
from bot.papers.storing import store_derived

BATCH = 500
FACT = "rules version"


async def rederive(database: Database) -> None:
    """Bring headlines, names, plain text and index in line with `RULES_VERSION`."""
    if await database.fact(FACT) == RULES_VERSION:
        return
    last_id = 0
    while rows := await database.fetch_all(
        "SELECT id, title, abstract, authors FROM paper WHERE id > ? ORDER BY id LIMIT ?",
        (last_id, BATCH),
    ):
        derived = await asyncio.to_thread(
            lambda batch: [derive(row["title"], row["abstract"]) for row in batch], rows
        )
        async with database.write() as connection:
            for row, its_text in zip(rows, derived, strict=True):
                authors = tuple(json.loads(row["authors"]))
                await store_derived(connection, row["id"], authors, its_text)
        last_id = rows[-1]["id"]
    await database.set_fact(FACT, RULES_VERSION)

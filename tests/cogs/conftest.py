"""The lists are read once; every test starts from a copy of the database they filled."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.database import Database
from bot.papers.importing import import_seeds
from bot.papers.rederiving import bring_up_to_date
from bot.settings import Settings
from tests.conftest import SEEDS
from tests.digest_days import START


@pytest.fixture(scope="session")
def filled_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a bot that was started once."""
    path = tmp_path_factory.mktemp("filled") / "paperboy.sqlite3"

    async def fill() -> None:
        database = await Database.open(path)
        await bring_up_to_date(database)
        await import_seeds(database, SEEDS, START)
        await database.close()

    # In a thread of its own: Playwright's loop, in the browser tests, runs in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(fill())).result()
    return path


@pytest.fixture
def settings(settings: Settings, filled_database: Path) -> Settings:
    """The settings of every test, with the lists read already."""
    shutil.copy(filled_database, settings.database)
    return settings

"""A stand-in of Discord for each test, and processes that take it for the real one."""

from __future__ import annotations

import asyncio
import datetime as dt
import shutil
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from bot.database import Database
from bot.papers.importing import import_seeds
from bot.settings import PROJECT
from tests.wire.process import Paperboys, paperboys
from tests.wire.specification import faults
from tests.wire.standin import TOKEN, StandIn, run_standin

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.wire)


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    """Discord, on a free port of this machine; all it was asked must be as Discord specifies."""
    async with run_standin() as standin:
        yield standin
    assert faults(standin.requests) == []


@pytest.fixture
async def runner(standin: StandIn, tmp_path: Path) -> AsyncIterator[Paperboys]:
    """Starts the bot's processes, in an empty folder, with a good token and no lists."""
    (tmp_path / "seeds").mkdir()
    settings = {
        "PAPERBOY_SEEDS": "seeds",
        "DISCORD_TOKEN": TOKEN,
        "PAPERBOY_API_BASE": standin.url,
        "PAPERBOY_LOG_LEVEL": "WARNING",
    }
    async with paperboys(tmp_path, **settings) as runner:
        yield runner


@pytest.fixture
def whole(runner: Paperboys) -> None:
    """Lets the processes run from their first import to their last breath."""
    runner.hurries = False


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the lists that come with the bot."""
    path = tmp_path_factory.mktemp("stocked") / "paperboy.sqlite3"

    async def stock() -> None:
        database = await Database.open(path)
        await import_seeds(database, PROJECT / "seeds", dt.datetime.now(dt.UTC))
        await database.close()

    asyncio.run(stock())
    return path


@pytest.fixture
def papers(runner: Paperboys, stocked: Path) -> None:
    """Lets the processes find papers."""
    shutil.copy(stocked, runner.database)

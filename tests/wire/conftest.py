"""A stand-in of Discord for each test, and processes that take it for the real one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from tests.wire.process import Paperboys, paperboys
from tests.wire.standin import TOKEN, StandIn, run_standin

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.wire)


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    """Discord, on a free port of this machine."""
    async with run_standin() as standin:
        yield standin


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
def real_lists(runner: Paperboys) -> None:
    """Lets the processes load the lists that come with the bot."""
    del runner.settings["PAPERBOY_SEEDS"]

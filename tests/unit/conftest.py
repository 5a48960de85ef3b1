"""A library for each test, empty or with the real lists."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import SEEDS
from tests.library import Library, open_library


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the real lists in it, to be copied: reading them takes a while."""
    path = tmp_path_factory.mktemp("library") / "filled.sqlite3"

    asyncio.run(_make(path, SEEDS))
    return path


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables and nothing in them, to be copied."""
    path = tmp_path_factory.mktemp("library") / "blank.sqlite3"
    asyncio.run(_make(path, None))
    return path


async def _make(path: Path, seeds: Path | None) -> None:
    library = await open_library(path)
    if seeds:
        await library.load(seeds)
    await library.database.close()


@pytest.fixture
async def library(tmp_path: Path, blank: Path) -> AsyncIterator[Library]:
    """An empty library."""
    library = await open_library(Path(shutil.copy(blank, tmp_path / "paperboy.sqlite3")))
    yield library
    await library.database.close()


@pytest.fixture
async def seeded(tmp_path: Path, filled: Path) -> AsyncIterator[Library]:
    """The library with the real lists in it."""
    library = await open_library(Path(shutil.copy(filled, tmp_path / "seeded.sqlite3")))
    yield library
    await library.database.close()

"""The command line, run as its own process against a stand-in."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals

from tests.wire import hurried

ROOT = Path(__file__).parents[2]
PATIENCE_S, LOOK_EVERY_S = 10.0, 0.02
# As in pyproject.toml: a warning, such as of a socket left open, is an error.
WARNINGS = ("-W", "error", "-W", "ignore:'audioop' is deprecated:DeprecationWarning")
# Less than the write-ahead log's header and one page of the bot's database.
SMALL_FILE = 8_192  # bytes


@dataclass
class Ended:
    """How a process ended, and all it said."""

    code: int
    out: str
    err: str


@dataclass
class Process:
    """A running `paperboy`; it says things into files, so that it never waits for a reader."""

    pid: int
    out: Path
    err: Path
    _end: Callable[[], Awaitable[int]]
    _code: int | None = field(default=None, init=False)

    async def says(self, pattern: str) -> str:
        """Wait for a line on standard output in which the pattern is found; return the line."""
        return await self._found(self.out, rf".*{pattern}.*\n")

    async def complains(self, pattern: str) -> str:
        """Wait for a line on standard error in which the pattern is found; return the line."""
        return await self._found(self.err, rf".*{pattern}.*\n")

    async def _found(self, path: Path, pattern: str) -> str:
        async with asyncio.timeout(PATIENCE_S):
            while not (found := re.search(pattern, path.read_text())):
                await asyncio.sleep(LOOK_EVERY_S)
            return found[0]

    def signal(self, number: Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    async def stop(self, number: Signals = SIGTERM) -> Ended:
        """Send a signal and wait for the end."""
        self.signal(number)
        return await self.ended()

    async def ended(self) -> Ended:
        """Wait for the end; raises TimeoutError after ten seconds."""
        async with asyncio.timeout(PATIENCE_S):
            self._code = await self._end()
        return Ended(self._code, self.out.read_text(), self.err.read_text())

    async def kill(self) -> None:
        """End it as `kill -9` does; one that has ended is left alone."""
        if self._code is None:
            await self.stop(SIGKILL)

    def fill_disk(self) -> None:
        """Let it write no further than `SMALL_FILE` bytes into any file, as on a full disk."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (SMALL_FILE, -1))

    def free_disk(self) -> None:
        """Let it write as much as it likes."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (-1, -1))


class Paperboys:
    """Starts processes in one folder with the same settings, and ends them all.

    They run `hurried.run` or, unless it `hurries`, `python -m bot`.
    """

    def __init__(self, folder: Path, settings: dict[str, str], stack: AsyncExitStack) -> None:
        self.folder = folder
        self.settings = settings
        self.hurries = True
        self._stack = stack
        self._started = 0

    @property
    def database(self) -> Path:
        """The database all of them use."""
        return self.folder / "paperboy.sqlite3"

    async def start(self, **changes: str | None) -> Process:
        """Start `paperboy run`; settings changed to None are left out."""
        chosen = {"PAPERBOY_DATABASE": str(self.database), **self.settings, **changes}
        surroundings = _surroundings() | {name: value for name, value in chosen.items() if value}
        self._started += 1
        out, err = (self.folder / f"{name}-{self._started}.txt" for name in ("out", "err"))
        out.touch()
        err.touch()
        begin = self._fork if self.hurries else self._execute
        pid, end = await begin(surroundings, out, err)
        process = Process(pid, out, err, end)
        self._stack.push_async_callback(process.kill)
        return process

    async def _execute(
        self, surroundings: dict[str, str], out: Path, err: Path
    ) -> tuple[int, Callable[[], Awaitable[int]]]:
        with out.open("wb") as stdout, err.open("wb") as stderr:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, *WARNINGS, "-m", "bot", "run"),
                cwd=self.folder,
                env=surroundings,
                stdout=stdout,
                stderr=stderr,
            )
        return child.pid, child.wait

    async def _fork(
        self, surroundings: dict[str, str], out: Path, err: Path
    ) -> tuple[int, Callable[[], Awaitable[int]]]:
        child = hurried.FORKS.Process(
            target=hurried.run, args=(self.folder, surroundings, out, err)
        )
        child.start()

        async def end() -> int:
            await asyncio.to_thread(child.join)
            assert child.exitcode is not None
            return child.exitcode

        assert child.pid is not None
        return child.pid, end


@asynccontextmanager
async def paperboys(folder: Path, **settings: str) -> AsyncIterator[Paperboys]:
    """Offer to start processes in `folder`; whatever still runs in the end is killed."""
    async with AsyncExitStack() as stack:
        yield Paperboys(folder, settings, stack)


def _surroundings() -> dict[str, str]:
    """Return the environment without the settings somebody may have made for themselves."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PAPERBOY_", "DISCORD_"))
    }
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}

"""The command line, run as its own process against a stand-in."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 10.0
# As in pyproject.toml: a warning, such as of a socket left open, is an error.
WARNINGS = ("-W", "error", "-W", "ignore:'audioop' is deprecated:DeprecationWarning")


@dataclass
class Ended:
    """How a process ended, and all it said."""

    code: int
    out: str
    err: str


@dataclass
class Process:
    """A running `paperboy`."""

    child: asyncio.subprocess.Process
    complaints: Path  # its standard error, in a file so that it never waits for a reader
    _said: list[str] = field(default_factory=list)

    async def says(self, pattern: str) -> str:
        """Wait for a line on standard output in which the pattern is found; return the line."""
        assert self.child.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            while line := (await self.child.stdout.readline()).decode():
                self._said.append(line)
                if re.search(pattern, line):
                    return line
        err = self.complaints.read_text()
        raise AssertionError(f"it ended without saying {pattern!r}: {self._said} {err}")

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> Ended:
        """Send a signal and wait for the end."""
        self.child.send_signal(number)
        return await self.ended()

    async def ended(self) -> Ended:
        """Wait for the end; raises TimeoutError after ten seconds."""
        async with asyncio.timeout(PATIENCE_S):
            out, _ = await self.child.communicate()
        assert self.child.returncode is not None
        said = "".join(self._said) + out.decode()
        return Ended(self.child.returncode, said, self.complaints.read_text())

    async def kill(self) -> None:
        """End it as `kill -9` does; one that has ended is left alone."""
        if self.child.returncode is None:
            self.child.kill()
            await self.child.communicate()


class Paperboys:
    """Starts processes in one folder with the same settings, and ends them all."""

    def __init__(self, folder: Path, settings: dict[str, str], stack: AsyncExitStack) -> None:
        self.folder = folder
        self.settings = settings
        self._stack = stack
        self._started = 0

    @property
    def database(self) -> Path:
        """The database all of them use."""
        return self.folder / "paperboy.sqlite3"

    async def start(self, *arguments: str, **changes: str | None) -> Process:
        """Start `python -m bot ARGUMENTS`; settings changed to None are left out."""
        chosen = {"PAPERBOY_DATABASE": str(self.database), **self.settings, **changes}
        self._started += 1
        complaints = self.folder / f"stderr-{self._started}.txt"
        with complaints.open("wb") as stderr:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                *WARNINGS,
                *("-m", "bot", *(arguments or ("run",))),
                cwd=self.folder,
                env=_surroundings() | {name: value for name, value in chosen.items() if value},
                stdout=asyncio.subprocess.PIPE,
                stderr=stderr,
            )
        process = Process(child, complaints)
        self._stack.push_async_callback(process.kill)
        return process


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

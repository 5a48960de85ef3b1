"""The demo as a newcomer starts it, and a real browser that looks at it."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# A closed network refuses the browser's own look-ups one by one; it is told not to try.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Demo:
    """A running `paperboy demo`, and all it printed until it gave its address."""

    process: subprocess.Popen[str]
    printed: str

    @property
    def url(self) -> str:
        found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", self.printed)
        assert found, self.printed
        return found[0]


def free_port() -> int:
    """Return a port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_demo(folder: Path, *options: str) -> Iterator[Demo]:
    """Start the demo in an empty folder and stop it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "bot", "demo", *options],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        yield Demo(process, "".join(lines))
    finally:
        process.terminate()
        process.communicate(timeout=15)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """One demo for all walks; each walk brings its own page."""
    folder = tmp_path_factory.mktemp("demo")
    with running_demo(folder, "--port", str(free_port())) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's chromium."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(params=[1200, 400], ids=["wide", "phone"], loop_scope="session")
async def page(request: pytest.FixtureRequest, browser: Browser, demo: Demo) -> AsyncIterator[Page]:
    """The demo's page, on a wide screen and on a phone."""
    page = await browser.new_page(viewport={"width": request.param, "height": 860})
    page.set_default_timeout(10_000)
    await page.goto(demo.url)
    yield page
    await page.close()

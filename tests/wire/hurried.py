"""`paperboy run` in a process forked from one that has imported it all, as imports take longest.

It does not wait two seconds for servers yet to come, as discord.py would.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import warnings
from pathlib import Path
from typing import Any

import discord

from bot import app, cli  # noqa: F401
from cogs import about, digests, library, papers, reading  # noqa: F401

WAIT_S = 0.2
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__])

_get_state = discord.AutoShardedClient._get_state


def _hurried(client: discord.AutoShardedClient, **options: Any) -> Any:
    return _get_state(client, guild_ready_timeout=WAIT_S, **options)


def run(folder: Path, surroundings: dict[str, str], out: Path, err: Path) -> None:
    """Run the bot in a folder, with these variables, and with files for what it says."""
    for path, number in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    # As in pyproject.toml: a warning, such as of a socket left open, is an error.
    warnings.simplefilter("error")
    os.environ.clear()
    os.environ.update(surroundings)
    os.chdir(folder)
    sys.argv = ["paperboy", "run"]
    client = discord.AutoShardedClient
    client._get_state = _hurried  # type: ignore[assignment, method-assign]
    cli.main()

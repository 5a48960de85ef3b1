"""The command line: run the bot, try it, import lists."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import signal
import sys
import textwrap
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

import click

from bot.database import Database
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.changes import By
from bot.papers.files import read_file
from bot.papers.importing import import_reading
from bot.papers.receipt import Receipt, Tally
from bot.papers.writers.formats import FORMATS, Format
from bot.settings import Settings, load_settings

Parameters = ParamSpec("Parameters")

USAGE_ERROR = 2
NO_TOKEN = (
    "Paperboy needs a Discord bot token. Make an application at"
    " https://discord.com/developers/applications, copy the token from its Bot page, and put"
    " DISCORD_TOKEN=… into the environment or a .env file. To try Paperboy without one: make demo"
)


def _fail(message: str) -> NoReturn:
    """End with one paragraph and exit code 2, without a traceback."""
    # A path or an address in it stays whole, so that it can be copied.
    text = textwrap.fill(message, 88, break_long_words=False, break_on_hyphens=False)
    click.echo(text, err=True)
    sys.exit(USAGE_ERROR)


def _friendly(command: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """End the command with a sentence when a `BotError` says what to do."""

    @wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BotError as error:
            _fail(str(error))

    return run


def _settings() -> Settings:
    settings = load_settings()
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("apscheduler").setLevel(max(logging.WARNING, logging.root.level))
    return settings


NO_GUILD = 0  # sees the shared library alone
EXPORTED_AT_ONCE = 500


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperboy")
def main() -> None:
    """Paperboy, a Discord bot for people who read research papers together."""


@main.command()
@_friendly
def run() -> None:
    """Run the bot on Discord."""
    settings = _settings()
    if settings.token is None:
        _fail(NO_TOKEN)
    from bot.app import serve

    _run_until_stopped(serve(settings, settings.token.get_secret_value(), announce=click.echo))


def _run_until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run until done, or until SIGINT or SIGTERM; either ends the process in good order."""

    async def stoppable() -> None:
        task = asyncio.ensure_future(work)

        def stop() -> None:
            # Ctrl-C pressed again must not break off the closing of what is open.
            if not task.cancelling():
                task.cancel()

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        try:
            await task
        except asyncio.CancelledError:
            click.echo("Stopped.")

    asyncio.run(stoppable())


@main.command()
@click.option("--port", default=8765, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the state in this file, rather than in a temporary one.",
)
@click.option("--tour", is_flag=True, help="Play a short tour in the terminal, and end.")
@_friendly
def demo(port: int, database: Path | None, tour: bool) -> None:
    """Try the bot in a simulated Discord in your browser; needs no token."""
    try:
        from bot.demo import serve, tour_in_terminal
    except ModuleNotFoundError as error:
        _fail(f"The demo needs one more library ({error.name}). Start it with: make demo")
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s: %(message)s")
    if tour:
        _run_until_stopped(tour_in_terminal(database))
    else:
        _run_until_stopped(serve(database, port))


@main.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_friendly
def import_(files: tuple[Path, ...]) -> None:
    """Bring paper lists into the shared library; the same file again changes nothing."""
    settings = _settings()
    failed = asyncio.run(_import_files(settings, files))
    sys.exit(1 if failed else 0)


async def _import_files(settings: Settings, files: tuple[Path, ...]) -> int:
    """Import each file, print its receipt, and return how many could not be read."""
    database, failed = await Database.open(settings.database), 0
    try:
        for path in files:
            try:
                click.echo(_receipt(await _import_file(database, path)))
            except BotError as error:
                failed += 1
                click.echo(f"{error}", err=True)
    finally:
        await database.close()
    return failed


async def _import_file(database: Database, path: Path) -> Receipt:
    reading = await asyncio.to_thread(read_file, path)
    with click.progressbar(length=len(reading.records), label=path.name, file=sys.stderr) as bar:
        by = By.operator(dt.datetime.now(dt.UTC))
        return await import_reading(database, reading, path.name, by, on_progress=bar.update)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_friendly
def export(file: Path) -> None:
    """Write the shared library to FILE: .bib, .ris, .csv, .jsonl or .md says in which format."""
    form = next((one for one in FORMATS.values() if one.suffix == file.suffix.lower()), None)
    if form is None:
        suffixes = ", ".join(one.suffix for one in FORMATS.values())
        _fail(f"{file.name}: the format is told from the name's end, one of {suffixes}.")
    settings = _settings()
    count = asyncio.run(_export_to(settings, file, form))
    click.echo(f"{file.name}: {count:,} papers as {form.name}")


async def _export_to(settings: Settings, file: Path, form: Format) -> int:
    """Write the papers beside the file first, so that what is there stays until all is well."""
    database = await Database.open(settings.database)
    beside = file.with_name(f".{file.name}.part")
    try:
        catalog = Catalog(database)
        ids = await catalog.ids(NO_GUILD)
        with (
            beside.open("w", encoding="utf-8", newline="") as target,
            click.progressbar(length=len(ids), label=file.name, file=sys.stderr) as bar,
        ):
            target.write(form.head)
            for start in range(0, len(ids), EXPORTED_AT_ONCE):
                some = ids[start : start + EXPORTED_AT_ONCE]
                papers = await catalog.get_many(some, NO_GUILD)
                target.writelines(map(form.write, papers))
                bar.update(len(some))
        beside.replace(file)
    except OSError as error:
        raise BotError(f"{file}: {error.strerror or error}.") from error
    finally:
        beside.unlink(missing_ok=True)
        await database.close()
    return len(ids)


def _receipt(receipt: Receipt) -> str:
    lists = receipt.tallies
    into = lists[0].list_name if len(lists) == 1 else f"{len(lists)} lists"
    lines = [f"{receipt.source} → {into}: {_counts(receipt)}, {len(receipt.refused)} refused"]
    if len(lists) > 1:
        lines += [f"  {tally.list_name}: {_counts(tally)}" for tally in lists]
    return "\n".join([*lines, *(f"  {refusal}" for refusal in receipt.refused)])


def _counts(of: Receipt | Tally) -> str:
    counts = [f"{of.new} new", f"{of.updated} updated", f"{of.same} same"]
    for kind in ("contrary", "removed"):
        count = of.total(kind) if isinstance(of, Receipt) else int(getattr(of, kind))
        counts += [f"{count} {kind}"] if count else []
    return ", ".join(counts)

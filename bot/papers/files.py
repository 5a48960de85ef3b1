"""From a file on disk to what a reader found in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.errors import BotError
from bot.papers.readers import listing
from bot.papers.readers.contract import Reading

MAX_FILE_BYTES = 200 * 1024 * 1024


def read_file(path: Path) -> Reading:
    """Read a paper list; a file without a heading is a list named after the file.

    Raises `BotError` with the reason if the file cannot be read as text or holds no paper.
    """
    reading = listing.read(_text(path))
    if not reading.records:
        raise BotError(f"{path.name}: no abstract found; expected one abstract a paragraph.")
    return reading if reading.name else replace(reading, name=path.stem)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BotError(f"{path.name}: larger than {MAX_FILE_BYTES // 2**20} MB; split it.")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BotError(f"{path.name}: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise BotError(
            f"{path.name}: not UTF-8 text (byte {error.start}); save it as UTF-8."
        ) from error

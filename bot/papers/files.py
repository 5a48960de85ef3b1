"""From a file on disk to what a reader found in it."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

from bot.errors import BotError
from bot.papers.readers import listing
from bot.papers.readers.contract import Reading

MAX_FILE_BYTES = 200 * 1024 * 1024
EXPECTED = "Expected a heading that names the list, then one abstract a paragraph."


def read_file(path: Path) -> Reading:
    """Read a paper list; a file without a heading is a list named after the file.

    Raises `BotError` with the reason if the file cannot be read as text or holds no paper.
    """
    reading = listing.read(_text(path))
    if not reading.records:
        raise BotError(f"{path.name}: no abstract found{_first_refusal(reading)}. {EXPECTED}")
    return reading if reading.name else replace(reading, name=path.stem)


def _first_refusal(reading: Reading) -> str:
    if not reading.refused:
        return ""
    first, others = reading.refused[0], len(reading.refused) - 1
    more = f"; {others} more" if others else ""
    return f" (line {first.line}: {first.reason}{more})"


def _text(path: Path) -> str:
    try:
        data = _bytes(path)
    except OSError as error:
        raise BotError(f"{path.name}: {error.strerror or error}.") from error
    if b"\0" in data:  # UTF-16, or no text at all
        raise BotError(f"{path.name}: not UTF-8 text; save it as UTF-8.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BotError(f"{path.name}: not UTF-8 text (line {line}); save it as UTF-8.") from error


def _bytes(path: Path) -> bytes:
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise BotError(f"{path.name}: a folder; name the files in it.")
    if not stat.S_ISREG(found.st_mode):  # reading a pipe may never end
        raise BotError(f"{path.name}: not an ordinary file.")
    if found.st_size > MAX_FILE_BYTES:
        raise BotError(f"{path.name}: larger than {MAX_FILE_BYTES // 2**20} MB; split it.")
    return path.read_bytes()

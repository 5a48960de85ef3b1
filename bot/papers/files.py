"""From a file on disk to what a reader found in it."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

from bot.errors import BotError
from bot.papers.readers import listing
from bot.papers.readers.contract import Reading
from bot.papers.readers.decoding import decode

MAX_FILE_BYTES = 200 * 1024 * 1024
EXPECTED = "Expected a heading that names the list, then one title or abstract a paragraph."


def read_file(path: Path) -> Reading:
    """Read the paper lists in a file; one without a heading is named after the file.

    Raises `BotError` with the reason if the file cannot be read as text or holds no paper.
    """
    reading = listing.read(_text(path))
    if not reading.records:
        raise BotError(f"{path.name}: no paper found{_first_refusal(reading)}. {EXPECTED}")
    named = [s if s.name else replace(s, name=path.stem) for s in reading.sections]
    return replace(reading, sections=named)


def read_bytes(name: str, data: bytes) -> Reading:
    """Read what was uploaded or pasted."""
    try:
        reading = listing.read(decode(data))
    except UnicodeDecodeError as error:
        raise BotError(f"{name}: not text in UTF-8, UTF-16 or GB18030.") from error
    if not reading.records:
        raise BotError(f"{name}: no paper found{_first_refusal(reading)}. {EXPECTED}")
    named = [s if s.name else replace(s, name=Path(name).stem) for s in reading.sections]
    return replace(reading, sections=named)


def _first_refusal(reading: Reading) -> str:
    if not reading.refused:
        return ""
    first, others = reading.refused[0], len(reading.refused) - 1
    more = f"; {others} more" if others else ""
    return f" ({first}{more})"


def _text(path: Path) -> str:
    try:
        data = _bytes(path)
    except OSError as error:
        raise BotError(f"{path.name}: {error.strerror or error}.") from error
    try:
        return decode(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BotError(
            f"{path.name}: not text in UTF-8, UTF-16 or GB18030 (line {line}); save it as UTF-8."
        ) from error


def _bytes(path: Path) -> bytes:
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise BotError(f"{path.name}: a folder; name the files in it.")
    if not stat.S_ISREG(found.st_mode):  # reading a pipe may never end
        raise BotError(f"{path.name}: not an ordinary file.")
    if found.st_size > MAX_FILE_BYTES:
        raise BotError(f"{path.name}: larger than {MAX_FILE_BYTES // 2**20} MB; split it.")
    return path.read_bytes()

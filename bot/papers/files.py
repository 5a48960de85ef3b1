"""From a file on disk to what a reader found in it."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

from bot.errors import BotError
from bot.papers.readers.archives import is_archive, unpacked
from bot.papers.readers.contract import Reading, Refusal, Section
from bot.papers.readers.decoding import decode
from bot.papers.readers.recognising import reader_of

MAX_FILE_BYTES = 200 * 1024 * 1024
MAX_RECORDS = 100_000
EXPECTED = (
    "Expected a heading that names the list, then one title or abstract a paragraph; or BibTeX,"
    " RIS, CSV or JSON."
)


def read_file(path: Path) -> Reading:
    """Read the paper lists in a file; one without a heading is named after the file.

    Raises `BotError` with the reason if the file cannot be read as text or holds no paper.
    """
    try:
        data = _bytes(path)
    except OSError as error:
        raise BotError(f"{path.name}: {error.strerror or error}.") from error
    return read_bytes(path.name, data)


def read_bytes(name: str, data: bytes) -> Reading:
    """Read what was uploaded or pasted, as `read_file` does; the format is told from the text."""
    files = unpacked(name, data) if is_archive(data) else iter([(name, data)])
    sections: list[Section] = []
    refused: list[Refusal] = []
    for inner, content in files:
        reading = _read_text(inner, content)
        stem = Path(inner).stem
        sections += [one if one.name else replace(one, name=stem) for one in reading.sections]
        refused += reading.refused
    whole = Reading(sections, refused)
    if not whole.records:
        raise BotError(f"{name}: no paper found{_first_refusal(whole)}. {EXPECTED}")
    if len(whole.records) > MAX_RECORDS:
        raise BotError(f"{name}: more than {MAX_RECORDS:,} papers; split it.")
    return whole


def _read_text(name: str, data: bytes) -> Reading:
    try:
        text = decode(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BotError(
            f"{name}: not text in UTF-8, UTF-16 or GB18030 (line {line}); save it as UTF-8."
        ) from error
    return reader_of(text)(text)


def _first_refusal(reading: Reading) -> str:
    if not reading.refused:
        return ""
    first, others = reading.refused[0], len(reading.refused) - 1
    more = f"; {others} more" if others else ""
    return f" ({first}{more})"


def _bytes(path: Path) -> bytes:
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise BotError(f"{path.name}: a folder; name the files in it.")
    if not stat.S_ISREG(found.st_mode):  # reading a pipe may never end
        raise BotError(f"{path.name}: not an ordinary file.")
    if found.st_size > MAX_FILE_BYTES:
        raise BotError(f"{path.name}: larger than {MAX_FILE_BYTES // 2**20} MB; split it.")
    return path.read_bytes()

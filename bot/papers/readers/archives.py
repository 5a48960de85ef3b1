"""A zip of lists, looked at before it is unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from bot.errors import BotError

MAX_UNPACKED_BYTES = 200 * 1024 * 1024
MAX_FILES = 200
# A hundredfold is more than text ever shrinks to; bombs shrink a thousandfold.
MAX_RATIO = 100
SMALL_BYTES = 1024 * 1024  # a ratio of less tells nothing


def is_archive(data: bytes) -> bool:
    """Whether this is a zip."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def unpacked(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each file's name and content; raises `BotError` for an archive that is not one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            _check(name, files)
            for one in files:
                with archive.open(one) as member:
                    yield one.filename, _content(name, member.read(one.file_size + 1), one)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise BotError(f"{name}: the archive cannot be read; pack it again.") from error


def _check(name: str, files: list[zipfile.ZipInfo]) -> None:
    if len(files) > MAX_FILES:
        raise BotError(f"{name}: more than {MAX_FILES} files; pack fewer.")
    if sum(one.file_size for one in files) > MAX_UNPACKED_BYTES:
        limit = MAX_UNPACKED_BYTES // 2**20
        raise BotError(f"{name}: more than {limit} MB once it is unpacked; split it.")
    for one in files:
        path = PurePosixPath(one.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in one.filename:
            raise BotError(f"{name}: the file names in it lead outside; pack it again.")
        if one.flag_bits & 0x1:
            raise BotError(f"{name}: it is locked with a password; pack it without.")
        packed = max(one.compress_size, 1)
        if one.file_size > SMALL_BYTES and one.file_size / packed > MAX_RATIO:
            raise BotError(f"{name}: it unpacks to far more than it should; it is not read.")


def _content(name: str, content: bytes, one: zipfile.ZipInfo) -> bytes:
    if len(content) > one.file_size:
        raise BotError(f"{name}: it holds more than it says; it is not read.")
    if is_archive(content):
        raise BotError(f"{name}: an archive within an archive is not read; unpack it first.")
    return content

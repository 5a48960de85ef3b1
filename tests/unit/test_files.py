"""Files that cannot be read are named with the reason; the others load."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import BotError
from bot.papers.files import read_file
from bot.papers.importing import import_seeds
from tests.library import NOW, Library

ABSTRACT = "We study how paper boats behave in the rain, and find that they do not last. " * 2
GOOD = f"ICML 2025\n\n{ABSTRACT}\n".encode()

BAD_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "picture": (
        lambda p: p.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(900)),
        "not text in UTF-8, UTF-16 or GB18030",
    ),
    "zeros": (
        lambda p: p.write_bytes(bytes(1000)),
        "not text in UTF-8, UTF-16 or GB18030 (line 1); save it as UTF-8",
    ),
    "latin-1": (
        lambda p: p.write_bytes(f"ICML 2025\n\n{ABSTRACT} Größe".encode("latin-1")),
        "not text in UTF-8, UTF-16 or GB18030 (line 3); save it as UTF-8",
    ),
    "empty": (lambda p: p.write_bytes(b""), "no paper found. Expected a heading"),
    "blank": (lambda p: p.write_bytes(b"\xef\xbb\xbf \r\n\n"), "no paper found"),
    "heading": (lambda p: p.write_bytes(b"ICML 2025\n"), "no paper found"),
    "sentences": (
        lambda p: p.write_bytes(b"ICML 2025\n\nOne sentence.\n\nAnother one."),
        "no paper found (line 3: too short for an abstract (13 characters); 1 more)",
    ),
    "dangling": (lambda p: p.symlink_to(p.with_name("nowhere")), "No such file or directory"),
    "loop": (lambda p: p.symlink_to(p), "Too many levels of symbolic links"),
    "pipe": (os.mkfifo, "not an ordinary file"),
    "forbidden": (lambda p: p.touch(0), "Permission denied"),
}


def is_readable(path: Path) -> bool:
    """Whether we may read it whatever its mode says, as root may."""
    return os.access(path, os.R_OK)


@pytest.mark.parametrize("kind", BAD_FILES)
async def test_a_bad_seed_is_named_with_the_reason_and_the_others_load(
    library: Library, tmp_path: Path, kind: str
) -> None:
    make, reason = BAD_FILES[kind]
    folder = tmp_path / "seeds"
    (folder / "a folder").mkdir(parents=True)
    for name in ("a.txt", "z.txt", ".hidden", "README.md"):
        (folder / name).write_bytes(GOOD if name.endswith(".txt") else b"no list at all")
    make(folder / "m.txt")
    if kind == "forbidden" and is_readable(folder / "m.txt"):
        pytest.skip("root may read every file")
    first, bad, last = await import_seeds(library.database, folder, NOW)
    assert isinstance(bad, BotError)
    assert str(bad).startswith("m.txt: ")
    assert reason in str(bad)
    assert [(r.source, r.new, r.same) for r in (first, last)] == [("a.txt", 1, 0), ("z.txt", 0, 1)]  # type: ignore[union-attr]


async def test_a_missing_folder_of_seeds_is_named(library: Library, tmp_path: Path) -> None:
    [outcome] = await import_seeds(library.database, tmp_path / "gone", NOW)
    assert isinstance(outcome, BotError)
    assert str(tmp_path / "gone") in str(outcome)
    assert "No such file or directory" in str(outcome)


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="a folder; name the files in it"):
        read_file(tmp_path)


def test_an_error_of_the_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(GOOD)

    def fail(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(BotError, match=r"^a\.txt: Permission denied\.$"):
        read_file(tmp_path / "a.txt")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "gb18030"])
def test_a_file_without_a_heading_is_a_list_named_after_it(tmp_path: Path, encoding: str) -> None:
    text = f"{ABSTRACT}\n\nICML 2025 papers\n\n纸船在雨中的行为研究"
    (tmp_path / "Summer reading.txt").write_text(text, encoding=encoding)
    first, second = read_file(tmp_path / "Summer reading.txt").sections
    assert (first.name, first.venue, first.year) == ("Summer reading", None, None)
    assert [record.abstract for record in first.records] == [ABSTRACT.strip()]
    assert (second.name, second.venue, second.year) == ("ICML 2025", "ICML", 2025)
    assert [record.title for record in second.records] == ["纸船在雨中的行为研究"]

"""`paperboy import`: what an operator sees."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from tests.conftest import SEEDS

ABSTRACT = "We study how paper boats behave in the rain, and find that they do not last long. " * 2
LIST = f"ICML 2025\n\n{ABSTRACT}\n\nToo short.\n\n{ABSTRACT}\n\n{'— ' * 60}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a database of its own."""
    monkeypatch.setenv("PAPERBOY_DATABASE", str(tmp_path / "data" / "db"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run_import(folder: Path) -> Callable[..., Result]:
    """Run the command, once in this process."""
    return lambda *files: CliRunner().invoke(main, ["import", *map(str, files)])


def test_the_receipt_names_what_was_taken_and_refused(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    (folder / "boats.txt").write_text(LIST, encoding="utf-8")
    result = run_import("boats.txt")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "boats.txt → ICML 2025: 1 new, 0 updated, 1 same, 2 refused",
        "  line 5: too short for an abstract (10 characters)",
        "  line 9: no words in it",
    ]


def test_the_receipt_counts_by_list_when_a_file_holds_several(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    more = (
        "ACL 2024 papers\n- Kites in Spring\n- Gliders\n\nicml 2025 papers\n- Balloons\n\n12\n13\n"
    )
    (folder / "boats.txt").write_text(f"ICML 2025\n\n{ABSTRACT}\n\n{more}", encoding="utf-8")
    assert run_import("boats.txt").stdout.splitlines() == [
        "boats.txt → 2 lists: 4 new, 0 updated, 0 same, 2 refused",
        "  ICML 2025: 2 new, 0 updated, 0 same",
        "  ACL 2024: 2 new, 0 updated, 0 same",
        "  line 12: no words in it",
        "  line 13: no words in it",
    ]


def test_the_same_file_again_changes_nothing(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    (folder / "boats.txt").write_text(LIST, encoding="utf-8")
    run_import("boats.txt")
    again = run_import("boats.txt")
    assert again.stdout.startswith("boats.txt → ICML 2025: 0 new, 0 updated, 2 same, 2 refused\n")
    (folder / "boats.txt").write_text(LIST.replace("rain", "wind"), encoding="utf-8")
    assert "0 new, 1 updated, 1 same" in run_import("boats.txt").stdout


def test_a_bad_file_fails_the_command_and_the_others_are_imported(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    (folder / "a.txt").write_bytes(b"\xff\xfe\xfd")
    (folder / "b.txt").write_text(LIST, encoding="utf-8")
    result = run_import("a.txt", "missing.txt", folder, "b.txt")
    assert result.exit_code == 1
    assert "b.txt → ICML 2025: 1 new" in result.stdout
    for reason in (
        "a.txt: not text in UTF-8, UTF-16 or GB18030 (line 1); save it as UTF-8.",
        "missing.txt: No such file or directory.",
        f"{folder.name}: a folder; name the files in it.",
    ):
        assert reason in result.stderr
    assert "Traceback" not in result.output


def test_a_database_that_is_none_ends_with_one_paragraph(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "db").write_text("no database" * 100)
    result = run_import(*SEEDS.iterdir())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be opened: file is not a database." in " ".join(result.stderr.split())


def test_at_a_terminal_a_bar_shows_the_progress(folder: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bot", "import", *map(str, sorted(SEEDS.iterdir()))]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(SEEDS.parent), "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
        timeout=30,
    )
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    os.close(theirs)
    assert done.stdout.decode().splitlines() == [
        "neurips-2026-a.txt → NeurIPS 2026: 19 new, 0 updated, 0 same, 0 refused",
        "neurips-2026-b.txt → NeurIPS 2026: 18 new, 0 updated, 1 same, 0 refused",
    ]
    assert "neurips-2026-a.txt  [" in shown
    assert shown.count("100%") >= 2


@pytest.mark.parametrize("name", ["all.bib", "all.ris", "all.csv", "all.jsonl", "all.md"])
def test_the_library_is_written_in_the_format_its_name_says(
    folder: Path, run_import: Callable[..., Result], name: str
) -> None:
    run_import(*SEEDS.iterdir())
    result = CliRunner().invoke(main, ["export", name])
    assert (result.exit_code, result.stdout[: len(name)]) == (0, name)
    assert "37 papers as" in result.stdout
    if not name.endswith(".md"):
        again = run_import(name)
        assert ": 0 new, 0 updated, 37 same, 0 refused" in again.stdout
    assert [one.name for one in folder.iterdir() if one.name.endswith(".part")] == []


def test_a_format_nobody_knows_is_one_sentence(folder: Path) -> None:
    result = CliRunner().invoke(main, ["export", "all.docx"])
    assert result.exit_code == 2
    assert "one of .bib, .ris, .csv, .jsonl, .md." in result.output


def test_the_counts_add_up_when_a_paper_is_here_with_another_year(
    folder: Path, run_import: Callable[..., Result]
) -> None:
    (folder / "a.jsonl").write_text('{"title": "Boats of paper", "year": 2020}\n', "utf-8")
    (folder / "b.jsonl").write_text('{"title": "Boats of paper", "year": 2024}\n', "utf-8")
    assert run_import("a.jsonl").stdout == "a.jsonl → a: 1 new, 0 updated, 0 same, 0 refused\n"
    assert run_import("b.jsonl").stdout == (
        "b.jsonl → b: 0 new, 0 updated, 0 same, 1 contrary, 0 refused\n"
    )

"""Starting the demo: its address, a port that is taken, its end, the tour."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.browser.conftest import free_port, running_demo


def test_a_taken_port_is_said_and_the_next_one_serves(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running_demo(tmp_path, "--port", str(port)) as demo:
            assert f"Port {port} is taken" in demo.printed
            assert f"127.0.0.1:{port + 1}/" in demo.url


def test_ctrl_c_ends_it_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with running_demo(tmp_path, "--port", str(free_port())) as demo:
        demo.process.send_signal(signal.SIGINT)
        rest, _ = demo.process.communicate(timeout=15)
    assert (demo.process.returncode, rest.strip()) == (0, "Stopped.")
    assert list(tmp_path.iterdir()) == []


def test_state_is_kept_where_a_path_is_given(tmp_path: Path) -> None:
    database = tmp_path / "kept.sqlite3"
    for _ in range(2):
        with running_demo(
            tmp_path, "--port", str(free_port()), "--database", str(database)
        ) as demo:
            assert demo.url
    assert database.exists()


def test_the_tour_plays_everything_and_ends(tmp_path: Path) -> None:
    tour = subprocess.run(
        [sys.executable, "-m", "bot", "demo", "--tour"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert tour.returncode == 0, tour.stderr
    for step in (
        "/paper search hypertre",
        "HyperTree",
        "[ Another ]",
        "Added as P-38",
        "In #reading-group",
        "Paper of",
    ):
        assert step in tour.stdout
    assert list(tmp_path.iterdir()) == []

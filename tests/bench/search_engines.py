"""Paperboy and its peers behind one door, and which of them can be asked here."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from tests.bench import search_peers as peers
from tests.bench.search_data import Doc
from tests.bench.search_paperboy import Paperboy


class Engine(Protocol):
    """What is measured. It may also have `suggest(text, k)` and `close()`."""

    name: str

    def build(self, docs: Sequence[Doc], folder: Path) -> None: ...
    def search(self, text: str, k: int) -> list[str]: ...


ENGINES: Final[dict[str, type[Any]]] = {
    engine.name: engine
    for engine in (
        Paperboy,
        peers.Fts5,
        peers.Fts5Prefix,
        peers.Fts5Porter,
        peers.Fts5Trigram,
        peers.Bm25s,
        peers.Tantivy,
        peers.MiniSearch,
        peers.FlexSearch,
        peers.WRatio,
    )
}
# The modules that engines need, and the packages that bring them.
PACKAGES: Final = {
    "bm25s": {"bm25s": "bm25s", "Stemmer": "PyStemmer"},
    "tantivy": {"tantivy": "tantivy"},
}


def lacking(name: str) -> list[str]:
    """Return the packages that have to be installed before the engine can be asked."""
    if issubclass(ENGINES[name], peers.NodePeer):
        return [] if _node_finds(name) else [f"{name} from npm"]
    wanted = PACKAGES.get(name, {})
    return [package for module, package in wanted.items() if find_spec(module) is None]


def _node_finds(package: str) -> bool:
    """Whether node is there and finds the package; where it looks, NODE_PATH says."""
    if shutil.which("node") is None:
        return False
    asked_nothing = ["node", str(peers.NODE_PEERS), package]
    tried = subprocess.run(asked_nothing, input=b"", capture_output=True, check=False)
    return tried.returncode == 0

"""JSON Lines: a paper a line, with all it says, as it is stored."""

from __future__ import annotations

import json

from bot.papers.paper import Paper

FIELDS = ("title", "abstract", "authors", "url", "year", "venue", "ids", "lists")


def line(paper: Paper) -> str:
    """Return one paper's line."""
    said = {"code": paper.code, **{field: getattr(paper, field) for field in FIELDS}}
    kept = {name: value for name, value in said.items() if value not in (None, ())}
    return json.dumps(kept, ensure_ascii=False) + "\n"

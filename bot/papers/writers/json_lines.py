"""JSON Lines (https://jsonlines.org): a paper a line, with all it says, as it is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from bot.papers.paper import Paper, parse_code

FIELDS = ("title", "abstract", "authors", "url", "year", "venue", "ids", "lists")
# JSON allows them, but many programs take them for the end of a line.
_LINE_ENDS = re.compile(r"[\x85\u2028\u2029]")


def line(paper: Paper) -> str:
    """Return one paper's line."""
    said = {"code": paper.code, **{field: getattr(paper, field) for field in FIELDS}}
    kept = {name: value for name, value in said.items() if value not in (None, ())}
    text = json.dumps(kept, ensure_ascii=False)
    return _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def is_ours(said: Mapping[str, object]) -> bool:
    """Whether an object says what `line` writes: a paper's code, and no fields but ours."""
    code = said.get("code")
    known = said.keys() <= {"code", *FIELDS}
    return known and isinstance(code, str) and parse_code(code) is not None

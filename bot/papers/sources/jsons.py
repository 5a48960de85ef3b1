"""Reading JSON of which nothing is known."""

from __future__ import annotations

import json
from typing import Any

from bot.papers.sources.found import NoAnswerError, Reason

JSON = frozenset({"application/json"})


def read_json(body: bytes) -> Any:
    """Return what the body says; raises `NoAnswerError` if it is no JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):  # ten thousand brackets are too deep to read
        raise NoAnswerError(Reason.ODD_ANSWER) from None


def mapping(value: object) -> dict[str, Any]:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """Return the value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""

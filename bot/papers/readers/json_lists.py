"""JSON and JSON Lines: conference dumps, OpenReview's notes, Semantic Scholar, our own export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bot.papers.paper import Record
from bot.papers.readers.contract import Listed, Reading, Refusal
from bot.papers.readers.exact import exactly
from bot.papers.readers.fields import reading_of, record_of
from bot.papers.readers.named import field_of, split_names, with_numbers
from bot.papers.writers.json_lines import is_ours

WRAPPERS = ("papers", "data", "notes", "results", "items", "entries", "documents", "records")


def read(text: str) -> Reading:
    """Read a list of objects, an object that wraps one, or an object a line."""
    bare = text.lstrip("\ufeff \t\r\n")
    try:
        whole = json.loads(bare)
    except (ValueError, RecursionError):
        return reading_of(_lines(text) if bare.startswith("{") else _elements(text))
    return reading_of(_items(whole))


def _items(whole: Any) -> Iterator[Record | Listed | Refusal]:
    found = whole
    if isinstance(whole, dict):
        wrapped = next((whole[key] for key in WRAPPERS if isinstance(whole.get(key), list)), None)
        found = [whole] if wrapped is None else wrapped
    for number, item in enumerate(found if isinstance(found, list) else [], 1):
        yield _record(item, number)


def _lines(text: str) -> Iterator[Record | Listed | Refusal]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip("\ufeff \t\r,"):
            continue
        try:
            item = json.loads(line.strip("\ufeff \t\r"))
        except (ValueError, RecursionError):
            yield Refusal(number, "not JSON")
        else:
            yield _record(item, number)


def _elements(text: str) -> Iterator[Record | Listed | Refusal]:
    """Read what can be read of a list that is cut or broken, element by element."""
    decoder, at, line, counted = json.JSONDecoder(), text.find("[") + 1, 1, 0
    while 0 < at < len(text):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        line, counted = line + text.count("\n", counted, at), at
        if text[at : at + 1] in ("]", ""):
            return
        try:
            item, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield Refusal(line, "not JSON from here on")
            return
        yield _record(item, line)


def _record(item: Any, line: int) -> Record | Listed | Refusal:
    if not isinstance(item, dict):
        return Refusal(line, "not an object")
    if is_ours(item):
        return exactly(item, line)
    content = item.get("content")
    flat = {**item, **content} if isinstance(content, dict) else item
    said: dict[str, object] = {}
    for name, given in flat.items():
        field = field_of(str(name))
        value = given.get("value") if isinstance(given, dict) and "value" in given else given
        if field and value not in (None, "", []):
            said.setdefault(field, _people(value) if field == "authors" else value)
    numbers = item.get("externalIds")
    if isinstance(numbers, dict):
        said.setdefault("arxiv", numbers.get("ArXiv"))
        said.setdefault("doi", numbers.get("DOI"))
    return record_of(with_numbers(said), line)


def _people(value: Any) -> list[str]:
    if isinstance(value, str):
        return split_names(value)
    people = value if isinstance(value, list) else []
    return [str(one.get("name", "")) if isinstance(one, dict) else str(one) for one in people]

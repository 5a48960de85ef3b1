"""RIS: a line a field, `TY` begins a reference and `ER` ends it, if it was not forgotten."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from bot.papers.paper import Record
from bot.papers.readers.contract import Listed, Reading, Refusal
from bot.papers.readers.exact import exactly
from bot.papers.readers.fields import reading_of, record_of
from bot.papers.writers.fields import UNTITLED
from bot.papers.writers.keepsake import recalled
from bot.papers.writers.ris import keepsake_in, shown_in

_LINE = re.compile(r"([A-Z][A-Z0-9])\s{1,2}-(?:\s(.*))?$")
_TITLE, _ABSTRACT = ("TI", "T1", "CT"), ("AB", "N2")
_VENUE, _YEAR = ("T2", "JO", "JF", "BT", "JA", "C3"), ("PY", "Y1", "DA")
_AUTHORS, _LINKS = ("AU", "A1", "A2", "A3"), ("UR", "L1", "L2", "LK")


def read(text: str) -> Reading:
    """Read every reference."""
    return reading_of(_references(text))


def _references(text: str) -> Iterator[Record | Listed | Refusal]:
    fields: dict[str, list[str]] = defaultdict(list)
    begun, last = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        found = _LINE.match(line.strip("\ufeff\r "))
        if found and found[1] in ("TY", "ER"):
            if begun:
                yield _record(fields, begun)
            fields, last = defaultdict(list), ""
            begun = number if found[1] == "TY" else 0
        elif found:
            begun = begun or number  # a reference whose TY was lost
            fields[found[1]].append(found[2] or "")
            last = found[1]
        elif line.strip() and last:  # a long field goes on in the next line
            fields[last][-1] += f" {line.strip()}"
        elif line.strip():
            yield Refusal(number, "not a field of RIS")
    if begun:
        yield _record(fields, begun)


def _record(fields: dict[str, list[str]], line: int) -> Record | Listed | Refusal:
    ours = recalled(keepsake_in(fields), shown_in(fields))
    if ours:
        return exactly(ours, line)

    def first(tags: tuple[str, ...]) -> str:
        return next((value for tag in tags for value in fields.get(tag, []) if value), "")

    said = {
        "title": None if UNTITLED in fields.get("N1", []) else first(_TITLE),
        "abstract": first(_ABSTRACT),
        "authors": [name for tag in _AUTHORS for name in fields.get(tag, [])],
        "year": first(_YEAR),
        "venue": first(_VENUE),
        "url": first(_LINKS),
        "ids": [*fields.get("DO", []), *fields.get("AN", [])],
    }
    return record_of(said, line)

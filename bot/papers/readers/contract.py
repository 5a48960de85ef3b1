"""What every reader takes and gives.

A reader is a function `read(text) -> Reading`: it never raises for what the text says,
and each part of the text is either a record or a refusal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.papers.paper import Record


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part of a file that was not taken. `line` counts from 1; `reason` is a short clause."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a file said. `name` is None when the file does not name its list."""

    name: str | None = None
    venue: str | None = None
    year: int | None = None
    records: list[Record] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

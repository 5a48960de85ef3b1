"""What every reader takes and gives.

A reader is a function `read(text) -> Reading`: it never raises for what the text says,
and each part of the text is either a record or a refusal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.papers.paper import Record


@dataclass(frozen=True, slots=True)
class Refusal:
    """A part of a file that was not taken. `line` counts from 1; `reason` is a short clause."""

    line: int
    reason: str
    lines: int = 1

    def __str__(self) -> str:
        where = f"lines {self.line}–{self.line + self.lines - 1}" if self.lines > 1 else ""
        return f"{where or f'line {self.line}'}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A record that says itself in which lists it is."""

    record: Record
    lists: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One list in a file. `name` is None when the file does not name it."""

    name: str | None = None
    venue: str | None = None
    year: int | None = None
    records: list[Record] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a file said: its lists in their order, and what was not taken, by line.

    A heading with nothing under it is a section without records.
    """

    sections: list[Section] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    @classmethod
    def single(
        cls,
        name: str | None,
        venue: str | None,
        year: int | None,
        records: Iterable[Record],
        refused: Iterable[Refusal] = (),
    ) -> Reading:
        """Return the reading of a file that is one list."""
        return cls([Section(name, venue, year, list(records))], list(refused))

    @property
    def records(self) -> list[Record]:
        """The records of all its lists."""
        return [record for section in self.sections for record in section.records]

"""What an import says it did."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.papers.readers.contract import Refusal

KINDS = ("new", "updated", "same", "contrary", "removed")
SAMPLES = 3


@dataclass(slots=True)
class Tally:
    """What became of the records of one list."""

    list_name: str
    new: int = 0
    updated: int = 0
    same: int = 0
    contrary: int = 0
    removed: int = 0

    @property
    def all(self) -> int:
        """How many records that is."""
        return self.new + self.updated + self.same + self.contrary + self.removed


@dataclass(frozen=True, slots=True)
class Note:
    """What is worth telling of one record: the line it begins at, and what became of it."""

    line: int
    text: str


@dataclass(slots=True)
class Receipt:
    """What became of every part of a source; the numbers add up to what was read.

    New, updated, same; contrary: a paper that is here with another title, other authors or
    another year, which stay; removed: a paper that a librarian took out, which stays out.
    `samples`: the first few of each kind. `batch_id` undoes it all. `stopped`: not all was read.
    """

    source: str
    tallies: list[Tally] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    samples: dict[str, list[Note]] = field(default_factory=dict)
    batch_id: int | None = None
    stopped: bool = False

    def note(self, kind: str, line: int, text: str) -> None:
        """Keep this as a sample, if there are few of its kind."""
        samples = self.samples.setdefault(kind, [])
        if len(samples) < SAMPLES:
            samples.append(Note(line, text))

    def total(self, kind: str) -> int:
        """Return how many records became new, updated, same, contrary or removed."""
        return sum(int(getattr(tally, kind)) for tally in self.tallies)

    @property
    def new(self) -> int:
        """How many papers came in."""
        return sum(tally.new for tally in self.tallies)

    @property
    def updated(self) -> int:
        """How many papers have a new text."""
        return sum(tally.updated for tally in self.tallies)

    @property
    def same(self) -> int:
        """How many records said nothing new."""
        return sum(tally.same for tally in self.tallies)

    @property
    def changed(self) -> bool:
        """Whether the text of the library is not what it was before."""
        return bool(self.new or self.updated)

    def tally(self, list_name: str) -> Tally:
        """Return the tally of the list of this name in any case."""
        for tally in self.tallies:
            if tally.list_name.casefold() == list_name.casefold():
                return tally
        self.tallies.append(Tally(list_name))
        return self.tallies[-1]

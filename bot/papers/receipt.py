"""What an import says it did."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.papers.readers.contract import Refusal


@dataclass(slots=True)
class Tally:
    """What became of the records of one list."""

    list_name: str
    new: int = 0
    updated: int = 0
    same: int = 0


@dataclass(slots=True)
class Receipt:
    """What became of every part of a source; the numbers add up to what was read."""

    source: str
    tallies: list[Tally] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

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

"""The parts of an author's name, as reference lists and reference managers want them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SUFFIX = re.compile(r"(?:jr|sr)\.?|ii|iii|iv", re.IGNORECASE)
# Many authors that go by one name; it is no person's and has no first name.
_GROUP = re.compile(
    r"\b(?:team|group|collaboration|consortium|contributors|authors|committee|community|project"
    r"|initiative|lab|labs|university|institute|foundation|inc|llc|ltd|and)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Person:
    """An author: `Guido`, `van Rossum`, `Jr.`. A group has a family name alone."""

    family: str
    given: str = ""
    suffix: str = ""

    @property
    def inverted(self) -> str:
        """The name as RIS has it: `Family, Given, Suffix` with what there is."""
        return ", ".join(part for part in (self.family, self.given, self.suffix) if part)

    @property
    def initials(self) -> str:
        """The first names as APA shortens them: `Jean-Luc Marc` is `J.-L. M.`."""
        return " ".join(
            "-".join(f"{part[0].upper()}." for part in name.split("-") if part)
            for name in self.given.split()
            if name.strip("-")
        )


def person(author: str) -> Person:
    """Return the parts of `Ada King Byron` or `Byron, Ada King`.

    As in BibTeX a family name begins with the first word in small letters behind the first
    name, if there is one: `Guido van Rossum`. (Patashnik, “BibTeXing”, section 4.)
    """
    if _GROUP.search(author):
        return Person(author)
    family, *more = [part.strip() for part in author.split(",")]
    if more:
        given = next((part for part in more if not _SUFFIX.fullmatch(part)), "")
        suffix = next((part for part in more if _SUFFIX.fullmatch(part)), "")
        return Person(family, given, suffix)
    words = author.split()
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    small = (at for at in range(1, len(words) - 1) if words[at][0].islower())
    begun = next(small, max(len(words) - 1, 0))
    return Person(" ".join(words[begun:]), " ".join(words[:begun]), suffix)


def natural(inverted: str) -> str:
    """Return `Ada King Byron` of `Byron, Ada King`."""
    who = person(inverted)
    return " ".join(part for part in (who.given, who.family, who.suffix) if part)

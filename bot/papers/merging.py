"""Of two records of one paper, the better of each field; and where they contradict each other."""

from __future__ import annotations

from dataclasses import replace

from bot.papers.identifiers import identifiers, known_as
from bot.papers.paper import Record
from bot.papers.words import name_key

ELLIPSES = ("...", "…", "[…]", "[...]")
AND_OTHERS = {"et al", "et al.", "others", "and others"}


def better(stored: Record, other: Record) -> Record:
    """Return the stored record with what the other says more.

    What is stored stays, as a librarian may have written it, unless it is evidently the lesser:
    an abstract that was cut, authors of whom some or their first names are missing.
    """
    url = stored.url or other.url
    of_url = identifiers(url or "")
    ids = [key for key in dict.fromkeys((*known_as(stored), *known_as(other))) if key not in of_url]
    return replace(
        stored,
        title=stored.title or other.title,
        abstract=_better_abstract(stored.abstract, other.abstract),
        authors=_better_authors(stored.authors, other.authors),
        url=url,
        year=stored.year or other.year,
        venue=stored.venue or other.venue,
        ids=tuple(ids),
    )


def contradictions(stored: Record, other: Record) -> tuple[str, ...]:
    """Return the fields of which the two say different things, in plain words."""
    titles = name_key(stored.title or ""), name_key(other.title or "")
    years = stored.year, other.year
    found = ["title"] if all(titles) and titles[0] != titles[1] else []
    found += ["authors"] if disjoint(stored.authors, other.authors) else []
    found += ["year"] if all(years) and years[0] != years[1] else []
    return tuple(found)


def disjoint(authors: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether both name people, and nobody is in both."""
    return bool(authors and others) and not _surnames(authors) & _surnames(others)


def _better_abstract(stored: str | None, other: str | None) -> str | None:
    if not stored or not other:
        return stored or other
    bare = stored.rstrip()
    for ellipsis in ELLIPSES:
        if bare.endswith(ellipsis):
            bare = bare.removesuffix(ellipsis).rstrip()
            is_cut = " ".join(other.split()).startswith(" ".join(bare.split()))
            return other if is_cut else stored
    return stored


def _better_authors(stored: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    if not stored or not other:
        return stored or other
    shared = _surnames(stored) & _surnames(other)
    if stored[-1].casefold() in AND_OTHERS and shared and len(other) >= len(stored):
        return other
    fuller = sum(map(len, other)) > sum(map(len, stored))
    has_initials = any(len(part.strip(".")) == 1 for name in stored for part in name.split())
    same_people = len(stored) == len(other) == len(shared)
    return other if same_people and has_initials and fuller else stored


def _surnames(authors: tuple[str, ...]) -> set[str]:
    return {
        name_key(name.partition(",")[0] if "," in name else name.split()[-1])
        for name in authors
        if name.split() and name.casefold() not in AND_OTHERS
    }

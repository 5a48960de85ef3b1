"""From the fields a format names to a record, the same for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape

from bot.errors import BotError
from bot.papers.forms import FIRST_YEAR, LAST_YEAR, MAX_AUTHORS, check_url
from bot.papers.identifiers import identifiers
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE, Record
from bot.papers.readers.contract import Listed, Reading, Refusal, Section
from bot.papers.readers.headings import read_heading

_YEAR = re.compile(r"\b(1[6-9]\d\d|20\d\d|2100)\b")
_AND_OTHERS = re.compile(r"(?:and )?(?:others|et al\.?)", re.IGNORECASE)
NO_WORDS = "no words in it"
_PLACEHOLDERS = {"withdrawn", "untitled", "title", "tba", "tbd", "n/a", "none", "null", "no title"}


def record_of(said: Mapping[str, object], line: int) -> Record | Refusal:
    """Return the record of these fields, or why there is none.

    `said` has texts by name: title, abstract, url, year, venue, and names: authors, ids.
    """
    title, abstract = (
        unescape(_text(said.get("title"))),
        unescape(_long_text(said.get("abstract"))),
    )
    if reason := why_not(title, abstract):
        return Refusal(line, reason)
    url, ids = _links(_text(said.get("url")), _names(said.get("ids")))
    return Record(
        title=title or None,
        abstract=abstract or None,
        authors=tuple(_people(_names(said.get("authors"))))[:MAX_AUTHORS],
        url=url,
        line=line,
        year=_year(_text(said.get("year"))),
        venue=_text(said.get("venue")) or None,
        ids=ids,
    )


def why_not(title: str, abstract: str) -> str | None:
    """Return why no paper can have this title and abstract; None if one can."""
    if not any(char.isalnum() for char in f"{title}{abstract}"):
        return NO_WORDS
    if not abstract and title.strip("[]() .").casefold() in _PLACEHOLDERS:
        return "a placeholder, and no title"
    if len(title) > MAX_TITLE:
        return f"the title is longer than {MAX_TITLE} characters"
    if len(abstract) > MAX_ABSTRACT:
        return f"the abstract is longer than {MAX_ABSTRACT:,} characters"
    return None


def reading_of(entries: Iterable[Record | Listed | Refusal]) -> Reading:
    """Return the reading of a file that is one list, but for records that name theirs."""
    lists: dict[str | None, list[Record]] = {}
    refused: list[Refusal] = []
    for one in entries:
        if isinstance(one, Refusal):
            refused.append(one)
            continue
        record, names = (one.record, one.lists) if isinstance(one, Listed) else (one, ())
        for name in names or (None,):
            lists.setdefault(name, []).append(record)
    return Reading([_section(name, records) for name, records in lists.items()], refused)


def _section(name: str | None, records: list[Record]) -> Section:
    heading = read_heading(name or "")
    return Section(name, heading.venue, heading.year, records)


def _text(value: object) -> str:
    return " ".join(_long_text(value).split())


def _long_text(value: object) -> str:
    if value is None or isinstance(value, dict | list | tuple):
        return ""
    shown = "".join(char for char in str(value) if char.isprintable() or char.isspace())
    return shown.encode("utf-8", "ignore").decode().strip()


def _names(value: object) -> list[str]:
    if not isinstance(value, list | tuple):
        return []
    return [name for name in map(_text, value) if name]


def _people(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        if _AND_OTHERS.fullmatch(name):
            continue
        last, *more = (part.strip() for part in name.split(","))
        # “Byron, Ada” is Ada Byron, and “Byron, Jr., Ada” is Ada Byron Jr. (BibTeX's manual).
        junior, first = more if len(more) == 2 else ("", *more) if len(more) == 1 else ("", "")
        yield f"{first} {last} {junior}".strip() if first else name


def _year(text: str) -> int | None:
    found = _YEAR.search(text)
    return int(found[1]) if found and FIRST_YEAR <= int(found[1]) <= LAST_YEAR else None


def _links(url: str, names: Iterable[str]) -> tuple[str | None, tuple[str, ...]]:
    """Return the link, made of an identifier if there is none, and the further identifiers."""
    link: str | None = None
    try:
        link = check_url(url) if url else None
    except BotError:  # not worth losing a paper for
        names = [*names, url]
    ids = [key for name in names for key in identifiers(name)]
    if link is None:
        link = next((address for key in ids if (address := _address(key))), None)
    of_link = identifiers(link or "")
    return link, tuple(dict.fromkeys(key for key in ids if key not in of_link))


def _address(key: str) -> str | None:
    kind, _, number = key.partition(":")
    places = {
        "arxiv": "https://arxiv.org/abs/",
        "doi": "https://doi.org/",
        "openreview": "https://openreview.net/forum?id=",
        "acl": "https://aclanthology.org/",
    }
    return f"{places[kind]}{number}" if kind in places else None

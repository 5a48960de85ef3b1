"""Records from what a site says, within the limits of a form, and links from identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from bot.papers.forms import MAX_AUTHORS
from bot.papers.identifiers import identifiers
from bot.papers.markup.cut import cut
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE, Record
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.visible import visible

MAX_NAME = 200  # characters of an author's name or a venue
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_LINKS = {
    "arxiv": "https://arxiv.org/abs/{}",
    "doi": "https://doi.org/{}",
    "openreview": "https://openreview.net/forum?id={}",
    "acl": "https://aclanthology.org/{}/",
    "url": "https://{}",
}


def link(key: str) -> str:
    """Return the address of what an identifier names."""
    kind, _, rest = key.partition(":")
    return _LINKS[kind].format(rest if kind == "url" else quote(rest, safe="/.:;()-_~"))


def record(
    key: str,
    *,
    title: str,
    abstract: str = "",
    authors: Iterable[str] = (),
    year: int | None = None,
    venue: str = "",
    also: Iterable[str] = (),
) -> Record:
    """Return what a site says of the paper `key`; raises `NoAnswerError` if that is no title.

    `also` are further identifiers, however they are written.
    """
    title = cut(visible(title), MAX_TITLE)
    if not any(char.isalnum() for char in title):
        raise NoAnswerError(Reason.ODD_ANSWER)
    named = (cut(visible(name), MAX_NAME) for name in authors)
    known = (found for text in also for found in identifiers(text) if found != key)
    return Record(
        title=title,
        abstract=cut(visible(abstract), MAX_ABSTRACT) or None,
        authors=tuple(name for name in named if name)[:MAX_AUTHORS],
        url=link(key),
        year=year,
        venue=cut(visible(venue), MAX_NAME) or None,
        ids=tuple(dict.fromkeys(known)),
    )


def year_in(text: str) -> int | None:
    """Return the first year in a date or a venue's name."""
    match = _YEAR.search(text)
    return int(match[0]) if match else None

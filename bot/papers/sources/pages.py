"""Pages that carry their details for Google Scholar, as those of the ACL Anthology and PMLR do.

The tags are those of https://scholar.google.com/intl/en/scholar/inclusion.html#indexing; the
abstract is no such tag and stands in an element of the page:
https://github.com/acl-org/acl-anthology/blob/master/hugo/layouts/papers/single.html for the
Anthology, `<div id="abstract">` for PMLR.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from bot.papers.paper import Record
from bot.papers.sources.asking import Ask
from bot.papers.sources.details import record, year_in
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.hosts import ACL, PMLR
from bot.papers.sources.plain import plain
from bot.papers.sources.tags import TAG, attributes

_HTML = frozenset({"text/html", "application/xhtml+xml"})


async def ask_acl(ask: Ask, key: str) -> Record:
    """Return the paper `acl:…`; raises `NoAnswerError`."""
    body = await ask(ACL, f"/{key.removeprefix('acl:')}/", _HTML)
    return await asyncio.to_thread(read_page, body, key)


async def ask_pmlr(ask: Ask, key: str) -> Record:
    """Return the paper `url:proceedings.mlr.press/…`; raises `NoAnswerError`."""
    body = await ask(PMLR, key.removeprefix(f"url:{PMLR}"), _HTML)
    return await asyncio.to_thread(read_page, body, key)


def read_page(body: bytes, key: str) -> Record:
    """Return what a page says of its paper; raises `NoAnswerError` if it says no title."""
    page = body.decode("utf-8", "replace")
    said: dict[str, list[str]] = defaultdict(list)
    for tag in TAG.finditer(page):
        if tag["name"].lower() == "meta":
            given = attributes(tag)
            said[given.get("name", "").lower()].append(given.get("content", ""))

    def first(*names: str) -> str:
        return next((plain(text) for name in names for text in said[name]), "")

    if not first("citation_title"):
        raise NoAnswerError(Reason.ODD_ANSWER)
    return record(
        key,
        title=first("citation_title"),
        abstract=plain(_abstract(page)),
        authors=[_in_order(plain(name)) for name in said["citation_author"]],
        year=year_in(first("citation_publication_date", "citation_date")),
        venue=first("citation_journal_title", "citation_conference_title"),
        also=[f"doi:{first('citation_doi')}"],
    )


def _in_order(name: str) -> str:
    """Scholar takes “Tan, Mingxing” as well; people write it the other way round."""
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma and "," not in given else name


def _abstract(page: str) -> str:
    """Return the markup inside the element that holds the abstract."""
    start, name, depth = 0, "", 0
    for tag in TAG.finditer(page):
        if not start:
            given = {} if tag["closes"] else attributes(tag)
            if given.get("id") == "abstract" or "acl-abstract" in given.get("class", "").split():
                start, name, depth = tag.end(), tag["name"], 1
        elif tag["name"] == name:
            depth += -1 if tag["closes"] else 1
            if not depth:
                return page[start : tag.start()]
    return ""

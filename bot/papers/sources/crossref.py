"""Crossref's API for DOIs: https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from bot.papers.identifiers import identifiers
from bot.papers.paper import Record
from bot.papers.sources.asking import Ask
from bot.papers.sources.details import record
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.hosts import CROSSREF
from bot.papers.sources.jsons import JSON, items, mapping, read_json, text
from bot.papers.sources.plain import plain

_FIELDS = "DOI,title,subtitle,author,abstract,issued,container-title,institution"


async def ask_crossref(ask: Ask, key: str) -> Record:
    """Return the work `doi:…`; raises `NoAnswerError`. DOIs of other agencies are not found."""
    doi = quote(key.removeprefix("doi:"), safe="")
    answer = mapping(read_json(await ask(CROSSREF, f"/works/{doi}", JSON)))
    return await asyncio.to_thread(read_work, mapping(answer.get("message")))


async def search_crossref(ask: Ask, title: str) -> list[Record]:
    """Return the five works that fit a title best; raises `NoAnswerError`."""
    query = {"query.bibliographic": title, "rows": "5", "select": _FIELDS}
    message = mapping(read_json(await ask(CROSSREF, "/works", JSON, query))).get("message")
    if not isinstance(message, dict):
        raise NoAnswerError(Reason.ODD_ANSWER)
    return await asyncio.to_thread(lambda: list(_readable(items(message.get("items")))))


def _readable(works: list[Any]) -> Iterator[Record]:
    """Some works have no title; that is no fault of the others."""
    for work in works:
        with suppress(NoAnswerError):
            yield read_work(mapping(work))


def read_work(work: dict[str, Any]) -> Record:
    """Return what a work says; raises `NoAnswerError` if it lacks a DOI or a title."""
    key = identifiers(f"doi:{text(work.get('DOI'))}")
    if not key:
        raise NoAnswerError(Reason.ODD_ANSWER)
    return record(
        key[0],
        title=_title(work),
        abstract=plain(text(work.get("abstract"))),
        authors=[_name(mapping(author)) for author in items(work.get("author"))],
        year=_year(mapping(work.get("issued"))),
        venue=_venue(work),
    )


def _first(value: object) -> str:
    """Return the first of several titles; the others are translations."""
    return next((plain(text(one)) for one in items(value)), "")


def _title(work: dict[str, Any]) -> str:
    title, subtitle = _first(work.get("title")), _first(work.get("subtitle"))
    if not subtitle or subtitle.casefold() in title.casefold():
        return title
    return f"{title} {subtitle}" if title.endswith((":", "?", "!")) else f"{title}: {subtitle}"


def _name(author: dict[str, Any]) -> str:
    """People have `given` and `family`, groups have `name`."""
    named = f"{text(author.get('given'))} {text(author.get('family'))}".strip()
    return plain(named or text(author.get("name")))


def _year(issued: dict[str, Any]) -> int | None:
    """`{"date-parts": [[2019, 6]]}`, or `[[null]]` where it is not known."""
    parts = next(iter(items(issued.get("date-parts"))), None)
    year = next(iter(items(parts)), None)
    return year if isinstance(year, int) and 1000 < year < 3000 else None


def _venue(work: dict[str, Any]) -> str:
    """Preprints have no container but the institution that posted them, such as bioRxiv."""
    posted_by = mapping(next(iter(items(work.get("institution"))), None))
    return _first(work.get("container-title")) or plain(text(posted_by.get("name")))

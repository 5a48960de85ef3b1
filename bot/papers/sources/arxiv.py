"""arXiv's API, which answers in Atom: https://info.arxiv.org/help/api/user-manual.html."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from bot.papers.identifiers import identifiers
from bot.papers.paper import Record
from bot.papers.sources.asking import Ask
from bot.papers.sources.details import record, year_in
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.hosts import ARXIV

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PATH = "/api/query"
_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_XML = frozenset({"application/atom+xml", "application/xml", "text/xml"})
_NO_WORD = re.compile(r"[^\w]+")


async def ask_arxiv(ask: Ask, key: str) -> Record:
    """Return the newest version of `arxiv:…`; raises `NoAnswerError`."""
    number = key.removeprefix("arxiv:")
    body = await ask(ARXIV, _PATH, _XML, {"id_list": number, "max_results": "1"})
    for found in await asyncio.to_thread(read_feed, body):
        if found.url and identifiers(found.url) == (key,):
            return found
    raise NoAnswerError(Reason.NOT_FOUND)


async def search_arxiv(ask: Ask, title: str) -> list[Record]:
    """Return papers whose title holds these words; raises `NoAnswerError`."""
    words = _NO_WORD.sub(" ", title).strip()
    query = {"search_query": f'ti:"{words}"', "max_results": "5"}
    return await asyncio.to_thread(read_feed, await ask(ARXIV, _PATH, _XML, query))


def read_feed(body: bytes) -> list[Record]:
    """Return the papers of a feed; raises `NoAnswerError` if it is none.

    An error is an entry too, with an id such as `…/api/errors#incorrect_id_format_for_1`.
    """
    try:
        feed = ElementTree.fromstring(body, forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError):
        raise NoAnswerError(Reason.ODD_ANSWER) from None
    if feed.tag != f"{_ATOM}feed":
        raise NoAnswerError(Reason.ODD_ANSWER)
    return list(_papers(feed))


def _papers(feed: Element) -> Iterator[Record]:
    for entry in feed.iterfind(f"{_ATOM}entry"):
        key = identifiers(_text(entry, f"{_ATOM}id"))
        if key and key[0].startswith("arxiv:"):
            with suppress(NoAnswerError):  # one without a title is no fault of the others
                yield _paper(entry, key[0])


def _paper(entry: Element, key: str) -> Record:
    doi = _text(entry, f"{_OWN}doi")
    return record(
        key,
        title=_text(entry, f"{_ATOM}title"),
        abstract=_text(entry, f"{_ATOM}summary"),
        authors=[_text(author, f"{_ATOM}name") for author in entry.iterfind(f"{_ATOM}author")],
        year=year_in(_text(entry, f"{_ATOM}published")),
        venue=_text(entry, f"{_OWN}journal_ref"),
        also=[doi] if doi else [],
    )


def _text(element: Element, name: str) -> str:
    return (element.findtext(name) or "").strip()

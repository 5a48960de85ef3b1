"""arXiv's Atom feeds (https://info.arxiv.org/help/api/user-manual.html)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from bot.papers.paper import Record
from bot.papers.readers.contract import Reading, Refusal
from bot.papers.readers.fields import reading_of, record_of

_NAMES: Final = {"a": "http://www.w3.org/2005/Atom", "x": "http://arxiv.org/schemas/atom"}


def read(text: str) -> Reading:
    """Read every entry of a feed."""
    return reading_of(_entries(text))


def _entries(text: str) -> Iterator[Record | Refusal]:
    try:
        feed = fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except (ParseError, DefusedXmlException, ValueError):
        yield Refusal(1, "not XML that can be read")
        return
    lines = [text.count("\n", 0, found.start()) + 1 for found in re.finditer("<entry", text)]
    for number, entry in enumerate(feed.findall("a:entry", _NAMES)):
        yield _record(entry, lines[number] if number < len(lines) else 1)


def _record(entry: Element, line: int) -> Record | Refusal:
    def said(path: str) -> str:
        return entry.findtext(path, "", _NAMES)

    return record_of(
        {
            "title": said("a:title"),
            "abstract": " ".join(said("a:summary").split()),
            "authors": [one.text or "" for one in entry.findall("a:author/a:name", _NAMES)],
            "year": said("a:published"),
            "venue": said("x:journal_ref"),
            "url": re.sub(r"v\d+$", "", said("a:id").replace("http://", "https://")),
            "ids": [said("x:doi")],
        },
        line,
    )

"""Which format a text is in, told from what it says and not from its name."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.papers.readers import atom, bibtex, json_lists, listing, ris, tables
from bot.papers.readers.contract import Reading

_BIBTEX = re.compile(r"^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(][^\n]*", re.MULTILINE)
_RIS = re.compile(r"^\ufeff?TY\s{1,2}-\s", re.MULTILINE)
_JSON = re.compile(r"[\s\ufeff]*(?:\{\s*\"|\[\s*(?:\{|\]))")
_ATOM = re.compile(r"[\s\ufeff]*<(?:\?xml|feed)\b")
BEGINNING = 20_000  # characters looked at


def reader_of(text: str) -> Callable[[str], Reading]:
    """Return the reader of the format; a list in plain text is what is left."""
    start = text[:BEGINNING]
    if _JSON.match(start):
        return json_lists.read
    if _ATOM.match(start) and "<entry" in text:
        return atom.read
    if _RIS.search(start):
        return ris.read
    if _BIBTEX.search(start):
        return bibtex.read
    if tables.columns(start):
        return tables.read
    return listing.read

"""From what our own export says to the record that it was made of, unchanged.

Elsewhere `Byron, Ada` is turned round and `&amp;` resolved. What we wrote is taken as it stands;
only what could not have been stored is left out, as anybody may have edited or forged the file.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import BotError
from bot.papers.forms import FIRST_YEAR, LAST_YEAR, MAX_AUTHORS, check_url
from bot.papers.paper import Record
from bot.papers.readers.contract import Listed, Refusal
from bot.papers.readers.fields import why_not

_KINDS = ("arxiv:", "doi:", "openreview:", "acl:", "url:")
MAX_LISTS = 200
MAX_LIST_NAME = 300


def exactly(said: Mapping[str, object], line: int) -> Listed | Refusal:
    """Return the record of these fields, named as `Record` names them, and its `lists`."""
    title, abstract = _text(said.get("title")), _text(said.get("abstract"))
    if reason := why_not(title or "", abstract or ""):
        return Refusal(line, reason)
    year = said.get("year")
    record = Record(
        title=title,
        abstract=abstract,
        authors=_texts(said.get("authors"))[:MAX_AUTHORS],
        url=_url(_text(said.get("url"))),
        line=line,
        year=year if isinstance(year, int) and FIRST_YEAR <= year <= LAST_YEAR else None,
        venue=_text(said.get("venue")),
        ids=tuple(key for key in _texts(said.get("ids")) if key.startswith(_KINDS)),
    )
    names = (" ".join(name.split())[:MAX_LIST_NAME] for name in _texts(said.get("lists")))
    return Listed(record, tuple(filter(None, names))[:MAX_LISTS])


def _text(value: object) -> str | None:
    """Return a text that can be stored: SQLite takes no half characters, and ends at a zero."""
    if not isinstance(value, str) or not value.strip():
        return None
    return value.replace("\0", "").encode("utf-8", "ignore").decode()


def _texts(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list | tuple) else ()
    return tuple(text for one in values if (text := _text(one)))


def _url(text: str | None) -> str | None:
    try:
        return check_url(text) if text else None
    except BotError:  # not worth losing a paper for
        return None

"""OpenReview's two APIs: https://docs.openreview.net/reference/api-v2/entities/note.

Venues moved to the second from 2023 on, each at its own time; a note is in one of them. There
each field of the content is `{"value": …}`, in the first it is the value itself.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from bot.papers.paper import Record
from bot.papers.sources.asking import Ask
from bot.papers.sources.details import record, year_in
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.hosts import OLD_OPENREVIEW, OPENREVIEW
from bot.papers.sources.jsons import JSON, items, mapping, read_json, text
from bot.papers.sources.plain import plain


async def ask_openreview(ask: Ask, key: str) -> Record:
    """Return the paper with the forum `openreview:…`; raises `NoAnswerError`."""
    forum = key.removeprefix("openreview:")
    path = f"/notes?id={quote(forum, safe='')}"
    try:
        return read_notes(await ask(OPENREVIEW, path, JSON), key)
    except NoAnswerError as none:
        if none.reason is not Reason.NOT_FOUND:
            raise
    return read_notes(await ask(OLD_OPENREVIEW, path, JSON), key)


def read_notes(body: bytes, key: str) -> Record:
    """Return the paper of an answer of either API; raises `NoAnswerError`."""
    notes = mapping(read_json(body)).get("notes")
    if not isinstance(notes, list):
        raise NoAnswerError(Reason.ODD_ANSWER)
    if not notes:
        raise NoAnswerError(Reason.NOT_FOUND)
    note = mapping(notes[0])
    content = {name: _value(field) for name, field in mapping(note.get("content")).items()}
    venue = plain(text(content.get("venue")))
    return record(
        key,
        title=plain(text(content.get("title"))),
        abstract=plain(text(content.get("abstract"))),
        authors=[_name(author) for author in items(content.get("authors"))],
        year=year_in(venue) or _year(note),
        venue=venue,
    )


def _value(field: object) -> object:
    return field.get("value") if isinstance(field, dict) else field


def _name(author: object) -> str:
    """Authors are names; in the newest venues objects with one. Anonymous papers have none."""
    return plain(text(mapping(author).get("fullname")) or text(author))


def _year(note: dict[str, Any]) -> int | None:
    """Return the year of publication, else of creation; both are in milliseconds since 1970."""
    for name in ("pdate", "odate", "cdate", "tcdate"):
        moment = note.get(name)
        if isinstance(moment, int) and 0 < moment < 32_503_680_000_000:  # before the year 3000
            return datetime.fromtimestamp(moment / 1000, UTC).year
    return None

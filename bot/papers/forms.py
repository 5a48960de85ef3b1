"""What a librarian typed into a form, as a record."""

from __future__ import annotations

from urllib.parse import urlsplit

from bot.errors import BotError
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE, Record

MAX_AUTHORS = 200
MAX_URL = 500
FIRST_YEAR, LAST_YEAR = 1600, 2100


def read_form(title: str, abstract: str, authors: str, url: str) -> Record:
    """Turn what was typed into a record; raises `BotError` naming what to mend."""
    fields = [" ".join(_shown(title).split()), _shown(abstract).strip(), url.strip()]
    if not fields[0] and not fields[1]:
        raise BotError("A paper needs a title or an abstract. Fill in one of them and send again.")
    for name, text, limit in zip(
        ("title", "abstract", "link"), fields, (MAX_TITLE, MAX_ABSTRACT, MAX_URL), strict=True
    ):
        if len(text) > limit:
            raise BotError(f"The {name} is longer than {limit:,} characters. Shorten it.")
    if not any(char.isalnum() for char in fields[0] + fields[1]):
        raise BotError("The title and the abstract hold no words. Fill in one of them.")
    return Record(
        title=fields[0] or None,
        abstract=fields[1] or None,
        authors=_split_authors(_shown(authors)),
        url=check_url(fields[2]) if fields[2] else None,
    )


def _shown(text: str) -> str:
    """Return text that can be stored: none if all of it is invisible, and no half characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole if any(c.isprintable() and not c.isspace() for c in whole) else ""


def check_url(text: str) -> str:
    """Return an http(s) address; `example.org/x` gains its scheme. Raises `BotError`."""
    text = text.removeprefix("<").removesuffix(">")
    url = text if "://" in text else f"https://{text}"
    if not _is_web_address(url):
        raise BotError(
            "The link is not a web address. Give one such as `https://arxiv.org/abs/1706.03762`."
        )
    return url


def _is_web_address(url: str) -> bool:
    """Whether Discord takes it as a link; one bad link makes it refuse the whole message."""
    if not url.isprintable() or any(char.isspace() for char in url):
        return False
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - ValueError for a port that is none
    except ValueError:
        return False
    named = "." in (parts.hostname or "").strip(".")
    return named and parts.scheme in ("http", "https") and parts.username is None


def _split_authors(text: str) -> tuple[str, ...]:
    separator = ";" if ";" in text else "\n" if "\n" in text.strip() else ","
    names = (" ".join(name.split()) for name in text.replace(" and ", separator).split(separator))
    return tuple(name for name in names if name)[:MAX_AUTHORS]


def read_year(text: str) -> int | None:
    """Return the year that was typed, None for nothing; raises `BotError`."""
    typed = text.strip()
    if not typed:
        return None
    if not typed.isdecimal() or not FIRST_YEAR <= int(typed) <= LAST_YEAR:
        raise BotError(f"A year is a number such as 2026, from {FIRST_YEAR} to {LAST_YEAR}.")
    return int(typed)

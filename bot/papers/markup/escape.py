"""Making any text literal in Discord's Markdown.

The marks are those of Discord's clients, not CommonMark's: `||`, `-#`, `<t:0>`, `:smile:`.
"""

import re
from typing import Final

from bot.papers.markup.marks import URL

_GAP: Final = "\u200b"  # shows as nothing; a backslash would not stop the server's own parser
_URL: Final = re.compile(URL)
_LIVE: Final = r"(?P<ping>@(?=everyone|here|[!&]?\d)) | (?P<angle><(?=[@\#:/]|[A-Za-z]+:(?!//)))"
_LIVE_MARK: Final = re.compile(_LIVE, re.VERBOSE | re.IGNORECASE)
_MARK: Final = re.compile(
    rf"""
      (?P<mark>[\\*_`\[] | ~(?=~)|(?<=~)~ | \|(?=\|)|(?<=\|)\|)
    | (?P<line>^[ \t]*(?:[>#]|-(?=\#|[ ])|\d{{1,9}}\.(?=[ ])))
    | (?P<name>:(?=[\w+-]+:))
    | {_LIVE}
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)


def escape(text: str, *, links: bool = True) -> str:
    """Return `text` so that Discord shows it literally: no format, no mention, no emoji.

    An http(s) address is left whole, so that it still leads where it says
    (B07); with `links` false it is shown but cannot be clicked.
    """
    pieces: list[str] = []
    at = 0
    for url in _URL.finditer(text):
        pieces += (_escape_marks(text, at, url.start()), _address(url[0], links))
        at = url.end()
    pieces.append(_escape_marks(text, at, len(text)))
    return "".join(pieces)


def inert(text: str) -> str:
    """Return `text` for inside a code span: no mention comes alive, all else is literal there."""
    return _LIVE_MARK.sub(lambda found: found[0] + _GAP, text)


def safe_address(url: str) -> str:
    """Return an http(s) `url` that can ping nobody and ends where it should."""
    url = re.sub(r"@(?=everyone|here)", "%40", url, flags=re.IGNORECASE)
    return re.sub(
        r"[\s<>\"`\\|]", lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), url
    )


def _address(url: str, links: bool) -> str:
    if links:
        return safe_address(url)
    return _escape_marks(url, 0, len(url)).replace("://", ":\\//", 1)


def _escape_marks(text: str, start: int, end: int) -> str:
    pieces: list[str] = []
    at = start
    for found in _MARK.finditer(text, start, end):
        pieces += (text[at : found.start()], _escaped(found))
        at = found.end()
    pieces.append(text[at:end])
    return "".join(pieces)


def _escaped(found: re.Match[str]) -> str:
    if found.lastgroup in ("ping", "angle"):
        return found[0] + _GAP
    if found.lastgroup == "line":
        return f"{found[0][:-1]}\\{found[0][-1]}"
    return "\\" + found[0]

"""Text without any mark, which most papers are: it is read without looking at each token.

What counts as a mark is what `tokens.TOKEN` reads as more than text, and what only a
mark makes one: an apostrophe needs a backtick, a bracket needs `\\` or an address.
"""

import re
from typing import Final

from bot.papers.markup.document import Document, Run
from bot.papers.markup.marks import URL
from bot.papers.markup.repair import repair

_MARK: Final = re.compile(r"[\\{}$^_~`&<*]")
_PAIRS: Final = ("  ", "--", "''", "](")  # each alone is text
_URL: Final = re.compile(URL)


def is_ordinary(source: str) -> bool:
    """True if nothing in repaired `source` is a mark, save that addresses may stand in it."""
    return (
        source.isprintable()  # no line break, no other white space than blanks
        and source == source.strip()
        and not any(pair in source for pair in _PAIRS)
        and _MARK.search(source) is None
    )


def is_plain(raw: str) -> bool:
    """True if `raw` is its own plain text, and so is every part of it between two blanks."""
    return is_ordinary(raw) and repair(raw) == raw


def read_ordinary(source: str) -> Document:
    """Return the document of a `source` that is ordinary: one run, but for its addresses."""
    if "http" not in source:
        return Document(((Run(source),),) if source else ())
    runs: list[Run] = []
    at = 0
    for url in _URL.finditer(source):
        runs += (Run(source[at : url.start()]), Run(url[0], link=url[0]))
        at = url.end()
    runs.append(Run(source[at:]))
    return Document((tuple(run for run in runs if run.text),))

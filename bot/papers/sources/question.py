"""What a pasted text asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.papers.identifiers import identifiers
from bot.papers.paper import MAX_TITLE
from bot.papers.sources.details import link
from bot.papers.visible import visible

# The middle of a newer id names a volume and so has a letter: 2024.10.1 is a day.
_ACL = r"[A-Z][0-9]{2}-[0-9]{4}|[0-9]{4}\.[0-9_-]*[a-z][a-z0-9_-]*\.[0-9]+"
_ACL_ID = re.compile(rf"(?:acl:\s*)?({_ACL})(?:v[0-9]+)?", re.IGNORECASE)
# The Anthology's own DOIs end in its id: https://aclanthology.org/info/faq/. It has abstracts,
# which Crossref lacks for them.
_ACL_DOI = re.compile(rf"doi:10\.(?:18653/v1|3115/v1)/({_ACL})", re.IGNORECASE)
_OPENREVIEW_ID = re.compile(r"openreview:\s*([\w-]{5,30})", re.IGNORECASE | re.ASCII)
# A forum's id by itself is ten random letters, digits, _ and -; a word of small letters, or one
# with a single capital in front, is a title.
_BARE_FORUM = re.compile(r"(?=.*[0-9])(?=.*[a-z])(?=.+[A-Z])[A-Za-z0-9_-]{10}")
_PMLR = re.compile(
    r"url:proceedings\.mlr\.press(/[vr][0-9]{1,4}/)([\w-]+)(?:\.html|/[\w-]+\.pdf)", re.ASCII
)
# Publishers' links that hold the DOI, as https://dl.acm.org/doi/abs/10.1145/1.2.
_DOI_LINK = re.compile(r"url:[^/]+/(?:[a-z]+/)*doi/(?:[a-z]+/)*(10\.[0-9]{4,9}/[^?#]+)")


@dataclass(frozen=True)
class Question:
    """What to look up: `keys` in this order until one is known, the last may be `title:…`.

    `id` and `url` are what a form can be filled with if none is; None for a title.
    """

    keys: tuple[str, ...]
    id: str | None = None
    url: str | None = None


def read_question(text: str) -> Question:
    """Return what a text asks for; without keys if nobody can be asked."""
    whole = visible(text)
    if key := _key(whole):
        known = not key.startswith("url:") or bool(_PMLR.fullmatch(key))
        url = link(key) if known else _address(whole)
        return Question((key,) if known else (), key, url)
    title = whole if any(char.isalnum() for char in whole) and len(whole) <= MAX_TITLE else ""
    keys = (f"title:{title}",) if title else ()
    if _BARE_FORUM.fullmatch(whole):
        keys = (f"openreview:{whole}", *keys)
    return Question(keys)


def _key(whole: str) -> str | None:
    if match := _OPENREVIEW_ID.fullmatch(whole):
        return f"openreview:{match[1]}"
    found = identifiers(whole)
    if not found:
        match = _ACL_ID.fullmatch(whole)
        return _acl(match[1]) if match else None
    if match := _DOI_LINK.fullmatch(found[0]):
        found = identifiers(match[1]) or found
    if match := _ACL_DOI.fullmatch(found[0]):
        return _acl(match[1])
    if match := _PMLR.fullmatch(found[0]):
        return f"url:proceedings.mlr.press{match[1]}{match[2]}.html"
    return found[0]


def _acl(number: str) -> str:
    """Ids until 2019 are capitals, `P19-1001`; later ones small letters."""
    return f"acl:{number.upper() if '-' in number[:4] else number.lower()}"


def _address(whole: str) -> str:
    """Return the address of another site as it was pasted, with its scheme."""
    address = whole.removeprefix("<").removesuffix(">")
    return address if "://" in address[:8] else f"https://{address}"

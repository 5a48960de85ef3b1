"""What a format cannot show of a paper, kept beside it so that nothing is lost on the way back.

BibTeX and RIS show plain text: without markup, with a headline in place of a missing title, with
two kinds of identifiers. The keepsake is one more field, `P-17` and, where what is shown is not
all, what is stored: `{"title": ["5f2a91c0", null]}`. The digest is that of the field as it was
shown: who corrects the title in the file means the correction, and the keepsake no longer counts.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any
from urllib.parse import unquote

from bot.papers.identifiers import identifiers
from bot.papers.paper import Paper
from bot.papers.writers.fields import Shown

FIELDS = ("title", "abstract", "authors", "url", "year", "venue", "ids", "lists")
_CODE = re.compile(r"P-[0-9]{1,18}")
# All but letters, digits and marks that neither BibTeX, LaTeX nor RIS know: `=7B` is a brace. A
# blank behind a blank too, as programs that wrap long fields fold them.
_SPECIAL = re.compile(r"[^\w .:;()?!/+*'\[\],-]|_|(?<= ) ")


def keepsake(paper: Paper, shown: Shown) -> str:
    """Return the keepsake: printable, on one line, without any sign that a format knows."""
    meant = meant_by(shown)
    kept = {
        field: (_digest(shown, field), value)
        for field in FIELDS
        if (value := getattr(paper, field)) != meant[field]
    }
    return f"{paper.code} {_encoded(kept)}" if kept else paper.code


def recalled(text: str, shown: Shown) -> dict[str, Any] | None:
    """Return the fields of the paper of which a file has this; None if it is no keepsake.

    The values may be anything: a file can be forged.
    """
    code, _, encoded = " ".join(text.split()).partition(" ")
    if not _CODE.fullmatch(code):
        return None
    said = meant_by(shown)
    for field, kept in _decoded(encoded).items():
        if field in said and isinstance(kept, list) and kept[:1] == [_digest(shown, field)]:
            said[field] = kept[-1]
    return said


def meant_by(shown: Shown) -> dict[str, Any]:
    """Return the fields of a paper that says no more than is shown."""
    of_url = identifiers(shown.url)
    return {
        "title": shown.title or None,
        "abstract": shown.abstract or None,
        "authors": shown.authors,
        "url": shown.url or None,
        "year": int(shown.year) if re.fullmatch("[0-9]{4}", shown.year) else None,
        "venue": shown.venue or None,
        "ids": tuple(key for key in shown.numbers if key not in of_url),
        "lists": shown.lists,
    }


def _digest(shown: Shown, field: str) -> str:
    parts = (shown.url, *shown.numbers) if field == "ids" else getattr(shown, field)
    text = parts if isinstance(parts, str) else "\0".join(parts)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def _encoded(kept: dict[str, Any]) -> str:
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    return _SPECIAL.sub(
        lambda found: "".join(f"={byte:02X}" for byte in found[0].encode("utf-8", "replace")), text
    )


def _decoded(encoded: str) -> dict[str, Any]:
    try:
        found = json.loads(unquote(encoded.replace("=", "%")) or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}

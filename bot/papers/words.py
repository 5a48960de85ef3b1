"""How words are folded so that spelling variants of one word or name meet."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, accents removed."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def words(text: str) -> list[str]:
    """Return the folded words of `text`: runs of letters and digits."""
    return WORD.findall(fold(text))


def name_key(name: str) -> str:
    """Return what is left of a name without case, hyphens, blanks or `*`: `Psy-CoT` → `psycot`."""
    return "".join(words(name))

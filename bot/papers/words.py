"""How words are folded so that spelling variants of one word or name meet."""

from __future__ import annotations

import re
import unicodedata

# Chinese characters and Japanese kana: written without blanks between words.
IDEOGRAPHS = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# A run of such characters, or one of other letters and digits with their accents.
WORD = re.compile(rf"[{IDEOGRAPHS}]+|(?:[^\W_{IDEOGRAPHS}][\u0300-\u036f]*)+")
_IDEOGRAPH = re.compile(rf"[{IDEOGRAPHS}]")
# Letters that Unicode does not take apart, as people type them on other keyboards.
_TYPED_AS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, accents removed."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_TYPED_AS)


def words(text: str) -> list[str]:
    """Return the folded words of `text`: runs of letters and digits."""
    return WORD.findall(fold(text))


def is_ideographic(word: str) -> bool:
    """Whether a word of `words` is a run of ideographs, in which any part may be meant."""
    return _IDEOGRAPH.match(word) is not None


def spaced(word: str) -> str:
    """Return the word with its ideographs apart, each of which is a word to the index."""
    return " ".join(word) if is_ideographic(word) else word


def index_text(text: str) -> str:
    """Return what the search index holds of `text`: its words as a query spells them."""
    return " ".join(spaced(word) for word in words(text))


def name_key(name: str) -> str:
    """Return what is left of a name without case, hyphens, blanks or `*`: `Psy-CoT` → `psycot`."""
    return "".join(words(name))

"""How words are folded so that spelling variants of one word or name meet."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Chinese characters, Japanese kana and Korean syllables: no blank tells where a word ends.
IDEOGRAPHS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
# A run of such characters, or one of other letters and digits with their accents.
WORD = re.compile(rf"[{IDEOGRAPHS}]+|(?:[^\W_{IDEOGRAPHS}][\u0300-\u036f]*)+")
_IDEOGRAPH = re.compile(rf"[{IDEOGRAPHS}]")
_IDEOGRAPHS = re.compile(rf"[{IDEOGRAPHS}]+")
_ASCII_GAPS = {code: " " for code in range(128) if not chr(code).isalnum()}
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_INFINITY = "infinity"
# Letters that Unicode does not take apart, as people type them on other keyboards.
_TYPED_AS = str.maketrans(
    {
        "∞": f" {_INFINITY} ",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
    }
)
_LETTER_NAMES = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"
        " sigma tau upsilon phi chi psi omega".split(),
        strict=True,
    )
)
# LaTeX's names, as people type them without the backslash, of what is stored as a sign.
_TYPESET_NAMES = re.compile(r"\b(?:var(?=(?:epsilon|theta|kappa|pi|rho|sigma|phi)\b)|infty\b)")
# One or two Greek letters are symbols and go by their names; more are Greek.
_GREEK_SYMBOLS = re.compile(r"(?<![α-ω])[α-ω]{1,2}(?![α-ω])")
# Signs that tell one name from another: C++ from C, LoRA+ from LoRA, .NET from net.
_SIGN_AFTER = re.compile(r"([a-z0-9]+)(\+{1,2}|#|\*)(?![\w+#*])")
_SIGN_BEFORE = re.compile(r"(?<![\w.])\.([a-z]{2,})\b")
_LAST_SIGN = re.compile(r"(?<=\w)(\+{1,2}|#)$")
_SIGNS = {"+": "plus", "++": "plusplus", "#": "sharp", "*": "star"}
SIGN_NAMES = tuple(_SIGNS.values())


def fold(text: str) -> str:
    """Lower case, compatibility forms resolved, accents removed, Greek symbols by name."""
    lower = text.lower()
    if "var" in lower or "infty" in lower:
        lower = _TYPESET_NAMES.sub(lambda name: _INFINITY * (name[0] == "infty"), lower)
    return _NOT_ASCII.sub(lambda run: _fold_letters(run[0]), lower)


@lru_cache(maxsize=4096)  # few runs of letters beyond ASCII make up most texts
def _fold_letters(letters: str) -> str:
    decomposed = unicodedata.normalize("NFKD", letters).casefold()
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    whole = unicodedata.normalize("NFC", bare).translate(_TYPED_AS)
    return _GREEK_SYMBOLS.sub(lambda run: " ".join(_LETTER_NAMES.get(c, c) for c in run[0]), whole)


def words(text: str) -> list[str]:
    """Return the folded words of `text`: runs of letters and digits."""
    return words_in(fold(text))


def words_in(folded: str) -> list[str]:
    """Return the words of a text that is folded already."""
    if folded.isascii():  # several times faster than the pattern, and most texts are
        return folded.translate(_ASCII_GAPS).split()
    return WORD.findall(folded)


def signed_words(text: str) -> list[str]:
    """Return words that a sign tells apart, spelt out: `C++` → `cplusplus`, `.NET` → `dotnet`."""
    folded = fold(text)
    after = [word + _SIGNS[sign] for word, sign in _SIGN_AFTER.findall(folded)]
    return after + [f"dot{word}" for word in _SIGN_BEFORE.findall(folded)]


def is_ideographic(word: str) -> bool:
    """Whether a word of `words` is a run of ideographs, in which any part may be meant."""
    return _IDEOGRAPH.match(word) is not None


def pairs(run: str) -> list[str]:
    """Return each ideograph of a run with its neighbour, the last one by itself.

    This is how an index finds any part of a run: `扩散模型` → `扩散 散模 模型 型`.
    """
    return [run[at : at + 2] for at in range(len(run))]


def index_text(text: str) -> str:
    """Return what the search index holds of `text`: folded, with ideographs in pairs."""
    folded = fold(text)
    return folded if text.isascii() else _IDEOGRAPHS.sub(_apart, folded)


def _apart(run: re.Match[str]) -> str:
    return f" {' '.join(pairs(run[0]))} "


def index_words(text: str) -> list[str]:
    """Return the words of `text` as the index holds them, with ideographs in pairs."""
    return words_in(index_text(text))


def phrase_words(text: str) -> list[str]:
    """Return the words that follow each other in an index wherever `text` is part of one."""
    return [part for word in words(text) for part in _inner(word)]


def _inner(word: str) -> list[str]:
    """Return a run's pairs: what comes after its last ideograph is not known."""
    return (pairs(word)[:-1] or [word]) if is_ideographic(word) else [word]


def name_key(name: str) -> str:
    """Return what is left of a name without case, hyphens, blanks or `*`: `Psy-CoT` → `psycot`.

    A sign at its end stays, spelt out: `LoRA+` is not `LoRA`.
    """
    sign = _LAST_SIGN.search(name)
    return "".join(words(name)) + (_SIGNS[sign[0]] if sign else "")

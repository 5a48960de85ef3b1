"""LaTeX's words and accents as Unicode, and scripts as readable text."""

import re
import unicodedata
from typing import Final

from pylatexenc.latex2text import get_default_latex_context_db

# pylatexenc's table holds some 880 symbols; entries with arguments are not symbols.
_LIBRARY: Final[dict[str, str]] = {
    spec.macroname: spec.simplify_repl
    for spec in get_default_latex_context_db().iter_macro_specs()
    if isinstance(spec.simplify_repl, str)
    and spec.simplify_repl.strip()
    and not re.search(r"%|<|Hin", spec.simplify_repl)
}

# The library's ϵ and ϕ are right for TeX and odd for readers; its ∼ and ∘ are relations.
_OURS: Final[dict[str, str]] = {
    "epsilon": "ε",
    "eps": "ε",
    "phi": "φ",
    "sim": "~",
    "circ": "°",
    "degree": "°",
    "ast": "*",
    "star": "⋆",
    "colon": ":",
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "mid": "|",
    "lVert": "‖",
    "rVert": "‖",
    "Vert": "‖",
    "|": "‖",
    "bm": "",
    "setminus": "∖",
    "backslash": "\\",
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbar": "|",
    "textless": "<",
    "textgreater": ">",
    "lbrace": "{",
    "rbrace": "}",
    "{": "{",
    "}": "}",
    "%": "%",
    "<": "<",
    ">": ">",
    "@": "",
    "/": "",
    "-": "",
    "tie": " ",
    "newline": " ",
    "linebreak": " ",
    "enskip": " ",
    "quad": " ",
    "qquad": " ",
    "thinspace": " ",
    "space": " ",
    "nobreakspace": " ",
    "\\": " ",
    ",": " ",
    ";": " ",
    ":": " ",
    " ": " ",
    "\n": " ",
    "!": "",
    "xspace": "",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "argmax": "argmax",
    "argmin": "argmin",
    "E": "E",
    "R": "ℝ",
    "RR": "ℝ",
    "Z": "ℤ",
    "ZZ": "ℤ",
    "N": "ℕ",
    "NN": "ℕ",
    "Q": "ℚ",
    "C": "ℂ",
    "real": "ℝ",
    "reals": "ℝ",
    "Real": "ℝ",
    "half": "1/2",
    "over": "/",
    "choose": " choose ",
    "xrightarrow": "→",
    "land": "∧",
    "lor": "∨",
    "ne": "≠",
    "ie": "i.e.",
    "eg": "e.g.",
    "etc": "etc.",
    "today": "today",
}
SYMBOLS: Final[dict[str, str]] = _LIBRARY | _OURS

# In text a letter swallows the blank after it ("\o rsted"); "\LaTeX is" keeps it.
LETTERS: Final = frozenset("o O l L i j ae AE oe OE ss aa AA dh DH th TH dj DJ ng NG".split())

ACCENTS: Final[dict[str, str]] = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
_MATH_ACCENTS: Final[dict[str, str]] = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "overline": "\u0304",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
}
MATH_ACCENTS: Final[dict[str, str]] = _MATH_ACCENTS | {
    name.capitalize(): mark for name, mark in _MATH_ACCENTS.items()
}

BLACKBOARD: Final = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
_SUPERSCRIPTS: Final = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyz",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
) | {"T": "ᵀ", "⊤": "ᵀ", "-": "⁻"}
_SUBSCRIPTS: Final = dict(
    zip(
        "0123456789+−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
) | {"-": "₋"}
_HANGING: Final = frozenset("*∗⋆†‡′°★")  # stand high by themselves: x*, 90°


def superscript(text: str) -> str:
    """Return `text` as a superscript: "²", "*", or readable: "^(Θ(m!))"."""
    return _script(text, "^", _SUPERSCRIPTS)


def subscript(text: str) -> str:
    """Return `text` as a subscript: "₂", or readable: "_max", "_(i,j)"."""
    return _script(text, "_", _SUBSCRIPTS)


def _script(text: str, mark: str, table: dict[str, str]) -> str:
    text = text.strip()
    if not text or set(text) <= _HANGING:
        return text
    is_word = len(text) > 2 and text.isalpha()  # ₘₐₓ is harder to read than _max
    if not is_word and all(character in table for character in text):
        return "".join(table[character] for character in text)
    return mark + (text if len(text) == 1 or text.isalnum() else f"({text})")


def accented(base: str, mark: str) -> str:
    """Return `base` with the combining `mark` on its first letter, composed if possible."""
    base = {"ı": "i", "ȷ": "j"}.get(base[:1], base[:1]) + base[1:]
    return unicodedata.normalize("NFC", base[:1] + mark + base[1:])


def unknown_word(name: str, in_math: bool) -> str:
    """Return what an author's own macro most likely stands for.

    \\bH and \\mathbfx-like shorthands name their letter, \\vtheta its symbol; any
    other word (\\diag, \\method) says itself.
    """
    shorthand = re.fullmatch(r"(?:bf|bb|mb|cal|[a-z])([A-Z])|([A-Z])\2", name)
    if shorthand:
        letter = shorthand[1] or shorthand[2]
        return BLACKBOARD.get(letter, letter) if name.startswith("bb") else letter
    if in_math and (short := re.fullmatch(r"(?:bf?|v|r|s)([a-z]|(?:var)?[a-z]{2,})", name)):
        word = short[1]
        if len(word) == 1:
            return word
        return SYMBOLS[word] if len(SYMBOLS.get(word, "")) == 1 else name
    return name

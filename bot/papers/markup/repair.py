"""Undoing what exports do to a text on its way: lost backslashes, misread encodings, controls.

Each rule stands for damage that public paper lists really hold.
"""

import re
from typing import Final

# Controls, direction overrides and lone surrogates can only do harm in a chat.
_HARMFUL: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_LINE_ENDS: Final = ("\u2028", "\u2029", "\r\n", "\r")
_MISREAD: Final = re.compile("[\xc2-\xf4][\x80-\xbf]{1,3}")  # UTF-8 taken for Latin-1
_FACES: Final = r"(?:bf|it|sc|tt|sl|rm|sf)"
# "\t" of "\times" became a blank, or the backslash alone was dropped. The first word of each
# rule is in all text that it changes: most text holds none, and finding that out is cheap.
_LOST: Final = (
    ("$", re.compile(rf"\$[ \t]ext({_FACES})\s*\{{"), r"$\\text\1{"),
    ("{", re.compile(rf"(?<![\\A-Za-z])t?ext({_FACES})\s*\{{"), r"\\text\1{"),
    ("{", re.compile(r"(?<![\\A-Za-z])(emph|cite[pt]?|href)\{"), r"\\\1{"),
    ("imes", re.compile(r"[ \t]?(?<![\\A-Za-z])imes(?![A-Za-z])"), r"\\times "),
    ("$", re.compile(r"\$[ \t]((?:au|heta|ilde)(?![A-Za-z]))"), r"$\\t\1"),
    ("$", re.compile(r"\$[ \t](ho|ightarrow)(?![A-Za-z])"), r"$\\r\1"),
)


def repair(raw: str) -> str:
    """Return `raw` with known damage undone, and nothing in it that is no text."""
    text = raw
    if not text.isascii():
        text = _MISREAD.sub(_read_again, text).replace("\u2010", "-").replace("\u2011", "-")
    if not text.isprintable():  # no control and no end of a line is
        text = _HARMFUL.sub("", text)
        for end in _LINE_ENDS:
            text = text.replace(end, "\n")
    for sign, damage, meant in _LOST:
        if sign in text:
            text = damage.sub(meant, text)
    return text


def _read_again(found: re.Match[str]) -> str:
    try:
        meant = found[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    return meant if meant.isprintable() or meant.isspace() else found[0]

"""Undoing what exports do to a text on its way: lost backslashes, misread encodings, controls.

Each rule stands for damage that public paper lists really hold.
"""

import re
from typing import Final

# Controls, direction overrides and lone surrogates can only do harm in a chat.
_HARMFUL: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_PLAINER: Final = str.maketrans("\u2010\u2011\u2028\u2029", "--\n\n")  # hyphens as one types them
_MISREAD: Final = re.compile("[\xc2-\xf4][\x80-\xbf]{1,3}")  # UTF-8 taken for Latin-1
_FACES: Final = r"(?:bf|it|sc|tt|sl|rm|sf)"
_DAMAGED: Final = re.compile(r"ext(?:bf|it|sc|tt|sl|rm|sf)\s*\{|imes|emph\{|cite|href\{|\$[ \t]\w")
_LOST: Final = (  # "\t" of "\times" became a blank, or the backslash alone was dropped
    (re.compile(rf"\$[ \t]ext({_FACES})\s*\{{"), r"$\\text\1{"),
    (re.compile(rf"(?<![\\A-Za-z])t?ext({_FACES})\s*\{{"), r"\\text\1{"),
    (re.compile(r"(?<![\\A-Za-z])(emph|cite[pt]?|href)\{"), r"\\\1{"),
    (re.compile(r"[ \t]?(?<![\\A-Za-z])imes(?![A-Za-z])"), r"\\times "),
    (re.compile(r"\$[ \t]((?:au|heta|ilde)(?![A-Za-z]))"), r"$\\t\1"),
    (re.compile(r"\$[ \t](ho|ightarrow)(?![A-Za-z])"), r"$\\r\1"),
)


def repair(raw: str) -> str:
    """Return `raw` with known damage undone, and nothing in it that is no text."""
    text = _MISREAD.sub(_read_again, raw) if _MISREAD.search(raw) else raw
    text = _HARMFUL.sub("", text).translate(_PLAINER).replace("\r\n", "\n").replace("\r", "\n")
    if _DAMAGED.search(text):
        for damage, meant in _LOST:
            text = damage.sub(meant, text)
    return text


def _read_again(found: re.Match[str]) -> str:
    try:
        meant = found[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    return meant if meant.isprintable() or meant.isspace() else found[0]

"""Which letters of a raw abstract must be seen again, found by plain regexes, not by our parser."""

import re
import unicodedata
from typing import Final

_LINKS: Final = re.compile(r"\\?(?:href\s*\{[^{}]*\}|https?:(?:\\?[^\s{}<>|`\"])*)")
_KEYS: Final = re.compile(
    r"\\(?:[A-Za-z]*[Cc]ite[A-Za-z]*|[a-zA-Z]*ref|begin|end|label|[vh]space|color|input|include"
    r"|[hv]?phantom)\*?\s*(?:\[[^\[\]]*\]\s*)*\{[^{}]*\}|\\(?:textcolor|colorbox|hyperlink)(?:\[[^\[\]]*\])?\{[^{}]*\}"
)
_MOVED: Final = re.compile(r"\\(?:underset|overset|stackrel)\s*\{(?:[^{}]|\{[^{}]*\})*\}")
_DAMAGE: Final = re.compile(  # what an export left of "\\textit", "\\times", "\\cite", or of UTF-8
    r"\bcite[pt]?\{[^{}]*\}|\b(?:t?ext(?:bf|it|sc|tt|sl|rm|sf)|emph|href)(?=\s*\{)"
    r"|(?<![A-Za-z])(?:imes(?![a-z])|(?<=\$\s)(?:au|ho|heta|ilde|ightarrow)\b)"
    "|[\xc2-\xf4][\x80-\xbf]{1,3}"
)
_TAG: Final = re.compile(r"</?[A-Za-z][\w:]{0,30}(?:\s[^<>\n]*)?/?>|&#?\w{2,8};")
_ACCENT: Final = re.compile(r"\\(?:[`'^~=.\"]|[uvHrcdkb](?![A-Za-z]))\s*\{?\s*")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\*?|\\.", re.DOTALL)
_MATH: Final = re.compile(r"\$[^$]*\$")
_SPACED_LETTER: Final = re.compile(r"\\(?:[oOlLij]|ae|AE|oe|OE|ss|aa|AA)\s+")
_WORD: Final = re.compile(r"(?:^|(?<=\s))[(\"“]?([A-Za-z]{4,})(?=[,.;:!?)\"”]*(?:\s|$))")
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b]")
_DOTLESS: Final = str.maketrans("ıȷ", "ij")


def lost_letters(raw: str, shown: str) -> str | None:
    """Return where the letters of `raw` stop coming back in `shown`, or None if all do.

    The letters outside commands, keys and addresses must be those of `shown`, in
    order; `shown` may have more (a command that stands for a word or letter).
    """
    wanted, seen = _letters(_bare(raw)), iter(_letters(shown))
    for at, letter in enumerate(wanted):
        if letter not in seen:  # consumes `seen` up to the letter
            return wanted[max(0, at - 40) : at] + "▸" + wanted[at : at + 20]
    return None


def lost_words(raw: str, shown: str) -> set[str]:
    """Return the words between blanks of `raw` that `shown` lacks: torn or run together."""
    outside = _SPACED_LETTER.sub("$", _MATH.sub("$", _KEYS.sub("$", _CONTROL.sub("", raw))))
    return set(_WORD.findall(outside)) - set(re.findall(r"[^\W\d_]+", _fold(shown)))


def _bare(raw: str) -> str:
    for pattern in (_DAMAGE, _LINKS, _KEYS, _MOVED, _TAG, _CONTROL):
        raw = pattern.sub(" ", raw)
    return _COMMAND.sub("", _ACCENT.sub("", raw))


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).translate(_DOTLESS)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _letters(text: str) -> str:
    return "".join(character for character in _fold(text) if character.isalpha())

"""The tokens of a mixed LaTeX and Markdown source, and how each is read."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.papers.markup import macros
from bot.papers.markup.document import BREAK, Face
from bot.papers.markup.marks import URL
from bot.papers.markup.symbols import subscript, superscript

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_LETTER: Final = r"(?:[^\\{}$\s^_~'`\-&<h*\[\]]+|h(?!ttps?:))"
_TOKEN: Final = rf"""
      (?P<text>{_LETTER}+WORDS)
    | (?P<url>{URL})
    | (?P<command>\\url(?=https?:)|\\[A-Za-z]+\*?|\\(?s:.))
    | (?P<brace>[{{}}])
    | (?P<dollar>\$\$?)
    | (?P<gap>\s*\n\s*\n\s*)
    | (?P<blank>\s+)
    | (?P<script>[\^_])
    | (?P<tie>~+)
    | (?P<quote>``|''|['`])
    | (?P<dash>-+)
    | (?P<entity>&(?:amp|lt|gt|quot|nbsp|apos|\#\d{{1,6}}|\#x[0-9a-fA-F]{{1,5}});)
    | (?P<tag></?(?:i|em|b|strong|p|br|sub|sup|span|div|u|tt|code|jats:[\w-]{{1,30}})
        (?:\s[^<>\n]{{0,200}})?/?>)
    | (?P<other>(?s:.))
    """
TOKEN: Final = re.compile(_TOKEN.replace("WORDS", rf"(?:[ ]{_LETTER}+)*"), re.VERBOSE)
MATH_TOKEN: Final = re.compile(_TOKEN.replace("WORDS", ""), re.VERBOSE)  # blanks matter there


_ELEMENT: Final = r"(?:[-+−]?\w{1,3}(?:[-+−]\w)?|\.\.\.|…)"
_SET: Final = re.compile(rf"\{{{_ELEMENT}(?:,\s*{_ELEMENT}){{1,9}}\}}")
_BASES: Final = {"_": re.compile(r"(?<![^\W_])[A-Za-z]$"), "^": re.compile(r"[\w)]$")}
_TYPED_SCRIPT: Final = re.compile(r"[-−]?\d{1,3}(?![\w/^{\\]|\.\d)")


def _read_url(reader: "Reader", token: str, start: int) -> None:
    address = re.sub(r"\\(?=[_%#&~])", "", token)
    is_code = Face.CODE in reader.marks.style_at(start)[0]
    reader.emit(address, link=None if reader.link or is_code else address, position=start)


def _read_command(reader: "Reader", token: str, start: int) -> None:
    span = reader.marks.math.get(start)
    if span is not None:
        reader.read_math(*span)
    else:
        macros.read_macro(reader, token[1:])


def _read_brace(reader: "Reader", token: str, start: int) -> None:
    closing = reader.marks.braces.get(start)
    if closing is None or closing >= reader.stop or reader.is_deep:
        return
    is_set = not reader.in_math and _SET.fullmatch(reader.source, start, closing + 1) is not None
    reader.emit("{" if is_set else "")
    reader.at = start
    reader.read_group(closing)
    reader.emit("}" if is_set else "")


def _read_dollar(reader: "Reader", token: str, start: int) -> None:
    span = reader.marks.math.get(start)
    if span is not None and span[1] <= reader.stop:
        reader.read_math(*span)
    elif not reader.in_math:
        reader.emit(token)


def _read_script(reader: "Reader", token: str, start: int) -> None:
    at_group = reader.marks.braces.get(reader.at) is not None
    if not (reader.in_math or at_group or reader.scriptable_at == start):
        _read_typed_script(reader, token, start)
        return
    text = reader.argument_text(math=True)
    reader.emit(superscript(text) if token == "^" else subscript(text))
    reader.scriptable_at = reader.at


def _read_typed_script(reader: "Reader", token: str, start: int) -> None:
    """`n_1` and `O(n^2)` are formulas even without dollars; `snake_case` is not."""
    found = _TYPED_SCRIPT.match(reader.source, reader.at, reader.stop)
    base = _BASES[token].search(reader.source[max(0, start - 2) : start])
    if found is None or base is None:
        reader.emit(token)
        return
    reader.at = found.end()
    reader.emit(superscript(found[0]) if token == "^" else subscript(found[0]))


def _read_tie(reader: "Reader", token: str, start: int) -> None:
    """`models~(LLMs)` is a tie, `~100` means "about", `~~old~~` is neither."""
    before = reader.source[start - 1 : start]
    after = reader.source[reader.at : reader.at + 1]
    is_tie = before and not before.isspace() and before not in "([" and after.strip()
    reader.emit(" " if reader.in_math or (is_tie and len(token) == 1) else token)


def _read_quote(reader: "Reader", token: str, start: int) -> None:
    if reader.in_math:
        reader.emit(token.replace("'", "′"))
    elif token == "``":
        reader.emit("“")
    elif token == "''":
        closes = reader.source[start - 1 : start].strip(" \t\n([")
        opens = reader.source[reader.at : reader.at + 1].isalnum()
        reader.emit("”" if closes else "“" if opens else token)
    else:
        reader.emit(reader.marks.quotes.get(start, token))


def _read_dash(reader: "Reader", token: str, start: int) -> None:
    if reader.in_math:
        reader.emit("−" * len(token))
    else:
        reader.emit({2: "–", 3: "—"}.get(len(token), token))


def _read_tag(reader: "Reader", token: str, start: int) -> None:
    name = re.sub(r"\W.*", "", token.lstrip("</"))
    if name in ("p", "br", "div"):
        reader.emit(BREAK if name == "p" else " ")
        return
    found = re.compile(rf"([^<>]{{1,60}})</{name}>").match(reader.source, reader.at, reader.stop)
    if found and name in ("sub", "sup"):
        reader.at = found.end()
        reader.emit(subscript(found[1]) if name == "sub" else superscript(found[1]))


def math_text(text: str) -> str:
    """Return `text` as it is set in a formula: a minus for a hyphen, a prime for a quote."""
    return text.replace("&", " ").replace("-", "−").replace("'", "′").replace("~", " ")


READERS: Final[dict[str, Callable[["Reader", str, int], None]]] = {
    "url": _read_url,
    "command": _read_command,
    "brace": _read_brace,
    "dollar": _read_dollar,
    "gap": lambda reader, token, start: reader.emit(" " if reader.in_math else BREAK),
    "blank": lambda reader, token, start: reader.emit(" "),
    "script": _read_script,
    "tie": _read_tie,
    "quote": _read_quote,
    "dash": _read_dash,
    "entity": lambda reader, token, start: reader.emit(html.unescape(token)),
    "tag": _read_tag,
    "text": lambda reader, token, start: reader.emit(token),
    "other": lambda reader, token, start: reader.emit(
        math_text(token) if reader.in_math else token
    ),
}

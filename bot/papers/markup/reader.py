"""Reading a paper's text: LaTeX and Markdown, mixed as authors mix them, into a Document.

One pass from left to right. Nothing is an error: what is not understood is text.
"""

import html
import re
from typing import Final

from bot.papers.markup import macros
from bot.papers.markup.document import BREAK, Document, Face, Run, assemble
from bot.papers.markup.marks import URL, find_marks
from bot.papers.markup.symbols import subscript, superscript

_TOKEN: Final = re.compile(
    rf"""
      (?P<url>{URL})
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
    | (?P<tag></?(?:i|em|b|strong|p|br|sub|sup|span|div|u|tt|code|jats:[\w-]{{1,30}})(?:\s[^<>\n]{{0,200}})?/?>)
    | (?P<text>[^\\{{}}$\s^_~'`\-&<h*\[\]]+)
    | (?P<other>(?s:.))
    """,
    re.VERBOSE,
)
# Controls, direction overrides and lone surrogates can only do harm in a chat.
_HARMFUL: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_DEEPEST: Final = 40  # groups nested deeper are read as if they were not grouped


def parse(raw: str, *, markdown: bool = True) -> Document:
    """Read `raw`. Never raises, never drops a word outside markup, takes linear time.

    With `markdown` false only LaTeX is understood: titles hold `A*` and
    `__init__` far more often than emphasis (B07).
    """
    source = _HARMFUL.sub("", raw.replace("\r\n", "\n").replace("\r", "\n"))
    document = assemble(Reader(source, markdown).read_all())
    if not document.paragraphs and source.strip():
        return assemble([Run(source.replace("\n", " "))])
    return document


class Reader:
    """A cursor over one source that turns tokens into runs."""

    def __init__(self, source: str, markdown: bool) -> None:
        self.source = source
        self.marks = find_marks(source, markdown)
        self.at = 0
        self.stop = len(source)
        self.runs: list[Run] = []
        self.face = Face.PLAIN
        self.link: str | None = None
        self.in_math = False
        self.depth = 0
        self.scriptable_at = -1  # where a bare `_1` belongs to the symbol just read: \ell_1

    def read_all(self) -> list[Run]:
        self.read_until(len(self.source))
        return self.runs

    def read_until(self, stop: int) -> None:
        """Read on to `stop`, or to the end of the span around it."""
        outer, self.stop = self.stop, min(stop, self.stop)
        while self.at < self.stop:
            self.read_token()
        self.stop = outer

    def read_token(self) -> None:
        skip = self.marks.skips.get(self.at)
        if skip is not None and not self.in_math:
            self.at = skip
            return
        start = self.at
        found = _TOKEN.match(self.source, start, self.stop)
        if found is None:  # only at the end of the span
            self.at = self.stop
            return
        self.at = found.end()
        kind = found.lastgroup or "text"
        _READERS[kind](self, found[0], start)

    def emit(self, text: str, *, link: str | None = None, position: int | None = None) -> None:
        """Add `text` in the face and link that hold here."""
        if not text:
            return
        face, target = self.marks.style_at(self.at - 1 if position is None else position)
        link = link or self.link or target
        self.runs.append(Run(text, self.face | face, link))

    def argument(self, *, math: bool | None = None) -> list[Run]:
        """Read the next group or single token, in math if `math`; return its runs."""
        while self.at < self.stop and self.source[self.at].isspace():
            self.at += 1
        if self.at >= self.stop or self.depth >= _DEEPEST:
            return []
        runs, self.runs = self.runs, []
        in_math, self.in_math = self.in_math, self.in_math if math is None else math
        self.depth += 1
        self._read_one()
        self.depth -= 1
        self.in_math = in_math
        runs, self.runs = self.runs, runs
        return runs

    def argument_text(self, *, math: bool | None = None) -> str:
        return "".join(run.text for run in self.argument(math=math))

    def raw_argument(self) -> str:
        """Return the source of the next group, or "" if none follows."""
        closing = self.marks.braces.get(self.at)
        if closing is None or closing >= self.stop:
            return ""
        inner = self.source[self.at + 1 : closing]
        self.at = closing + 1
        return inner

    def option(self) -> str:
        """Return the source of the next `[…]`, or "" if none follows."""
        found = re.compile(r"\[([^\[\]\n]{0,300})\]").match(self.source, self.at, self.stop)
        if found is None:
            return ""
        self.at = found.end()
        return found[1]

    def _read_one(self) -> None:
        character = self.source[self.at]
        closing = self.marks.braces.get(self.at)
        if closing is not None and closing < self.stop:
            self.read_group(closing)
        elif character in "\\{}$":
            self.read_token()
        else:
            self.at += 1
            self.emit(_math_text(character) if self.in_math else character)

    def read_group(self, closing: int) -> None:
        """Read the group from here to its brace at `closing`; a face set inside ends there."""
        face = self.face
        self.depth += 1
        self.at += 1
        self.read_until(closing)
        self.at = max(self.at, closing + 1)
        self.depth -= 1
        self.face = face

    def read_math(self, inner: int, inner_end: int, end: int) -> None:
        """Read `inner`…`inner_end` as mathematics and go on at `end`."""
        in_math, self.in_math = self.in_math, True
        self.at = inner
        self.read_until(inner_end)
        self.at = max(self.at, min(end, self.stop))
        self.in_math = in_math


def _read_url(reader: Reader, token: str, start: int) -> None:
    address = re.sub(r"\\(?=[_%#&~])", "", token)
    reader.emit(address, link=None if reader.link else address, position=start)


def _read_command(reader: Reader, token: str, start: int) -> None:
    span = reader.marks.math.get(start)
    if span is not None:
        reader.read_math(*span)
    else:
        macros.read_macro(reader, token[1:])


def _read_brace(reader: Reader, token: str, start: int) -> None:
    closing = reader.marks.braces.get(start)
    if closing is not None and closing < reader.stop and reader.depth < _DEEPEST:
        reader.at = start
        reader.read_group(closing)


def _read_dollar(reader: Reader, token: str, start: int) -> None:
    span = reader.marks.math.get(start)
    if span is not None and span[1] <= reader.stop:
        reader.read_math(*span)
    elif not reader.in_math:
        reader.emit(token)


def _read_script(reader: Reader, token: str, start: int) -> None:
    at_group = reader.marks.braces.get(reader.at) is not None
    if not (reader.in_math or at_group or reader.scriptable_at == start):
        reader.emit(token)
        return
    text = reader.argument_text(math=True)
    reader.emit(superscript(text) if token == "^" else subscript(text))
    reader.scriptable_at = reader.at


def _read_tie(reader: Reader, token: str, start: int) -> None:
    """`models~(LLMs)` is a tie, `~100` means "about", `~~old~~` is neither."""
    before = reader.source[start - 1 : start]
    after = reader.source[reader.at : reader.at + 1]
    is_tie = before and not before.isspace() and before not in "([" and after.strip()
    reader.emit(" " if reader.in_math or (is_tie and len(token) == 1) else token)


def _read_quote(reader: Reader, token: str, start: int) -> None:
    if reader.in_math:
        reader.emit(token.replace("'", "′"))
    elif token == "``":
        reader.emit("“")
    elif token == "''":
        reader.emit("”" if reader.source[start - 1 : start].strip() else token)
    else:
        reader.emit(reader.marks.quotes.get(start, token))


def _read_dash(reader: Reader, token: str, start: int) -> None:
    if reader.in_math:
        reader.emit("−" * len(token))
    else:
        reader.emit({2: "–", 3: "—"}.get(len(token), token))


def _read_tag(reader: Reader, token: str, start: int) -> None:
    name = re.sub(r"\W.*", "", token.lstrip("</"))
    if name in ("p", "br", "div"):
        reader.emit(BREAK if name == "p" else " ")
        return
    found = re.compile(rf"([^<>]{{1,60}})</{name}>").match(reader.source, reader.at, reader.stop)
    if found and name in ("sub", "sup"):
        reader.at = found.end()
        reader.emit(subscript(found[1]) if name == "sub" else superscript(found[1]))


def _math_text(text: str) -> str:
    return text.replace("&", " ").replace("-", "−").replace("'", "′").replace("~", " ")


_READERS: Final = {
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
        _math_text(token) if reader.in_math else token
    ),
}

"""Reading a paper's text: LaTeX and Markdown, mixed as authors mix them, into a Document.

One pass from left to right. Nothing is an error: what is not understood is text.
"""

import re
from typing import Final

from bot.papers.markup.document import Document, Face, Run, assemble
from bot.papers.markup.marks import find_marks
from bot.papers.markup.ordinary import is_ordinary, read_ordinary
from bot.papers.markup.repair import repair
from bot.papers.markup.tokens import MATH_TOKEN, READERS, TOKEN, math_text

_CLOSE: Final = tuple(").,;:!?-")
_DEEPEST: Final = 40  # groups nested deeper are read as if they were not grouped


def parse(raw: str, *, markdown: bool = True) -> Document:
    """Read `raw`. Never raises, never drops a word outside markup, takes linear time.

    With `markdown` false only LaTeX is understood: titles hold `A*` and
    `__init__` far more often than emphasis (B07).
    """
    source = repair(raw)
    if is_ordinary(source):
        return read_ordinary(source)
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
        self.in_math: bool = False
        self.depth = 0
        self.scriptable_at = -1  # where a bare `_1` belongs to the symbol just read: \ell_1

    def read_all(self) -> list[Run]:
        self.read_until(len(self.source))
        return self.runs

    @property
    def is_deep(self) -> bool:
        return self.depth >= _DEEPEST

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
        found = (MATH_TOKEN if self.in_math else TOKEN).match(self.source, start, self.stop)
        if found is None:  # only at the end of the span
            self.at = self.stop
            return
        self.at = found.end()
        kind = found.lastgroup or "text"
        READERS[kind](self, found[0], start)

    def emit(self, text: str, *, link: str | None = None, position: int | None = None) -> None:
        """Add `text` in the face and link that hold here."""
        if not text or (self.in_math and self._is_needless_blank(text)):
            return
        face, target = self.marks.style_at(self.at - 1 if position is None else position)
        link = link or self.link or target
        if self.face is not Face.PLAIN:
            face |= self.face
        self.runs.append(Run(text, face, link))

    def _is_needless_blank(self, text: str) -> bool:
        """True for a blank after "(" in a formula; one before ")" is taken back."""
        last = self.runs[-1].text if self.runs else ""
        if last == " " and text[0] in ")],;.:⌉⌋⟩":
            self.runs.pop()
        return text == " " and last.endswith(tuple("([⌈⌊⟨"))

    def argument(self, *, math: bool | None = None) -> list[Run]:
        """Read the next group or single token, in math if `math`; return its runs."""
        while self.at < self.stop and self.source[self.at].isspace():
            self.at += 1
        if self.at >= self.stop or self.is_deep:
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

    def skip_blanks(self) -> None:
        while self.at < self.stop and self.source[self.at] in " \t":
            self.at += 1

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
            self.emit(math_text(character) if self.in_math else character)

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
        if self.runs and self.runs[-1].text == " " and self.source[self.at : self.at + 1] in _CLOSE:
            self.runs.pop()

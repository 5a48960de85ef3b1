"""Single letters and symbols: accents, Greek, and the authors' own macros."""

import re
from typing import TYPE_CHECKING, Final

from bot.papers.markup.symbols import (
    ACCENTS,
    LETTERS,
    MATH_ACCENTS,
    SYMBOLS,
    accented,
    unknown_word,
)

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_FUNCTIONS: Final = frozenset(
    "diag rank tr Tr sign KL poly polylog softmax conv supp Var Cov".split()
)
_CONTRACTION: Final = re.compile(r"(?:s|t|d|m|re|ve|ll)(?!\w)")


def read_accent(reader: "Reader", name: str) -> bool:
    """Read an accent and its letter; False if `name` is none here (`\\c` alone, `don\\'t`)."""
    mark = MATH_ACCENTS.get(name) or (None if reader.in_math else ACCENTS.get(name))
    if mark is None:
        return False
    if name == "'" and _CONTRACTION.match(reader.source, reader.at):
        reader.emit("'")
        return True
    following = reader.source[reader.at : reader.at + 1]
    if not name.isalpha() and not (following.isalpha() or following in ("{", "\\")):
        reader.emit(name)
        return True
    base = reader.argument_text()
    if not base.strip():
        reader.emit(base or (name if not name.isalpha() else ""))
    elif len(base) > 1 and name in MATH_ACCENTS:
        reader.emit(base)  # a bar over a whole formula has no Unicode form
    else:
        reader.emit(accented(base, mark))
    return True


def read_symbol(reader: "Reader", name: str) -> None:
    symbol = SYMBOLS.get(name)
    if symbol is None and (not name.isalpha() or len(name) == 1):
        symbol = " " if name == "n" and not reader.in_math else name
    if symbol is None:
        _read_unknown(reader, name)
        return
    reader.emit(symbol)
    if reader.source[reader.at : reader.at + 2] == "{}":
        reader.at += 2
    elif name in LETTERS:
        reader.skip_blanks()
    if name.isalpha():
        reader.scriptable_at = reader.at


def _read_unknown(reader: "Reader", name: str) -> None:
    closing = reader.marks.braces.get(reader.at)
    if closing is None or closing >= reader.stop:
        reader.emit(unknown_word(name, reader.in_math))
        reader.scriptable_at = reader.at
    elif not reader.source[reader.at + 1 : closing].strip():
        reader.at = closing + 1
        reader.emit(unknown_word(name, reader.in_math))
    elif reader.in_math and name in _FUNCTIONS:
        reader.emit(f"{name}(")
        reader.runs += reader.argument()
        reader.emit(")")
    else:
        reader.runs += reader.argument()

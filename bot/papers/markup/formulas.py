"""Letters, symbols and constructs of formulas, said in one line; also authors' own macros."""

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from bot.papers.markup.document import Run
from bot.papers.markup.symbols import (
    ACCENTS,
    BLACKBOARD,
    LETTERS,
    MATH_ACCENTS,
    SYMBOLS,
    accented,
    subscript,
    superscript,
    unknown_word,
)

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_FUNCTIONS: Final = frozenset(
    "diag rank tr Tr sign KL poly polylog softmax conv supp Var Cov".split()
)
_CONTRACTION: Final = re.compile(r"(?:s|t|d|m|re|ve|ll)(?!\w)")
DELIMITERS: Final[dict[str, tuple[str, str]]] = {
    "norm": ("‖", "‖"),
    "abs": ("|", "|"),
    "ceil": ("⌈", "⌉"),
    "floor": ("⌊", "⌋"),
    "set": ("{", "}"),
    "inner": ("⟨", "⟩"),
    "ket": ("|", "⟩"),
    "bra": ("⟨", "|"),
    "paren": ("(", ")"),
}


def read_fraction(reader: "Reader", _name: str) -> None:
    above, below = reader.argument_text(math=True), reader.argument_text(math=True)
    reader.emit(f"{_grouped(above)}/{_grouped(below)}")


def read_root(reader: "Reader", _name: str) -> None:
    degree = reader.option()
    root = {"": "√", "3": "∛", "4": "∜"}.get(degree) or superscript(degree) + "√"
    reader.emit(root + _grouped(reader.argument_text(math=True)))


def read_choice(reader: "Reader", _name: str) -> None:
    above, below = reader.argument_text(math=True), reader.argument_text(math=True)
    reader.emit(f"({above} choose {below})")


def read_blackboard(reader: "Reader", _name: str) -> None:
    text = reader.argument_text(math=True)
    reader.emit(BLACKBOARD.get(text, text))
    reader.scriptable_at = reader.at


def read_under(reader: "Reader", _name: str) -> None:
    small = reader.argument_text(math=True)
    reader.runs += reader.argument(math=True)
    reader.emit(subscript(small))


def read_over(reader: "Reader", _name: str) -> None:
    small = reader.argument_text(math=True)
    reader.runs += reader.argument(math=True)
    if re.search(r"\w{2}", small):
        reader.emit(superscript(small))


def read_negation(reader: "Reader", _name: str) -> None:
    text = reader.argument_text().strip()
    reader.emit(unicodedata.normalize("NFC", text[:1] + "\u0338" + text[1:]) if text else "")


def _grouped(text: str) -> str:
    text = text.strip()
    if text == "(":  # "\\sqrt(n)": its braces are lost
        return text
    return text if re.fullmatch(r"[\w.∞∂′]*|\(.*\)|\w+\([^()]*\)", text) else f"({text})"


def read_delimited(reader: "Reader", name: str) -> None:
    """`\\norm{x}` is ‖x‖; without an argument the name is only a word."""
    if reader.marks.braces.get(reader.at) is None:
        reader.emit(name)
        return
    opening, closing = DELIMITERS[name]
    reader.emit(opening)
    reader.runs += _stripped(reader.argument())
    reader.emit(closing)


def _stripped(runs: list[Run]) -> list[Run]:
    """Return `runs` without blanks at either end: ‖x‖, not ‖ x ‖."""
    blank = [run.text == " " for run in runs]
    start = blank.index(False) if False in blank else 0
    stop = len(runs) - (blank[::-1].index(False) if False in blank else 0)
    return runs[start:stop]


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
    start = reader.at - len(name) - 1
    symbol = SYMBOLS.get(name)
    if symbol is None and (not name.isalpha() or len(name) == 1):
        symbol = " " if name == "n" and not reader.in_math else name
    if symbol is None:
        _read_unknown(reader, name)
        return
    _emit_apart(reader, symbol)
    if reader.source[reader.at : reader.at + 2] == "{}":
        reader.at += 2
    elif name in LETTERS or (reader.in_math and _swallows_blanks(reader, symbol, start)):
        reader.skip_blanks()
    if name.isalpha():
        reader.scriptable_at = reader.at


def _emit_apart(reader: "Reader", symbol: str) -> None:
    """Emit `symbol`; a word in a formula stands apart: "n log n", not "nlog n"."""
    last = reader.runs[-1].text[-1:] if reader.runs else ""
    is_word = len(symbol) > 1 and symbol.isalpha() and symbol not in ("LaTeX", "TeX")
    reader.emit(" " if is_word and (last.isalnum() or last in ")]}") else "")
    reader.emit(symbol)


def _swallows_blanks(reader: "Reader", symbol: str, start: int) -> bool:
    """TeX ignores blanks in formulas: `m\\times n` is m×n, but `a \\leq b` is easier apart."""
    is_tight = not reader.source[start - 1 : start].isspace()
    if len(symbol) != 1 or symbol in ",;:|":
        return False
    return (is_tight and not symbol.isalpha()) or (
        symbol.isalpha()
        and re.compile(r"\s*[A-Za-z0-9]").match(reader.source, reader.at) is not None
    )


def _read_unknown(reader: "Reader", name: str) -> None:
    closing = reader.marks.braces.get(reader.at)
    if closing is None or closing >= reader.stop:
        _emit_apart(reader, unknown_word(name, reader.in_math))
        reader.scriptable_at = reader.at
    elif not reader.source[reader.at + 1 : closing].strip():
        reader.at = closing + 1
        _emit_apart(reader, unknown_word(name, reader.in_math))
    elif reader.in_math and name in _FUNCTIONS:
        _emit_apart(reader, name)
        reader.emit("(")
        reader.runs += reader.argument()
        reader.emit(")")
    else:
        reader.runs += reader.argument()

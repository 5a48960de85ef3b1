"""Commands that build formulas, said in one line: fractions, roots, things above and below."""

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from bot.papers.markup.symbols import BLACKBOARD, subscript, superscript

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

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
    return text if re.fullmatch(r"[\w.∞∂′]*|\(.*\)|\w+\([^()]*\)", text) else f"({text})"


def read_delimited(reader: "Reader", name: str) -> None:
    """`\\norm{x}` is ‖x‖; without an argument the name is only a word."""
    if reader.marks.braces.get(reader.at) is None:
        reader.emit(name)
        return
    opening, closing = DELIMITERS[name]
    reader.emit(opening)
    reader.runs += reader.argument()
    reader.emit(closing)

"""LaTeX environments: mathematics set apart, lists, and the rest, which is only text."""

import re
from typing import TYPE_CHECKING, Final

from bot.papers.markup.document import BREAK

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_MATH_BLOCKS: Final = re.compile(r"(?:equation|align|gather|multline|math|displaymath|eqnarray)\*?")


def read_begin(reader: "Reader", _name: str) -> None:
    block = reader.raw_argument()
    reader.emit(" ")
    if _MATH_BLOCKS.fullmatch(block):
        end = reader.source.find(f"\\end{{{block}}}", reader.at, reader.stop)
        if end >= 0:
            reader.read_math(reader.at, end, end)


def read_end(reader: "Reader", _name: str) -> None:
    reader.raw_argument()
    reader.emit(" ")


def read_item(reader: "Reader", _name: str) -> None:
    reader.emit(BREAK)
    label = reader.option()
    reader.emit(f"{label} " if label else "• ")

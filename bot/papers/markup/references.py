"""Commands that point elsewhere: citations, links and notes."""

import re
from typing import TYPE_CHECKING, Final

from bot.papers.markup.document import BREAK, Run

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

CITED: Final = re.compile(
    r"(?:no)?[Cc]ite\w*|[a-z]*cite[pt]?|parencite|textcite|autoref|[cC]?ref|eqref|pageref"
)


def drop_reference(reader: "Reader") -> None:
    """Leave no debris: no doubled blank, no blank before punctuation, no empty brackets."""
    while reader.option():
        pass
    reader.raw_argument()
    rest = re.compile(r"\s*[;,]?\s*(\)|\]|\\\w*cite)?").match(reader.source, reader.at, reader.stop)
    last = reader.runs[-1].text.rstrip() if reader.runs else ""
    if rest and rest[1] and last.endswith(("(", "[")):
        reader.at = rest.start(1)
        if rest[1] in (")", "]"):
            reader.at = rest.end(1)
            _replace_last(reader, last[:-1])
    following = reader.source[reader.at : reader.at + 1]
    if not following or following.isspace() or following in ".,;:!?)]":
        _strip_last_blank(reader)


def _replace_last(reader: "Reader", text: str) -> None:
    last = reader.runs.pop()
    if text:
        reader.runs.append(Run(text, last.face, last.link))


def _strip_last_blank(reader: "Reader") -> None:
    while reader.runs and reader.runs[-1].text != BREAK:
        stripped = reader.runs[-1].text.rstrip(" ")
        if stripped:
            if stripped != reader.runs[-1].text:
                _replace_last(reader, stripped)
            return
        reader.runs.pop()


def read_url(reader: "Reader", _name: str) -> None:
    address = _address(reader.raw_argument())
    reader.emit(address, link=_web_address(address))


def read_href(reader: "Reader", _name: str) -> None:
    reader.skip_blanks()
    address = _address(reader.raw_argument())
    outer, reader.link = reader.link, _web_address(address) or reader.link
    label = reader.argument()
    reader.link = outer
    if "".join(run.text for run in label).strip():
        reader.runs += label
    else:
        reader.emit(address, link=_web_address(address))


def read_footnote(reader: "Reader", _name: str) -> None:
    note = reader.argument(math=False)
    if not note:
        return
    _strip_last_blank(reader)
    reader.emit(" (")
    reader.runs += note
    reader.emit(")")


def _address(text: str) -> str:
    text = re.sub(r"\\([_%#&~$^{}])(?:\{\})?", r"\1", text.strip())
    return re.sub(r"[\s{}]|\\\w+", "", text)


def _web_address(address: str) -> str | None:
    """Return an address that may be followed; only http(s) is (section 4.4 of the design)."""
    if re.match(r"www\.\w", address):
        address = f"https://{address}"
    return address if re.match(r"https?://[^/\s]", address) else None

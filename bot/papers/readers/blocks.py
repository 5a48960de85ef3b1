"""Lines put together to blocks: each heading, title, abstract, label, and what is none.

Every line with something on it, but for rules, is in one block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE
from bot.papers.readers import prose
from bot.papers.readers.headings import is_heading
from bot.papers.readers.layout import title_height
from bot.papers.readers.lines import Kind, Line, is_blank


class Role(Enum):
    """What a block is. A title may yet turn out to head a list."""

    HEADING = auto()
    TITLE = auto()
    ABSTRACT = auto()
    AUTHORS = auto()
    URL = auto()
    NOTHING = auto()  # a label with nothing behind it
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines from `line` on. `text` is what they say, `reason` why they are refused.

    `level` is that of a Markdown heading; `is_marked` holds for numbered, bulleted and
    labelled text; blocks of one paragraph share `paragraph`.
    """

    role: Role
    text: str
    line: int
    lines: int
    paragraph: int
    level: int = 0
    is_marked: bool = False
    is_labelled: bool = False
    reason: str = ""


MIN_WRAPPED = 40  # nobody wraps lines shorter than this
_LABELLED = {"title": Role.TITLE, "abstract": Role.ABSTRACT, "authors": Role.AUTHORS}
_WRAPPED = re.compile(r"(?<!\w)([^\W\d_]+)-\n[ \t]*(?!(?:and|or)\b)(?=[a-z])")


def read_blocks(lines: Iterable[Line]) -> Iterator[Block]:
    """Yield the blocks of the lines in their order."""
    for paragraph in _paragraphs(lines):
        for chunk in _chunks(paragraph):
            yield from _blocks(chunk, paragraph[0].number)


def _paragraphs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    paragraph: list[Line] = []
    for line in lines:
        if line.kind not in (Kind.BLANK, Kind.RULE):
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


class _Chunk(list[Line]):
    """Lines that no sign parts from each other; knows at any time whether they are prose."""

    weight = 0
    has_stop = False

    def add(self, line: Line) -> None:
        # Only what opens a chunk is a mark; further in it is the author's own.
        self.append(replace(line, kind=Kind.TEXT, text=line.raw) if self else line)
        self.weight += prose.weigh(line.text) + 1
        self.has_stop = self.has_stop or prose.stops(line.text)

    @property
    def is_prose(self) -> bool:
        return self.weight > prose.MIN_ABSTRACT and (self.has_stop or self.weight > MAX_TITLE)


def _chunks(paragraph: list[Line]) -> Iterator[_Chunk]:
    chunk, count = _Chunk(), 0
    for line in paragraph:
        if chunk and _opens(line, chunk, count):
            yield chunk
            chunk = _Chunk()
        chunk.add(line)
        count = line.count if line.kind is Kind.ITEM else count
    yield chunk


def _opens(line: Line, chunk: _Chunk, count: int) -> bool:
    """Whether the line begins something new, and not just a line of an abstract's own list."""
    first = chunk[0]
    if Kind.HASH in (line.kind, first.kind) or line.kind is Kind.LABEL or _is_head(chunk):
        return True
    if line.kind is not Kind.ITEM:
        return False
    if first.kind is Kind.TEXT:
        return len(chunk) == 1 and not chunk.is_prose
    if first.sign == "abstract" and not first.is_item:
        return False
    # Markdown counts for itself: each of its items may be a “1.”.
    is_next = line.count in (0, count + 1) or (line.count == count and not line.raw[:1].isspace())
    return not chunk.is_prose or (line.sign == first.sign and is_next)


def _is_head(chunk: _Chunk) -> bool:
    return len(chunk) == 1 and chunk[0].kind is Kind.TEXT and is_heading(chunk[0].text.strip())


def _blocks(chunk: _Chunk, paragraph: int) -> Iterator[Block]:
    first = chunk[0]
    if first.kind is Kind.HASH or _is_head(chunk):
        text = first.text.strip()
        role = Role.HEADING if is_heading(text) else Role.TITLE
        reason = f"longer than {MAX_TITLE} characters" if len(text) > MAX_TITLE else ""
        role = Role.REFUSED if reason else role
        yield Block(role, text, first.number, 1, paragraph, first.level, reason=reason)
    elif first.kind is Kind.LABEL:
        yield from _labelled(chunk, paragraph)
    else:
        yield from _unlabelled(chunk, paragraph)


def _labelled(chunk: list[Line], paragraph: int) -> Iterator[Block]:
    """Yield what the label names, and what follows it on further lines."""
    first = chunk[0]
    role, height = _LABELLED.get(first.sign, Role.URL), 1
    if role is Role.ABSTRACT:
        height = len(chunk)
    elif role is not Role.URL and first.text.strip():
        height = _height(chunk)
    text, reason = _text(chunk[:height]), ""
    limit = MAX_TITLE if role is Role.TITLE else MAX_ABSTRACT
    if is_blank(text):
        role = Role.NOTHING
    elif len(text) > limit:
        role, reason = Role.REFUSED, f"longer than {limit:,} characters"
    elif not any(map(str.isalpha, text)):
        role, reason = Role.REFUSED, "no words in it"
    yield Block(role, text, first.number, height, paragraph, 0, True, True, reason)
    if chunk[height:]:
        yield from _unlabelled(chunk[height:], paragraph)


def _unlabelled(chunk: list[Line], paragraph: int) -> Iterator[Block]:
    texts = [line.text for line in chunk]
    short = [_title(lines, paragraph) for lines in _wrapped(chunk)]
    are_titles = len(chunk) > 1 and _are_titles(short, len(chunk))
    height = 0 if are_titles else title_height(texts)
    if height:
        yield _title(chunk[:height], paragraph)
        yield _abstract(chunk[height:], paragraph)
    elif prose.is_prose(texts) and not are_titles:
        yield _abstract(chunk, paragraph)
    else:
        yield from short


def _are_titles(blocks: list[Block], lines: int) -> bool:
    """Whether the blocks are titles, links and ids, a line each, with few exceptions."""
    odd = sum(b.role is Role.REFUSED and not prose.is_reference(b.text) for b in blocks)
    return lines - len(blocks) + odd <= lines / 4


def _wrapped(chunk: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines by what they say: each with those that only continue it."""
    start = 0
    while start < len(chunk):
        height = _height(chunk, start)
        yield chunk[start : start + height]
        start += height


def _height(chunk: list[Line], start: int = 0) -> int:
    """Return how many lines from `start` on are one: the first and those that continue it."""
    end = start + 1
    while end < len(chunk) and _continues(chunk[start], chunk[end - 1].text, chunk[end].text):
        end += 1
    return end - start


def _continues(first: Line, above: str, below: str) -> bool:
    if prose.goes_on(above, below):
        return True
    # Within an item a long line was wrapped, whatever the next begins with.
    is_wrapped = first.kind is Kind.ITEM and (len(above) >= MIN_WRAPPED or below[:1].isspace())
    return is_wrapped and not prose.is_reference(below) and not prose.reads_as_authors(below)


def _title(chunk: list[Line], paragraph: int) -> Block:
    text, first = " ".join(_text(chunk).split()), chunk[0]
    is_bold = text.startswith(("**", "__")) and text.endswith(text[:2])
    bare = text.strip("*_ ") if is_bold else text
    fault = prose.fault(text) if prose.is_reference(text) or not prose.is_title(bare) else ""
    return _made(Role.TITLE, bare, first, len(chunk), paragraph, fault)


def _abstract(chunk: list[Line], paragraph: int) -> Block:
    text = _text(chunk)
    fault = prose.fault(text) if prose.is_unfit(text) else ""
    return _made(Role.ABSTRACT, text, chunk[0], len(chunk), paragraph, fault)


def _made(role: Role, text: str, first: Line, lines: int, paragraph: int, fault: str) -> Block:
    role = Role.REFUSED if fault else role
    is_marked = first.kind is Kind.ITEM
    return Block(role, text, first.number, lines, paragraph, is_marked=is_marked, reason=fault)


def _text(chunk: list[Line]) -> str:
    """Return the lines as they were written, but for words that were parted at their hyphen."""
    return _WRAPPED.sub(r"\1-", "\n".join(line.text for line in chunk).strip())

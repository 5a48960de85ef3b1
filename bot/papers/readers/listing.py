"""Plain lists, as people write them: headings, titles, abstracts, labels, in any mixture.

Lines are classified (`lines`), put together to blocks (`blocks`), the blocks told apart by
their neighbours (`outline`), and put together to records here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count

from bot.errors import BotError
from bot.papers.forms import MAX_AUTHORS, MAX_URL, check_url
from bot.papers.paper import Record
from bot.papers.readers.blocks import Block, Role, read_blocks
from bot.papers.readers.contract import Reading, Refusal, Section
from bot.papers.readers.headings import Heading, read_heading
from bot.papers.readers.lines import classify
from bot.papers.readers.outline import outline

MIN_TITLE_WORDS = 3  # of an unmarked line that no abstract follows
_ADDRESS = re.compile(r"https?://[^\s<>\"\]]+", re.IGNORECASE)
_LINKED = re.compile(r"\[([^\]]+)\]\((https?://[^\s)]+)\)")


def read(text: str) -> Reading:
    """Read one list or several; what is no heading, title or abstract is refused.

    An abstract is kept to the letter, but for its mark or label and the blanks around it;
    line ends are LF. Every line with something on it is in a heading, a record or a refusal,
    unless it is a rule such as `---`.
    """
    # Not splitlines(): to it a form feed or U+2028 inside an abstract ends a line too.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks = outline(list(read_blocks(map(classify, count(1), lines))))
    builder = _Builder(blocks)
    for block in blocks:
        builder.take(block)
    return builder.finish()


@dataclass(slots=True)
class _Entry:
    """A paper on its way: what its blocks said so far, and these blocks."""

    said: dict[Role, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def can_take(self, block: Block) -> bool:
        """Whether the block is of this paper too, and not of the next."""
        if block.role is Role.NOTHING:
            return True
        if block.role in self.said:
            return False
        if block.is_labelled and block.role is not Role.TITLE:
            return True
        if block.role is Role.TITLE:
            return self.is_bare or (block.is_labelled and block.paragraph == self.paragraph)
        return block.role is Role.AUTHORS or (
            block.role is Role.ABSTRACT and (Role.TITLE in self.said or self.is_bare)
        )

    @property
    def paragraph(self) -> int:
        """The paragraph of its last block; 0 when it has none."""
        return self.blocks[-1].paragraph if self.blocks else 0

    @property
    def is_bare(self) -> bool:
        """Whether neither a title nor an abstract is there yet."""
        return not {Role.TITLE, Role.ABSTRACT} & self.said.keys()


class _Builder:
    """Puts blocks together to records, section by section."""

    def __init__(self, blocks: list[Block]) -> None:
        titles = (block for block in blocks if block.is_labelled and block.role is Role.TITLE)
        self._titled = {block.paragraph for block in titles}
        self._reading = Reading()
        self._headings: dict[int, Heading] = {}  # the last of each level
        self._entry = _Entry()

    def take(self, block: Block) -> None:
        """Take the next block of the file."""
        if block.role is Role.HEADING:
            self._close()
            self._open_section(block)
        elif block.role is Role.REFUSED:
            self._refuse(block, block.reason)
        elif block.role is Role.URL and not _web_address(block.text):
            self._refuse(block, "no web address in it")
        else:
            is_next = block.paragraph != self._entry.paragraph and block.paragraph in self._titled
            if is_next or not self._entry.can_take(block):
                self._close()
            self._entry.blocks.append(block)
            if block.role is not Role.NOTHING:
                self._entry.said[block.role] = block.text

    def finish(self) -> Reading:
        """Return all that was taken."""
        self._close()
        self._reading.refused.sort(key=lambda refusal: refusal.line)
        return self._reading

    def _open_section(self, block: Block) -> None:
        heading = read_heading(block.text)
        above = [self._headings[level] for level in self._headings if level < block.level]
        if above and heading.name and not heading.year and above[-1].year:
            heading = Heading(f"{above[-1].name} {heading.name}", above[-1].venue, above[-1].year)
        self._headings = {n: h for n, h in self._headings.items() if n < block.level}
        self._headings[block.level] = heading
        self._reading.sections.append(Section(heading.name, heading.venue, heading.year))

    def _close(self) -> None:
        """Make a record of the entry, or refuse what cannot be one."""
        entry, self._entry = self._entry, _Entry()
        if not entry.blocks:
            return
        fault = _fault(entry)
        if fault:
            for block in entry.blocks:
                self._refuse(block, fault)
            return
        if not self._reading.sections:
            self._reading.sections.append(Section())
        self._reading.sections[-1].records.append(_record(entry))

    def _refuse(self, block: Block, reason: str) -> None:
        self._reading.refused.append(Refusal(block.line, reason, block.lines))


def _fault(entry: _Entry) -> str | None:
    if entry.is_bare:
        return "a label without a title or an abstract"
    first, title = entry.blocks[0], entry.said.get(Role.TITLE)
    if title is not None and not any(char.isalpha() for char in title):
        return "no words in it"
    if len(entry.said) > 1 or title is None or first.is_marked or first.level:
        return None
    words = len(title.split()) + sum("\u4e00" <= char <= "\u9fff" for char in title) // 2
    return None if words >= MIN_TITLE_WORDS else f"too short for a title ({len(title)} characters)"


def _record(entry: _Entry) -> Record:
    title = " ".join(entry.said.get(Role.TITLE, "").split())
    url = _web_address(entry.said.get(Role.URL, ""))
    if not url:
        title, url = _split_link(title)
    return Record(
        title=title or None,
        abstract=entry.said.get(Role.ABSTRACT),
        authors=_split_authors(entry.said[Role.AUTHORS]) if Role.AUTHORS in entry.said else (),
        url=url,
        line=entry.blocks[0].line,
    )


def _split_link(title: str) -> tuple[str, str | None]:
    """Part a title from the address behind it: `[Title](https://…)`, `Title – https://…`."""
    linked = _LINKED.fullmatch(title)
    head, last = (linked[1], linked[2]) if linked else title.rpartition(" ")[::2]
    is_address = _ADDRESS.fullmatch(last.strip("()<>[].,;"))
    url = _web_address(last) if is_address else None
    bare = head.rstrip(" -–—:|([<,")
    return (bare, url) if url and bare else (title, None)


def _web_address(text: str) -> str | None:
    """Return the web address in the text, if there is one that can be shown."""
    found = _ADDRESS.search(text)
    if not found or len(found[0]) > MAX_URL:
        return None
    try:
        return check_url(found[0].rstrip(".,;)。，；）"))
    except BotError:
        return None


def _split_authors(text: str) -> tuple[str, ...]:
    """Return the names; one `;` parts all of them, and then a comma is inside a name."""
    separators = r"[;；]" if re.search(r"[;；]", text) else r"[,，、]|\band\b|&"
    names = (" ".join(name.split()) for name in re.split(separators, text))
    return tuple(name for name in names if name)[:MAX_AUTHORS]

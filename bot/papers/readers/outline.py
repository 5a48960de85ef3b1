"""Which short blocks head a list, which name a paper, which name its authors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from bot.papers.paper import MAX_TITLE
from bot.papers.readers import prose
from bot.papers.readers.blocks import MIN_WRAPPED, Block, Role
from bot.papers.readers.headings import MAX_LABEL, may_head

_OF_A_PAPER = (Role.ABSTRACT, Role.AUTHORS, Role.URL, Role.NOTHING)


def outline(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with the roles that follow from what stands around them."""
    found = _with_markdown_headings(_with_whole_titles(_with_authors(blocks)))
    if not found:
        return found
    if _heads_the_file(found):
        found[0] = replace(found[0], role=Role.HEADING)
    return found


def _with_authors(blocks: Sequence[Block]) -> list[Block]:
    """Find the names between a title and its abstract."""
    found = list(blocks)
    for index in range(1, len(found) - 1):
        before, block, after = found[index - 1 : index + 2]
        if before.role is Role.TITLE and block.role is Role.TITLE and after.role is Role.ABSTRACT:
            is_plain = not (block.is_marked or block.level)
            if is_plain and prose.reads_as_authors(block.text):
                found[index] = replace(block, role=Role.AUTHORS)
    return found


def _with_whole_titles(blocks: Sequence[Block]) -> list[Block]:
    """Join the lines of a wrapped title that is a paragraph of its own above an abstract."""
    found: list[Block] = []
    for index, block in enumerate(blocks):
        found.append(block)
        follows = blocks[index + 1].role if index + 1 < len(blocks) else None
        if follows not in (Role.ABSTRACT, Role.AUTHORS):
            continue
        while len(found) > 1 and _is_wrapped(found[-2], found[-1]):
            below, above = found.pop(), found.pop()
            text, lines = f"{above.text} {below.text}", above.lines + below.lines
            found.append(replace(above, text=text, lines=lines))
    return found


def _is_wrapped(above: Block, below: Block) -> bool:
    are_plain = all(
        block.role is Role.TITLE and not (block.is_marked or block.level)
        for block in (above, below)
    )
    return (
        are_plain
        and above.paragraph == below.paragraph
        and MIN_WRAPPED <= len(above.text) <= MAX_TITLE - len(below.text)
    )


def _with_markdown_headings(blocks: list[Block]) -> list[Block]:
    """Tell by level whether Markdown headings name papers: those have one abstract each."""
    votes: dict[int, list[bool]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.role is Role.TITLE and block.level:
            votes[block.level].append(_holds_one_paper(blocks, index))
    of_papers = {level for level, held in votes.items() if sum(held) > len(held) / 2}
    return [
        replace(block, role=Role.HEADING)
        if block.role is Role.TITLE and block.level and block.level not in of_papers
        else block
        for block in blocks
    ]


def _holds_one_paper(blocks: list[Block], index: int) -> bool:
    """Whether what stands below a Markdown heading, up to the next, is of a single paper."""
    follows = blocks[index + 1].role if index + 1 < len(blocks) else None
    if follows in (Role.AUTHORS, Role.URL, Role.NOTHING):
        return True
    abstracts = 0
    for at in range(index + 1, len(blocks)):
        block = blocks[at]
        if block.level or block.role is Role.HEADING or abstracts > 1:
            break
        if block.role is Role.TITLE:
            return False
        abstracts += block.role is Role.ABSTRACT
    return abstracts == 1


def _heads_the_file(blocks: list[Block]) -> bool:
    """Whether the first line names the list, though by itself it could be a title too."""
    first = blocks[0]
    could = first.role in (Role.TITLE, Role.REFUSED) and not first.is_marked and first.lines == 1
    if not could or not may_head(first.text):
        return False
    if len(blocks) == 1:
        return True
    second = blocks[1]
    if second.role is Role.ABSTRACT and not second.is_labelled:
        return not _names_a_paper(blocks)
    if second.is_marked:
        return second.role not in _OF_A_PAPER
    return second.role not in _OF_A_PAPER and second.paragraph != first.paragraph


def _names_a_paper(blocks: list[Block]) -> bool:
    """Whether the first line is the title of the abstract below it, as others have theirs."""
    first, second, *others = blocks
    if len(first.text.split()) > MAX_LABEL:
        return True
    if any(block.level == first.level > 0 for block in others):
        return True
    titled = [
        before.role is not Role.ABSTRACT
        for before, block in zip(blocks[1:], others, strict=False)
        if block.role is Role.ABSTRACT
    ]
    if titled:
        return all(titled)
    return second.paragraph == first.paragraph

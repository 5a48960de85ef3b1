"""RIS, a line a field: two letters or digits, two blanks, a hyphen, a blank, the value.

The tags are those of the RIS specification of 2011, and of what Zotero makes of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bot.papers.paper import Paper
from bot.papers.visible import one_line
from bot.papers.writers.fields import UNTITLED, Shown, is_journal, shown_of
from bot.papers.writers.keepsake import keepsake
from bot.papers.writers.people import natural, person

# Zotero shows M2 under “Extra”; of any tag it does not know it makes a note.
KEEPSAKE = "M2"
_OURS = "paperboy: "


def reference(paper: Paper) -> str:
    """Return one paper's reference."""
    fields = [(tag, value) for tag, value in _fields(shown_of(paper)) if value]
    by_tag: dict[str, list[str]] = defaultdict(list)
    for tag, value in fields:
        by_tag[tag].append(value)
    fields += [("ID", paper.code), (KEEPSAKE, f"{_OURS}{keepsake(paper, shown_in(by_tag))}")]
    if not paper.title:
        fields.append(("N1", UNTITLED))
    lines = [f"{tag}  - {value}" for tag, value in fields]
    return "\r\n".join([*lines, "ER  - ", "", ""])


def _fields(shown: Shown) -> Iterator[tuple[str, str]]:
    kind = "JOUR" if is_journal(shown.venue) else "CONF"
    yield "TY", kind if shown.venue else "GEN"
    yield "TI", shown.title
    for author in shown.authors:
        yield "AU", person(author).inverted or author  # of "," nothing is left
    yield "PY", shown.year
    yield "T2", shown.venue
    yield "DO", shown.number("doi")
    yield "AN", f"arXiv:{arxiv}" if (arxiv := shown.number("arxiv")) else ""
    yield "UR", shown.url
    for name in shown.lists:
        yield "KW", name
    yield "AB", shown.abstract


def keepsake_in(fields: Mapping[str, Sequence[str]]) -> str:
    """Return the keepsake of a reference, "" if it has none."""
    marks = (value for value in fields.get(KEEPSAKE, ()) if value.startswith(_OURS))
    return next(marks, "").removeprefix(_OURS)


def shown_in(fields: Mapping[str, Sequence[str]]) -> Shown:
    """Return what a reference that we wrote shows, and may have been edited since."""

    def said(tag: str) -> str:
        return one_line(" ".join(fields.get(tag, ())[:1]))

    doi, arxiv = said("DO"), said("AN").removeprefix("arXiv:")
    return Shown(
        title=said("TI"),
        abstract=said("AB"),
        authors=tuple(natural(one_line(name)) for name in fields.get("AU", ()) if name),
        url=said("UR"),
        year=said("PY"),
        venue=said("T2"),
        numbers=tuple(filter(None, (doi and f"doi:{doi}", arxiv and f"arxiv:{arxiv}"))),
        lists=tuple(one_line(name) for name in fields.get("KW", ()) if name),
    )

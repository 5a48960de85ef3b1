"""What BibTeX, RIS and citations say of a paper, in plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from bot.papers.identifiers import identifiers
from bot.papers.markup import parse, plain
from bot.papers.paper import Paper
from bot.papers.visible import visible

# Said of a paper that goes by its headline; our readers know by it that there is no title.
UNTITLED = "Headline; the list gives no title"
# A journal, told from its name; any other venue is taken for a conference.
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|annals|magazine|bulletin|quarterly|nature|science|plos"
    r"|jmlr|tmlr|tacl|jair|pnas|computational linguistics|neural computation)\b|学报|期刊|杂志",
    re.IGNORECASE,
)
_MEETING = re.compile(r"\b(?:proceedings|conference|workshop|symposium)\b", re.IGNORECASE)
_NOT_IN_A_NUMBER = re.compile(r"[\s{}\\\x00-\x1f\x7f]")  # an old DOI may have < and >
_NOT_IN_AN_ADDRESS = re.compile(r"[\s{}\\\"<>^`|\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Shown:
    """A paper as a reference manager shows it: every field one line without markup.

    `numbers` are its DOI and its arXiv id, as `identifiers` writes them.
    """

    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    url: str = ""
    year: str = ""
    venue: str = ""
    numbers: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    def number(self, kind: str) -> str:
        """Return the number of a kind, `doi` or `arxiv`, without the kind; "" for none."""
        found = (one for one in self.numbers if one.startswith(f"{kind}:"))
        return next(found, "").partition(":")[2]


def shown_of(paper: Paper) -> Shown:
    """Return what to show of a paper."""
    numbers = ((kind, number(paper, kind)) for kind in ("doi", "arxiv"))
    return Shown(
        title_of(paper),
        visible(paper.plain),
        tuple(filter(None, map(visible, paper.authors))),
        address(paper.url or ""),
        str(paper.year or ""),
        visible(paper.venue or ""),
        tuple(f"{kind}:{_quoted(_NOT_IN_A_NUMBER, found)}" for kind, found in numbers if found),
        tuple(filter(None, map(visible, paper.lists))),
    )


def title_of(paper: Paper) -> str:
    """Return the title in plain text; the headline of a paper that has none."""
    title = plain(parse(paper.title, markdown=False)) if paper.title else ""
    return visible(title) or visible(paper.headline)


def address(text: str) -> str:
    """Return an address without what could end it, or the field it stands in."""
    return _quoted(_NOT_IN_AN_ADDRESS, text)


def _quoted(signs: re.Pattern[str], text: str) -> str:
    return signs.sub(lambda found: quote(found[0], safe="", errors="replace"), text)


def number(paper: Paper, kind: str) -> str | None:
    """Return a paper's identifier of a kind, such as arxiv or doi, without the kind."""
    known = (*identifiers(paper.url or ""), *paper.ids)
    found = next((key for key in known if key.startswith(f"{kind}:")), None)
    return found.partition(":")[2] if found else None


def is_journal(venue: str) -> bool:
    """Whether a venue is evidently a journal."""
    return bool(_JOURNAL.search(venue)) and not _MEETING.search(venue)

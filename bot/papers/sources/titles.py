"""Finding the one paper that has a given title."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace

from rapidfuzz import fuzz

from bot.papers.identifiers import identifiers
from bot.papers.paper import Record
from bot.papers.sources.arxiv import search_arxiv
from bot.papers.sources.asking import Ask
from bot.papers.sources.crossref import search_crossref
from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.words import name_key, words

# Titles at least so alike, of 100, are offered when none is the same: a slip, a word left out.
ALIKE = 85
MOST_OFFERED = 5


async def ask_title(ask: Ask, title: str) -> Record:
    """Return the paper of this title, asked of arXiv and Crossref at once; raises `NoAnswerError`.

    One site that fails is no matter if the other knows the paper.
    """
    answers = await asyncio.gather(
        _answer(search_arxiv(ask, title)), _answer(search_crossref(ask, title))
    )
    found = [paper for papers in answers if isinstance(papers, list) for paper in papers]
    same = [paper for paper in found if is_same_title(paper.title or "", title)]
    if whole := _one_paper(same):
        return whole
    if offered := same or _alike(found, title):
        raise NoAnswerError(Reason.SEVERAL, tuple(offered[:MOST_OFFERED]))
    failures = [answer for answer in answers if isinstance(answer, Reason)]
    raise NoAnswerError(
        next((why for why in failures if why is not Reason.NOT_FOUND), Reason.NOT_FOUND)
    )


async def _answer(search: Coroutine[None, None, list[Record]]) -> list[Record] | Reason:
    try:
        return await search
    except NoAnswerError as none:
        return none.reason


def is_same_title(one: str, other: str) -> bool:
    """Whether two titles have the same letters and digits; case, accents and hyphens are none."""
    return name_key(one) == name_key(other) != ""


def _alike(found: list[Record], title: str) -> list[Record]:
    asked = " ".join(words(title))
    return [
        paper for paper in found if fuzz.ratio(asked, " ".join(words(paper.title or ""))) >= ALIKE
    ]


def _one_paper(same: list[Record]) -> Record | None:
    """Return what is said of one paper, if all are one: its preprint with venue, year and DOI.

    The same title by another first author is another paper: people answer with the title.
    """
    authored = [paper for paper in same if paper.authors] or same
    if not authored or len({_first_author(paper) for paper in authored}) > 1:
        return None
    paper = authored[0]  # arXiv's, if it has one: with an abstract, and open to all
    published = next((one for one in authored if _is_doi(one) and one.venue), None)
    if published is None or published is paper:
        return paper
    dois = [*paper.ids, *(found for found in identifiers(published.url or ""))]
    return replace(
        paper, year=published.year, venue=published.venue, ids=tuple(dict.fromkeys(dois))
    )


def _is_doi(paper: Record) -> bool:
    return any(found.startswith("doi:") for found in identifiers(paper.url or ""))


def _first_author(paper: Record) -> str:
    """Return the last word of the first author's name: given names are cut in many ways."""
    return next(iter(words(paper.authors[0])[-1:]), "") if paper.authors else ""

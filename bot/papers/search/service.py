"""The search over one database; every question is asked for one guild.

A query takes these steps: read the query (`query`), a group of forms for each word
(`groups`), candidates from the indexes (`candidates`), their order (`ranking`), and why
they were found (`explaining`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from bot.database import Database
from bot.errors import BotError
from bot.papers.catalog import Catalog
from bot.papers.paper import parse_code
from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search import explaining, similar, standing, suggesting
from bot.papers.search.names import NearName, nearest_names
from bot.papers.search.query import Query, read_query
from bot.papers.search.searching import Place, Search
from bot.papers.search.vocabulary import Vocabulary
from bot.papers.words import signed_words, words
from bot.questions import Reader, Unreadable

log = logging.getLogger(__name__)

MAX_QUERY_WORDS = 300  # all of a pasted abstract
PASTED = 4  # words; of a query this long a quoted part may have a slip
MAX_TYPED_WORDS = 12  # words looked at while someone types
MAX_QUOTING = 30  # words; in a longer text quotes are just part of it
MAX_RESULTS = 200
MAX_KEPT_COUNTS = 20_000  # common words whose counts are kept in memory

Answer = TypeVar("Answer")


class Sort(StrEnum):
    """In which order papers come."""

    BEST = "best"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Results:
    """Paper ids in order, with how they were found.

    `terms` are the folded words the papers hold. `corrected` is the query as it was
    understood when a word was misspelt; `relaxed` says that no paper has all the words, and
    `complete` how many do; `truncated` that there are more, `unquoted` that
    none says what stood in quotes. `filters` is what of the query
    was read as a filter. `nearest` are names that resemble the query when nothing was found.
    """

    paper_ids: tuple[int, ...] = ()
    terms: tuple[str, ...] = ()
    corrected: str | None = None
    relaxed: bool = False
    complete: int = 0
    truncated: bool = False
    unquoted: bool = False
    filters: tuple[str, ...] = ()
    nearest: tuple[NearName, ...] = field(default=())


class PaperSearch:
    """Finds papers from half a memory."""

    def __init__(self, database: Database, catalog: Catalog) -> None:
        self._database = database
        self._catalog = catalog
        self._counts: dict[str, int] = {}

    async def find(
        self, text: str, guild_id: int, among: Filter = EVERYTHING, sort: Sort = Sort.BEST
    ) -> Results:
        """Return the papers that fit what was typed; filters alone list all that pass them.

        A code such as `P-17` finds that paper alone. Raises `BotError` while the index is
        being mended.
        """
        code = parse_code(text)
        if code is not None and await self._holds(code, guild_id, among):
            return Results((code,), complete=1)
        query, asked = await self.understood(text, guild_id)
        within = among.also(asked)

        def answer(connection: Reader) -> Results:
            return _find(self._place(connection, guild_id, within), query, sort)

        return await self._ask(answer)

    async def understood(self, text: str, guild_id: int) -> tuple[Query, Filter]:
        """Read a query, and what of it is a filter; a list that is not there is plain text."""
        query = read_query(text)
        if len(words(query.text)) > MAX_QUOTING:
            query = replace(query, phrases=())
        found = await self._catalog.lists_like(query.lists, guild_id)
        if query.lists and not found:
            query = replace(query, text=" ".join([query.text, *query.lists]).strip(), lists=())
        return query, Filter(
            list_ids=found,
            years=query.years,
            authors=query.authors,
            names=query.names,
            without=query.without,
        )

    async def suggest(self, text: str, guild_id: int, count: int) -> list[int]:
        """Return ids to offer while someone types; the newest papers when nothing is typed."""
        query, asked = await self.understood(text, guild_id)
        typed = words(query.text)[:MAX_TYPED_WORDS]
        if not typed and asked == EVERYTHING:
            return await self._catalog.newest(guild_id, count)
        code = parse_code(text)
        coded = [code] if code is not None and await self._catalog.holds(code, guild_id) else []

        def answer(connection: Reader) -> list[int]:
            place = self._place(connection, guild_id, asked)
            return suggesting.suggest(place, typed, count)

        return list(dict.fromkeys([*coded, *await self._ask(answer, hurried=True)]))[:count]

    async def matching(self, text: str, guild_id: int) -> list[int]:
        """Return every paper that has all that is asked for, in no order: a standing search."""
        query, asked = await self.understood(text, guild_id)

        def answer(connection: Reader) -> list[int]:
            return standing.matching(self._place(connection, guild_id, asked), query)

        return await self._ask(answer)

    async def similar(self, paper_id: int, guild_id: int, count: int) -> list[int]:
        """Return the papers most like this one, the nearest first."""

        def answer(connection: Reader) -> list[int]:
            return similar.similar(self._place(connection, guild_id, EVERYTHING), paper_id, count)

        return await self._ask(answer)

    async def authors(self, text: str, guild_id: int, count: int) -> list[str]:
        """Return names of authors of whom a word begins like the last one typed."""
        typed = words(text)[:MAX_TYPED_WORDS]

        def answer(connection: Reader) -> list[str]:
            place = self._place(connection, guild_id, EVERYTHING)
            return suggesting.suggest_authors(place, typed, count)

        return await self._ask(answer, hurried=True) if typed else []

    def _place(self, connection: Reader, guild_id: int, among: Filter) -> Place:
        if len(self._counts) > MAX_KEPT_COUNTS:
            self._counts.clear()
        place = Place(connection, guild_id, among, Vocabulary(connection, self._counts))
        if place.candidates.some_are_hidden:
            place.vocabulary.only_seen = place.candidates.seen
        return place

    async def _holds(self, paper_id: int, guild_id: int, among: Filter) -> bool:
        with _told_if_damaged():
            return await self._catalog.holds(paper_id, guild_id, among)

    async def _ask(self, question: Callable[[Reader], Answer], *, hurried: bool = False) -> Answer:
        with _told_if_damaged():
            return await self._database.ask(question, hurried=hurried)


@contextmanager
def _told_if_damaged() -> Iterator[None]:
    try:
        yield
    except Unreadable as error:
        log.exception("The search index cannot be read")
        raise BotError(
            "The search index is damaged; it is made anew at the next start. The papers are"
            " safe: `/paper random` and codes such as P-17 still work."
        ) from error


def _find(place: Place, query: Query, sort: Sort) -> Results:
    if query.identifiers and (known := _identified(place, query.identifiers)):
        return Results(known, complete=len(known))
    typed = words(query.text)[:MAX_QUERY_WORDS]
    if not typed:
        return _browse(place, query)
    if query.phrases and len(typed) >= PASTED:
        exact = _searched(place, query, typed, sort)
        if not exact.paper_ids:
            loose = _searched(place, replace(query, phrases=()), typed, sort)
            return replace(loose, unquoted=bool(loose.paper_ids))
        return exact
    return _searched(place, query, typed, sort)


def _searched(place: Place, query: Query, typed: list[str], sort: Sort) -> Results:
    search = Search(place, typed, signed_words(query.text), query.phrases)
    ranked = search.rank()[:MAX_RESULTS]
    kept = [paper_id for paper_id in ranked if search.answers(paper_id)]
    if not kept:
        nearest = () if query.filters else nearest_names(place, "".join(typed))
        return Results(nearest=nearest, filters=query.filters)
    complete = sum(search.complete(paper_id) for paper_id in kept)
    if sort is Sort.NEWEST:
        kept = _newest_first(place, kept)
    return Results(
        tuple(kept),
        tuple(_seen(place, explaining.terms(typed, search.groups))),
        explaining.corrected(place.connection, typed, search.groups, kept[0]),
        relaxed=not complete,
        complete=complete,
        truncated=search.truncated or len(ranked) == MAX_RESULTS,
        filters=query.filters,
    )


def _seen(place: Place, terms: tuple[str, ...]) -> list[str]:
    only_seen = place.vocabulary.only_seen
    return only_seen(list(terms)) if only_seen else list(terms)


def _identified(place: Place, identifiers: tuple[str, ...]) -> tuple[int, ...]:
    found = (place.candidates.where(_KNOWN_AS, (one,), MAX_RESULTS) for one in identifiers)
    return tuple(dict.fromkeys(paper_id for some in found for paper_id in some))


_KNOWN_AS = "h.paper_id IN (SELECT paper_id FROM identifier WHERE key = ?)"


def _browse(place: Place, query: Query) -> Results:
    """Return what passes the filters, the newest first; nothing if there is no filter."""
    if not query.filters and not place.filtered:
        return Results()
    found = place.candidates.newest(MAX_RESULTS)
    full = len(found) == MAX_RESULTS
    return Results(tuple(found), complete=len(found), truncated=full, filters=query.filters)


def _newest_first(place: Place, paper_ids: list[int]) -> list[int]:
    wanted = set(paper_ids)
    newest = place.candidates.newest(len(wanted), among=paper_ids)
    return [paper_id for paper_id in newest if paper_id in wanted]

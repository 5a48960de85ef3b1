"""Finding papers from half a memory: names, words, one typo.

Text a member typed never reaches FTS5 as syntax: a query is built from folded words
alone, each in quotes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.database import Database
from bot.papers.catalog import EVERYTHING, VISIBLE, Catalog, Filter
from bot.papers.paper import parse_code
from bot.papers.spelling import alike, closest, meant_by
from bot.papers.words import spaced, words

MAX_QUERY_WORDS = 24
MAX_RESULTS = 200
# Column weights of headline, names, authors and body: a name says most.
RANK = "bm25(paper_index, 6.0, 10.0, 4.0, 1.0)"
NEAREST_NAMES = 3
_STOP_WORDS = frozenset(
    "a an and are as at be by can do does for from how in is it of on or that the their this to"
    " using via we what when which with about one paper papers something was".split()
)


@dataclass(frozen=True, slots=True)
class NearName:
    """A name that resembles a query, and the paper that has it."""

    name: str
    paper_id: int


@dataclass(frozen=True, slots=True)
class Results:
    """Paper ids, best first, with how they were found.

    `terms` are the folded words the papers hold. `corrected` is the query as it was
    understood when a word was misspelt; `relaxed` says that no paper has all the words;
    `nearest` are names that resemble the query when there is no paper at all.
    """

    paper_ids: tuple[int, ...] = ()
    terms: tuple[str, ...] = ()
    corrected: str | None = None
    relaxed: bool = False
    nearest: tuple[NearName, ...] = ()


class Search:
    """The search over one database; every question is asked for one guild."""

    def __init__(self, database: Database, catalog: Catalog) -> None:
        self._database = database
        self._catalog = catalog

    async def find(self, text: str, guild_id: int, among: Filter = EVERYTHING) -> Results:
        """Return the papers that fit `text`; a code such as `P-17` finds that paper alone."""
        code = parse_code(text)
        if code is not None and await self._catalog.holds(code, guild_id, among):
            return Results((code,))
        terms = words(text)[:MAX_QUERY_WORDS]
        if not terms:
            return Results()
        return await _Question(self._database, guild_id, among).answer(terms)

    async def suggest(self, text: str, guild_id: int, count: int) -> list[int]:
        """Return ids to offer while someone types; the newest papers when nothing is typed."""
        if not words(text):
            return await self._catalog.newest(guild_id, count)
        return list((await self.find(text, guild_id)).paper_ids[:count])


class _Question:
    """One query on its way from the strictest reading to the most forgiving."""

    def __init__(self, database: Database, guild_id: int, among: Filter) -> None:
        self._database = database
        self._guild_id = guild_id
        self._among = among

    async def answer(self, terms: list[str]) -> Results:
        named = await self._named("".join(terms))
        if _STOP_WORDS.issuperset(terms):  # every paper has them; a title may be made of them
            found = await self._matching(_in_titles(terms))
            return Results(_joined(named, found), tuple(terms))
        for reading in _readings(terms):
            found = await self._matching(_all_of(reading))
            if named or found:
                held = ["".join(terms), *reading, *terms]
                return Results(_joined(named, found), tuple(dict.fromkeys(held)))
        return await self._forgiving(terms)

    async def _forgiving(self, terms: list[str]) -> Results:
        """Correct misspelt words and names; then drop words; then offer names."""
        key, names = "".join(terms), await self._name_keys()
        misspelt = closest(key, names)
        if misspelt:
            named = await self._named(misspelt)
            return Results(named, (misspelt,), corrected=names[misspelt].name)
        corrected = await self._corrected(terms, names)
        if corrected != terms and (found := await self._matching(_all_of(corrected))):
            return Results(found, tuple(corrected), corrected=" ".join(corrected))
        found = await self._with_most_of(corrected)
        if found:
            return Results(found, tuple(corrected), relaxed=True)
        return Results(nearest=_nearest(key, names))

    async def _corrected(self, terms: list[str], names: Iterable[str]) -> list[str]:
        """Return the words meant: a name before another word, and none that is out of view."""
        misspelt = [term for term in dict.fromkeys(terms) if not await self._holds(term)]
        vocabulary = await self._vocabulary() if misspelt else {}
        # In a thread: a great library has a hundred thousand words.
        meant = await asyncio.to_thread(meant_by, misspelt, vocabulary)
        corrections: dict[str, str] = {}
        for term in misspelt:
            likeliest = filter(None, [closest(term, names), *meant[term]])
            corrections[term] = await self._first_held(likeliest) or term
        return [corrections.get(term, term) for term in terms]

    async def _first_held(self, terms: Iterable[str]) -> str | None:
        for term in terms:
            if await self._holds(term):
                return term
        return None

    async def _holds(self, term: str) -> bool:
        """Whether a paper in view holds the word."""
        return bool(await self._matching(_quoted(term), limit=1))

    async def _named(self, key: str) -> tuple[int, ...]:
        """Return the papers one of whose names is `key` but for case, hyphens and blanks."""
        condition, parameters = self._among.sql()
        rows = await self._database.fetch_all(
            f"""
            SELECT p.id, min(paper_name.position) AS position
            FROM paper_name JOIN paper p ON p.id = paper_name.paper_id
            WHERE paper_name.key = ? AND {VISIBLE} AND {condition}
            GROUP BY p.id ORDER BY position, p.id
            """,
            (key, self._guild_id, *parameters),
        )
        return tuple(row["id"] for row in rows)

    async def _name_keys(self) -> dict[str, NearName]:
        condition, parameters = self._among.sql()
        rows = await self._database.fetch_all(
            f"""
            SELECT paper_name.key, paper_name.name, p.id
            FROM paper_name JOIN paper p ON p.id = paper_name.paper_id
            WHERE {VISIBLE} AND {condition}
            ORDER BY p.id DESC, paper_name.position DESC
            """,
            (self._guild_id, *parameters),
        )
        return {row["key"]: NearName(row["name"], row["id"]) for row in rows}

    async def _vocabulary(self) -> dict[str, int]:
        """Return each word of every guild's papers with the number of papers that hold it."""
        rows = await self._database.fetch_all("SELECT term, doc FROM paper_word")
        return {row["term"]: row["doc"] for row in rows}

    async def _matching(self, expression: str, limit: int = MAX_RESULTS) -> tuple[int, ...]:
        condition, parameters = self._among.sql()
        rows = await self._database.fetch_all(
            f"""
            SELECT p.id FROM paper_index JOIN paper p ON p.id = paper_index.rowid
            WHERE paper_index MATCH ? AND {VISIBLE} AND {condition}
            ORDER BY {RANK}, p.id LIMIT ?
            """,
            (expression, self._guild_id, *parameters, limit),
        )
        return tuple(row["id"] for row in rows)

    async def _with_most_of(self, terms: list[str]) -> tuple[int, ...]:
        """Return papers that hold at least half of the telling words, best first."""
        telling = [term for term in dict.fromkeys(terms) if term not in _STOP_WORDS]
        if not telling:
            return ()
        holders: dict[int, int] = {}
        for term in telling:
            for paper_id in await self._matching(_quoted(term), limit=-1):
                holders[paper_id] = holders.get(paper_id, 0) + 1
        enough = {paper_id for paper_id, count in holders.items() if 2 * count >= len(telling)}
        ranked = await self._matching(_any_of(telling))
        return tuple(paper_id for paper_id in ranked if paper_id in enough)


def _nearest(key: str, names: dict[str, NearName]) -> tuple[NearName, ...]:
    """Return the names most like `key`, of one paper each."""
    by_paper: dict[int, NearName] = {}
    for match in alike(key, names, 4 * NEAREST_NAMES):
        by_paper.setdefault(names[match].paper_id, names[match])
    return tuple(by_paper.values())[:NEAREST_NAMES]


def _quoted(term: str) -> str:
    """Return one folded word as FTS5 takes it; in quotes nothing is syntax."""
    return f'"{spaced(term)}"'


def _all_of(terms: Sequence[str]) -> str:
    """Return an FTS5 query for papers with all the words; the last may be half typed."""
    return " AND ".join(map(_quoted, terms)) + ("*" if len(terms[-1]) > 1 else "")


def _any_of(terms: Sequence[str]) -> str:
    return " OR ".join(map(_quoted, terms)) + ("*" if len(terms[-1]) > 1 else "")


def _in_titles(terms: Sequence[str]) -> str:
    return f"{{headline names}} : ({' AND '.join(map(_quoted, terms))})"


def _readings(terms: list[str]) -> Iterable[list[str]]:
    """Yield the words as they are, then with each two neighbours joined: `pack 3d` → `pack3d`."""
    yield terms
    for index in range(len(terms) - 1):
        yield [*terms[:index], terms[index] + terms[index + 1], *terms[index + 2 :]]


def _joined(first: Iterable[int], then: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([*first, *then]))

"""Finding papers from half a memory: names, words, one typo.

Text a member typed never reaches FTS5 as syntax: a query is built from folded words
alone, each in quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from bot.database import Database
from bot.papers.catalog import VISIBLE, Catalog, Filter
from bot.papers.paper import parse_code
from bot.papers.words import name_key, words

MAX_QUERY_WORDS = 24
MAX_RESULTS = 200
# Column weights of headline, names, authors and body: a name says most.
RANK = "bm25(paper_index, 6.0, 10.0, 4.0, 1.0)"
MIN_FUZZY_LENGTH = 4
NEAREST_NAMES = 3
_STOP_WORDS = frozenset(
    "a an and are as at be by can do does for from how in is it of on or that the their this to"
    " using via we what when which with".split()
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

    async def find(self, text: str, guild_id: int, among: Filter = Filter()) -> Results:
        """Return the papers that fit `text`; a code such as `P-17` finds that paper alone."""
        code = parse_code(text)
        if code is not None and code in await self._catalog.ids(guild_id, among):
            return Results((code,))
        terms = words(text)[:MAX_QUERY_WORDS]
        if not terms:
            return Results()
        return await _Question(self._database, guild_id, among).answer(terms)

    async def suggest(self, text: str, guild_id: int, count: int) -> list[int]:
        """Return ids to offer while someone types; the newest papers when nothing is typed."""
        if not words(text):
            return [paper.id for paper in await self._catalog.newest(guild_id, count)]
        return list((await self.find(text, guild_id)).paper_ids[:count])


class _Question:
    """One query on its way from the strictest reading to the most forgiving."""

    def __init__(self, database: Database, guild_id: int, among: Filter) -> None:
        self._database = database
        self._guild_id = guild_id
        self._among = among

    async def answer(self, terms: list[str]) -> Results:
        named = await self._named("".join(terms))
        for reading in _readings(terms):
            found = await self._matching(reading, all_of=True)
            if named or found:
                held = ["".join(terms), *reading, *terms]
                return Results(_joined(named, found), tuple(dict.fromkeys(held)))
        return await self._forgiving(terms)

    async def _forgiving(self, terms: list[str]) -> Results:
        """Correct misspelt words and names; then drop words; then offer names."""
        key, keys = "".join(terms), await self._name_keys()
        misspelt = _closest(key, keys)
        if misspelt:
            named = await self._named(misspelt)
            return Results(named, (misspelt,), corrected=keys[misspelt].name)
        vocabulary = await self._vocabulary()
        corrected = [_correct(term, vocabulary, keys) for term in terms]
        if corrected != terms and (found := await self._matching(corrected, all_of=True)):
            return Results(found, tuple(corrected), corrected=" ".join(corrected))
        found = await self._with_most_of(corrected)
        if found:
            return Results(found, tuple(corrected), relaxed=True)
        return Results(nearest=_nearest(key, keys))

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
        """Return each word of the papers in view with the number of papers that hold it."""
        rows = await self._database.fetch_all("SELECT term, doc FROM paper_word")
        return {row["term"]: row["doc"] for row in rows}

    async def _matching(self, terms: Sequence[str], *, all_of: bool) -> tuple[int, ...]:
        condition, parameters = self._among.sql()
        rows = await self._database.fetch_all(
            f"""
            SELECT p.id FROM paper_index JOIN paper p ON p.id = paper_index.rowid
            WHERE paper_index MATCH ? AND {VISIBLE} AND {condition}
            ORDER BY {RANK}, p.id LIMIT ?
            """,
            (_expression(terms, all_of=all_of), self._guild_id, *parameters, MAX_RESULTS),
        )
        return tuple(row["id"] for row in rows)

    async def _with_most_of(self, terms: list[str]) -> tuple[int, ...]:
        """Return papers that hold at least half of the telling words, best first."""
        telling = [term for term in dict.fromkeys(terms) if term not in _STOP_WORDS]
        if not telling:
            return ()
        holders: dict[int, int] = {}
        for term in telling:
            for paper_id in await self._matching([term], all_of=True):
                holders[paper_id] = holders.get(paper_id, 0) + 1
        enough = {paper_id for paper_id, count in holders.items() if 2 * count >= len(telling)}
        ranked = await self._matching(telling, all_of=False)
        return tuple(paper_id for paper_id in ranked if paper_id in enough)


def _nearest(key: str, keys: dict[str, NearName]) -> tuple[NearName, ...]:
    """Return the names most like `key`, of one paper each."""
    ranked = process.extract(
        key, list(keys), scorer=JaroWinkler.normalized_similarity, limit=4 * NEAREST_NAMES
    )
    by_paper: dict[int, NearName] = {}
    for match, _, _ in ranked:
        by_paper.setdefault(keys[match].paper_id, keys[match])
    return tuple(by_paper.values())[:NEAREST_NAMES]


def _expression(terms: Sequence[str], *, all_of: bool) -> str:
    """Return an FTS5 query; the last word may be half typed."""
    quoted = [f'"{term}"' for term in terms]
    if len(terms[-1]) > 1:
        quoted[-1] += "*"
    return (" AND " if all_of else " OR ").join(quoted)


def _readings(terms: list[str]) -> Iterable[list[str]]:
    """Yield the words as they are, then with each two neighbours joined: `pack 3d` → `pack3d`."""
    yield terms
    for index in range(len(terms) - 1):
        yield [*terms[:index], terms[index] + terms[index + 1], *terms[index + 2 :]]


def _joined(first: Iterable[int], then: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([*first, *then]))


def _allowed_typos(term: str) -> int:
    """One slip in a short word, two in a long one; none where a slip makes another word."""
    return 0 if len(term) < MIN_FUZZY_LENGTH else 1 if len(term) < 8 else 2


def _closest(term: str, choices: Iterable[str]) -> str | None:
    """Return the choice within the allowed slips (swaps count once), the nearest one first."""
    limit = _allowed_typos(term)
    if not limit:
        return None
    match = process.extractOne(term, list(choices), scorer=OSA.distance, score_cutoff=limit)
    return match[0] if match else None


def _correct(term: str, vocabulary: dict[str, int], keys: Iterable[str]) -> str:
    """Return the word meant: a name before a common word, a common word before a rare one."""
    if term in vocabulary:
        return term
    name = _closest(term, keys)
    if name:
        return name_key(name)
    limit = _allowed_typos(term)
    near = process.extract(
        term, list(vocabulary), scorer=OSA.distance, score_cutoff=limit or -1, limit=8
    )
    best = min(near, key=lambda match: (match[1], -vocabulary[match[0]]), default=None)
    return best[0] if best and limit else term

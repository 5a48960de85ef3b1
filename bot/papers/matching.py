"""Whether two texts are the same paper."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.database import Fetch, Row
from bot.papers.derived import Derived
from bot.papers.identifiers import known_as
from bot.papers.merging import disjoint
from bot.papers.paper import Record
from bot.papers.search.entries import Entry
from bot.papers.sketches import SIZE
from bot.papers.storing import record_of
from bot.papers.words import name_key, words

# On the seed lists two different abstracts reach at most 61 of 100, while one with three
# sentences rewritten stays above 85.
SAME_ABSTRACT = 80.0
SAME_TITLE = 95.0
SAME_AUTHORS = 90.0  # of the same title, whose abstract was written anew
TELLING_TITLE = 2  # words; “Withdrawn” and “Editorial” are titles of many papers
CANDIDATES = 8
MAX_SHARED = 2_000  # rows read of papers that share a hash: boilerplate is shared by many
# Of each of these a work has one; a preprint and its published form have one of different kinds.
UNIQUE = ("arxiv", "doi", "openreview", "acl")


@dataclass(frozen=True, slots=True)
class Text:
    """What is compared of a paper; `plain` is its abstract, without markup."""

    title: str | None
    plain: str
    authors: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()

    @classmethod
    def of(cls, record: Record, derived: Derived) -> Text:
        """Return what is compared of a record."""
        return cls(record.title, derived.plain, record.authors, frozenset(known_as(record)))


@dataclass(frozen=True, slots=True)
class Match:
    """A stored paper that says the same; `score` runs from 0 to 100."""

    paper_id: int
    guild_id: int | None
    score: float
    removed: bool = False
    withdrawn: bool = False


async def find_same(
    fetch: Fetch,
    text: Text,
    entry: Entry,
    guild_id: int | None,
    *,
    listed: Collection[int] = (),
    removed: bool = True,
) -> Match | None:
    """Return the paper in this guild's view that says the same as the given text, if any.

    `fetch` runs a reading statement; `entry` is what the index would hold of it. `listed` are
    papers that the text's own source lists besides it. With `removed`, removed papers count too.
    """
    rows = await fetch(
        """
        SELECT p.*, coalesce(nullif(p.plain, ''), p.abstract, '') AS said
        FROM (
            SELECT paper_id, count(*) AS shared FROM (
                SELECT paper_id FROM sketch WHERE hash IN (SELECT value FROM json_each(?))
                LIMIT ?
            ) GROUP BY paper_id
            UNION ALL
            SELECT paper_id, ? FROM heading WHERE title = ? AND titled
            UNION ALL
            SELECT paper_id, ? FROM identifier WHERE key IN (SELECT value FROM json_each(?))
        ) alike JOIN paper p ON p.id = alike.paper_id
        WHERE (p.guild_id IS NULL OR p.guild_id = ?) AND (? OR p.removed_at IS NULL)
        ORDER BY alike.shared DESC, p.id LIMIT ?
        """,
        (
            *(json.dumps(entry.sketch), MAX_SHARED, SIZE, entry.title if text.title else ""),
            *(SIZE + 1, json.dumps(sorted(text.ids)), guild_id, removed, CANDIDATES),
        ),
    )
    matches = [
        _match(row, score)
        for row in rows
        if (score := similarity(text, _text(row), listed=row["id"] in listed))
    ]
    return max(matches, key=lambda match: match.score, default=None)


def similarity(one: Text, other: Text, *, listed: bool = False) -> float:
    """Score two texts from 0 to 100, 0 unless they are the same paper.

    Two titles that differ are two papers, whatever the abstracts: “A Survey of Graphs I”
    is not “… II”. So are two with different DOIs, unless their abstracts are alike to the letter.
    Without an abstract on both sides the title decides, with the authors if they are known.
    Two that one source has `listed` are more often two.
    """
    if one.ids & other.ids:
        return 100.0
    titles = name_key(one.title or ""), name_key(other.title or "")
    if not (one.plain and other.plain):
        return 100.0 if all(titles) and _same_by_title(one, other, titles) else 0.0
    least = SAME_TITLE if listed else SAME_ABSTRACT
    score = fuzz.ratio(one.plain, other.plain, score_cutoff=least)
    retitled = all(titles) and fuzz.ratio(*titles) < SAME_TITLE
    if retitled and (listed or score < SAME_TITLE):
        return 0.0
    if _numbered_apart(one.ids, other.ids) and score < SAME_TITLE:
        return 0.0
    if not score and all(titles) and one.authors and _same_by_title(one, other, titles):
        return SAME_AUTHORS if other.authors else 0.0
    return score


def _same_by_title(one: Text, other: Text, titles: tuple[str, str]) -> bool:
    if titles[0] != titles[1] or _numbered_apart(one.ids, other.ids):
        return False
    if one.authors and other.authors:
        return not disjoint(one.authors, other.authors)
    return len(words(one.title or "")) >= TELLING_TITLE


def _numbered_apart(ids: Iterable[str], others: Iterable[str]) -> bool:
    """Whether both have an identifier of a kind of which a work has only one."""
    kinds = {key.partition(":")[0] for key in ids} & {key.partition(":")[0] for key in others}
    return bool(kinds & set(UNIQUE))


def _text(row: Row) -> Text:
    record = record_of(row)
    return Text(record.title, row["said"], record.authors, frozenset(known_as(record)))


def _match(row: Row, score: float) -> Match:
    removed = row["removed_at"] is not None
    return Match(row["id"], row["guild_id"], score, removed, bool(row["withdrawn"]))

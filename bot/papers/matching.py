"""Whether two texts are the same paper."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.database import Fetch, Row
from bot.papers.search.entries import Entry
from bot.papers.sketches import SIZE
from bot.papers.words import name_key

# On the seed lists two different abstracts reach at most 61 of 100, while one with three
# sentences rewritten stays above 85.
SAME_ABSTRACT = 80.0
SAME_TITLE = 95.0
CANDIDATES = 8
MAX_SHARED = 2_000  # rows read of papers that share a hash: boilerplate is shared by many


@dataclass(frozen=True, slots=True)
class Match:
    """A stored paper that says the same; `score` runs from 0 to 100."""

    paper_id: int
    guild_id: int | None
    score: float


async def find_same(
    fetch: Fetch,
    title: str | None,
    plain: str,
    entry: Entry,
    guild_id: int | None,
    *,
    without: Collection[int] = (),
    removed: bool = True,
) -> Match | None:
    """Return the paper in this guild's view that says the same as the given text, if any.

    `fetch` runs a reading statement; `entry` is what the index would hold of it. With `removed`,
    removed papers count too.
    """
    rows = await fetch(
        """
        SELECT p.id, p.guild_id, p.title, coalesce(nullif(p.plain, ''), p.abstract, '') AS plain
        FROM (
            SELECT paper_id, count(*) AS shared FROM (
                SELECT paper_id FROM sketch WHERE hash IN (SELECT value FROM json_each(?))
                LIMIT ?
            ) GROUP BY paper_id
            UNION ALL
            SELECT paper_id, ? FROM heading WHERE title = ? AND titled
        ) alike JOIN paper p ON p.id = alike.paper_id
        WHERE (p.guild_id IS NULL OR p.guild_id = ?) AND (? OR p.removed_at IS NULL)
        ORDER BY alike.shared DESC, p.id LIMIT ?
        """,
        (
            *(json.dumps(entry.sketch), MAX_SHARED, SIZE, entry.title if title else ""),
            *(guild_id, removed, CANDIDATES),
        ),
    )
    matches = [
        Match(row["id"], row["guild_id"], score)
        for row in rows
        if row["id"] not in without and (score := _similarity(title, plain, row))
    ]
    return max(matches, key=lambda match: match.score, default=None)


def _similarity(title: str | None, plain: str, row: Row) -> float:
    """Score two texts, 0 unless they are the same paper.

    Two titles that differ are two papers, whatever the abstracts: “A Survey of Graphs I”
    is not “… II”. Without an abstract on both sides the titles decide.
    """
    titles = name_key(title or ""), name_key(row["title"] or "")
    if all(titles) and titles[0] != titles[1] and not (plain and row["plain"]):
        return 0.0
    if plain and row["plain"]:
        score = fuzz.ratio(plain, row["plain"], score_cutoff=SAME_ABSTRACT)
        likely_retitled = fuzz.ratio(*titles) >= SAME_TITLE or score >= SAME_TITLE
        return score if not all(titles) or likely_retitled else 0.0
    return 100.0 if all(titles) else 0.0

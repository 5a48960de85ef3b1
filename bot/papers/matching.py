"""Whether two texts are the same paper."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rapidfuzz import fuzz

from bot.database import Fetch, Row
from bot.papers.words import name_key, spaced, words

# On the seed lists two different abstracts reach at most 61 of 100, while one with three
# sentences rewritten stays above 85.
SAME_ABSTRACT = 80.0
SAME_TITLE = 95.0
PROBE_WORDS = 16
CANDIDATES = 8


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
    guild_id: int | None,
    *,
    without: Collection[int] = (),
    removed: bool = True,
) -> Match | None:
    """Return the paper in this guild's view that says the same as the given text, if any.

    `fetch` runs a reading statement. With `removed`, removed papers count too.
    """
    probe = _probe(f"{title or ''} {plain}")
    if not probe:
        return None
    rows = await fetch(
        """
        SELECT p.id, p.guild_id, p.title, p.plain
        FROM paper_index JOIN paper p ON p.id = paper_index.rowid
        WHERE paper_index MATCH ? AND (p.guild_id IS NULL OR p.guild_id = ?)
          AND (? OR p.removed_at IS NULL)
        ORDER BY rank LIMIT ?
        """,
        (probe, guild_id, removed, CANDIDATES),
    )
    matches = [
        Match(row["id"], row["guild_id"], score)
        for row in rows
        if row["id"] not in without and (score := _similarity(title, plain, row))
    ]
    return max(matches, key=lambda match: match.score, default=None)


def _probe(text: str) -> str:
    """Return an FTS query for any of the longest words: the rare ones, as a rule."""
    longest = sorted(set(words(text)), key=lambda word: (-len(word), word))[:PROBE_WORDS]
    return " OR ".join(f'"{spaced(word)}"' for word in longest)


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

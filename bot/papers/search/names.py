"""Names that resemble a query, for one that finds nothing."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from bot.papers.scope import LAST, VISIBLE, seen_by
from bot.papers.search.searching import Place

NEAREST = 3
ALIKE = 0.75  # of 1; names less alike have a few letters in common by chance
SAME_BEGINNING = 1  # letters that the names compared share with the query
MAX_COMPARED = 5_000


@dataclass(frozen=True, slots=True)
class NearName:
    """A name that resembles a query, and the paper that has it."""

    name: str
    paper_id: int


def nearest_names(place: Place, key: str) -> tuple[NearName, ...]:
    """Return the names most like `key`, folded and without blanks, of one paper each."""
    condition, parameters = place.among.sql()
    beginning = key[:SAME_BEGINNING]
    rows = place.connection.execute(
        f"""
        SELECT paper_name.key, paper_name.name, h.paper_id
        FROM paper_name JOIN heading h ON h.paper_id = paper_name.paper_id
        WHERE paper_name.key >= ? AND paper_name.key < ? AND {VISIBLE} AND {condition}
        ORDER BY h.paper_id DESC LIMIT ?
        """,
        (beginning, beginning + LAST, *seen_by(place.guild_id), *parameters, MAX_COMPARED),
    )
    names = {found: NearName(name, paper_id) for found, name, paper_id in rows}
    alike = process.extract(
        key, list(names), scorer=JaroWinkler.normalized_similarity, score_cutoff=ALIKE, limit=None
    )
    by_paper: dict[int, NearName] = {}
    for found, _, _ in alike:
        by_paper.setdefault(names[found].paper_id, names[found])
    return tuple(by_paper.values())[:NEAREST]

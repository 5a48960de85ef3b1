"""Papers about the same: those that share the most telling words of one."""

from __future__ import annotations

from bot.papers.search.documents import average_length, read_documents
from bot.papers.search.feedback import common_words
from bot.papers.search.ranking import Matcher
from bot.papers.search.searching import MAX_TEXTS, Place

WORDS = 20  # of a paper that tell what it is about
LIKE_ENOUGH = 0.1  # part of the words' weight that the other has ...
SHARED = 3  # ... and how many of the words; fewer are chance


def similar(place: Place, paper_id: int, count: int) -> list[int]:
    """Return the papers most like this one, the nearest first; none that shares too little."""
    seen = place.candidates.where("h.paper_id = ?", (paper_id,), 1)
    model = read_documents(place.connection, seen)
    groups = common_words(model, place.vocabulary, WORDS)
    near = place.candidates.with_most("text_index", groups, MAX_TEXTS + 1)
    others = read_documents(place.connection, (one for one in near if one != paper_id))
    average, matcher = average_length(others), Matcher(groups)
    scores: dict[int, float] = {}
    for other in others:
        worths, score = matcher.read(other, average)
        if score >= LIKE_ENOUGH and sum(map(bool, worths)) >= SHARED:
            scores[other.paper_id] = score
    return sorted(scores, key=lambda one: (-scores[one], one))[:count]

"""Papers about the same: those that share the most telling words of one."""

from __future__ import annotations

from bot.papers.search.documents import average_length, read_documents
from bot.papers.search.feedback import common_words
from bot.papers.search.ranking import Matcher
from bot.papers.search.searching import MAX_TEXTS, Place

LIKE_ENOUGH = 0.1  # part of the words' weight; papers with less share a word or two


def similar(place: Place, paper_id: int, count: int) -> list[int]:
    """Return the papers most like this one, the nearest first; none that shares too little."""
    model = read_documents(place.connection, [paper_id])
    groups = common_words(model, place.vocabulary)
    near = place.candidates.with_most("text_index", groups, MAX_TEXTS + 1)
    others = read_documents(place.connection, (one for one in near if one != paper_id))
    average, matcher = average_length(others), Matcher(groups)
    scores = {other.paper_id: matcher.read(other, average)[1] for other in others}
    alike = [one for one, score in scores.items() if score >= LIKE_ENOUGH]
    return sorted(alike, key=lambda one: (-scores[one], one))[:count]

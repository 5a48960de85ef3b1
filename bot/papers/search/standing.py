"""A search that is asked again and again: every paper with the words, in no order."""

from __future__ import annotations

from bot.papers.search.candidates import all_of
from bot.papers.search.groups import SAME_STEM, group_words
from bot.papers.search.query import Query
from bot.papers.search.searching import Place
from bot.papers.words import phrase_words, signed_words, words

EVERY = -1  # SQLite's LIMIT for none


def matching(place: Place, query: Query) -> list[int]:
    """Return all papers that have every telling word, in some form of it, and every phrase.

    Nothing is corrected: what is asked for once a day should not depend on what else there is.
    """
    typed = words(query.text)
    if not typed:
        return place.candidates.newest(EVERY)
    groups = group_words(typed, signed_words(query.text), place.vocabulary)
    telling = [group for group in groups if group.telling] or groups
    for group in telling:
        group.forms = {f: worth for f, worth in group.forms.items() if worth >= SAME_STEM}
    if not all(group.forms for group in telling):
        return []
    phrases = ['"' + " ".join(phrase_words(phrase)) + '"' for phrase in query.phrases]
    expression = " AND ".join([all_of("text_index", telling), *phrases])
    return place.candidates.matching("text_index", expression, EVERY)

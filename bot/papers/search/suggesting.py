"""What to offer while someone types: titles that begin so, then titles with the words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

from rapidfuzz import fuzz

from bot.papers.search.candidates import all_of
from bot.papers.search.groups import ONE_SLIP, Group, group_words, loosen
from bot.papers.search.searching import Place
from bot.papers.spellings import name_spellings
from bot.papers.words import index_words, is_ideographic, pairs, words

MAX_WORDED = 200  # papers ranked that have all the words
MAX_CORRECTED = 16  # beginnings tried in place of one that no title has
MIN_PREFIX = 2  # letters; nearly every paper has a word that begins with a given one
MIN_SLIPPED = 4  # letters; a shorter beginning with a slip may be anything
IN_TITLES = "{title} : "


def suggest(place: Place, typed: list[str], count: int) -> list[int]:
    """Return papers for a half-typed query, the likeliest first; its last word may go on."""
    if not typed:
        return place.candidates.newest(count)
    *whole, last = typed
    key = " ".join(index_words(" ".join(typed)))
    found = place.candidates.beginning(key, "".join(typed), count)
    groups = group_words(whole, (), place.vocabulary)
    if not found:  # words that no title has are loosened already
        found = _beginning_corrected(place, groups, last, count)
    if not found:
        for group in groups:
            loosen(group, place.vocabulary)
        found = _beginning_corrected(place, groups, last, count)
    if len(found) < count:
        telling = [group for group in groups if group.telling and group.forms]
        found += _with_words(place, telling, last, key)
    return list(dict.fromkeys(found))[:count]


def _beginning_corrected(place: Place, groups: list[Group], last: str, count: int) -> list[int]:
    """Return papers whose title begins with words near the ones typed."""
    choices = [sorted(group.forms, key=lambda form: -group.forms[form]) or [""] for group in groups]
    found: list[int] = []
    for forms in islice(product(*choices), MAX_CORRECTED):
        key = " ".join([*forms, last])
        found += place.candidates.beginning(key, key.replace(" ", ""), count)
    return found


def _with_words(place: Place, groups: list[Group], last: str, key: str) -> list[int]:
    """Return papers whose title, or else heading, has the words in any order."""
    for index, reading in _readings(place, groups, last):
        possible = reading and all(group.forms for group in reading)
        found = _matching(place, index, all_of(index, reading)) if possible else []
        if found:
            return _by_likeness(place, key, found)
    return []


def _readings(place: Place, groups: list[Group], last: str) -> Iterator[tuple[str, list[Group]]]:
    """Yield where to look for what, the likeliest first: the last word goes on, or has a slip."""
    begun: list[Group] = []
    if len(last) >= MIN_PREFIX or is_ideographic(last):
        begun = [*groups, Group(last, forms={_prefix(last): 1.0})]
        yield "heading_index", begun
    slipped = groups + group_words([last], (), place.vocabulary)
    yield from (("heading_index", slipped), ("text_index", begun), ("text_index", slipped))
    if len(last) >= MIN_SLIPPED:
        near = place.vocabulary.begun_with_slip(last)
        known = place.vocabulary.look_up(near)  # here, and not in what is hidden
        meant = [word for word in near if word in known][:MAX_CORRECTED]
        yield "heading_index", [*groups, Group(last, forms=dict.fromkeys(meant, ONE_SLIP))]
    yield "heading_index", groups


def _matching(place: Place, index: str, expression: str) -> list[int]:
    """Return papers by an FTS5 query; of headings, those that meet it in the title, if any."""
    in_titles: list[int] = []
    if index == "heading_index":
        in_titles = place.candidates.matching(index, f"{IN_TITLES}({expression})", MAX_WORDED)
    return in_titles or place.candidates.matching(index, expression, MAX_WORDED)


def _prefix(word: str) -> str:
    return " ".join(pairs(word)[:-1]) or f"{word}*" if is_ideographic(word) else f"{word}*"


def _by_likeness(place: Place, key: str, paper_ids: list[int]) -> list[int]:
    """Sort papers by how alike what was typed and the beginning of the title are."""
    rows = place.connection.execute(
        "SELECT paper_id, title FROM heading WHERE paper_id IN (SELECT value FROM json_each(?))",
        (json.dumps(paper_ids),),
    )
    alike = {paper_id: fuzz.ratio(key, title[: len(key)]) for paper_id, title in rows}
    return sorted(alike, key=lambda paper_id: (-alike[paper_id], -paper_id))


def suggest_authors(place: Place, typed: list[str], count: int) -> list[str]:
    """Return authors who have all the words in their name, the last of which may go on."""
    spellings = [words(spelling) for spelling in name_spellings(" ".join(typed))]
    expressions = (
        " AND ".join([*(f'"{word}"' for word in whole), f'"{last}"*']) for *whole, last in spellings
    )
    either = " OR ".join(f"({one})" for one in expressions)
    found = place.candidates.matching("heading_index", f"{{authors}} : ({either})", MAX_WORDED)
    rows = place.connection.execute(
        "SELECT authors FROM paper WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(found),),
    )
    names = Counter(name for (authors,) in rows for name in json.loads(authors))
    fitting = [name for name in names if any(_named(words(name), *one) for one in spellings)]
    return sorted(fitting, key=lambda name: (-names[name], name))[:count]


def _named(name: list[str], *typed: str) -> bool:
    *whole, last = typed
    return set(whole) <= set(name) and any(word.startswith(last) for word in name)

"""What we write is read by programs that are not ours as it was meant, whatever a paper says."""

from __future__ import annotations

import re

import rispy
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string

from bot.papers.paper import Paper, Record
from bot.papers.writers import bibtex, ris
from bot.papers.writers.fields import shown_of
from bot.papers.writers.people import person
from tests.unit.test_round_trip import LISTS, RECORDS_OF_ANY_KIND, stored

PAPERS = st.lists(st.tuples(RECORDS_OF_ANY_KIND, LISTS), min_size=1, max_size=3).map(
    lambda said: [stored(record, number, lists) for number, (record, lists) in enumerate(said, 1)]
)


@settings(max_examples=100, deadline=None)
@given(PAPERS)
def test_a_strict_reader_of_bibtex_finds_every_field(papers: list[Paper]) -> None:
    found = parse_string("".join(map(bibtex.entry, papers)), "bibtex").entries
    assert [*found] == [bibtex.key(paper) for paper in papers]
    for entry, paper in zip(found.values(), papers, strict=True):
        shown = shown_of(paper)
        assert len(entry.persons.get("author", ())) == len(shown.authors)
        said = {**{"year": "", "url": "", "abstract": ""}, **entry.fields}
        assert (said["year"], said["url"]) == (shown.year, shown.url)
        assert bibtex.unescaped(said["title"]) == shown.title
        assert bibtex.unescaped(said["abstract"]) == shown.abstract
        assert re.fullmatch(r"[^\\{}$%&#_^~\"@<>]+", said[bibtex.KEEPSAKE])


@settings(max_examples=100, deadline=None)
@given(PAPERS)
def test_a_reader_of_ris_finds_every_field(papers: list[Paper]) -> None:
    found = rispy.loads("".join(map(ris.reference, papers)))
    for reference, paper in zip(found, papers, strict=True):
        shown = shown_of(paper)
        said = {**{"authors": [], "keywords": [], "urls": [], "year": ""}, **reference}
        assert (said["title"], said["abstract"]) == (shown.title, shown.abstract)
        assert said["authors"] == [person(author).inverted or author for author in shown.authors]
        assert said["keywords"] == [*shown.lists]
        assert "".join(said["urls"]) == shown.url
        assert said["year"] == shown.year


def test_a_name_with_too_many_commas_is_one_name() -> None:
    """More than two are an error in BibTeX."""
    paper = stored(Record(title="Boats", authors=("A, B, C, D, E", "and")), 1, ())
    assert "author = {{A, B, C, D, E} and {and}}," in bibtex.entry(paper)
    [entry] = parse_string(bibtex.entry(paper), "bibtex").entries.values()
    assert len(entry.persons["author"]) == 2

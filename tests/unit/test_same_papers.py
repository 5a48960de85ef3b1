"""Which two texts are one paper, and what one has of the other then."""

from __future__ import annotations

import pytest

from bot.papers.derived import derive
from bot.papers.matching import Text, similarity
from bot.papers.merging import better, contradictions
from bot.papers.paper import Record

ABSTRACT = (
    "Herons wait for the tide. We measure how long they wait at forty estuaries, and find that"
    " the wait grows with the moon. A model of patience explains most of it, and predicts where"
    " herons leave first."
)
OTHER = (
    "Kettles sing before they boil. We record the song of ninety kettles, and show that its pitch"
    " tells the hardness of the water. A small network hears it within one second."
)


def text(record: Record) -> Text:
    return Text.of(record, derive(record.title, record.abstract))


SAME = [
    (Record("Quiet Tides", ids=("arxiv:2401.01234",)), Record("Loud", ids=("arxiv:2401.01234",))),
    (
        Record("Quiet Tides", url="https://arxiv.org/abs/2401.01234v1"),
        Record("Quiet tides", url="https://arxiv.org/pdf/2401.01234v3"),
    ),
    (
        Record("On Means", url="https://doi.org/10.5555/ABC.7"),
        Record("On means", ids=("doi:10.5555/abc.7",)),
    ),
    (
        Record("Waiting under the moon", authors=("Heron, Ada",)),
        Record("WAITING UNDER THE MOON.", authors=("Ada Heron",)),
    ),
    (Record("A Two-Point Approach\r\nfor Hands"), Record("A Two-Point  Approach for Hands")),
    (Record(abstract=ABSTRACT), Record("The heron's wait", ABSTRACT)),
    (Record("The heron's wait", ABSTRACT), Record("The herons' wait", ABSTRACT + " It rains.")),
    (
        Record("The heron's wait", ABSTRACT, authors=("A. Heron",)),
        Record("The heron's wait", OTHER, authors=("Ada Heron",)),
    ),
    (
        Record("Quiet Tides", url="https://arxiv.org/abs/2401.01234"),
        Record("Quiet Tides", url="https://doi.org/10.5555/1"),
    ),
]
DIFFERENT = [
    (
        Record("Notes on New Moss", ids=("doi:10.5555/m1",), authors=("A",)),
        Record("Notes on New Moss", ids=("doi:10.5555/m2",), authors=("B",)),
    ),
    (
        Record("Notes on New Moss", ids=("doi:10.5555/m1",)),
        Record("Notes on New Moss", ids=("doi:10.5555/m2",)),
    ),
    (Record("A Survey of Graphs I"), Record("A Survey of Graphs II")),
    (Record("A Survey of Graphs I", ABSTRACT), Record("A Survey of Graphs II", OTHER)),
    (Record("Withdrawn"), Record("Withdrawn")),
    (Record("Editorial", authors=("A. Heron",)), Record("Editorial", authors=("B. Kettle",))),
    (
        Record("Waiting under the moon", authors=("A. Heron",)),
        Record("Waiting under the moon", authors=("B. Kettle",)),
    ),
    (Record("Singing", ABSTRACT), Record("Singing", OTHER)),
    (Record(abstract=ABSTRACT), Record(abstract=OTHER)),
    (
        Record("X", ABSTRACT, ids=("arxiv:cs/9808001",)),
        Record("Y", OTHER, ids=("arxiv:cmp-lg/9808001",)),
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_these_are_one_paper(one: Record, other: Record) -> None:
    assert similarity(text(one), text(other)) > 0
    assert similarity(text(other), text(one)) > 0


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_these_are_two(one: Record, other: Record) -> None:
    assert similarity(text(one), text(other)) == 0
    assert similarity(text(other), text(one)) == 0


def test_what_is_stored_stays_and_what_it_lacks_comes() -> None:
    stored = Record("Quiet Tides", None, ("Ada Heron",), url="https://example.org/1")
    other = Record("quiet tides", ABSTRACT, ("Bo Kettle",), "https://arxiv.org/abs/2401.01234", 0)
    whole = better(stored, other)
    assert (whole.title, whole.abstract, whole.authors) == ("Quiet Tides", ABSTRACT, ("Ada Heron",))
    assert (whole.url, whole.ids) == ("https://example.org/1", ("arxiv:2401.01234",))
    assert contradictions(stored, other) == ("authors",)


@pytest.mark.parametrize(
    ("stored", "other", "kept"),
    [
        (("A. Heron", "B. Kettle"), ("Ada Heron", "Bo Kettle"), ("Ada Heron", "Bo Kettle")),
        (("Ada Heron", "Bo Kettle"), ("A. Heron", "B. Kettle"), ("Ada Heron", "Bo Kettle")),
        (("Ada Heron", "et al."), ("Ada Heron", "Bo Kettle"), ("Ada Heron", "Bo Kettle")),
        (("Ada Heron",), ("Ada Heron", "Bo Kettle"), ("Ada Heron",)),
    ],
)
def test_the_fuller_authors_are_kept(
    stored: tuple[str, ...], other: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    assert better(Record("T", authors=stored), Record("T", authors=other)).authors == kept


def test_an_abstract_that_was_cut_is_completed() -> None:
    cut = ABSTRACT[:90] + " …"
    assert better(Record("T", cut), Record("T", ABSTRACT)).abstract == ABSTRACT
    assert better(Record("T", ABSTRACT), Record("T", cut)).abstract == ABSTRACT
    assert better(Record("T", cut), Record("T", OTHER)).abstract == cut


def test_a_year_or_title_that_differs_is_told() -> None:
    stored, other = Record("Quiet Tides", year=2024), Record("Loud Tides", year=2025)
    assert contradictions(stored, other) == ("title", "year")
    assert contradictions(stored, Record("QUIET tides")) == ()

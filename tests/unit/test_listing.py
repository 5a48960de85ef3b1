"""Plain lists: a heading, then one abstract a paragraph; nothing is lost without a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.paper import MAX_ABSTRACT
from bot.papers.readers.listing import MIN_ABSTRACT, read

ABSTRACT = (
    "We study how paper boats behave in the rain, and find that they do not last long at all."
)

LINES = st.lists(
    st.one_of(
        st.sampled_from(["", "  ", "\t", "\u3000", ABSTRACT, f"  {ABSTRACT}  ", "-----", "# ICML"]),
        st.text(max_size=30),
        st.text("ab .。\u2028\x0b\x0c\x85\u200b", min_size=MIN_ABSTRACT, max_size=130),
    ),
    max_size=12,
)


@pytest.mark.parametrize(
    ("heading", "name", "venue", "year"),
    [
        ("NeurIPS 2026 论文列表", "NeurIPS 2026", "NeurIPS", 2026),
        ("# ICML 2025: accepted papers", "ICML 2025", "ICML", 2025),
        ("2024 ACL Findings", "2024 ACL Findings", "ACL Findings", 2024),
        ("Summer reading", "Summer reading", None, None),
        ("ISO 19115", "ISO 19115", None, None),
        ("论文列表", "论文列表", None, None),
        ("-----", None, None, None),
        ("\u200b", None, None, None),
    ],
)
def test_the_heading_names_list_venue_and_year(
    heading: str, name: str | None, venue: str | None, year: int | None
) -> None:
    reading = read(f"\n{heading}\n\n{ABSTRACT}\n")
    assert (reading.name, reading.venue, reading.year) == (name, venue, year)
    assert [(record.line, record.abstract) for record in reading.records] == [(4, ABSTRACT)]
    assert not reading.refused


def test_what_is_no_abstract_is_refused_with_line_and_reason() -> None:
    text = f"ICML 2025\n\n{ABSTRACT}\n\nToo short.\n\n{'— ' * 50}\n\n{'word ' * 5000}\n"
    reading = read(text)
    assert [record.line for record in reading.records] == [3]
    assert [(refusal.line, refusal.reason) for refusal in reading.refused] == [
        (5, "too short for an abstract (10 characters)"),
        (7, "no words in it"),
        (9, f"longer than {MAX_ABSTRACT:,} characters"),
    ]


def test_an_abstract_is_kept_to_the_letter() -> None:
    abstract = f"{ABSTRACT}\n  indented,  doubled \\emph{{x}}\t$1$\x0c \u2028 \u00a0\nlast line"
    for end in ("\n", "\r\n", "\r"):
        text = f"ICML\n\n{abstract}\n\n{ABSTRACT}".replace("\n", end)
        assert [record.abstract for record in read(text).records] == [abstract, ABSTRACT]


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_is_in_a_record_a_refusal_or_the_heading(lines: list[str], end: str) -> None:
    lines = [line.replace("\r", "").replace("\n", "") for line in lines]
    reading = read(end.join(lines))
    taken = {refusal.line for refusal in reading.refused}
    for record in reading.records:
        assert record.abstract is not None
        for offset, line in enumerate(record.abstract.split("\n")):
            assert line.strip() == lines[record.line - 1 + offset].strip()
            taken.add(record.line + offset)
    rest = [n for n, line in enumerate(lines, 1) if line.strip() and n not in taken]
    # A refused paragraph may have further lines; the heading is one line, and the first.
    within = [n for n in rest if n - 1 in taken or n - 1 in rest]
    heading = [n for n in rest if n not in within]
    assert heading in ([], [next((n for n, line in enumerate(lines, 1) if line.strip()), 0)])
    assert not any(ABSTRACT in lines[n - 1] for n in heading)


@given(st.text(max_size=400))
def test_no_text_makes_it_raise(text: str) -> None:
    reading = read(text)
    assert reading.name is None or reading.name.strip()
    assert reading.year is None or 1900 <= reading.year <= 2099

"""Text is cut at words and never through what a reader sees as one character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.markup import cut, snippet_cut

FAMILY = "👩\u200d👩\u200d👧"
TEXT = "Hypergraphs join many. We develop a general framework for hypergraphs. It works well."


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("fits exactly", 12, "fits exactly"),
        ("a general framework for graphs", 20, "a general framework…"),
        ("a general, framework", 12, "a general…"),
        ("Supercalifragilistic", 8, "Superca…"),
        ("大语言模型的组合推理能力研究", 8, "大语言模型的组…"),
        ("研究大模型，推理", 7, "研究大模型…"),
        ("cafe\u0301s", 5, "caf…"),
        (f"x{FAMILY}y", 4, "x…"),
        ("ab🇩🇪🇫🇷", 5, "ab🇩🇪…"),
        ("👍🏽👍🏽", 3, "👍🏽…"),
        ("anything", 1, "…"),
        ("anything", 0, ""),
    ],
)
def test_a_cut_is_kind_to_words_and_characters(text: str, limit: int, short: str) -> None:
    assert cut(text, limit) == short


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab 中é,👍🏽\u200d\u0301🇩🇪"), max_size=50), st.integers(0, 60))
def test_a_cut_keeps_to_its_limit(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= limit
    assert short == text or text.startswith(short.removesuffix("…"))


def test_a_snippet_begins_with_its_sentence() -> None:
    at = TEXT.index("framework")
    start, end = snippet_cut(TEXT, (at, at + 9), 60)
    assert TEXT[start:end] == "We develop a general framework for hypergraphs. It works"


def test_a_snippet_without_a_place_is_the_beginning() -> None:
    start, end = snippet_cut(TEXT, None, 35)
    assert TEXT[start:end] == "Hypergraphs join many. We develop a"
    assert snippet_cut(TEXT, None, 500) == (0, len(TEXT))


def test_a_snippet_in_a_long_sentence_begins_at_a_word_before_the_place() -> None:
    text = "We study " + "many small words and " * 30 + "the end of it"
    at = text.index("the end")
    start, end = snippet_cut(text, (at, at + 7), 60)
    assert start > 0
    assert text[start - 1] == " "
    assert "the end" in text[start:end]


@settings(max_examples=150, deadline=None)
@given(
    st.text(st.sampled_from("ab A.中 é👍🏽"), min_size=1, max_size=200),
    st.integers(0, 199),
    st.integers(1, 9),
    st.integers(10, 80),
)
def test_a_snippet_is_within_its_limit_and_shows_its_place(
    text: str, at: int, length: int, limit: int
) -> None:
    first = min(at, len(text) - 1)
    last = min(first + length, len(text))
    start, end = snippet_cut(text, (first, last), limit)
    assert 0 <= start <= end <= len(text)
    assert end - start <= limit
    assert start <= first

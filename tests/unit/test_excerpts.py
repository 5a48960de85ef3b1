"""The line that shows why a paper was found."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.excerpts import excerpt
from bot.papers.words import fold, name_key, words

PLAIN = (
    "Role-playing agents are hard to build. We propose Psy-CoT, a framework in which the model"
    " thinks as its character does. Experiments with 3 D meshes show that Psy-CoT helps."
)


def matched(plain: str, query: str, limit: int = 400) -> list[str]:
    cutting = excerpt(plain, [*words(query), name_key(query)], limit)
    return [cutting.text[start:end] for start, end in cutting.spans]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("framework", ["framework"]),
        ("FRAME", ["framework"]),
        ("psycot", ["Psy-CoT", "Psy-CoT"]),
        ("psy cot", ["Psy", "CoT", "Psy", "CoT"]),
        ("3d", ["3 D"]),
        ("zebra", []),
        ("a", ["a"]),
    ],
)
def test_the_words_that_matched_are_marked(query: str, found: list[str]) -> None:
    assert matched(PLAIN, query) == found


def test_ideographs_match_within_a_sentence() -> None:
    assert matched("本文研究图神经网络，并比较神经网络。", "神经网络") == ["神经网络", "神经网络"]
    assert matched("我们用Transformer处理。", "transformer 处理") == ["Transformer", "处理"]


def test_accents_do_not_matter() -> None:
    assert matched("A Fréchet mean and a cafe\u0301.", "frechet cafe") == ["Fréchet", "cafe\u0301"]


def test_it_is_cut_around_the_densest_match() -> None:
    long = "Filler words go here. " * 20 + "The zebra met another zebra. " + "More words. " * 20
    cutting = excerpt(long, ["zebra"], 60)
    assert cutting.text.startswith("…The zebra met another zebra.")
    assert cutting.text.endswith("…")
    assert [cutting.text[a:b] for a, b in cutting.spans] == ["zebra", "zebra"]


def test_without_a_match_it_is_the_beginning() -> None:
    assert (
        excerpt(PLAIN, ["zebra"], 50).text == "Role-playing agents are hard to build. We propose…"
    )


TEXT = st.text(st.sampled_from("aZé-. \n*3论文ßﬁ½\u0301😀\u200b"), max_size=120)


@given(TEXT, st.lists(st.text("az3论文es", min_size=1, max_size=5), max_size=4), st.integers(1, 80))
def test_spans_lie_inside_in_order_and_match(plain: str, terms: list[str], limit: int) -> None:
    terms = [word for term in terms for word in words(term)]
    cutting = excerpt(plain, terms, limit)
    assert len(cutting.text) <= limit + 2
    before = 0
    for start, end in cutting.spans:
        assert before <= start < end <= len(cutting.text)
        before = end
        word = name_key(fold(cutting.text[start:end]))
        assert any(word.startswith(term) or term in word for term in terms)
    assert cutting.text.strip("…") in plain or not cutting.text.strip("…")


def test_twenty_thousand_matches_take_no_time_to_weigh() -> None:
    plain = "a " * 10_000
    steps = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal steps
        steps += event == "call"

    sys.setprofile(count)
    try:
        excerpt(plain, ["a"], 160)
    finally:
        sys.setprofile(None)
    assert steps < 20 * len(plain), "more than a few calls for each match"

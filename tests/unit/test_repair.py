"""What an export broke in a text is mended before it is read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.markup import discord_markdown, parse, plain
from bot.papers.markup.repair import repair

DAMAGED = [
    ("where people $ extit{are}$, not", "where people *are*, not"),
    ("of emph{mini}ImageNet, see cite{vist}.", "of *mini*ImageNet, see."),
    ("$1 imes1$ and 26.4$ imes$ more", "1×1 and 26.4× more"),
    ("Kendall's $ au$ and $ ho$", "Kendall's τ and ρ"),
    ("\u00e2\u0080\u009cpick up\u00e2\u0080\u009d at 5\u00c2\u00b0C", "“pick up” at 5°C"),
    (r"the \emphcanonical form, \textiti.e. it", "the canonical form, i.e. it"),
    (r"\tildeO(\sqrtT), \mathcalO(n), \mathbbR^n", "Õ(√T), O(n), ℝⁿ"),
    (r"\sqrt(KT) and \fracKN", "√(KT) and K/N"),
    (r"both: \beginitemize \item one \enditemize", "both:\n\n• one"),
    ("Sum (\u200bA\u2011B\u202e)", "Sum (A-B)"),
]


@pytest.mark.parametrize(("raw", "markdown"), DAMAGED)
def test_known_damage_is_undone(raw: str, markdown: str) -> None:
    assert discord_markdown(parse(raw)) == markdown


@pytest.mark.parametrize("text", ["the next text extends times", "emphasis; citep; 5 % of $20"])
def test_sound_text_is_left_alone(text: str) -> None:
    assert repair(text) == text


WORDS = st.text("abcdefgXYZ", min_size=1, max_size=8)
WRAPPED = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", r"\textbf{", r"\emph{", "{\\it ", r"$\mbox{", r"\textsc{", "{", r"\foo{"]),
    WORDS,
    st.just(""),
)


def _closed(opened: str) -> str:
    closing = "}$" if opened.startswith("$") else "}"
    return opened + (closing if "{" in opened else "")


@settings(max_examples=150, deadline=None)
@given(st.lists(WRAPPED.map(_closed), min_size=1, max_size=12))
def test_no_word_outside_markup_is_lost(words: list[str]) -> None:
    shown = plain(parse(" ".join(words)))
    assert len(shown.split()) == len(words)
    for raw, word in zip(words, shown.split(), strict=True):
        assert raw.rstrip("}$").endswith(word)


@settings(max_examples=150, deadline=None)
@given(st.text())
def test_repairing_never_fails_and_leaves_no_control(raw: str) -> None:
    assert not any(
        ord(character) < 32 and character not in "\t\n\x0b\x0c" for character in repair(raw)
    )

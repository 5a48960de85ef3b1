"""What is derived of a paper is the same whether its text is read at length or recognised."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.papers.claim_rules import ALL_RULES
from bot.papers.derived import derive
from bot.papers.headlines import headline
from bot.papers.markup import is_plain, parse, plain, read_ordinary
from bot.papers.markup.document import assemble
from bot.papers.markup.ordinary import is_ordinary
from bot.papers.markup.reader import Reader
from bot.papers.markup.repair import repair
from bot.papers.naming import find_names

PIECES = [
    *(
        "a",
        "We",
        "NetX",
        "(NetX)",
        "h",
        "7",
        "é",
        "中。",
        " ",
        " ",
        "  ",
        "\n",
        "\u2009",
        "\xad",
        ".",
    ),
    *("-", "--", "'", "''", "`", "~", "&", "<i>", "</i>", "*", "_", "[", "]", "](", "(", ")", "{"),
    *(
        "}",
        "$",
        "^",
        "\\",
        "\\emph{",
        "imes ",
        "ext",
        "bf{",
        "Ã©",
        "\u2011",
        "https://a.b/c",
        "x_1",
    ),
    *("https://", "[a](https://a.b)", ", a ", " achieves ", " is a ", "called ", "our ", "iX-2"),
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@settings(max_examples=500)
@given(TEXT | st.text(max_size=20))
def test_text_without_marks_is_read_as_if_each_token_were_looked_at(raw: str) -> None:
    source = repair(raw)
    if is_ordinary(source):
        for markdown in (True, False):
            assert read_ordinary(source) == assemble(Reader(source, markdown).read_all())
    if is_plain(raw):
        assert plain(parse(raw)) == raw


@settings(max_examples=500)
@given(TEXT | st.just(""), TEXT | st.text(max_size=20) | st.just(""))
def test_title_and_abstract_are_derived_as_each_alone(title: str, abstract: str) -> None:
    derived = derive(title, abstract)
    assert derived.plain == plain(parse(abstract))
    assert derived.headline == headline(title, abstract)
    assert derived.names == find_names(" ".join(part for part in (title, abstract) if part))


@settings(max_examples=500)
@example("When combined (which we term, NetX-VD), it can be read as a weight.")
@given(TEXT.map(lambda raw: plain(parse(raw))))
def test_a_rule_finds_what_its_pattern_finds(sentence: str) -> None:
    for rule in ALL_RULES:
        spans = [found.span() for found in rule.pattern.finditer(sentence)]
        assert [found.span() for found in rule.matches(sentence)] == spans


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "We propose NetX (NetX), ",
            "NetX ",
            "(NetX) ",
            "we present a NetX is proposed to ",
            "aB",
        ),
        *(
            " is a novel method called NetX, a ",
            "A achieves ",
            "we ",
            "a, ",
            "i.e. ",
            "Ab-",
            "中。",
        ),
    ],
)
def test_hostile_repetition_is_derived(piece: str) -> None:
    text = "We propose NetX, a net. " + piece * (10_000 // len(piece))
    assert 0 < len(derive(None, text).headline) <= 100
    assert derive("A title", text).headline == "A title"

"""Text from papers is shown literally by Discord and can ping nobody."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.markup import escape

GAP = "\u200b"  # a blank of no width

LITERAL = [  # B07
    ("A*+Beam and IDA*", r"A\*+Beam and IDA\*"),
    ("ReadBench_robust_v2: a_b_c", r"ReadBench\_robust\_v2: a\_b\_c"),
    ("#Wander: Count-Based Curiosity", r"\#Wander: Count-Based Curiosity"),
    ("> 3 Sigma Events", r"\> 3 Sigma Events"),
    ("- Negative Results", r"\- Negative Results"),
    ("1. First Steps", r"1\. First Steps"),
    ("-# Small Print", r"\-# Small Print"),
    ("[RETRACTED] An Old Result", r"\[RETRACTED] An Old Result"),
    ("[click](https://example.org/x)", r"\[click](https://example.org/x)"),
    ("||hidden|| states", r"\|\|hidden\|\| states"),
    ("O(|V||E|) time", r"O(|V\|\|E|) time"),
    ("`code` talk", r"\`code\` talk"),
    ("~~old~~ new", r"\~\~old\~\~ new"),
    ("__init__ matters", r"\_\_init\_\_ matters"),
    ("**not** bold", r"\*\*not\*\* bold"),
    ("a\n# b\n>>> c", "a\n\\# b\n\\>>> c"),
    (r"back\slash", r"back\\slash"),
    ("so :tada: it is", r"so \:tada: it is"),
]
UNTOUCHED = [
    "<0.5MB models",
    "a - b",
    "TL;DR? Maybe",
    "Robots & People",
    "~100,000 trials in 3.5 h",
    "see https://example.org/a_b_c*d for code",
    "@BENCH: A Suite",
    "TAR@FAR",
    "mail me at lab@example.org",
    "Psy-CoT: 角色扮演 (μ) “quoted” — 6.49×",
]
PINGS = [  # B08
    "@everyone wins",
    "ping @here now",
    "<@&100000000000000001> role",
    "<@100000000000000002> user",
    "<@!100000000000000002> user",
    "<#100000000000000003> channel",
    "</paper search:100000000000000004>",
    "<t:0:R> ago",
    "<:x:100000000000000005>",
    "<a:x:100000000000000005>",
    "<id:customize>",
    "https://example.org/@everyone",
]
ACTS = re.compile(r"@(?:everyone|here)|<(?:@[!&]?|#)\d|</\w|<t:|<a?:\w+:\d|<id:")


def shown(escaped: str) -> str:
    """What a reader sees: Discord drops a backslash before punctuation."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", escaped).replace(GAP, "")


@pytest.mark.parametrize(("text", "escaped"), LITERAL)
def test_marks_are_shown_instead_of_formatting(text: str, escaped: str) -> None:
    assert escape(text) == escaped
    assert shown(escaped) == text


@pytest.mark.parametrize("text", UNTOUCHED)
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize("text", PINGS)
def test_nothing_pings_links_or_runs(text: str) -> None:
    assert not ACTS.search(escape(text))
    assert shown(escape(text)).replace("%40", "@") == text


def test_an_address_can_be_shown_without_leading_anywhere() -> None:
    assert escape("at https://example.org/a_b", links=False) == r"at https:\//example.org/a\_b"


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab1 *_~`|>#-[]().:<@!&/\\\n中"), max_size=40))
def test_any_text_is_readable_and_inert(text: str) -> None:
    escaped = escape(text)
    assert shown(escaped) == text
    assert not ACTS.search(escaped)
    bare = re.sub(r"\\[^A-Za-z0-9\s]", "·", escaped)
    assert not re.search(r"[*_`\[]|~~|\|\||^\s*(?:[>#]|- |-#|\d+\. )", bare, re.MULTILINE)

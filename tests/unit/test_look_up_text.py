"""What sites say is text: their tags go, their tricks do nothing."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.forms import MAX_AUTHORS
from bot.papers.markup.escape import escape
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE
from bot.papers.sources.arxiv import read_feed
from bot.papers.sources.crossref import read_work
from bot.papers.sources.found import NoAnswerError
from bot.papers.sources.openreview import read_notes
from bot.papers.sources.pages import read_page
from bot.papers.sources.plain import plain
from bot.papers.sources.question import read_question
from tests.sites import Sites, atom, entry, run_sites

PLAIN = [
    ("<jats:p>One</jats:p><jats:p>two</jats:p>", "One two"),
    (
        "<p>Ten<sup>-3</sup>, x<sub>i</sub>, y<sub>max</sub>, z<sup>q</sup></p>",
        "Ten⁻³, xᵢ, yₘₐₓ, zq",
    ),
    ("a <b>bold</b>, <i>b</i>old", "a bold, bold"),
    ("<jats:title>Abstract:</jats:title>We", "We"),
    ("<h4>Aim</h4>x<h4>Why?</h4>y", "Aim: x Why? y"),
    ("<jats:title></jats:title><jats:title/>", ""),
    ("R&amp;D, R&amp;amp;D, 1 &lt; 2, caf&#233;", "R&D, R&D, 1 < 2, café"),
    ("$x<y$ and $z>w$, a <y and z> b, p<0.05", "$x<y$ and $z>w$, a <y and z> b, p<0.05"),
    ("<unknown>kept</unknown> <!-- so --> \\alpha", "<unknown>kept</unknown> <!-- so --> \\alpha"),
    ('<a href=\'x">y\' title="<">z', '<a href=\'x">y\' title="<">z'),
    ("<p title=don't>x</p>", "x"),
    ("one\n  two\r\nthree\tfour\x00", "one two three four"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    (
        "<jats:alternatives><mml:math><mml:mi>x</mml:mi></mml:math><jats:tex-math>$x$</jats:tex-math>"
        "</jats:alternatives>",
        "$x$",
    ),
    ("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math>", "x=1"),
]


@pytest.mark.parametrize(("markup", "text"), PLAIN)
def test_markup_becomes_text(markup: str, text: str) -> None:
    assert plain(markup) == text


@pytest.mark.parametrize(
    "piece",
    [
        *("<", "<a ", "<a '", '<a "', "<p>", "</", "<title>", "<jats:alternatives>", "<sub>", "&"),
        *("&amp;", "<jats:tex-math ", "<sup>1", "<a b='", "<!--", "<div id=abstract>", "<meta "),
        "<alternatives><tex-math>\\documentclass",
    ],
)
def test_two_megabytes_of_anything_are_read_at_once(piece: str) -> None:
    text = piece * (2_000_000 // len(piece))
    began = time.process_time()
    plain(text)
    with pytest.raises(NoAnswerError):
        read_page(text.encode(), "acl:P19-1001")
    assert time.process_time() - began < 3


NAMES = st.sampled_from(
    "notes content title value authors fullname abstract venue pdate cdate DOI subtitle author"
    " given family name issued date-parts container-title institution".split()
)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=20,
)


@given(st.dictionaries(NAMES, ANY))
def test_any_json_is_a_record_or_no_answer(said: dict[str, object]) -> None:
    for read in (
        lambda: read_work({"DOI": "10.1145/1", "title": ["A"], **said}),
        lambda: read_work(said),
        lambda: read_notes(json.dumps(said).encode(), "openreview:aB3_-xYz12"),
        lambda: read_notes(json.dumps({"notes": [said]}).encode(), "openreview:aB3_-xYz12"),
    ):
        try:
            found = read()
        except NoAnswerError:
            continue
        assert found.title
        assert all(isinstance(author, str) for author in found.authors)


@given(st.binary() | st.text().map(lambda text: atom(entry(title=text)).encode("utf-8", "replace")))
def test_any_feed_is_records_or_no_answer(body: bytes) -> None:
    try:
        read_feed(body)
    except NoAnswerError:
        return


@given(st.text())
def test_any_text_is_a_question(text: str) -> None:
    question = read_question(text)
    assert all(key.partition(":")[2] for key in question.keys)


@pytest.fixture
async def sites() -> AsyncIterator[Sites]:
    async with run_sites() as sites:
        yield sites


async def test_a_hostile_answer_is_only_text(sites: Sites) -> None:
    title = "@everyone \u202eevil\u202c [x](https://evil.example) &lt;@&amp;1&gt; \u200b`code`"
    sites.feed(entry(title=title, authors=("<b>@here</b>".replace("<", "&lt;"), "\u2066x\u2069")))
    look_up = sites.look_up()
    try:
        record = (await look_up.find("2401.01234")).record
    finally:
        await look_up.close()
    assert record
    assert record.title == "@everyone evil [x](https://evil.example) <@&1> `code`"
    assert record.authors == ("<b>@here</b>", "x")
    assert "@everyone" not in escape(record.title)
    assert record.url == "https://arxiv.org/abs/2401.01234"


def test_what_is_too_long_is_cut() -> None:
    record = read_work(
        {
            "DOI": "10.1145/1",
            "title": ["boats " * 200],
            "abstract": "boats " * 10_000,
            "author": [{"family": f"F{n}", "given": "g" * 1000} for n in range(MAX_AUTHORS + 1)],
            "container-title": ["boats " * 200],
        }
    )
    assert record.title
    assert record.abstract
    assert record.venue
    assert len(record.title) <= MAX_TITLE
    assert len(record.abstract) <= MAX_ABSTRACT
    assert len(record.authors) == MAX_AUTHORS
    assert max(map(len, (*record.authors, record.venue))) <= 200

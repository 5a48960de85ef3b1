"""Cards: emphasis and links survive, the rest is literal, and every limit holds."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.papers.markup import Document, Face, Run, discord_markdown, parse, plain

LONG = parse(
    r"We introduce \textbf{hyperagents}, *self-referential* agents_that_edit themselves: see"
    r" \href{https://example.org/code}{the code} and ACT*ONOMY, **a taxonomy of agents** (more)."
)


@pytest.mark.parametrize(
    ("raw", "markdown"),
    [
        (r"introduce \textbf{hyperagents}, agents", "introduce **hyperagents**, agents"),
        ("solves *compositionally*, or", "solves *compositionally*, or"),
        ("introduce ACT*ONOMY (a", r"introduce ACT\*ONOMY (a"),
        (r"a vector, $\mu_\Delta$, and", r"a vector, μ\_Δ, and"),
        (r"we $\mbox{propose} \textbf{FuncFormer}$, a", "we propose **FuncFormer**, a"),
        (r"at \url{https://example.org/a_b}.", "at https://example.org/a_b."),
        (r"\href{https://e.org/x_(1)}{the page}", "[the page](https://e.org/x_%281%29)"),
        (r"\href{https://e.org}{A* search}", r"A\* search (<https://e.org>)"),
        (r"\href{https://e.org/b}{https://e.org/a}", "<https://e.org/b>"),
        (r"$\textbf{J}$oint `a*b` code", "**J**oint `a*b` code"),
        (r"\textbf{a}\emph{b}", "**a**\u200b*b*"),
        (r"with $\beta^*$ from \begin{equation*} x \end{equation*}", r"with β\* from x"),
        ("we introduce __Resona__, not __init__", r"we introduce **Resona**, not \_\_init\_\_"),
        ("**D**ocument r**EA**soning, 2**n**2", "**D**ocument r**EA**soning, 2\\*\\*n\\*\\*2"),
        ("a _**T**est-**T**ime_ b", "a ***T***\u200b*est-*\u200b***T***\u200b*ime* b"),
        (r"\textbf{ spaced }out", "**spaced** out"),
        ("@everyone *reads* <#12>", "@\u200beveryone *reads* <\u200b#12>"),
    ],
)
def test_a_document_becomes_discord_markdown(raw: str, markdown: str) -> None:
    assert discord_markdown(parse(raw)) == markdown


@pytest.mark.parametrize(
    ("limit", "markdown"),
    [
        (24, "We introduce…"),
        (28, "We introduce…"),
        (29, "We introduce **hyperagents**…"),
        (50, "We introduce **hyperagents**, *self-referential*…"),
        (67, "We introduce **hyperagents**, *self-referential*…"),
        (69, r"We introduce **hyperagents**, *self-referential* agents\_that\_edit…"),
    ],
)
def test_the_limit_counts_escapes_and_closing_marks(limit: int, markdown: str) -> None:
    assert discord_markdown(LONG, limit) == markdown


def test_a_link_is_kept_whole_or_left_out() -> None:
    for limit in range(1, 260):
        short = discord_markdown(LONG, limit)
        assert len(short) <= limit
        assert short.count("[") == short.count("](https://example.org/code)")


FACES = st.sampled_from([Face.PLAIN, Face.BOLD, Face.ITALIC, Face.BOLD | Face.ITALIC, Face.CODE])
TEXTS = st.text(st.sampled_from("ab *_`|~\\<@:é👍🏽中"), min_size=1, max_size=20)
LINKS = st.sampled_from([None, None, "https://example.org/a_b"])
RUNS = st.lists(st.builds(Run, TEXTS, FACES, LINKS), min_size=1, max_size=6).map(tuple)
DOCUMENTS = st.lists(RUNS, max_size=3).map(lambda paragraphs: Document(tuple(paragraphs)))


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS, st.integers(0, 120))
def test_any_document_fits_any_limit_with_every_mark_closed(document: Document, limit: int) -> None:
    short = discord_markdown(document, limit)
    assert len(short) <= limit
    bare = re.sub(r"`[^`]+`|\\.", "", short)
    assert "`" not in bare
    assert bare.count("*") % 2 == 0
    whole = discord_markdown(document)
    assert discord_markdown(document, len(whole)) == whole


PIECES = [*"ab1 \n$\\{}*_`[]()^~-'<@!&:/|#>", "https://e.org/", "@everyone", "**a**", "\\textbf{"]
RAW = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def test_an_address_does_not_swallow_the_mark_behind_it() -> None:
    shown = discord_markdown(parse("\\https://example.org/`code`"))
    assert shown == "<https://example.org/>`code`"


@settings(max_examples=200, deadline=None)
@given(RAW)
@example("\\https://e.org/`a>`")
def test_no_source_pings_or_leaves_a_mark_open(raw: str) -> None:
    shown = discord_markdown(parse(raw))
    assert not re.search(r"@(?:everyone|here)|<(?:@[!&]?|#)\d|</\w|<t:|<a?:\w+:\d", shown)
    bare = re.sub(r"<?https?://[^\s<>]+>?|`[^`]+`|\\.", "", shown)
    assert "`" not in bare
    assert "_" not in bare
    assert bare.count("*") % 2 == 0


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab *_.\n中"), max_size=80), st.integers(1, 40))
def test_what_is_shown_is_the_beginning_of_the_text(raw: str, limit: int) -> None:
    document = parse(raw, markdown=False)
    short = re.sub(r"\\([^A-Za-z0-9\s])", r"\1", discord_markdown(document, limit))
    assert plain(document).startswith(" ".join(short.removesuffix("…").split()))

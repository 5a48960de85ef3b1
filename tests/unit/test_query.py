"""What a member typed, read as words and filters: right values, and never an error."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.papers.search.query import MAX_FILTERS, MAX_TEXT, Query, Years, read_query
from bot.papers.words import words

NEURAL = Query("graph neural nets", phrases=("neural nets",))
READ = [
    ("", Query("")),
    ("  Graph \t diffusion\n", Query("Graph diffusion")),
    ("gra\u200bph \u202edif\u00adfusion\u2069", Query("graph diffusion")),
    ("葛\U000e0100城 gra\U000e0020ph", Query("葛城 graph")),
    ("graph\0nets \ud800", Query("graph nets")),
    # phrases
    ('"exact phrase"', Query("exact phrase", phrases=("exact phrase",))),
    ('graph "neural nets"', NEURAL),
    ("graph “neural nets”", NEURAL),
    ("graph „neural nets“", NEURAL),
    ("graph ”neural nets”", NEURAL),
    ("graph «neural  nets»", NEURAL),
    ("graph 「neural nets」", NEURAL),
    ("graph 『 neural nets 』", NEURAL),
    ("graph ＂neural nets＂", NEURAL),
    ('"graph" x "nets"', Query("graph x nets", phrases=("graph", "nets"))),
    ('"a" "a"', Query("a a", phrases=("a",))),
    ("关于“扩散模型”的研究", Query("关于 扩散模型 的研究", phrases=("扩散模型",))),
    ('关于"扩散模型"的研究', Query("关于 扩散模型 的研究", phrases=("扩散模型",))),
    ('a "b “c” d" e', Query("a b c d e", phrases=("b c d",))),
    ('"?!" graph', Query("?! graph")),
    ('""', Query("")),
    ('"open graph', Query("open graph")),
    ('graph 5" and 7" screens', Query("graph 5 and 7 screens")),
    ("don't 'quote' Bayes’ rule", Query("don't 'quote' Bayes’ rule")),
    ('"-author:Yu"', Query("- author Yu", phrases=("- author Yu",))),
    ('"author:Yu"', Query("author: Yu", phrases=("author: Yu",))),
    # exclusions
    ("graph -diffusion", Query("graph", without=("diffusion",))),
    ("-diffusion graph", Query("graph", without=("diffusion",))),
    ("graph −diffusion –image", Query("graph", without=("diffusion", "image"))),
    ("图 －扩散 －“生成 模型”", Query("图", without=("扩散", "生成 模型"))),
    ('graph -"neural  nets"', Query("graph", without=("neural nets",))),
    ("graph -“neural nets”", Query("graph", without=("neural nets",))),
    ("图 -扩散", Query("图", without=("扩散",))),
    ("graph -few-shot, nets", Query("graph nets", without=("few-shot",))),
    ("graph -author:Yu", Query("graph", without=("Yu",))),
    ('graph -author:"Yann LeCun"', Query("graph", without=("Yann LeCun",))),
    *((text, Query(text)) for text in (
        "-", "--", "- graph", "graph -", "graph --nets", "few-shot", "GPT-4", "state-of-the-art",
        "-graph", "-graph -nets", "-graph ?!", '-"graph nets"', "a -_b", "graph -?",
    )),
    ("author:Yu -graph", Query(authors=("Yu",), without=("graph",))),
    ("year:2024 -graph", Query(years=Years(2024, 2024), without=("graph",))),
    ("list:a -graph", Query(lists=("a",), without=("graph",))),
    ("name:a -graph", Query(names=("a",), without=("graph",))),
    ('"graph"-nets', Query("graph - nets", phrases=("graph",))),
    # fields
    ("author:Yu graph", Query("graph", authors=("Yu",))),
    ('author:"Yann LeCun"', Query(authors=("Yann LeCun",))),
    ("AUTHORS:Yu au:“Li, Fei-Fei” 作者：于", Query(authors=("Yu", "Li, Fei-Fei", "于"))),
    ("author:O'Brien, graph", Query("graph", authors=("O'Brien",))),
    ("author：Yu", Query(authors=("Yu",))),
    ("ａｕｔｈｏｒ：Yu ＡＵ:于 ｙeａr：２０２４", Query(
        authors=("Yu", "于"), years=Years(2024, 2024))),
    ("图 －ｌｉｓｔ：会议", Query("图", without=("会议",))),
    ("name:hypertree 名称:ACT*ONOMY", Query(names=("hypertree", "ACT*ONOMY"))),
    ('list:neurips List:"NeurIPS 2026" 列表：会议', Query(
        lists=("neurips", "NeurIPS 2026", "会议"))),
    *((text, Query(text)) for text in (
        "author:", "graph author:", "author: Yu", "author:?", "title: graph", "rank:graph",
        "coauthor:Yu", "author", "x:y", "year:soon", "year:", "year:..", "year:20245",
        "year:2024.2026", "year:>9999", "year:<0000", "year: 2024", "year:2024..2025..2026",
    )),
    ('title:"neural nets"', Query("title: neural nets", phrases=("neural nets",))),
    ('author:"open', Query("author: open")),
    ("lıſt:a lİst:b", Query(lists=("a", "b"))),  # Unicode's other i and s match without case
    # LaTeX, and names that only look like markup
    (r"$\ell_1$ norm", Query("ℓ₁ norm")),
    (r"G\"odel \"machine", Query("Gödel m\u0308achine")),
    (r'G\"odel "machine age"', Query("Gödel machine age", phrases=("machine age",))),
    (r"author:Sch\"olkopf", Query(authors=("Schölkopf",))),
    (r"C:\foo graph", Query("C:foo graph")),
    (r"\emph{graph} nets\cite{Yu24}", Query("graph nets")),
    (r"\cite{Yu24}", Query("cite{Yu24}")),
    ("costs $5 or $6", Query("costs 5 or 6")),
    ("List<b> of $k$", Query("List<b> of k")),  # no letter is lost to what looks like a tag
    *((text, Query(text)) for text in (
        "LoRA+", "C#", "C++", "ACT*ONOMY", "*a* _b_ __c__ `d`", "# a", "a_b_c",
        "~tilde & x%", ".NET",
    )),
    # links
    ("2401.01234", Query("2401.01234", identifiers=("arxiv:2401.01234",))),
    ("<https://arxiv.org/abs/2401.01234v2>", Query(
        "<https://arxiv.org/abs/2401.01234v2>", identifiers=("arxiv:2401.01234",))),
    ("doi:10.1145/ABC", Query("doi:10.1145/ABC", identifiers=("doi:10.1145/abc",))),
    ("https://x.org/$a", Query("https://x.org/$a", identifiers=("url:x.org/$a",))),
    ("see 2401.01234", Query("see 2401.01234")),
    ("author:Yu 2401.01234", Query("2401.01234", authors=("Yu",))),
]  # fmt: skip
YEARS = [
    ("year:2024", (2024, 2024), "year:2024"),
    ("YEAR：２０２４，", (2024, 2024), "year:2024"),
    ("年份:2024", (2024, 2024), "year:2024"),
    ("年:2024～2026", (2024, 2026), "year:2024..2026"),
    ("year:2024..2026", (2024, 2026), "year:2024..2026"),
    ("year:2024-2026", (2024, 2026), "year:2024..2026"),
    ("year:2024–2026", (2024, 2026), "year:2024..2026"),
    ('year:"2024…2026"', (2024, 2026), "year:2024..2026"),
    ("year:2026..2024", (2024, 2026), "year:2024..2026"),
    ("year:2024..2024", (2024, 2024), "year:2024"),
    ("year:..2024", (None, 2024), "year:..2024"),
    ("year:2024..", (2024, None), "year:2024.."),
    ("year:>=2024", (2024, None), "year:2024.."),
    ("year:>2024", (2025, None), "year:2025.."),
    ("year:<2024", (None, 2023), "year:..2023"),
    ("year:<=2024", (None, 2024), "year:..2024"),
    ("year:>=2020 year:<2024", (2020, 2023), "year:2020..2023"),
    ("year:2020..2025 year:2024..2026", (2024, 2025), "year:2024..2025"),
    ("year:2020 year:2024", (2024, 2024), "year:2024"),
]


@pytest.mark.parametrize(("typed", "query"), READ)
def test_what_was_typed_is_read(typed: str, query: Query) -> None:
    assert read_query(typed) == query


@pytest.mark.parametrize(("typed", "years", "filter_"), YEARS)
def test_years_are_read(typed: str, years: tuple[int | None, int | None], filter_: str) -> None:
    query = read_query(f"graph {typed}")
    assert query == Query("graph", years=Years(*years))
    assert query.filters == (filter_,)


def test_filters_read_as_one_would_type_them() -> None:
    typed = (
        '年：2024-2026 -"graph  neural" 作者：Yu "exact phrase" list:“NeurIPS 2026” -diffusion'
        ' name:hypertree au:"LeCun, Yann" x'
    )
    query = read_query(typed)
    assert query.filters == (
        '"exact phrase"',
        "author:Yu",
        'author:"LeCun, Yann"',
        "name:hypertree",
        'list:"NeurIPS 2026"',
        "year:2024..2026",
        '-"graph neural"',
        "-diffusion",
    )
    assert query.canonical == " ".join((*query.filters[1:], query.filters[0], "x"))


def test_of_a_kind_the_first_few_are_kept() -> None:
    many = range(MAX_FILTERS + 2)
    typed = " ".join(f'author:a{n} name:n{n} list:l{n} -w{n} "p{n}"' for n in many)
    query = read_query(typed)
    for kind in ("authors", "names", "lists", "without", "phrases"):
        assert getattr(query, kind) == tuple(f"{kind[0]}{n}" for n in range(MAX_FILTERS))
    assert query.text == " ".join(f"p{n}" for n in many)


@pytest.mark.parametrize("typed", ["x" * 9_999, "论" * 9_999, "au:a " * 8 + "word " * 2_000])
def test_a_long_text_is_cut(typed: str) -> None:
    query = read_query(typed)
    assert MAX_TEXT - 60 < len(query.text) <= MAX_TEXT
    assert read_query(query.canonical) == query


MARKS = "\" “ ” „ « » 「 」 ＂ - − – － : ： ? , ; ~ % _ * # < > { } $ \\ `` ' ͺ ｡"
LANGUAGE = (
    "author author: AU: ａｕ： 作者： year: 年: list: 名称: title: lıst: -year: -author: .. … >="
    " -2026"
)
WORDS = '2024 0000 9999 １ graph nets a 扩散 \\ell \\cite{ \\" https:// x.org/y 2401.01234 10.1145/'
FRAGMENTS = st.sampled_from(
    [*" \u3000 \u200b\0\ud800", *MARKS.split(), *LANGUAGE.split(), *WORDS.split()]
)
TYPED = st.lists(FRAGMENTS | st.text(max_size=2), max_size=40).map("".join)
LONG = st.builds(lambda head, part, tail: head + part * 900 + tail, TYPED, FRAGMENTS, TYPED)


@given(st.text(st.characters()) | TYPED | LONG)
@example('author:"-x ' + "-x " * 999)
@example("-" + '"-a -b ' * 700)
@example('"' + "-author:" * 240 + 'x"')
@example("AU:" * 900)
@example('"-author:"')
@example("年:2024 " + "作者:a " * 300 + "x" * 300)
def test_any_text_is_read_and_its_canonical_spelling_says_the_same(typed: str) -> None:
    query = read_query(typed)
    assert read_query(query.canonical) == query
    assert len(query.canonical) <= MAX_TEXT
    assert query.canonical.isprintable() or not query.canonical.isascii()
    assert query.text == " ".join(query.text.split())
    for phrase in query.phrases:
        assert words(phrase)
        assert f" {phrase} " in f" {query.text} "
    for values in (query.phrases, query.without, query.authors, query.names, query.lists):
        assert len(values) <= MAX_FILTERS


def test_a_filter_behind_the_cut_is_not_read() -> None:
    assert read_query("x" * MAX_TEXT + " author:Yu") == Query("x" * MAX_TEXT)


PLAIN = st.lists(st.sampled_from(["graph", "LoRA+", "few-shot", "GPT-4", "扩散", "x:y", "#", "é"]))


@given(PLAIN.map(" ".join))
def test_plain_text_stays_as_typed(typed: str) -> None:
    assert read_query(typed) == Query(typed)

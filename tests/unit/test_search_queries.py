"""Whatever is typed: words and nothing else, never an error, never the whole list."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.papers.paper import Record
from bot.papers.scope import Filter
from tests.library import HOME, Library

TITLES = [
    "Graph Diffusion Without Labels",
    "Near Neighbours for Graph Search",
    "To Be or Not to Be Pruned",
    "The Title Field Considered Harmful",
    "Of Mice and Models",
]
HOSTILE = [
    *("*", "**", '"', '""', '"open', "'", "''", "AND", "OR", "NOT", "NOT graph", "graph AND"),
    *("AND graph", "graph OR", "NEAR", "NEAR(", "NEAR(graph diffusion", "(graph", "graph)", "((("),
    *("NEAR(graph diffusion, 5)", "^graph", "{title}: graph", "{title abstract}: graph", "-graph"),
    *("graph -diffusion", "- graph", "graph + diffusion", "+", "+ +", ".", "…", "?!", "\\", "%"),
    *("_", ";", "--", "/* x */", "\u200b", "a\0b", "graph\0", '"graph" OR "1"="1"', "rank:graph"),
    *("x:y", "a=b", "[br]", "<x>", "$5", "😀", "title: graph", "headline:the", "t*", "a", "the"),
    *("of the", "𞤀𞤁", "½", "ﬁ", "ǅ", "ß", "\U0001e900x", "x" * 200, "graph " * 33, "論", "が", "ｶﾞ"),
]


@pytest.mark.parametrize("query", HOSTILE)
async def test_no_query_is_an_error_or_lists_everything(library: Library, query: str) -> None:
    await library.hold(TITLES)
    results = await library.search.find(query, HOME)
    assert len(results.paper_ids) < len(TITLES)
    for paper_id in results.paper_ids:
        assert await library.catalog.get(paper_id, HOME)
    assert len(await library.search.suggest(query, HOME, 25)) <= 25


@pytest.mark.parametrize("query", ["", "   ", "\t\n", "\u3000", "?!", "😀", "\0"])
async def test_a_query_without_words_finds_nothing(library: Library, query: str) -> None:
    await library.hold(TITLES)
    assert (await library.search.find(query, HOME)).paper_ids == ()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("graph AND diffusion", TITLES[0]),
        ("NEAR neighbours", TITLES[1]),
        ("to be or not to be", TITLES[2]),
        ("TITLE: harmful", TITLES[3]),
        ("mice, models", TITLES[4]),
        ("of", TITLES[4]),
        ("harmfull", TITLES[3]),
        ("neigbours grpah", TITLES[1]),
        ("dif", TITLES[0]),
    ],
)
async def test_operators_are_words(library: Library, query: str, first: str) -> None:
    await library.hold(TITLES)
    assert (await library.found(query))[:1] == [first]


async def test_a_column_of_the_index_is_no_filter(library: Library) -> None:
    await library.hold(
        [Record(title="One thing", abstract="It is called a quince."), "Headline: x"]
    )
    assert await library.found("body: quince") == ["One thing"]
    assert await library.found("headline quince") == ["Headline: x", "One thing"]


MARKED = [
    Record(title="Erdős–Rényi Graphs under Schrödinger Noise", authors=("Łukasz Økland",)),
    Record(title="Naïve Café Recommenders", authors=("João Muñoz",)),
    Record(title="Fréchet Means for Fast Retrieval", authors=("Zoë Groß",)),
    Record(title="Poincaré Embeddings, Revisited", authors=("Đorđe Koč",)),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        *[(query, 0) for query in ("Erdos", "ERDŐS", "erdos renyi", "Erdős-Rényi", "schrodinger")],
        *[(query, 0) for query in ("Lukasz", "Okland", "økland")],
        *[(query, 1) for query in ("naive cafe", "Joao Munoz", "cafe\u0301")],
        *[(query, 2) for query in ("frechet", "gross", "Groß", "zoe")],
        *[(query, 3) for query in ("Dorde", "poincare")],
    ],
)
async def test_accents_may_be_left_out(library: Library, query: str, found: int) -> None:
    await library.hold(MARKED)
    assert await library.found(query) == [MARKED[found].title]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("图神", ["面向分子的图神经网络研究"]),
        ("神经网络", ["面向分子的图神经网络研究", "GPT与神经网络"]),
        ("分子", ["面向分子的图神经网络研究"]),
        ("gpt 网络", ["GPT与神经网络"]),
        ("推論", ["因果推論の基礎"]),
        ("網路", []),
        ("络网", []),
    ],
)
async def test_part_of_a_chinese_title_is_enough(
    library: Library, query: str, found: list[str]
) -> None:
    await library.hold(["面向分子的图神经网络研究", "因果推論の基礎", "GPT与神经网络"])
    assert sorted(await library.found(query)) == sorted(found)


@pytest.mark.parametrize("query", ["gross", "Łukasz", "lukasz", "神经", "office", "한국", "がく"])
async def test_an_abstract_is_searched_as_a_title_is(library: Library, query: str) -> None:
    abstract = "Groß and Łukasz sit in the oﬃce over 图神经网络, 한국어 and だいがく."
    await library.hold([Record(title="Polyglots", abstract=abstract)])
    assert await library.found(query) == ["Polyglots"]


@pytest.mark.parametrize(("code", "found"), [("P-2", 1), ("p2", 1), ("P–2", 1), (" p - 2 ", 1)])
async def test_a_code_finds_its_paper_alone(library: Library, code: str, found: int) -> None:
    await library.hold(TITLES)
    assert await library.found(code) == [TITLES[found]]


async def test_a_code_of_no_paper_is_read_as_words(library: Library) -> None:
    await library.hold([*TITLES, "On P-99 and other codes"])
    for code in ("P-99", "p 99"):
        assert await library.found(code) == ["On P-99 and other codes"]


async def test_list_and_year_narrow_the_search(seeded: Library) -> None:
    await seeded.hold(["Hyperbolic quilts"], name="Quilts", year=2025, source="quilts")
    lists = {one.name: one.id for one in await seeded.catalog.lists(HOME)}
    everywhere = (await seeded.search.find("hyperbolic", HOME)).paper_ids
    assert len(everywhere) > 1
    for among in (
        Filter(years=(2025, 2025)),
        Filter(list_ids=(lists["Quilts"],)),
        Filter(list_ids=(lists["Quilts"],), years=(2025, 2025)),
    ):
        assert (await seeded.search.find("hyperbolic", HOME, among)).paper_ids == (38,)
        results = await seeded.search.find("hypertre", HOME, among)
        assert (results.paper_ids, results.nearest, results.corrected) == ((), (), None)
    newer = await seeded.search.find(
        "hyperbolic", HOME, Filter(list_ids=(lists["NeurIPS 2026"],), years=(2026, 2026))
    )
    assert set(newer.paper_ids) == set(everywhere) - {38}
    assert (await seeded.search.find("P-38", HOME, Filter(years=(2026, 2026)))).paper_ids == ()


async def test_half_of_the_words_are_enough(seeded: Library) -> None:
    results = await seeded.search.find("hyperbolic xylophone representation kazoo", HOME)
    assert results.relaxed
    [paper] = await seeded.catalog.get_many(results.paper_ids[:1], HOME)
    assert "hyperbolic" in paper.plain


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    query=st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from([*HOSTILE, "graph", "AND", "hyper", "P-3"]), max_size=6).map(
            " ".join
        ),
    )
)
async def test_search_never_raises(seeded: Library, query: str) -> None:
    results = await seeded.search.find(query, HOME)
    assert len(set(results.paper_ids)) == len(results.paper_ids)
    assert len(await seeded.search.suggest(query, HOME, 25)) <= 25


async def test_a_quoted_run_of_words_finds_its_paper_before_papers_of_the_topic(
    library: Library,
) -> None:
    said = "the motion of the plane so that the graph may be learnt"
    await library.hold(
        [
            Record("The Motion Graph of a Plane", "A plane graph may be learnt by the motion."),
            Record("Kites", f"We turn {said} from kites."),
            *(Record(f"Learnt Motion {n}", "That graph, the plane, may be so.") for n in range(30)),
        ]
    )
    for quote in (said, "motion of the plane so that", "so that the graph may be"):
        assert (await library.search.find(quote, HOME)).paper_ids[0] == 2, quote

"""The small language of a query, its options, and the walls between guilds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.papers.paper import Record
from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search.service import Results, Sort
from tests.library import AWAY, HOME, NOW, SOMEBODY, Library

ICML = [
    Record("Graph Learning at Scale", "Hyperbolic space.", ("Bei Yu", "Yann Ng")),
    Record("Graph Models that Learn", "A learned model of quilts.", ("Yujia Chen", "Cun Le")),
    Record("Large Language Models for Law", "Language model tests.", ("Yann LeCun", "Li Yu")),
    Record("Small Language Models", "Quilts again.", ("Yann Dubois", "Eve LeCun")),
    Record("HyperTree: Trees in Space", "We call it HyperTree.", ("O'Brien, Kay", "Jürgen Müller")),
]
NEURIPS = [Record("Old Graph Diffusion", "Of 2019."), Record("Kernel Methods", "Old ones.")]
CHINESE = [
    Record("基于扩散模型的图像生成", "一种新的方法。", ("王伟明", "张伟")),
    Record("面向分子的图神经网络", "用GPT与神经网络。", ("王伟", "Kim 김철수")),
]
NEW = [Record("New Graph Diffusion", None, ("Bei Yu",))]
IDS = {"icml": [1, 2, 3, 4, 5], "neurips": [6, 7], "chinese": [8, 9], "new": [10]}


@pytest.fixture
async def shelves(library: Library) -> Library:
    """Four lists of four years."""
    for name, year, records in (
        ("ICML 2024", 2024, ICML),
        ("NeurIPS 2019", 2019, NEURIPS),
        ("论文列表", 2025, CHINESE),
        ("Today", 2026, NEW),
    ):
        lines = [replace(record, line=line) for line, record in enumerate(records)]
        await library.hold(lines, name=name, year=year, source=name)
    return library


FILTERED = [
    # An exact phrase: the words as they are, next to each other, in this order.
    ('"graph learning"', {1}, ('"graph learning"',)),
    ('"Graph Models"', {2}, ('"Graph Models"',)),
    ('"graph model"', set(), ('"graph model"',)),
    ('"learning graph"', set(), ('"learning graph"',)),
    ('"learned model"', {2}, ('"learned model"',)),
    ('"language model"', {3}, ('"language model"',)),
    ("“graph diffusion”", {6, 10}, ('"graph diffusion"',)),
    ('"Yann LeCun"', {3}, ('"Yann LeCun"',)),
    ('"扩散模型"', {8}, ('"扩散模型"',)),
    ('"扩散"', {8}, ('"扩散"',)),
    ('"模型扩散"', set(), ('"模型扩散"',)),
    ("「图神经网络」", {9}, ('"图神经网络"',)),
    ('"gpt与神经"', {9}, ('"gpt与神经"',)),
    # Without: words and phrases.
    ("graph -diffusion", {1, 2}, ("-diffusion",)),
    ('graph -"graph diffusion"', {1, 2}, ('-"graph diffusion"',)),
    ('"graph diffusion" -old', {10}, ('"graph diffusion"', "-old")),
    ("graph -learning -diffusion", set(), ("-learning", "-diffusion")),
    ("graph -author:yu", {2, 6}, ("-yu",)),
    ("图 -扩散", {9}, ("-扩散",)),
    ("图 -扩散模型", {9}, ("-扩散模型",)),
    ("图 -图神经网络", {8}, ("-图神经网络",)),
    # Authors, by whole words of one person.
    ("author:yu", {1, 3, 10}, ("author:yu",)),
    ("AUTHOR：Yu", {1, 3, 10}, ("author:Yu",)),
    ("author:Yujia", {2}, ("author:Yujia",)),
    ('author:"Yann LeCun"', {3}, ('author:"Yann LeCun"',)),
    ('author:"lecun, yann"', {3}, ('author:"lecun, yann"',)),
    ('author:"Le Cun"', {2}, ('author:"Le Cun"',)),
    ('author:"Yann Yu"', set(), ('author:"Yann Yu"',)),
    ("author:yu author:ng", {1}, ("author:yu", "author:ng")),
    ("author:o'brien", {5}, ("author:o'brien",)),
    ("author:muller", {5}, ("author:muller",)),
    ("author:mueller", {5}, ("author:mueller",)),
    ("graph author:nobody", set(), ("author:nobody",)),
    ("author:张伟", {8}, ("author:张伟",)),
    ("author:王伟明", {8}, ("author:王伟明",)),
    ("作者:王伟", {9}, ("author:王伟",)),
    ('author:"Kim 김철수"', {9}, ('author:"Kim 김철수"',)),
    # Years.
    ("year:2024", {1, 2, 3, 4, 5}, ("year:2024",)),
    ("year:2024..2026", {1, 2, 3, 4, 5, 8, 9, 10}, ("year:2024..2026",)),
    ("year:2026-2025", {8, 9, 10}, ("year:2025..2026",)),
    ("year:>2024", {8, 9, 10}, ("year:2025..",)),
    ("年份:<=2019", {6, 7}, ("year:..2019",)),
    ("graph year:..2023", {6}, ("year:..2023",)),
    # Lists and names.
    ("list:icml", {1, 2, 3, 4, 5}, ("list:icml",)),
    ('list:"NeurIPS 2019"', {6, 7}, ('list:"NeurIPS 2019"',)),
    ("列表:论文", {8, 9}, ("list:论文",)),
    ("list:neurips list:today", {6, 7, 10}, ("list:neurips", "list:today")),
    ("name:hyper", {5}, ("name:hyper",)),
    ('name:"Hyper Tree"', {5}, ('name:"Hyper Tree"',)),
    ("name:tree", set(), ("name:tree",)),
    ("graph year:2024 author:yu list:icml", {1}, ("author:yu", "list:icml", "year:2024")),
]


@pytest.mark.parametrize(("query", "found", "filters"), FILTERED)
async def test_a_filter_narrows_and_is_said(
    shelves: Library, query: str, found: set[int], filters: tuple[str, ...]
) -> None:
    results = await shelves.search.find(query, HOME)
    assert (set(results.paper_ids), results.filters) == (found, filters)
    assert results.corrected is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        *[(f"kernel methods {wrong}", [7]) for wrong in ("year:abc", "year:99999", "color:red")],
        *[(query, [7]) for query in ("kernel author:", 'kernel author:"?!"', "k:kernel")],
        *[(query, [7]) for query in ("kernel list:nosuch", 'list:"no such" kernel', "kernel -")],
        *[
            (query, [7])
            for query in ("- kernel", "-kernel", 'kernel"', '"unclosed kernel', "kernel name:")
        ],
        ("author: dubois", [4]),
        ("list:diffusion", [10, 6]),
    ],
)
async def test_what_is_no_filter_is_text(shelves: Library, query: str, found: list[int]) -> None:
    results = await shelves.search.find(query, HOME)
    assert (list(results.paper_ids), results.filters) == (found, ())


NO_TEXT = [
    (Filter(list_ids=(2,)), [7, 6]),
    (Filter(years=(2025, None)), [10, 9, 8]),
    (Filter(years=(None, 2019)), [7, 6]),
    (Filter(authors=("yu",)), [10, 3, 1]),
    (Filter(authors=("王伟明",)), [8]),
    (Filter(names=("hypertree",)), [5]),
    (Filter(without=("graph",), years=(2024, 2024)), [5, 4, 3]),
    (Filter(without=("图像生成",), years=(2025, 2025)), [9]),
    (Filter(authors=("yu",), years=(2024, 2024)), [3, 1]),
]


@pytest.mark.parametrize(("among", "found"), NO_TEXT)
async def test_options_alone_browse_the_newest_first(
    shelves: Library, among: Filter, found: list[int]
) -> None:
    for sort in Sort:
        results = await shelves.search.find("", HOME, among, sort)
        assert (list(results.paper_ids), results.complete) == (found, len(found))
    assert await shelves.catalog.ids(HOME, among) == sorted(found)


@pytest.mark.parametrize(
    ("query", "among", "found"),
    [
        ("graph", Filter(years=(None, 2024)), [2, 1, 6]),
        ("graph author:yu", Filter(years=(2025, None)), [10]),
        ("graph year:2024..", Filter(years=(None, 2025)), [2, 1]),
        ("graph year:2019", Filter(years=(2024, None)), []),
        ("author:yu", Filter(authors=("bei",)), [10, 1]),
        ("graph -models", Filter(without=("diffusion",)), [1]),
        ("diffusion list:neurips", Filter(list_ids=(1,)), []),
        ("year:2024 list:icml", Filter(names=("hyper",)), [5]),
        ("P-1", Filter(years=(2019, 2019)), []),
        ("P-1", Filter(years=(2024, 2024)), [1]),
    ],
)
async def test_what_is_typed_and_the_options_hold_together(
    shelves: Library, query: str, among: Filter, found: list[int]
) -> None:
    results = await shelves.search.find(query, HOME, among, Sort.NEWEST)
    assert list(results.paper_ids) == found


async def test_only_papers_with_a_title(library: Library) -> None:
    await library.hold([Record(None, "We present Quilter, a quilting robot."), "Quilter robots"])
    assert (await library.search.find("quilter", HOME, Filter(titled=True))).paper_ids == (2,)
    assert set((await library.search.find("quilter", HOME)).paper_ids) == {1, 2}


async def test_the_best_or_the_newest_first(shelves: Library) -> None:
    await shelves.hold(["On graphs and of learning"], name="Z", year=2000, source="z")
    best = await shelves.search.find("graph learning", HOME)
    newest = await shelves.search.find("graph learning", HOME, EVERYTHING, Sort.NEWEST)
    assert best.paper_ids[0] == 1
    assert newest.paper_ids[-1] == 11
    assert set(best.paper_ids) == set(newest.paper_ids)


SECRET = Record(
    title="Diffuson Zebrafish: Hyprtree Krnels",
    abstract="A quokka of wombats. 秘密的扩散模型网络。",
    authors=("Secret Person", "Bei Yu"),
    url="https://arxiv.org/abs/2401.01234",
)
ATTACKS = """zebrafish|zebrafsh|quokka|quokkas|秘密|秘密的扩散模型网络|secret person|secret|diffuson
diffusion|hyprtree|krnels|kernel|graph|"diffuson zebrafish"|"wombats"|"秘密"|author:secret|author:yu
author:"Secret Person"|list:hidden|list:"Hidden list"|list:hidden graph|name:diffuson|name:hyprtree
name:d|year:2030|year:2024..|year:2030 list:hidden|-graph zebrafish|graph -zebrafish|P-11|P-12|p13
https://arxiv.org/abs/2401.01234|2401.01234|arxiv:2401.01234|krnels -graph|graph quokka zebrafish
wombat|diffuson zebrafish hyprtree krnels|graph krnels|hyprtree spcae|扩散|网络""".replace(
    "\n", "|"
)


async def hide(library: Library, count: int) -> None:
    """Add papers that only AWAY sees."""
    for number in range(count):
        record = replace(SECRET, title=f"{SECRET.title} {number}" if number else SECRET.title)
        await library.desk.add(record, "Hidden list", guild_id=AWAY, by_user=SOMEBODY, now=NOW)
    async with library.database.write() as connection:
        await connection.execute("UPDATE heading SET year = 2030 WHERE guild_id = ?", (AWAY,))


def _shown(results: Results) -> Results:
    return replace(results, terms=())  # what is bold, if the papers hold it


@pytest.mark.parametrize("query", ATTACKS.split("|"))
async def test_no_guild_learns_of_the_papers_of_another(shelves: Library, query: str) -> None:
    options = [EVERYTHING, Filter(years=(2024, None)), Filter(authors=("yu",))]
    before = [await shelves.search.find(query, HOME, among) for among in options]
    suggested = await shelves.search.suggest(query, HOME, 25)
    await hide(shelves, 3)
    for among, results in zip(options, before, strict=True):
        assert _shown(await shelves.search.find(query, HOME, among)) == _shown(results)
    assert await shelves.search.suggest(query, HOME, 25) == suggested


async def test_many_near_words_of_another_guild_crowd_nothing_out(shelves: Library) -> None:
    for letter in "abcdefghijklmnopqrst":
        await shelves.add(f"diffu{letter}ion diffus{letter}on xiffu{letter}ion", AWAY)
    results = await shelves.search.find("diffuzion", HOME)
    assert (set(results.paper_ids), results.corrected) == ({6, 10}, "diffusion")


async def test_the_other_guild_finds_its_own(shelves: Library) -> None:
    await hide(shelves, 1)
    for query in ("zebrafish", "author:secret", "list:hidden", "year:2030", "2401.01234", "秘密"):
        assert (await shelves.search.find(query, AWAY)).paper_ids == (11,), query
    assert await shelves.search.authors("secr", HOME, 25) == []
    assert await shelves.search.authors("secr", AWAY, 25) == ["Secret Person"]
    assert await shelves.search.similar(11, HOME, 5) == []


async def test_a_title_in_quotes_with_a_slip_is_found_and_it_says_so(shelves: Library) -> None:
    results = await shelves.search.find('"Large Langage Models for Law"', HOME)
    assert (results.paper_ids[0], results.unquoted) == (3, True)
    results = await shelves.search.find('"Large Language Models for Law"', HOME)
    assert (results.paper_ids, results.unquoted) == ((3,), False)


async def test_words_at_the_end_of_a_long_title_count_as_title(library: Library) -> None:
    long = "A very long title " + "about one thing and another " * 4 + "with a quince"
    await library.hold([Record("Apples", "A quince here, a quince there, a quince."), Record(long)])
    assert (await library.found("quince"))[0].startswith("A very long title")

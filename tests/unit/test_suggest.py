"""What is offered while someone types."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.papers.paper import Record
from tests.library import AWAY, HOME, Library

PAPERS = [
    Record("Graph Diffusion Without Labels", "On kites.", ("Bei Yu", "Yann LeCun")),
    Record("Near Neighbours for Graph Search", None, ("Yujia Chen",)),
    Record("HyperTree: Trees in Hyperbolic Space", None, ("Jürgen Müller", "Anna Müller")),
    Record("Psy-CoT: Stepwise Counselling", "Psy-CoT is careful.", ("Bei Yu",)),
    Record("基于扩散模型的图像生成综述", None, ("王伟明", "张伟")),
    Record("GPT与神经网络", None, ("Łukasz Økland",)),
    Record("A C++ Toolkit for Robots", None, ("Zoë Groß",)),
    Record("Segmentation of Retinal Scans", "Diffusion is named here.", ("Ann O'Neil",)),
]


@pytest.fixture
async def shelf(library: Library) -> Library:
    """Eight papers, P-1 to P-8."""
    await library.hold([replace(record, line=line) for line, record in enumerate(PAPERS)])
    return library


@pytest.mark.parametrize(
    ("first", "typed"),
    [
        (1, "graph d|Graph Diffusion|graph diff|grpah d|diffusion lab|labels graph|without lab"),
        (1, "diffusion|difusion wit|graph dffusion w|Graph Diffusion Without Labels"),
        (2, "near|Near Neigh|neighbours gra|graph search|neer neigh|neighbors"),
        (3, "hyper|hyp|HyperT|hypertree: tr|hyper tree|hypertre|trees in|hyperbolic sp|spac"),
        (3, "hpyertree|hypretree trees|hyperbolc space|müll|muller"),
        (4, "psy|psyc|psy-c|Psy-CoT|psy cot|PSYCOT|stepwise coun|counse|stepwize coun"),
        (5, "基|基于|基于扩|扩|扩散|扩散模|扩散模型|图像生|图像|综述|像|扩散模型 综"),
        (6, "gpt|GPT与|gpt与神|神经|神经网|神经网络|网|gpt 神"),
        (7, "c++|C++ to|a c++|toolkit rob|robots"),
        (8, "seg|segm|segmnetation|segmentation of r|retin|retnial sc|scan|o'nei"),
        (1, "difus|diffsi|diffusin wi|labesl"),
        (3, "hypretr|hypebol|hyprebol sp"),
        (8, "segmne|segmenta|retnia"),
        (4, "P-4|p4|p 4"),
    ],
)
async def test_what_is_meant_is_offered_first(shelf: Library, first: int, typed: str) -> None:
    for text in typed.split("|"):
        assert (await shelf.search.suggest(text, HOME, 25))[:1] == [first], text


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("g", {1, 6}),
        ("graph", {1, 2}),
        ("yu", {1, 4, 2}),
        ("bei yu", {1, 4}),
        ("zzzzqqqq", set()),
        ("xq", set()),
        ("the", set()),
        ("P-99", set()),
    ],
)
async def test_nothing_else_is_offered(shelf: Library, typed: str, offered: set[int]) -> None:
    assert set(await shelf.search.suggest(typed, HOME, 25)) == offered


@pytest.mark.parametrize("typed", ["", " ", "?!", "\u200b", "😀", '""'])
async def test_the_newest_when_nothing_is_typed(shelf: Library, typed: str) -> None:
    assert len(await shelf.search.suggest(typed, HOME, 3)) == 3
    assert set(await shelf.search.suggest(typed, HOME, 25)) == set(range(1, 9))


async def test_every_title_is_offered_first_from_its_beginning_on(seeded: Library) -> None:
    for paper in await seeded.papers():
        for end in (12, 20, 40):
            start = paper.headline[:end]
            offered = await seeded.search.suggest(start, HOME, 25)
            papers = await seeded.catalog.get_many(offered[:1], HOME)
            assert papers[0].headline.startswith(start), start


async def test_no_more_than_asked_for_and_none_twice(library: Library) -> None:
    await library.hold([f"Study {number} of wombats" for number in range(60)])
    for typed in ("study", "s", "stu", "wombats", "wombat", "wmobats", "study of wom", "", "of"):
        offered = await library.search.suggest(typed, HOME, 25)
        assert len(offered) == len(set(offered)) <= 25
        assert len(offered) == 25 or typed == "of", typed


async def test_titles_that_begin_so_come_before_others(library: Library) -> None:
    await library.hold(["On wombats", "Wombats at night", "Night of wombats", "Wombat: a tale"])
    assert set((await library.search.suggest("womb", HOME, 25))[:2]) == {2, 4}
    assert (await library.search.suggest("wombats", HOME, 25))[:1] == [2]
    assert set(await library.search.suggest("wombats", HOME, 25)) >= {1, 2, 3}


async def test_papers_of_another_guild_and_removed_ones_are_not_offered(shelf: Library) -> None:
    await shelf.add("Wombat Secrets", AWAY)
    for typed in ("wombat", "wom", "womabt", "secrets", "P-9", "w"):
        assert 9 not in await shelf.search.suggest(typed, HOME, 25)
        assert 9 in await shelf.search.suggest(typed, AWAY, 25), typed
    async with shelf.database.write() as connection:
        await connection.execute("UPDATE paper SET removed_at = 1 WHERE id = 1")
    for typed in ("graph d", "diffusion", "P-1", "bei yu", ""):
        assert 1 not in await shelf.search.suggest(typed, HOME, 25)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("y", ["Bei Yu", "Yann LeCun", "Yujia Chen"]),
        ("yu", ["Bei Yu", "Yujia Chen"]),
        ("Bei Y", ["Bei Yu"]),
        ("yu bei", ["Bei Yu"]),
        ("bei", ["Bei Yu"]),
        ("lec", ["Yann LeCun"]),
        ("MÜL", ["Anna Müller", "Jürgen Müller"]),
        ("muller", ["Anna Müller", "Jürgen Müller"]),
        ("mueller", ["Anna Müller", "Jürgen Müller"]),
        ("jurgen mu", ["Jürgen Müller"]),
        ("lukasz", ["Łukasz Økland"]),
        ("okl", ["Łukasz Økland"]),
        ("gross", ["Zoë Groß"]),
        ("o'n", ["Ann O'Neil"]),
        ("王", ["王伟明"]),
        ("王伟", ["王伟明"]),
        ("王伟明", ["王伟明"]),
        ("张伟", ["张伟"]),
        ("yann yu", []),
        ("", []),
        ("?!", []),
        ("qq", []),
    ],
)
async def test_authors(shelf: Library, typed: str, names: list[str]) -> None:
    assert await shelf.search.authors(typed, HOME, 25) == names


async def test_an_author_offered_filters_to_the_papers_of_that_one(shelf: Library) -> None:
    for record in PAPERS:
        for name in record.authors:
            [offered] = await shelf.search.authors(name, HOME, 25)
            papers = await shelf.catalog.get_many(
                (await shelf.search.find(f'author:"{offered}"', HOME)).paper_ids, HOME
            )
            assert papers, name
            assert all(name in paper.authors for paper in papers)


async def test_authors_with_the_most_papers_first_and_no_more_than_asked(library: Library) -> None:
    many = [Record(f"Study {n}", None, (f"Ann {n:02}", "Ann Often")) for n in range(40)]
    await library.hold([replace(record, line=line) for line, record in enumerate(many)])
    offered = await library.search.authors("an", HOME, 25)
    assert len(offered) == 25
    assert offered[:3] == ["Ann Often", "Ann 00", "Ann 01"]


async def test_the_language_is_understood_while_typing(library: Library) -> None:
    await library.hold(["Graph boats", "Graph kites"], year=2024)
    await library.hold(["Graph boats again"], year=2026, name="Later", source="later")
    assert await library.search.suggest("graph bo year:2026", HOME, 25) == [3]
    assert await library.search.suggest("year:2024", HOME, 25) == [2, 1]
    assert await library.search.suggest("graph -boats", HOME, 25) == [2]

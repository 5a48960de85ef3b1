"""/paper search: its options, what it says of how it understood, and what it echoes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import simcord

from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from tests.conftest import World
from tests.screen import text

# P-38 to P-45; the papers of the seeds are P-1 to P-37, of 2026, without titles.
QUILTS = [
    Record("Quilting with Wombats", "A wombat quilts labelled quilts.", ("Bei Yu", "Yann LeCun")),
    Record("Wombat Quilts Revisited", "We revisit the quilter.", ("Yujia Chen",)),
    Record(None, "We present Quiltron, a robot that quilts for a wombat.", ("Li Yu",)),
    *(Record(f"Quilt number {n}", f"Marsupial {n}.", ("Ann Often",)) for n in "abcde"),
]
CHINESE = [Record("基于扩散模型的综述", "我们研究扩散模型，以及图神经网络的方法。", ("王伟明",))]


@pytest.fixture
async def quilts(world: World) -> World:
    """The world with quilts of 2023, 2024 and 2025, and a paper in Chinese of 2022."""
    await hold(world, "Quilts 2023", 2023, QUILTS[:1])
    await hold(world, "Quilts 2024", 2024, QUILTS[1:3])
    await hold(world, "Quilts 2025", 2025, QUILTS[3:])
    await hold(world, "论文列表", 2022, CHINESE)
    return world


async def hold(world: World, name: str, year: int, records: list[Record]) -> None:
    lines = [replace(record, line=line) for line, record in enumerate(records)]
    reading = Reading.single(name, None, year, lines)
    receipt = await import_reading(world.bot.database, reading, name, By.operator(world.bot.now()))
    assert receipt.new == len(records)


async def search(world: World, **options: object) -> simcord.InteractionResult:
    return await world.member.slash(world.channel, "paper search", **options)


def codes(result: simcord.InteractionResult) -> list[int]:
    """Return the numbers of the papers on show, in order."""
    return [int(code) for code in re.findall(r"P-(\d+)", text(result))]


OPTIONS = [
    ({"query": "wombat", "year": 2024}, {39, 40}),
    ({"query": "wombat", "until": 2023}, {38}),
    ({"query": "wombat", "year": 2023, "until": 2024}, {38, 39, 40}),
    ({"query": "wombat", "list": "Quilts 2023"}, {38}),
    ({"query": "wombat", "author": "yu"}, {38, 40}),
    ({"query": "wombat", "author": "Yujia"}, {39}),
    ({"query": "wombat", "author": "lecun yann"}, {38}),
    ({"query": "wombat", "titled": True}, {38, 39}),
    ({"query": "wombat", "author": "yu", "titled": True}, {38}),
    ({"query": "wombat author:yu", "year": 2024}, {40}),
    ({"author": "Bei Yu"}, {38}),
    ({"author": "王伟明"}, {46}),
    ({"list": "Quilts 2024"}, {39, 40}),
    ({"year": 2022}, {46}),
    ({"until": 2023}, {38, 46}),
    ({"titled": True, "until": 2024}, {38, 39, 46}),
    ({"query": "year:2023..2024"}, {38, 39, 40}),
    ({"query": 'list:"quilts 2024" -revisited'}, {40}),
]


@pytest.mark.parametrize(("options", "found"), OPTIONS)
async def test_options_narrow(quilts: World, options: dict[str, object], found: set[int]) -> None:
    result = await search(quilts, **options)
    assert not result.ephemeral
    assert set(codes(result)) == found
    counted = "1 paper" if len(found) == 1 else f"{len(found)} papers"
    assert text(result).startswith(f"**{counted}**")


async def test_newest_first_in_the_order_of_years(quilts: World) -> None:
    newest = codes(await search(quilts, query="wombat", sort="newest"))
    assert newest == [40, 39, 38]
    assert codes(await search(quilts, query="wombat quilting", sort="best"))[0] == 38


async def test_options_stay_while_paging_and_after_a_restart(quilts: World) -> None:
    page = await search(quilts, query="quilt", year=2023, until=2025, titled=True, sort="newest")
    seen = codes(page)
    assert text(page).startswith("**7 papers** for “quilt” · page 1 of 2")
    await quilts.restart()
    assert page.response is not None
    page = await quilts.member.click(page.response.message, label="Next ▶")
    assert seen + codes(page) == [45, 44, 43, 42, 41, 39, 38]


async def test_browsing_is_paged_too(quilts: World) -> None:
    page = await search(quilts, year=2026)
    assert text(page).startswith("**37 papers** · page 1 of 8")
    seen = codes(page)
    assert page.response is not None
    turned = await quilts.member.click(page.response.message, label="Next ▶")
    assert text(turned).startswith("**37 papers** · page 2 of 8")
    assert len({*seen, *codes(turned)}) == 10


async def test_private_answers_are_for_the_member_alone(quilts: World) -> None:
    for options in ({"query": "wombat"}, {"year": 2023}, {"query": "zzqq"}, {"query": "P-38"}):
        assert (await search(quilts, private=True, **options)).ephemeral
        assert not (await search(quilts, **options)).ephemeral


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("yu", ["Bei Yu", "Li Yu", "Yujia Chen"]),
        ("LEC", ["Yann LeCun"]),
        ("ann o", ["Ann Often"]),
        ("王", ["王伟明"]),
        ("王伟明", ["王伟明"]),
        ("zzqq", []),
        ("", []),
        ("\0", []),
        ('"', []),
    ],
)
async def test_authors_are_offered_and_found(quilts: World, typed: str, names: list[str]) -> None:
    offered = await quilts.member.autocomplete(quilts.channel, "paper search", "author", typed)
    assert [choice["name"] for choice in offered] == names
    for choice in offered:
        assert codes(await search(quilts, author=choice["value"]))


async def test_long_names_of_authors_spoil_no_offer(world: World) -> None:
    names = ["Aa " * 40 + "Zed", "Zed " + "0" * 96, *(f"Zed {n}" for n in range(40))]
    records = [Record(f"Paper {n}", None, (name,)) for n, name in enumerate(names)]
    await hold(world, "Zeds", 2024, records)
    offered = await world.member.autocomplete(world.channel, "paper search", "author", "zed")
    assert 20 <= len(offered) <= 25
    assert len({choice["name"] for choice in offered}) == len(offered)
    assert all(1 <= len(choice[part]) <= 100 for choice in offered for part in ("name", "value"))


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("wombat", []),
        ("womabt", ["-# Showing results for **wombat**"]),
        ("womabt quilting", ["-# Showing results for **wombat quilting**"]),
        ("wombat zebra", ["-# No paper has all of these words; these come closest"]),
        ("wombat author:yu", ["-# Only: author:yu"]),
        ("wombat year:2023.. -revisited", ["-# Only: year:2023.. · -revisited"]),
        ('"wombat quilts"', ['-# Only: "wombat quilts"']),
        ("womabt author:yu", ["-# Only: author:yu", "-# Showing results for **wombat**"]),
    ],
)
async def test_it_says_how_the_query_was_understood(
    quilts: World, query: str, lines: list[str]
) -> None:
    said = text(await search(quilts, query=query)).splitlines()
    assert said[0].startswith("**")
    assert [line for line in said[1:4] if re.match("-# (Only|Show|No paper)", line)] == lines


async def test_it_says_how_many_have_all_the_words(quilts: World) -> None:
    lines = text(await search(quilts, query="quilting wombat labelled marsupials")).splitlines()
    assert "-# No paper has all of these words; these come closest" in lines
    lines = text(await search(quilts, query="quilting wombats labelled quilts")).splitlines()
    assert "-# 1 has all of these words; the others come close" in lines


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"query": "zzqq"}, "Nothing found for “zzqq”. Try another word, or `/paper random`."),
        (
            {"query": "zzqq author:nobody"},
            "Nothing found for “zzqq author:nobody” with author:nobody. Ask for less, or"
            " `/paper random`.",
        ),
        (
            {"author": "nobody"},
            "Nothing found among these papers. Ask for less, or `/paper random`.",
        ),
        ({"year": 1999}, "Nothing found among these papers. Ask for less, or `/paper random`."),
    ],
)
async def test_nothing_found_says_among_what(
    quilts: World, options: dict[str, object], said: str
) -> None:
    assert text(await search(quilts, **options)) == said


@pytest.mark.parametrize(
    ("query", "bold"),
    [
        ("womabt", "A **wombat** quilts labelled quilts."),
        ("quilting wombats labeled", "A **wombat** **quilts** **labelled** **quilts**."),
        ("wombat label", "A **wombat** quilts **labelled** quilts."),
        ("扩散模型", "我们研究**扩散模型**，以及图神经网络的方法。"),
        ("图神经网络", "我们研究扩散模型，以及**图神经网络**的方法。"),
        ("扩散 网络", "我们研究**扩散**模型，以及图神经**网络**的方法。"),
    ],
)
async def test_what_was_meant_is_bold(quilts: World, query: str, bold: str) -> None:
    assert bold in text(await search(quilts, query=query)).splitlines()


HOSTILE = [
    *("@everyone", "<@1> <@&1> <#1>", "**b** __u__ ~~s~~", "||x|| `c` ```x", "> q", "-# small"),
    *("# h", "[l](https://example.org)", "wombat <t:1:R>", "wombat </x:1>", "wombat :x:", "\\*x*"),
    *('author:"@everyone" wombat', '-"<@1>" wombat', '"**wombat**"', "list:<@1> wombat"),
    *("name:**x** wombat", 'author:"`yu`" wombat', "womabt -**x**", "wombat -||x|| zebra"),
]
LIVE = re.compile(
    r"@everyone|@here|<[@#:/t]|(?<!\\)[`_\[]|(?<!\\)\*|\|\||~~|(?<!\\):x:|^\s*(?:>|#|-#)",
    re.MULTILINE,
)


async def echoes(world: World, query: str) -> list[str]:
    """Return what is said of the query: it, what was taken as a filter, what was meant."""
    said = text(await search(world, query=query))
    meant = re.findall(r"^-# Showing results for \*\*(.*)\*\*$", said, re.MULTILINE)
    return [said.split("“")[1].split("”")[0], *re.findall("-# Only: (.*)", said), *meant]


@pytest.mark.parametrize("query", HOSTILE)
async def test_what_is_echoed_is_inert(quilts: World, query: str) -> None:
    for echo in await echoes(quilts, query):
        assert not LIVE.search(echo), echo


@pytest.mark.parametrize(
    "mark", "\u202e \u202d \u2066 \u2067 \u200f \u061c \u200b \u2060 \ufeff".split()
)
async def test_no_mark_of_direction_or_without_width_is_echoed(quilts: World, mark: str) -> None:
    for query in (f"{mark}wombat", f"wom{mark}bat", f'author:"{mark}yu" wombat', f"zz{mark}qq"):
        for echo in await echoes(quilts, query):
            assert mark not in echo, query


async def test_a_member_may_ask_for_nothing_in_particular(world: World) -> None:
    for options in ({}, {"sort": "newest"}, {"query": "?!", "private": True}):
        result = await search(world, **options)
        assert result.ephemeral
        assert text(result).startswith("Type a name or a word or two, such as `hyperbolic`")

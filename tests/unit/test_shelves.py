"""Shelves: whose they are, what is counted, and what digests are to leave out."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest

from bot.errors import BotError
from bot.reading import shelves as rules
from bot.reading.shelves import Counts, Kind, Shelves
from tests.library import AWAY, HOME, NOW, OTHER, SOMEBODY, Library

ANN, BO, CY = 101, 102, 103
SAVED, READ, UNWANTED = Kind.SAVED, Kind.READ, Kind.UNWANTED


@pytest.fixture
async def shelves(library: Library) -> Shelves:
    """The shelves of a library of four shared papers, P-1 to P-4."""
    await library.hold(["Folding boats", "Hyperbolic quilts", "Wombats at sea", "Quiet rivers"])
    return Shelves(library.database)


async def mark(
    shelves: Shelves,
    paper_id: int,
    kind: Kind = SAVED,
    *,
    user_id: int = ANN,
    guild_id: int = HOME,
    by_librarian: bool = False,
    after_seconds: int = 0,
) -> bool:
    at = NOW + timedelta(seconds=after_seconds)
    return await shelves.toggle(
        guild_id, user_id, paper_id, kind, by_librarian=by_librarian, now=at
    )


async def remove(library: Library, paper_id: int, guild_id: int = HOME) -> None:
    paper = await library.catalog.get(paper_id, guild_id)
    assert paper is not None
    await library.desk.remove(paper, guild_id=guild_id, by_user=SOMEBODY, now=NOW)


async def on_shelf(shelves: Shelves, kind: Kind = SAVED, **who: int) -> list[int]:
    whose = {"guild_id": HOME, "user_id": ANN} | who
    shelf = await shelves.shelf(whose["guild_id"], whose["user_id"], kind, 100)
    assert shelf.count == len(shelf.papers)
    return [paper.id for paper in shelf.papers]


async def test_a_mark_is_put_on_and_taken_off(shelves: Shelves) -> None:
    assert await mark(shelves, 1)
    assert await on_shelf(shelves) == [1]
    assert not await mark(shelves, 1)
    assert await on_shelf(shelves) == []
    assert await mark(shelves, 1)


async def test_the_kinds_are_apart(shelves: Shelves) -> None:
    for kind, paper_id in ((SAVED, 1), (READ, 1), (READ, 2), (UNWANTED, 3)):
        assert await mark(shelves, paper_id, kind)
    marks = await shelves.marks_of(HOME, ANN, [1, 2, 3, 4])
    assert marks == {1: {SAVED, READ}, 2: {READ}, 3: {UNWANTED}, 4: set()}
    assert [await on_shelf(shelves, kind) for kind in Kind] == [[1], [2, 1], [3]]


async def test_the_newest_mark_comes_first_and_pages_hold_each_once(shelves: Shelves) -> None:
    for second, paper_id in enumerate((2, 4, 1, 3)):
        await mark(shelves, paper_id, after_seconds=second)
    assert await on_shelf(shelves) == [3, 1, 4, 2]
    pages = [await shelves.shelf(HOME, ANN, SAVED, 3, offset) for offset in (0, 3, 6)]
    assert [[paper.id for paper in page.papers] for page in pages] == [[3, 1, 4], [2], []]
    assert {(page.count, page.gone) for page in pages} == {(4, 0)}


async def test_no_other_member_and_no_other_guild_sees_a_shelf(shelves: Shelves) -> None:
    await mark(shelves, 1)
    await mark(shelves, 2, user_id=BO)
    await mark(shelves, 3, guild_id=AWAY)
    assert await on_shelf(shelves) == [1]
    assert await on_shelf(shelves, user_id=BO) == [2]
    assert await on_shelf(shelves, guild_id=AWAY) == [3]
    assert await on_shelf(shelves, user_id=CY) == []
    assert await shelves.marks_of(HOME, BO, [1, 2, 3]) == {1: set(), 2: {SAVED}, 3: set()}


async def test_counts_are_of_one_guild(shelves: Shelves) -> None:
    for user_id in (ANN, BO, CY):
        await mark(shelves, 1, user_id=user_id)
    await mark(shelves, 1, READ)
    await mark(shelves, 2, UNWANTED, user_id=BO)
    await mark(shelves, 2, guild_id=AWAY)
    assert await shelves.counts(HOME, [1, 2, 3]) == {
        1: Counts(saved=3, read=1),
        2: Counts(unwanted=1),
        3: Counts(),
    }
    assert await shelves.counts(AWAY, [1, 2]) == {1: Counts(), 2: Counts(saved=1)}
    counts = Counts(saved=1, read=2, unwanted=3)
    assert [counts.of(kind) for kind in Kind] == [1, 2, 3]


async def test_counting_reads_the_index_alone(shelves: Shelves, library: Library) -> None:
    questions: list[str] = []
    fetch_all = library.database.fetch_all

    async def note_and_fetch(sql, parameters=()):
        questions.append(sql)
        plan = await fetch_all(f"EXPLAIN QUERY PLAN {sql}", parameters)
        questions.extend(row["detail"] for row in plan)
        return await fetch_all(sql, parameters)

    library.database.fetch_all = note_and_fetch  # type: ignore[method-assign]
    await shelves.counts(HOME, [1, 2])
    await shelves.unwanted(HOME)
    searches = [one for one in questions if one.startswith(("SEARCH mark", "SCAN mark"))]
    assert len(searches) == 2
    assert all("COVERING INDEX mark_by_paper (guild_id=?" in one for one in searches)


async def test_what_a_guild_does_not_see_cannot_be_marked(
    shelves: Shelves, library: Library
) -> None:
    own = await library.add("A secret of the other guild", OTHER)
    await remove(library, 2)
    for paper_id in (own.id, 2, 99, 0, 10**18 - 1):
        for kind in Kind:
            with pytest.raises(BotError, match=r"^This paper is no longer in the library\.$"):
                await mark(shelves, paper_id, kind)
    assert await library.database.fetch_all("SELECT * FROM mark") == []
    assert await mark(shelves, own.id, guild_id=OTHER)


async def test_a_removed_paper_is_left_out_but_counted(shelves: Shelves, library: Library) -> None:
    for second, paper_id in enumerate((1, 2, 3)):
        await mark(shelves, paper_id, after_seconds=second)
    await remove(library, 2)
    shelf = await shelves.shelf(HOME, ANN, SAVED, 100)
    assert [paper.id for paper in shelf.papers] == [3, 1]
    assert (shelf.count, shelf.gone) == (2, 1)
    second_page = await shelves.shelf(HOME, ANN, SAVED, 1, 1)
    assert [paper.id for paper in second_page.papers] == [1]


async def test_a_full_shelf_says_so_and_still_gives(
    shelves: Shelves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_MARKS", 3)
    await mark(shelves, 1)
    await mark(shelves, 2)
    await mark(shelves, 2, READ)
    with pytest.raises(BotError, match=r"^Your shelves here are full: they hold 3 marks\."):
        await mark(shelves, 3)
    assert await on_shelf(shelves) == [2, 1]
    assert await mark(shelves, 3, user_id=BO)
    assert await mark(shelves, 3, guild_id=AWAY)
    assert not await mark(shelves, 1)
    assert await mark(shelves, 3)


async def test_presses_at_the_same_moment_leave_room_for_the_last_mark_only(
    shelves: Shelves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_MARKS", 2)
    presses = (mark(shelves, paper_id) for paper_id in (1, 2, 3, 4))
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(outcome is True for outcome in outcomes) == 2
    assert len(await on_shelf(shelves)) == 2


async def test_presses_of_many_are_all_counted(shelves: Shelves) -> None:
    await asyncio.gather(*(mark(shelves, 1, user_id=1_000 + n) for n in range(40)))
    assert await shelves.counts(HOME, [1]) == {1: Counts(saved=40)}


async def test_three_members_or_one_librarian_keep_a_paper_away(shelves: Shelves) -> None:
    for user_id in (ANN, BO):
        await mark(shelves, 1, UNWANTED, user_id=user_id)
    for user_id in (ANN, BO, CY):
        await mark(shelves, 2, UNWANTED, user_id=user_id)
        await mark(shelves, 4, READ, user_id=user_id)
    await mark(shelves, 3, UNWANTED, by_librarian=True)
    await mark(shelves, 4, by_librarian=True)
    assert await shelves.unwanted(HOME) == {2, 3}
    assert await shelves.unwanted(AWAY) == set()
    await mark(shelves, 2, UNWANTED, user_id=CY)
    await mark(shelves, 3, UNWANTED)  # taken off: what it was when it was put on is forgotten
    assert await shelves.unwanted(HOME) == set()
    await mark(shelves, 3, UNWANTED)
    assert await shelves.unwanted(HOME) == set()


async def test_a_member_gets_their_marks_and_nobody_elses(
    shelves: Shelves, library: Library
) -> None:
    own = await library.add("Ours", AWAY)
    await mark(shelves, 1, after_seconds=2)
    await mark(shelves, 2, READ, by_librarian=True)
    await mark(shelves, own.id, UNWANTED, guild_id=AWAY, after_seconds=1)
    await mark(shelves, 3, user_id=BO)
    await remove(library, 1)
    marks = json.loads(json.dumps(await shelves.export(ANN)))
    assert marks[0] == {
        "server": str(HOME),
        "paper": "P-2",
        "headline": "Hyperbolic quilts",
        "link": None,
        "mark": "read",
        "marked_at": "2026-03-01T08:00:00+00:00",
        "as_librarian": True,
    }
    assert [(one["server"], one["paper"], one["headline"]) for one in marks[1:]] == [
        (str(AWAY), own.code, "Ours"),
        (str(HOME), "P-1", None),
    ]
    assert [one["paper"] for one in await shelves.export(ANN, AWAY)] == [own.code]
    assert await shelves.export(CY) == []


async def test_a_member_erases_their_marks_and_nobody_elses(shelves: Shelves) -> None:
    for paper_id in (1, 2):
        await mark(shelves, paper_id)
        await mark(shelves, paper_id, user_id=BO)
        await mark(shelves, paper_id, guild_id=AWAY)
        await mark(shelves, paper_id, guild_id=OTHER)
    assert await shelves.erase(ANN, AWAY) == 2
    assert len(await shelves.export(ANN)) == 4
    assert await shelves.erase(ANN) == 4
    assert await shelves.export(ANN) == []
    assert await shelves.erase(ANN) == 0
    assert await on_shelf(shelves, user_id=BO) == [2, 1]


async def test_marks_go_with_their_paper(shelves: Shelves, library: Library) -> None:
    await mark(shelves, 1)
    await mark(shelves, 2)
    async with library.database.write() as connection:
        await connection.execute("DELETE FROM paper WHERE id = 1")
    assert [one["paper"] for one in await shelves.export(ANN)] == ["P-2"]

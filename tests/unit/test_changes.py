"""What was changed is on record and can be taken back, and that in turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.errors import BotError
from bot.papers.batches import Batch
from bot.papers.changelog import Changelog
from bot.papers.changes import By, Revision
from bot.papers.lists import ListDesk
from bot.papers.paper import Paper, Record
from tests.library import AWAY, HOME, NOW, OTHER, SOMEBODY, Library

WHO: dict[str, Any] = {"guild_id": HOME, "by_user": SOMEBODY, "now": NOW}


def by(guild_id: int = HOME, later: int = 0) -> By:
    return By(guild_id, SOMEBODY, int(NOW.timestamp()) + later)


def log_of(library: Library) -> Changelog:
    return Changelog(library.database, HOME)


async def undo_last(library: Library, guild_id: int = HOME) -> None:
    """Undo the newest line of the log."""
    [line] = await log_of(library).page(guild_id, 1)
    if isinstance(line.of, Batch):
        await log_of(library).undo_batch(line.of.id, by(guild_id))
    else:
        await log_of(library).undo(line.of.id, by(guild_id))


async def one(library: Library, paper_id: int, guild_id: int = HOME) -> Paper | None:
    return await library.catalog.get(paper_id, guild_id)


async def test_an_edit_is_undone_and_that_too(library: Library) -> None:
    paper = await library.add("Folding boats")
    await library.desk.edit(paper, {"title": "Paper boats", "authors": ["Ada Heron"]}, **WHO)
    assert await library.found("heron") == ["Paper boats"]
    await undo_last(library)
    assert await one(library, paper.id) == paper
    assert await library.found("heron") == []
    await undo_last(library)
    again = await one(library, paper.id)
    assert again
    assert (again.title, again.authors) == ("Paper boats", ("Ada Heron",))
    revisions = [line.of for line in await log_of(library).page(HOME, 9)]
    actions = [one.change.action for one in revisions if isinstance(one, Revision)]
    assert actions == ["undo", "undo", "edit", "add"]


async def test_undoing_an_addition_takes_the_paper_out(library: Library) -> None:
    paper = await library.add("Folding boats")
    await undo_last(library)
    assert await one(library, paper.id) is None
    assert await library.found("folding") == []
    await undo_last(library)
    assert await one(library, paper.id) == paper


async def test_what_was_changed_since_is_in_the_way(library: Library) -> None:
    paper = await library.add("Folding boats")
    log = log_of(library)
    await library.desk.edit(paper, {"title": "Paper boats"}, **WHO)
    [first] = await log.page(HOME, 1)
    await library.desk.edit(paper, {"title": "Paper ships"}, **WHO)
    with pytest.raises(BotError, match=f"changed since by <@{SOMEBODY}>"):
        await log.undo(first.of.id, by())
    await library.desk.edit(paper, {"url": "https://example.org"}, **WHO)
    present = await one(library, paper.id)
    assert present
    assert present.title == "Paper ships"


async def test_a_change_of_another_field_is_not_in_the_way(library: Library) -> None:
    paper = await library.add("Folding boats")
    log = log_of(library)
    await library.desk.edit(paper, {"title": "Paper boats"}, **WHO)
    [first] = await log.page(HOME, 1)
    await library.desk.edit(paper, {"url": "https://example.org"}, **WHO)
    await log.undo(first.of.id, by())
    present = await one(library, paper.id)
    assert present
    assert (present.title, present.url) == ("Folding boats", "https://example.org")
    with pytest.raises(BotError, match="undone already"):
        await log.undo(first.of.id, by())


async def test_a_removed_paper_comes_back_with_its_code(library: Library) -> None:
    paper = await library.add("Folding boats")
    await library.desk.remove(paper, **WHO)
    assert await library.desk.restore(paper.id, **WHO) == paper
    with pytest.raises(BotError, match="No paper that was removed here"):
        await library.desk.restore(paper.id, **WHO)
    await library.desk.remove(paper, **WHO)
    for guild_id in (AWAY, OTHER):
        with pytest.raises(BotError, match="No paper that was removed here"):
            await library.desk.restore(paper.id, guild_id=guild_id, by_user=1, now=NOW)


async def test_of_two_papers_one_is_made_and_its_codes_lead_to_it(library: Library) -> None:
    one_paper = await library.add("Folding boats", list_name="Sea")
    other = await library.add("Paper boats of Ada", list_name="Lakes")
    await library.desk.edit(other, {"authors": ["Ada Heron"], "year": 2024}, **WHO)
    whole = await library.desk.merge(other, one_paper, **WHO)
    assert (whole.id, whole.title, whole.authors) == (one_paper.id, "Folding boats", ("Ada Heron",))
    assert set(whole.lists) == {"Sea", "Lakes"}
    assert await library.catalog.by_code(other.id, HOME) == whole
    assert await library.found("boats") == ["Folding boats"]
    await undo_last(library)
    back = await one(library, other.id)
    assert back
    assert back.lists == ("Lakes",)
    present = await one(library, one_paper.id)
    assert present
    assert (present.authors, present.lists) == ((), ("Sea",))


async def test_a_paper_is_not_merged_into_itself_nor_anothers(library: Library) -> None:
    paper = await library.add("Folding boats")
    with pytest.raises(BotError, match="one paper already"):
        await library.desk.merge(paper, paper, **WHO)
    theirs = await library.add("Paper boats", guild_id=AWAY)
    with pytest.raises(BotError, match="belongs to the shared library"):
        await library.desk.merge(theirs, paper, guild_id=AWAY, by_user=1, now=NOW)


async def test_a_paper_is_hidden_from_one_server_alone(library: Library) -> None:
    paper = await library.add("Folding boats")
    await library.add("Paper boats")
    await library.desk.hide(paper, guild_id=AWAY, by_user=1, now=NOW)
    assert await library.found("boats", AWAY) == ["Paper boats"]
    assert await one(library, paper.id, AWAY) is None
    assert await library.catalog.count(AWAY) == 1
    assert sorted(await library.found("boats", OTHER)) == ["Folding boats", "Paper boats"]
    shown = await library.desk.show_again(paper.id, guild_id=AWAY, by_user=1, now=NOW)
    assert shown == paper
    with pytest.raises(BotError, match="hidden here"):
        await library.desk.show_again(paper.id, guild_id=AWAY, by_user=1, now=NOW)


async def test_a_hidden_list_takes_what_is_in_no_other_with_it(library: Library) -> None:
    lists = ListDesk(library.database, library.catalog, HOME)
    await library.hold(["Folding boats", "Paper boats"], name="Sea")
    await library.hold(["Paper boats"], name="Lakes", source="lakes")
    [sea] = [one for one in await library.catalog.lists(AWAY) if one.name == "Sea"]
    await lists.hide(sea, by=by(AWAY))
    assert [one.name for one in await library.catalog.lists(AWAY)] == ["Lakes"]
    assert await library.found("boats", AWAY) == ["Paper boats"]
    await library.hold(["Boats of reed"], name="Sea", source="more")
    assert await library.found("reed", AWAY) == []
    assert await library.found("reed", OTHER) == ["Boats of reed"]
    await library.hold(["Folding boats"], name="Lakes", source="even more")
    assert len(await library.found("boats", AWAY)) == 2
    await lists.hide(sea, by=by(AWAY), yes=False)
    assert len(await library.found("boats", AWAY)) == 3


async def test_a_list_is_made_renamed_and_moved(library: Library) -> None:
    lists = ListDesk(library.database, library.catalog, HOME)
    await library.hold(["Folding boats"], name="Sea")
    await lists.create("Lakes", 2024, guild_id=HOME)
    with pytest.raises(BotError, match="There is a list “lakes” already"):
        await lists.create("lakes", None, guild_id=HOME)
    [lakes] = [one for one in await library.catalog.lists(HOME, empty=True) if one.name == "Lakes"]
    with pytest.raises(BotError, match="There is a list"):
        await lists.rename(lakes, "sea", by=by())
    with pytest.raises(BotError, match="belongs to the shared library"):
        await lists.rename(lakes, "Ponds", by=by(AWAY))
    await lists.rename(lakes, "Ponds", by=by())
    [sea] = [one for one in await library.catalog.lists(HOME) if one.name == "Sea"]
    await lists.move(sea, 1, by=by())
    names = [one.name for one in await library.catalog.lists(HOME, empty=True)]
    assert names == ["Sea", "Ponds"]
    for line in await log_of(library).page(HOME, 2):
        await log_of(library).undo(line.of.id, by())
    assert [one.name for one in await library.catalog.lists(HOME, empty=True)] == ["Lakes", "Sea"]


async def test_nobody_reaches_another_servers_changes(library: Library) -> None:
    await library.add("Folding boats", guild_id=AWAY)
    log = log_of(library)
    [line] = await log.page(AWAY, 9)
    for guild_id in (HOME, OTHER):
        assert await log.page(guild_id, 9) == []
        with pytest.raises(BotError, match="There is no such change here"):
            await log.undo(line.of.id, by(guild_id))
        with pytest.raises(BotError, match="There is no such change here"):
            await log.undo_batch(line.of.id, by(guild_id))


async def test_an_import_is_undone_as_a_whole_and_that_too(library: Library) -> None:
    kept = await library.add("Paper boats")
    receipt = await library.hold(
        ["Folding boats", Record("Paper boats", authors=("Ada Heron",)), "Boats of reed"]
    )
    assert (receipt.new, receipt.updated) == (2, 1)
    before = await library.papers()
    done = await log_of(library).undo_batch(receipt.batch_id or 0, by())
    assert (done.papers, done.kept) == (4, 0)
    assert await library.papers() == [kept]
    assert await library.found("folding reed") == []
    await undo_last(library)
    assert await library.papers() == before


async def test_the_same_file_brings_back_what_was_undone(library: Library) -> None:
    receipt = await library.hold(["Folding boats", "Boats of reed"])
    before = await library.papers()
    await log_of(library).undo_batch(receipt.batch_id or 0, by())
    again = await library.hold(["Folding boats", "Boats of reed"])
    assert (again.new, again.same) == (2, 0)
    assert await library.papers() == before


async def test_what_was_changed_since_an_import_stays(library: Library) -> None:
    receipt = await library.hold(["Folding boats", "Boats of reed"])
    [boats, _] = await library.papers()
    await library.desk.edit(boats, {"year": 2024}, **WHO)
    done = await log_of(library).undo_batch(receipt.batch_id or 0, by())
    assert (done.papers, done.kept) == (1, 1)
    assert [paper.title for paper in await library.papers()] == ["Folding boats"]


async def test_an_import_can_be_undone_once_and_for_thirty_days(library: Library) -> None:
    receipt = await library.hold(["Folding boats"])
    month = int(timedelta(days=30).total_seconds())
    with pytest.raises(BotError, match="more than 30 days ago"):
        await log_of(library).undo_batch(receipt.batch_id or 0, by(later=month + 1))
    await log_of(library).undo_batch(receipt.batch_id or 0, by(later=month))
    with pytest.raises(BotError, match="undone already"):
        await log_of(library).undo_batch(receipt.batch_id or 0, by(later=month))


async def test_what_a_librarian_removed_stays_out_and_is_counted(library: Library) -> None:
    await library.hold(["Folding boats", "Boats of reed"])
    [boats, _] = await library.papers()
    await library.desk.remove(boats, **WHO)
    again = await library.hold(["Folding boats", "Boats of reed"])
    assert (again.total("removed"), again.same, again.changed) == (1, 1, False)
    other = await library.hold(["Folding boats"], name="Lakes", source="lakes")
    assert (other.total("removed"), other.new) == (1, 0)
    assert [paper.title for paper in await library.papers()] == ["Boats of reed"]


async def test_a_rehearsal_tells_what_the_import_does_and_changes_nothing(library: Library) -> None:
    await library.hold([Record("Folding boats", year=2020), "Boats of reed"])
    removed = (await library.papers())[1]
    await library.desk.remove(removed, **WHO)
    coming: list[Record | str] = [
        *(Record("Folding boats", year=2024), "Boats of reed", "Kites of silk", "kites of SILK"),
        *(Record("Kites of paper", line=7), Record("Folding boats", authors=("Ada",), line=8)),
    ]
    before = await library.everything()
    foretold = await library.hold(coming, source="new", rehearse=True)
    assert await library.everything() == before
    done = await library.hold(coming, source="new")
    assert [foretold.total(kind) for kind in ("new", "updated", "same", "contrary", "removed")] == [
        done.total(kind) for kind in ("new", "updated", "same", "contrary", "removed")
    ]
    assert (done.new, done.total("contrary"), done.total("removed")) == (2, 1, 1)
    assert sum(tally.all for tally in done.tallies) == len(coming)

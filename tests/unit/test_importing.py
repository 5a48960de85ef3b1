"""An import is all or nothing, whatever else goes on; its receipt adds up."""

from __future__ import annotations

import asyncio

import pytest

from bot.papers import importing, storing
from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading, Refusal, Section
from bot.papers.search import index
from tests.library import AWAY, HOME, NOW, OTHER, SOMEBODY, Library

ANIMALS = "aardvark badger camel donkey eagle falcon gecko heron ibis jackal".split()
PAPERS = [
    Record(title=f"On the {animal} and its habits", line=n) for n, animal in enumerate(ANIMALS)
]
READING = Reading.single("Zoo", None, 2025, PAPERS)


async def _index_is_sound(library: Library) -> bool:
    return await index.is_sound(library.database) and await index.in_step(library.database)


async def test_the_receipt_adds_up_and_progress_reaches_the_end(library: Library) -> None:
    reading = Reading.single(
        "Zoo", None, 2025, [*PAPERS, PAPERS[0]], [Refusal(99, "no words in it")]
    )
    told: list[int] = []
    receipt = await import_reading(
        library.database, reading, "zoo.txt", By.operator(NOW), on_progress=told.append
    )
    assert (receipt.new, receipt.updated, receipt.same) == (10, 0, 1)
    assert receipt.refused == [Refusal(99, "no words in it")]
    assert sum(told) == 11
    told.clear()
    receipt = await import_reading(
        library.database, reading, "zoo.txt", By.operator(NOW), on_progress=told.append
    )
    assert (receipt.new, receipt.updated, receipt.same, sum(told)) == (0, 0, 11, 11)


@pytest.fixture
def batches_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH", 3)


@pytest.mark.usefixtures("batches_of_three")
@pytest.mark.parametrize("after", [1, 4, 9])
async def test_an_import_cancelled_in_the_middle_leaves_whole_batches(
    library: Library, after: int
) -> None:
    seen = 0

    def count(records: int) -> None:
        nonlocal seen
        seen += records
        if seen >= after:
            task.cancel()

    task = asyncio.create_task(
        import_reading(library.database, READING, "zoo.txt", By.operator(NOW), on_progress=count)
    )
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(await library.papers()) == seen
    assert await _index_is_sound(library)
    receipt = await import_reading(library.database, READING, "zoo.txt", By.operator(NOW))
    assert (receipt.new, receipt.same) == (10 - seen, seen)
    assert await _index_is_sound(library)


@pytest.mark.usefixtures("batches_of_three")
async def test_a_batch_that_fails_leaves_those_before(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert_papers = storing.insert_papers

    async def fail_at_the_gecko(connection, papers, *about) -> None:
        await insert_papers(connection, papers, *about)
        if any("gecko" in (new.record.title or "") for new in papers):
            raise OSError("disk full")

    monkeypatch.setattr(storing, "insert_papers", fail_at_the_gecko)
    with pytest.raises(OSError, match="disk full"):
        await import_reading(library.database, READING, "zoo.txt", By.operator(NOW))
    assert [paper.id for paper in await library.papers()] == [1, 2, 3, 4, 5, 6]
    monkeypatch.undo()
    assert (await library.add("On the okapi")).code == "P-7"
    assert await _index_is_sound(library)


@pytest.mark.parametrize("cancelled", [False, True])
async def test_twenty_adds_at_once_while_an_import_runs_are_all_there(
    library: Library, cancelled: bool
) -> None:
    under_way = asyncio.Event()

    def note(records: int) -> None:
        if records:
            under_way.set()

    task = asyncio.create_task(
        import_reading(library.database, READING, "zoo", By.operator(NOW), on_progress=note)
    )
    await under_way.wait()
    adds = [asyncio.create_task(library.add(f"Addition {n} to the zoo")) for n in range(20)]
    if cancelled:
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    added = await asyncio.gather(*adds)
    titles = {paper.title for paper in await library.papers()}
    assert {f"Addition {n} to the zoo" for n in range(20)} <= titles
    assert len({paper.id for paper in added}) == 20
    assert len(titles) == 30  # the one batch was in before anybody could cancel
    assert await _index_is_sound(library)


async def test_two_imports_of_one_file_at_once_store_it_once(library: Library) -> None:
    receipts = await asyncio.gather(
        *(import_reading(library.database, READING, "zoo.txt", By.operator(NOW)) for _ in range(3))
    )
    assert sorted((r.new, r.same) for r in receipts) == [(0, 10), (0, 10), (10, 0)]
    assert len(await library.papers()) == 10


async def test_a_guilds_file_changes_neither_the_shared_library_nor_anothers(
    seeded: Library,
) -> None:
    papers, shared = await seeded.papers(), (await seeded.everything())["paper"]
    text = str(papers[0].abstract)
    reading = Reading.single("Ours", None, None, [Record(abstract=text.replace(" the ", " a ", 3))])
    by = By(AWAY, SOMEBODY, int(NOW.timestamp()))
    receipt = await import_reading(seeded.database, reading, "a.txt", by, guild_id=AWAY)
    assert (receipt.new, receipt.updated, receipt.same) == (0, 0, 1)
    assert (await seeded.everything())["paper"] == shared
    assert [one.name for one in await seeded.catalog.lists(AWAY)] == ["NeurIPS 2026", "Ours"]
    for guild_id in (HOME, OTHER):
        assert [one.name for one in await seeded.catalog.lists(guild_id)] == ["NeurIPS 2026"]


async def test_old_words_find_nothing_after_a_correction(library: Library) -> None:
    sentence = "We feed quinces to an aardvark every morning and write down what it does. "
    await library.hold([Record(abstract=sentence * 6)])
    await library.hold([Record(abstract=sentence * 5 + sentence.replace("quinces", "medlars"))])
    assert len(await library.found("medlars")) == 1
    await library.hold([Record(abstract=sentence.replace("quinces", "medlars") * 6)])
    assert await library.found("quinces") == []
    assert len(await library.papers()) == 1
    assert await _index_is_sound(library)


async def test_a_file_that_says_what_was_added_by_hand_is_no_change(library: Library) -> None:
    paper = await library.add("On the okapi and its tongue")
    receipt = await library.hold(["On the okapi and its tongue"])
    assert (receipt.new, receipt.updated, receipt.same) == (0, 0, 1)
    [same] = await library.papers()
    assert (same.id, same.lists) == (paper.id, ("Our additions", "Shelf"))


BIRDS, FISH = (Record(title=f"On {animals} and their songs") for animals in ("birds", "fish"))
BOATS = Record(abstract="We fold boats of paper and see how they fare on lakes in the rain. " * 3)


def two_lists(*records: list[Record]) -> Reading:
    """Return what a file says that holds a list of 2024 and one of 2025."""
    names = ("Air 2024", "Air", 2024), ("Water 2025", "Water", 2025)
    return Reading([Section(*about, held) for about, held in zip(names, records, strict=True)])


async def test_each_list_of_a_file_gets_its_papers_and_its_year(library: Library) -> None:
    reading = two_lists([BIRDS, BOATS], [FISH, BOATS])
    receipt = await import_reading(library.database, reading, "a.txt", By.operator(NOW))
    counts = [(tally.list_name, tally.new, tally.same) for tally in receipt.tallies]
    assert counts == [("Air 2024", 2, 0), ("Water 2025", 1, 1)]
    assert [(p.title, p.year, p.lists) for p in await library.papers()] == [
        (BIRDS.title, 2024, ("Air 2024",)),
        (None, 2024, ("Air 2024", "Water 2025")),
        (FISH.title, 2025, ("Water 2025",)),
    ]
    before = await library.everything()
    receipt = await import_reading(library.database, reading, "a.txt", By.operator(NOW))
    assert (receipt.changed, receipt.same) == (False, 4)
    assert await library.everything() == before


async def test_a_text_corrected_in_one_list_of_a_file_updates_its_paper(library: Library) -> None:
    await import_reading(library.database, two_lists([BIRDS], [FISH, BOATS]), "a", By.operator(NOW))
    corrected = Record(abstract=str(BOATS.abstract).replace("see how", "learn how", 1))
    reading = two_lists([corrected, BIRDS], [FISH])
    for updated in (1, 0):
        receipt = await import_reading(library.database, reading, "a", By.operator(NOW))
        assert (receipt.new, receipt.updated, receipt.same) == (0, updated, 3 - updated)
    [paper] = [paper for paper in await library.papers() if paper.abstract]
    assert paper.abstract == corrected.abstract
    assert paper.lists == ("Air 2024", "Water 2025")


async def test_a_known_paper_joins_a_list_that_its_file_gains(library: Library) -> None:
    await import_reading(library.database, two_lists([BIRDS], []), "a", By.operator(NOW))
    assert [one.name for one in await library.catalog.lists(HOME)] == ["Air 2024"]
    receipt = await import_reading(
        library.database, two_lists([BIRDS], [BIRDS]), "a", By.operator(NOW)
    )
    assert (receipt.changed, receipt.same) == (False, 2)
    [paper] = await library.papers()
    assert paper.lists == ("Air 2024", "Water 2025")

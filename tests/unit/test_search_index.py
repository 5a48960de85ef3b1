"""The index keeps step with the papers, and a damaged one is made anew."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.errors import BotError
from bot.papers import rederiving, storing
from bot.papers.derived import derive
from bot.papers.paper import Record
from bot.papers.rederiving import bring_up_to_date, rebuild
from bot.papers.scope import Filter
from bot.papers.search import index
from tests.library import AWAY, HOME, NOW, SOMEBODY, Library, open_library

WORDS = "graph Graphs learned C++ ACT*ONOMY few-shot Müller 扩散模型 $\\ell_1$ the 42 Tree:".split()
_numbers = count()


def kept(path: Path) -> dict[str, set[tuple[Any, ...]]]:
    """Return all that search keeps; of words, those that some heading holds."""
    questions = {
        "heading": "SELECT * FROM heading",
        "word": "SELECT word, backward, stem, headings FROM word WHERE headings",
        "sketch": "SELECT * FROM sketch",
        "heading_index": "SELECT term, col, doc, cnt FROM temp.heading_terms",
        "text_index": "SELECT term, doc, col, offset FROM temp.text_terms",
    }
    with closing(sqlite3.connect(path)) as connection:
        for name, kind in (("heading", "col"), ("text", "instance")):
            connection.execute(
                f"CREATE VIRTUAL TABLE temp.{name}_terms"
                f" USING fts5vocab (main, {name}_index, {kind})"
            )
        return {name: set(connection.execute(question)) for name, question in questions.items()}


async def edit(library: Library, paper_id: int, record: Record) -> None:
    """Replace a paper's text."""
    derived = derive(record.title, record.abstract)
    async with library.database.write() as connection:
        await storing.update_paper(connection, paper_id, record, derived, at=1)


async def mark(library: Library, paper_id: int, removed_at: int | None) -> None:
    """Take a paper out, or bring it back."""
    statement = "UPDATE paper SET removed_at = ? WHERE id = ?"
    async with library.database.write() as connection:
        await connection.execute(statement, (removed_at, paper_id))


async def is_kept_right(library: Library) -> None:
    """Assert that the index is sound, and is what one made anew would be."""
    assert await index.is_sound(library.database)
    assert await index.in_step(library.database)
    before = kept(library.database.path)
    await rebuild(library.database)
    after = kept(library.database.path)
    assert [part for part in after if before[part] != after[part]] == []


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
records = st.builds(
    Record,
    title=texts | st.none(),
    abstract=texts.map(lambda text: f"We present {text}. " * 5),
    authors=st.lists(st.sampled_from(["Bei Yu", "Jürgen Müller", "王伟明"]), max_size=2).map(tuple),
    url=st.sampled_from([None, "https://arxiv.org/abs/2401.01234v1", "https://doi.org/10.1/x"]),
)
steps = st.one_of(
    st.tuples(st.just("add"), st.sampled_from([HOME, AWAY]), records),
    st.tuples(st.sampled_from(["edit", "remove", "restore"]), st.integers(0, 7), records),
    st.tuples(st.just("import"), st.sampled_from([0, 1, AWAY]), st.lists(records, max_size=4)),
)


async def take(library: Library, step: tuple[str, int, Any]) -> None:
    """Do one thing that changes the library."""
    kind, number, given_ = step
    if kind == "add":
        await library.desk.add(given_, None, guild_id=number, by_user=SOMEBODY, now=NOW)
    elif kind == "import":
        guild_id = AWAY if number == AWAY else None
        await library.hold(given_, source=f"source {number}", year=2020, guild_id=guild_id)
    else:
        papers = [row["id"] for row in await library.database.fetch_all("SELECT id FROM paper")]
        for paper_id in papers[number : number + 1]:
            if kind == "edit":
                await edit(library, paper_id, given_)
            await mark(library, paper_id, 1 if kind == "remove" else None)


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(changes=st.lists(steps, min_size=6, max_size=30))
async def test_whatever_happens_the_index_is_as_if_made_anew(
    blank: Path, tmp_path: Path, changes: list[tuple[str, int, Any]]
) -> None:
    path = Path(shutil.copy(blank, tmp_path / f"{next(_numbers)}.sqlite3"))
    library = await open_library(path)
    try:
        for change in changes:
            await take(library, change)
        await is_kept_right(library)
    finally:
        await library.database.close()


async def test_a_changed_paper_is_found_by_its_new_words_alone(library: Library) -> None:
    old = Record("Alpha Beta", "A quokka.", ("Ann Old",), "https://arxiv.org/abs/2401.00001")
    new = Record("Gamma", "A wombat named C++.", ("Bob New",), "https://arxiv.org/abs/2401.00002")
    await library.hold([old, "Another"])
    await edit(library, 1, new)
    for gone in ("alpha", "beta", "quokka", "ann old", "author:old", "2401.00001", '"alpha beta"'):
        assert (await library.search.find(gone, HOME)).paper_ids == (), gone
    for held in ("gamma", "wombat", "wombats", "bob", "author:new", "2401.00002", "c++"):
        assert (await library.search.find(held, HOME)).paper_ids == (1,), held
    assert await library.search.suggest("alph", HOME, 5) == []
    assert (await library.search.find("alpah", HOME)).corrected is None
    await is_kept_right(library)


async def test_a_removed_paper_is_found_no_more_and_again_once_it_is_back(library: Library) -> None:
    await library.hold(["Alpha Beta", "Gamma"])
    paper, _ = await library.papers()
    await library.desk.remove(paper, guild_id=HOME, by_user=SOMEBODY, now=NOW)
    assert await library.found("alpha") == []
    assert await library.found("P-1") == []
    await is_kept_right(library)
    await mark(library, 1, None)
    assert await library.found("alpha") == ["Alpha Beta"]
    await is_kept_right(library)


async def test_a_great_import_with_repeats(library: Library) -> None:
    titles = [f"Study {n} of {n * 7} wombats" for n in range(450)]
    await library.hold([*titles, *titles[:10]])
    await library.hold([*titles[5:], "One more"], source="other")
    assert len(await library.papers()) == 451
    for n in (0, 3, 7, 201, 449):
        assert (await library.found(f"study {n} of {n * 7} wombats"))[0] == titles[n]
    await is_kept_right(library)


async def test_an_import_that_corrects_a_paper(library: Library) -> None:
    said = "We weave a zebra of {} thread for every loom of the city, and ask how long it lasts."
    await library.hold([Record("Zebra Looms", said.format("crimson")), "Another"])
    receipt = await library.hold([Record("Zebra Looms", said.format("turquoise")), "Another"])
    assert receipt.updated == 1
    assert [await library.found(w) for w in ("crimson", "turquoise")] == [[], ["Zebra Looms"]]
    await is_kept_right(library)


async def test_an_import_that_fails_leaves_the_index_in_step(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    await library.hold(["Alpha Beta"])
    monkeypatch.setattr(index, "_count", Mock(spec=index._count, side_effect=OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        await library.hold(["Gamma Delta"], source="x")
    monkeypatch.undo()
    assert await library.found("gamma") == []
    await is_kept_right(library)


BY_AUTHOR, WITHOUT = Filter(authors=("yu",)), Filter(without=("graph",))
BROKEN_PAGES = {  # and what asks the broken index
    "DELETE FROM heading_index_data WHERE id > 10": BY_AUTHOR,
    "DELETE FROM heading_index_data": BY_AUTHOR,
    "UPDATE heading_index_data SET block = substr(block, 1, 8) WHERE id > 10": BY_AUTHOR,
    "DELETE FROM text_index_data WHERE id > 10": WITHOUT,
    "DELETE FROM text_index_data": WITHOUT,
}
OUT_OF_STEP = [
    "DELETE FROM text_index_docsize WHERE id = 3",
    "DELETE FROM heading_index_docsize WHERE id = 3",
    "DELETE FROM heading WHERE paper_id = 3",
    "DELETE FROM word",
    "DELETE FROM sketch",
]


def harm(library: Library, statement: str) -> None:
    """Damage the index as nothing of ours would."""
    with closing(sqlite3.connect(library.database.path, isolation_level=None)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("statement", [*BROKEN_PAGES, *OUT_OF_STEP])
async def test_a_damaged_index_is_made_anew_at_the_next_start(
    seeded: Library, statement: str
) -> None:
    await bring_up_to_date(seeded.database)
    right, papers = kept(seeded.database.path), await seeded.everything()
    harm(seeded, statement)
    again = await open_library(seeded.database.path)
    try:
        await bring_up_to_date(again.database)
        assert await index.is_sound(again.database)
        assert kept(again.database.path) == right
        assert await again.everything() == papers
        assert (await again.search.find("hypertre", HOME)).paper_ids == (4,)
    finally:
        await again.database.close()


@pytest.mark.parametrize(("statement", "among"), BROKEN_PAGES.items())
async def test_a_search_on_broken_pages_says_so(
    seeded: Library, statement: str, among: Filter
) -> None:
    harm(seeded, statement)
    assert not await index.is_sound(seeded.database)
    for query in ("graph transformer", "hyperbolc", "", "P-4"):
        with pytest.raises(BotError, match="index is damaged"):
            await seeded.search.find(query, HOME, among)
    assert (await seeded.search.find("P-4", HOME)).paper_ids == (4,)
    assert await seeded.catalog.deal(HOME, Filter())


async def test_a_rebuild_cut_short_is_done_again(
    seeded: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, add, calls = kept(seeded.database.path), index.add, count()

    async def tire(*arguments: Any) -> None:
        if next(calls) == 2:
            raise KeyboardInterrupt
        await add(*arguments)

    monkeypatch.setattr(rederiving, "BATCH", 10)
    monkeypatch.setattr(index, "add", tire)
    with pytest.raises(KeyboardInterrupt):
        await rebuild(seeded.database)
    monkeypatch.undo()
    assert not await index.in_step(seeded.database)
    await bring_up_to_date(seeded.database)
    assert kept(seeded.database.path) == right

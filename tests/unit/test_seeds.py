"""The real lists: what is in them, and what later starts make of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot.papers.derived import RULES_VERSION
from bot.papers.desk import Desk
from bot.papers.rederiving import RULES, bring_up_to_date
from tests.conftest import SEEDS
from tests.library import AWAY, HOME, NOW, SOMEBODY, Library, open_library

HYPERTREE = "Dasgupta's cost"


@pytest.fixture
def seeds(tmp_path: Path) -> Path:
    """A copy of the real lists that may be edited."""
    folder = tmp_path / "seeds"
    folder.mkdir()
    for path in SEEDS.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def edit(folder: Path, old: str, new: str) -> None:
    """Put `new` for `old` in the file of the folder that holds it."""
    [path] = [one for one in folder.iterdir() if old in one.read_text(encoding="utf-8")]
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def sentences(folder: Path, words: str) -> list[str]:
    """Return the sentences of the abstract that holds the words."""
    for path in folder.iterdir():
        for line in path.read_text(encoding="utf-8").splitlines():
            if words in line:
                return re.findall(r".+?[.](?:\s|$)", line)
    raise AssertionError(words)


async def paper_with(library: Library, words: str):
    [paper] = [p for p in await library.papers() if words in (p.abstract or "")]
    return paper


async def test_the_files_hold_38_abstracts_of_37_papers_in_one_list(library: Library) -> None:
    first, second = await library.load(SEEDS)
    assert (first.new + second.new, first.same + second.same) == (37, 1)
    assert [first.refused, second.refused] == [[], []]
    papers = await library.papers()
    assert [paper.code for paper in papers] == [f"P-{n}" for n in range(1, 38)]
    assert {(paper.lists, paper.year) for paper in papers} == {(("NeurIPS 2026",), 2026)}
    rows = await library.database.fetch_all("SELECT guild_id, name, venue, year FROM list")
    assert [tuple(row) for row in rows] == [(None, "NeurIPS 2026", "NeurIPS", 2026)]
    assert all(paper.headline and paper.shared for paper in papers)


async def test_the_raw_text_is_kept_byte_for_byte(seeded: Library) -> None:
    whole = b"".join(path.read_bytes() for path in SEEDS.iterdir())
    for paper in await seeded.papers():
        assert paper.abstract is not None
        assert paper.abstract.encode() in whole


async def test_loading_again_changes_nothing(seeded: Library, tmp_path: Path) -> None:
    before = await seeded.everything()
    receipts = await seeded.load(SEEDS)
    assert [r.same for r in receipts] == [19, 19]
    assert not any(r.changed for r in receipts)
    again = await open_library(tmp_path / "seeded.sqlite3")
    assert not any(receipt.changed for receipt in await again.load(SEEDS))
    assert await again.everything() == before
    await again.database.close()


@pytest.mark.parametrize("correction", ["words", "sentence", "shorter"])
async def test_a_corrected_abstract_updates_its_paper(
    seeded: Library, seeds: Path, correction: str
) -> None:
    before = await paper_with(seeded, HYPERTREE)
    before_all = sorted((await seeded.everything())["source_text"])
    parts = sentences(seeds, HYPERTREE)
    new = {
        "words": parts[1].replace(" the ", " every ").replace(" a ", " one "),
        "sentence": "This sentence speaks of zebras. ",
        "shorter": "",
    }[correction]
    edit(seeds, parts[1], new)

    assert sum(receipt.updated for receipt in await seeded.load(seeds)) == 1
    after = await paper_with(seeded, HYPERTREE)
    assert (after.id, after.code, after.lists) == (before.id, before.code, before.lists)
    assert after.abstract != before.abstract
    assert new.strip() in str(after.abstract)
    assert len(await seeded.papers()) == 37
    if correction == "sentence":
        assert (await seeded.search.find("zebras", HOME)).paper_ids == (before.id,)

    assert not any(receipt.changed for receipt in await seeded.load(seeds))

    shutil.rmtree(seeds)
    shutil.copytree(SEEDS, seeds)
    assert sum(receipt.updated for receipt in await seeded.load(seeds)) == 1
    assert await paper_with(seeded, HYPERTREE) == before
    if correction == "sentence":
        assert (await seeded.search.find("zebras", HOME)).paper_ids == ()
    assert sorted((await seeded.everything())["source_text"]) == before_all


async def test_two_files_that_disagree_do_not_take_turns(seeded: Library, seeds: Path) -> None:
    (seeds / "z.txt").write_text(
        "NeurIPS 2026\n\n" + "".join(sentences(seeds, HYPERTREE)[:-1]), encoding="utf-8"
    )
    receipts = await seeded.load(seeds)
    assert [(r.source, r.new, r.updated) for r in receipts[2:]] == [("z.txt", 0, 0)]
    before = await seeded.everything()
    for _ in range(3):
        assert not any(receipt.changed for receipt in await seeded.load(seeds))
    assert await seeded.everything() == before


async def test_a_correction_can_be_taken_back_though_another_file_never_had_it(
    seeded: Library, seeds: Path
) -> None:
    [paper] = [p for p in await seeded.papers() if _files_with(seeds, p.abstract) == 2]
    text = str(paper.abstract)
    one = sorted(seeds.iterdir())[0]
    original = one.read_bytes()
    one.write_bytes(original.replace(text.encode(), text[: text.rindex(". ") + 1].encode()))
    assert sum(receipt.updated for receipt in await seeded.load(seeds)) == 1
    one.write_bytes(original)
    assert sum(receipt.updated for receipt in await seeded.load(seeds)) == 1
    restored = await seeded.catalog.get(paper.id, HOME)
    assert restored is not None
    assert restored.abstract == text


def _files_with(seeds: Path, abstract: str | None) -> int:
    return sum(str(abstract) in path.read_text(encoding="utf-8") for path in seeds.iterdir())


async def test_a_removed_paper_stays_removed(seeded: Library, seeds: Path) -> None:
    paper = await paper_with(seeded, HYPERTREE)
    desk = Desk(seeded.database, seeded.catalog, HOME)
    await desk.remove(paper, guild_id=HOME, by_user=SOMEBODY, now=NOW)
    assert not any(receipt.changed for receipt in await seeded.load(seeds))
    edit(seeds, sentences(seeds, HYPERTREE)[1], "Corrected meanwhile. ")
    await seeded.load(seeds)
    assert len(await seeded.papers()) == len(await seeded.papers(AWAY)) == 36
    assert paper.id not in (await seeded.search.find("Dasgupta", HOME)).paper_ids


async def test_new_rules_derive_every_paper_again(seeded: Library) -> None:
    before = await seeded.everything()
    async with seeded.database.write() as connection:
        await connection.execute("UPDATE paper SET headline = 'old', plain = 'old'")
        await connection.execute("DELETE FROM paper_name")
        await connection.execute("DELETE FROM sketch")
    await seeded.database.set_fact(RULES, "0")
    await bring_up_to_date(seeded.database)
    assert await seeded.everything() == before
    assert await seeded.database.fact(RULES) == RULES_VERSION
    assert (await seeded.search.find("Dasgupta", HOME)).paper_ids

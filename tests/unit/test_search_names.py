"""A paper is found by any of its names, however it is written, and with one typo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.papers.words import name_key
from tests.library import HOME, Library

# How it is typed, and words of the one abstract it stands for.
TYPED = [
    ("psycot", "Psy-CoT outperforms"),
    ("PSY COT", "Psy-CoT outperforms"),
    ("psy‐cot", "Psy-CoT outperforms"),
    ("pack 3d", "Pack3D"),
    ("Pack-3D", "Pack3D"),
    ("func former", "FuncFormer"),
    ("rp reasoner", "RP-Reasoner"),
    ("RPREASONER", "RP-Reasoner"),
    ("actonomy", "ACT*ONOMY"),
    ("act onomy", "ACT*ONOMY"),
    ("ACT*ONOMY", "ACT*ONOMY"),
    ("harbor adapters", "Harbor"),
    ("hypertre", "HyperTree"),
    ("heirflow", "HierFlow"),
    ("surgknowbnech", "SURGKNOWBENCH"),
    ("dgm hyperagents", "DGM-Hyperagents"),
]


def slips(name: str) -> Iterator[str]:
    """Yield the name with a wrong letter, a missing one, one too many, two swapped."""
    for at, letter in enumerate(name):
        wrong = "z" if letter.lower() == "x" else "x"
        yield name[:at] + wrong + name[at + 1 :]
        yield name[:at] + name[at + 1 :]
        yield name[:at] + wrong + name[at:]
        if at + 1 < len(name) and letter.lower() != name[at + 1].lower():
            yield name[:at] + name[at + 1] + letter + name[at + 2 :]


@pytest.mark.parametrize(("typed", "words"), TYPED)
async def test_a_name_is_found_however_it_is_written(
    seeded: Library, typed: str, words: str
) -> None:
    for query in (typed, typed.lower(), typed.upper(), f"  {typed}? "):
        [first, *_] = (await seeded.search.find(query, HOME)).paper_ids
        paper = await seeded.catalog.get(first, HOME)
        assert paper is not None
        assert words in str(paper.abstract)


async def test_every_name_is_found_with_a_typo_anywhere(seeded: Library) -> None:
    owners: dict[str, set[int]] = {}
    for paper in await seeded.papers():
        for name in paper.names:
            owners.setdefault(name_key(name.text), set()).add(paper.id)
    tried, missed = 0, []
    for key, papers in owners.items():
        if len(key) < 6:
            continue
        for typo in slips(key):
            found = (await seeded.search.find(typo, HOME)).paper_ids
            tried += 1
            if not found or found[0] not in papers:
                missed.append(typo)
    assert tried > 400
    assert len(missed) <= 0.01 * tried, missed


async def test_every_name_of_the_lists_finds_its_paper_first(seeded: Library) -> None:
    for paper in await seeded.papers():
        for name in paper.names:
            for typed in (name.text, name_key(name.text), name.text.replace("-", " ")):
                found = (await seeded.search.find(typed, HOME)).paper_ids
                namesakes = [
                    other.id
                    for other in await seeded.papers()
                    if name_key(name.text) in {name_key(n.text) for n in other.names}
                ]
                assert found[0] in namesakes, typed


async def test_a_corrected_query_says_how_it_was_understood(seeded: Library) -> None:
    results = await seeded.search.find("hypertree", HOME)
    assert results.corrected is None
    results = await seeded.search.find("hpyertree", HOME)
    assert (results.corrected, results.relaxed) == ("HyperTree", False)
    results = await seeded.search.find("hyperbolic spcae", HOME)
    assert results.corrected == "hyperbolic space"
    assert results.paper_ids


async def test_nothing_found_offers_the_nearest_names_of_different_papers(
    seeded: Library,
) -> None:
    results = await seeded.search.find("hyprflw", HOME)
    assert results.paper_ids == ()
    assert len({near.paper_id for near in results.nearest}) == len(results.nearest)
    assert "HierFlow" in [near.name for near in results.nearest]


async def test_nonsense_resembles_no_name(seeded: Library) -> None:
    results = await seeded.search.find("zzzzqqqq", HOME)
    assert (results.paper_ids, results.nearest) == ((), ())

"""A title finds the one paper of that title, or says that there are several."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.papers.paper import Record
from bot.papers.sources.found import Reason
from bot.papers.sources.look_up import LookUp
from bot.papers.sources.titles import is_same_title
from tests.sites import Sites, entry, run_sites, work, works

SEARCH = "api.crossref.org/works"
TITLE = "Paper Boats in Shallow Water"


@pytest.fixture
async def sites() -> AsyncIterator[Sites]:
    async with run_sites() as sites:
        sites.feed()
        sites.json(SEARCH, works())
        yield sites


@pytest.fixture
async def look_up(sites: Sites) -> AsyncIterator[LookUp]:
    look_up = sites.look_up()
    yield look_up
    await look_up.close()


@pytest.mark.parametrize("text", [TITLE, "paper boats in SHALLOW-water.", f"  {TITLE}\n"])
async def test_both_sites_are_asked_and_their_answers_joined(
    sites: Sites, look_up: LookUp, text: str
) -> None:
    sites.feed(entry("2401.99999v1", "Paper Boats in Shallow Water Again"), entry())
    sites.json(SEARCH, works(work(title=[]), work(DOI="no"), work()))
    found = await look_up.find(text)
    assert found.record == Record(
        title=TITLE,
        abstract="We fold boats of paper and float them, for $x<y$.",
        authors=("Ada Byron", "Émile Noël"),
        url="https://arxiv.org/abs/2401.01234",
        year=2025,
        venue="Proceedings of Paper Folding",
        ids=("doi:10.1145/12345.67890",),
    )
    assert (found.id, found.url) == ("arxiv:2401.01234", "https://arxiv.org/abs/2401.01234")
    assert len(sites.asked) == 2


async def test_what_is_asked(sites: Sites, look_up: LookUp) -> None:
    await look_up.find('Boats: "folded" & afloat')
    arxiv, crossref = sorted(sites.asked, reverse=True)
    assert arxiv.endswith("?search_query=ti%3A%22Boats+folded+afloat%22&max_results=5")
    assert "?query.bibliographic=Boats%3A+%22folded%22+%26+afloat&rows=5&select=DOI" in crossref


async def test_one_site_is_enough(sites: Sites, look_up: LookUp) -> None:
    sites.say("export.arxiv.org/api/query", "", "text/plain", 500)
    sites.json(SEARCH, works(work()))
    record = (await look_up.find(TITLE)).record
    assert record
    assert record.url == "https://doi.org/10.1145/12345.67890"


async def test_the_title_with_its_subtitle(sites: Sites, look_up: LookUp) -> None:
    sites.json(SEARCH, works(work(title=["Paper Boats"], subtitle=["A Study"])))
    assert (await look_up.find("Paper Boats: A Study")).record


async def test_a_failure_is_not_taken_for_not_found(sites: Sites, look_up: LookUp) -> None:
    sites.say("export.arxiv.org/api/query", "", "text/plain", 500)
    found = await look_up.find(TITLE)
    assert (found.reason, found.id, found.url) == (Reason.ODD_ANSWER, None, None)


async def test_no_such_title(sites: Sites, look_up: LookUp) -> None:
    sites.json(SEARCH, works(work(title=["Wooden Ships on Deep Seas"])))
    found = await look_up.find(TITLE)
    assert (found.reason, found.possible) == (Reason.NOT_FOUND, ())
    assert found.said == "The title search does not know that paper."


async def test_a_slip_is_offered_but_never_taken(sites: Sites, look_up: LookUp) -> None:
    sites.json(SEARCH, works(work(), work(title=["Wooden Ships"])))
    found = await look_up.find("Paper Boats in Shalow Water")
    assert (found.record, found.reason) == (None, Reason.SEVERAL)
    assert [paper.title for paper in found.possible] == [TITLE]


async def test_two_papers_of_one_title(sites: Sites, look_up: LookUp) -> None:
    sites.feed(entry())
    sites.json(SEARCH, works(work(author=[{"given": "Bo", "family": "Li"}])))
    found = await look_up.find(TITLE)
    assert (found.record, found.reason) == (None, Reason.SEVERAL)
    assert [paper.authors[0] for paper in found.possible] == ["Ada Byron", "Bo Li"]


async def test_given_names_and_missing_authors_are_no_difference(
    sites: Sites, look_up: LookUp
) -> None:
    sites.feed(entry())
    sites.json(SEARCH, works(work(author=[]), work(author=[{"given": "A.", "family": "Byron"}])))
    record = (await look_up.find(TITLE)).record
    assert record
    assert record.venue == "Proceedings of Paper Folding"


async def test_a_bare_forum_that_is_none_is_a_title(sites: Sites, look_up: LookUp) -> None:
    sites.json(SEARCH, works(work(title=["aBoats2000"])))
    assert (await look_up.find("aBoats2000")).record
    assert sites.asked[0] == "api2.openreview.net/notes?id=aBoats2000"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Psy-CoT: Émile’s Boats", "psy cot émiles boats", True),
        ("论文列表", "论文 列表", True),
        ("LoRA+", "LoRA", False),
        ("…", "!", False),
        ("Paper Boats", "Paper Boat", False),
    ],
)
def test_titles_that_are_the_same(one: str, other: str, same: bool) -> None:
    assert is_same_title(one, other) is same

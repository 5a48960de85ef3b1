"""What each site says of a paper becomes one record."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.papers.paper import Record
from bot.papers.sources.asking import user_agent
from bot.papers.sources.found import Reason
from bot.papers.sources.look_up import LookUp
from bot.papers.sources.question import read_question
from tests.sites import Sites, entry, message, run_sites, work

ACL_PAGE = """<!doctype html><html lang=en><head><meta charset=utf-8><title>Boats</title>
<meta content="Paper Boats &amp; <Ponds" name=citation_ignored><meta
content="Paper Boats &amp; Ponds" name=citation_title><meta content="Ada Byron"
name=citation_author><meta content="Émile Noël" name=citation_author><meta
content="Proceedings of the 57th Annual Meeting" name=citation_conference_title><meta
content="2019/7" name=citation_publication_date><meta content="10.18653/v1/P19-1001"
name=citation_doi></head><body><div class="card bg-light"><div class="card-body acl-abstract">
<h5 class=card-title>Abstract</h5><div>We fold <i>boats</i>,</div> CO<sub>2</sub> and $x&lt;y$.
</div></div><div>Anthology ID:</div></body></html>"""
PMLR_PAGE = """<!DOCTYPE html><html><head>
<meta name="description" content="We fold boats"/>
<meta name="citation_title" content="Paper Boats in Shallow Water">
<meta name="citation_author" content="Byron, Ada">
<meta name="citation_author" content="Émile Noël">
<meta name="citation_publication_date" content="2019/05/24">
<meta name="citation_conference_title" content="International Conference on Paper Folding">
</head><body><h4>Abstract</h4><div id="abstract" class="abstract">
  We fold boats, for $x &lt; y$.
</div></body></html>"""


@pytest.fixture
async def sites() -> AsyncIterator[Sites]:
    async with run_sites() as sites:
        yield sites


@pytest.fixture
async def look_up(sites: Sites) -> AsyncIterator[LookUp]:
    look_up = sites.look_up()
    yield look_up
    await look_up.close()


@pytest.mark.parametrize(
    "text",
    [
        *("2401.01234", "arXiv:2401.01234v1 [cs.CL]", "<https://arxiv.org/abs/2401.01234v2>"),
        *("https://arxiv.org/pdf/2401.01234v2.pdf", "https://arxiv.org/html/2401.01234v1"),
        *("https://doi.org/10.48550/arXiv.2401.01234", "https://huggingface.co/papers/2401.01234"),
    ],
)
async def test_arxiv_by_any_link_or_id(sites: Sites, look_up: LookUp, text: str) -> None:
    more = (
        '<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1145/12345.67890</arxiv:doi>'
        '<arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">J. Fold. 7'
        "</arxiv:journal_ref>"
    )
    sites.feed(entry(more=more))
    found = await look_up.find(text)
    assert found.record == Record(
        title="Paper Boats in Shallow Water",
        abstract="We fold boats of paper and float them, for $x<y$.",
        authors=("Ada Byron", "Émile Noël"),
        url="https://arxiv.org/abs/2401.01234",
        year=2024,
        venue="J. Fold. 7",
        ids=("doi:10.1145/12345.67890",),
    )
    assert (found.reason, found.said, found.id) == (None, "", "arxiv:2401.01234")
    assert sites.asked == ["export.arxiv.org/api/query?id_list=2401.01234&max_results=1"]


@pytest.mark.parametrize("text", ["hep-th/9901001v3", "https://arxiv.org/abs/hep-th/9901001"])
async def test_arxiv_ids_before_2007(sites: Sites, look_up: LookUp, text: str) -> None:
    sites.feed(entry("hep-th/9901001v1"))
    found = await look_up.find(text)
    assert found.record
    assert found.record.url == "https://arxiv.org/abs/hep-th/9901001"
    assert sites.asked[0].endswith("id_list=hep-th%2F9901001&max_results=1")


async def test_another_paper_than_asked_for_is_not_taken(sites: Sites, look_up: LookUp) -> None:
    sites.feed(entry("2401.99999v1"))
    assert (await look_up.find("2401.01234")).reason is Reason.NOT_FOUND


async def test_arxiv_error_entry_is_no_paper(sites: Sites, look_up: LookUp) -> None:
    wrong = entry(title="Error").replace(
        "<id>http://arxiv.org/abs/2401.01234v2</id>",
        "<id>http://arxiv.org/api/errors#incorrect_id_format_for_2401.01234</id>",
    )
    sites.feed(wrong)
    found = await look_up.find("2401.01234")
    assert (found.record, found.reason) == (None, Reason.NOT_FOUND)
    assert found.url == "https://arxiv.org/abs/2401.01234"
    assert found.said == "arXiv does not know that paper."


JATS = (
    "<jats:title>Abstract</jats:title><jats:sec><jats:title>Background</jats:title><jats:p>"
    "Boats &amp;amp; <jats:italic>ponds</jats:italic> hold H<jats:sub>2</jats:sub>O\n   and "
    "<jats:inline-formula><jats:alternatives><jats:tex-math>\\documentclass{minimal}\\usepackage"
    "{amsmath}\\begin{document}$$x^2$$\\end{document}</jats:tex-math><mml:math><mml:mi>x</mml:mi>"
    "</mml:math></jats:alternatives></jats:inline-formula>.</jats:p></jats:sec>"
)


@pytest.mark.parametrize(
    "text",
    [
        *("10.1145/12345.67890", "https://doi.org/10.1145/12345.67890", "doi:10.1145/12345.67890"),
        "https://dl.acm.org/doi/abs/10.1145/12345.67890",
    ],
)
async def test_doi_by_any_link(sites: Sites, look_up: LookUp, text: str) -> None:
    said = work(abstract=JATS, subtitle=["A <i>Study</i>"])
    sites.json("api.crossref.org/works/10.1145/12345.67890", message(said))
    found = await look_up.find(text)
    assert found.record == Record(
        title="Paper Boats in Shallow Water: A Study",
        abstract="Background: Boats & ponds hold H₂O and $$x^2$$.",
        authors=("Ada Byron", "Émile Noël"),
        url="https://doi.org/10.1145/12345.67890",
        year=2025,
        venue="Proceedings of Paper Folding",
    )
    assert sites.asked == ["api.crossref.org/works/10.1145%2F12345.67890"]


async def test_doi_of_which_little_is_known(sites: Sites, look_up: LookUp) -> None:
    said = {
        "DOI": "10.1101/1",
        "title": ["Boats"],
        "issued": {"date-parts": [[None]]},
        "author": [{"name": "The Folders"}],
        "institution": [{"name": "bioRxiv"}],
    }
    sites.json("api.crossref.org/works/10.1101/1", message(said))
    record = (await look_up.find("10.1101/1")).record
    assert record == Record(
        "Boats", None, ("The Folders",), "https://doi.org/10.1101/1", venue="bioRxiv"
    )


async def test_openreview_second_api(sites: Sites, look_up: LookUp) -> None:
    content = {
        "title": {"value": "Paper Boats"},
        "authors": {"value": ["Ada Byron", {"fullname": "Émile Noël"}]},
        "abstract": {"value": "We fold\n\nboats, for $x<y$."},
        "venue": {"value": "ICLR 2024 poster"},
    }
    note = {"id": "aB3_-xYz12", "forum": "aB3_-xYz12", "content": content, "pdate": 1}
    sites.json("api2.openreview.net/notes", {"notes": [note], "count": 1})
    for text in ("https://openreview.net/pdf?id=aB3_-xYz12", "aB3_-xYz12", "openreview:aB3_-xYz12"):
        record = (await look_up.find(text)).record
        assert record == Record(
            "Paper Boats",
            "We fold boats, for $x<y$.",
            ("Ada Byron", "Émile Noël"),
            "https://openreview.net/forum?id=aB3_-xYz12",
            year=2024,
            venue="ICLR 2024 poster",
        )
    assert sites.asked == ["api2.openreview.net/notes?id=aB3_-xYz12"]


async def test_openreview_first_api(sites: Sites, look_up: LookUp) -> None:
    content = {"title": "Paper Boats", "authors": ["Ada Byron"], "abstract": "We fold."}
    note = {"id": "rJl-b3RcF7", "content": content, "cdate": 1538087700000}
    sites.json("api2.openreview.net/notes", {"notes": [], "count": 0})
    sites.json("api.openreview.net/notes", {"notes": [note], "count": 1})
    record = (await look_up.find("https://openreview.net/forum?id=rJl-b3RcF7")).record
    assert record
    assert (record.title, record.year, record.venue) == ("Paper Boats", 2018, None)


@pytest.mark.parametrize(
    "text",
    [
        *("P19-1001", "p19-1001", "https://aclanthology.org/P19-1001.pdf", "acl:P19-1001"),
        "https://doi.org/10.18653/v1/P19-1001",
    ],
)
async def test_acl_anthology(sites: Sites, look_up: LookUp, text: str) -> None:
    sites.page("aclanthology.org/P19-1001/", ACL_PAGE)
    found = await look_up.find(text)
    assert found.record == Record(
        title="Paper Boats & Ponds",
        abstract="We fold boats, CO₂ and $x<y$.",
        authors=("Ada Byron", "Émile Noël"),
        url="https://aclanthology.org/P19-1001/",
        year=2019,
        venue="Proceedings of the 57th Annual Meeting",
        ids=("doi:10.18653/v1/p19-1001",),
    )
    assert found.id == "acl:P19-1001"


async def test_newer_acl_ids(sites: Sites, look_up: LookUp) -> None:
    sites.page("aclanthology.org/2023.acl-long.1/", ACL_PAGE)
    assert (await look_up.find("2023.ACL-long.1")).record


@pytest.mark.parametrize("end", ["byron19a.html", "byron19a/byron19a.pdf"])
async def test_pmlr(sites: Sites, look_up: LookUp, end: str) -> None:
    sites.page("proceedings.mlr.press/v97/byron19a.html", PMLR_PAGE)
    found = await look_up.find(f"http://proceedings.mlr.press/v97/{end}")
    assert found.record == Record(
        title="Paper Boats in Shallow Water",
        abstract="We fold boats, for $x < y$.",
        authors=("Ada Byron", "Émile Noël"),
        url="https://proceedings.mlr.press/v97/byron19a.html",
        year=2019,
        venue="International Conference on Paper Folding",
    )


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://example.org/Paper?q=1", "https://example.org/Paper?q=1"),
        ("<http://example.org/x>", "http://example.org/x"),
        ("https://169.254.169.254/latest", "https://169.254.169.254/latest"),
        ("https://proceedings.mlr.press/v97/", "https://proceedings.mlr.press/v97/"),
        *(("", None), ("…", None), ("a" * 301, None)),
    ],
)
async def test_nobody_is_asked_about_other_sites(
    sites: Sites, look_up: LookUp, text: str, url: str | None
) -> None:
    found = await look_up.find(text)
    assert (found.record, found.reason, found.url) == (None, Reason.NOT_ASKED, url)
    assert found.said
    assert sites.asked == []


async def test_we_say_who_we_are_and_nothing_personal(sites: Sites, look_up: LookUp) -> None:
    await look_up.find("10.1145/1")
    assert sites.headers[0]["User-Agent"] == user_agent()
    assert user_agent().startswith("Paperboy/")
    assert "@" not in user_agent()
    assert "Cookie" not in sites.headers[0]


def test_a_word_is_a_title_and_no_forum() -> None:
    for word in ("Mask2Former", "Transformer", "BERT4Rec", "Diffusion1", "attentionX", "2024.10.1"):
        assert read_question(word).keys == (f"title:{word}",)

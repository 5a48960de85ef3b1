"""The librarian's desk: what a form may hold, and who may change what."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import BotError
from bot.papers.forms import MAX_URL, check_url, read_form
from bot.papers.paper import MAX_ABSTRACT, MAX_TITLE, Record
from bot.papers.scope import Filter
from tests.library import AWAY, HOME, NOW, OTHER, SOMEBODY, Library


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://example.org/a_b(c)", "https://example.org/a_b(c)"),
        ("http://example.org", "http://example.org"),
        ("example.org/paper", "https://example.org/paper"),
        ("www.example.org", "https://www.example.org"),
        ("https://example.org/论文", "https://example.org/论文"),
        ("<https://example.org>", "https://example.org"),
        ("https://example.org:8443/x?y=1#z", "https://example.org:8443/x?y=1#z"),
    ],
)
def test_a_web_address_is_taken(typed: str, kept: str) -> None:
    assert check_url(typed) == kept
    assert read_form("Title", "", "", f" {typed}\n").url == kept


@pytest.mark.parametrize(
    "typed",
    [
        *("None", "none", "n/a", "ftp://example.org/x", "javascript:void(0)", "file:///etc/passwd"),
        *("http://bugbox:8000/x", "https://example.org/with space", "/pdf/0001.pdf", "https://"),
        *("https://user:secret@example.org/", "mailto:a@example.org", "data:text/html,x", "."),
        *(
            "https://example.org:port/",
            "https://[::1/",
            "https://example.org/\u202egro",
            "@everyone",
        ),
        *(
            "https://example.org/a\nb",
            "JavaScript://example.org/%0aalert(1)",
            "https://.",
            "discord",
        ),
    ],
)
def test_anything_else_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(BotError, match="The link is not a web address"):
        read_form("Title", "", "", typed)


@pytest.mark.parametrize(
    ("title", "abstract", "reason"),
    [
        ("", "", "needs a title or an abstract"),
        ("  \n", "\u3000", "needs a title or an abstract"),
        ("\u200b", "\u200d\ufeff", "needs a title or an abstract"),
        ("???", "😀", "hold no words"),
        ("x" * (MAX_TITLE + 1), "", f"title is longer than {MAX_TITLE} characters"),
        ("x", "x" * (MAX_ABSTRACT + 1), "abstract is longer than 20,000 characters"),
    ],
)
def test_a_form_that_cannot_be_a_paper_is_refused(title: str, abstract: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        read_form(title, abstract, "", "")
    with pytest.raises(BotError, match=f"link is longer than {MAX_URL} characters"):
        read_form("x", "", "", f"https://example.org/{'a' * MAX_URL}")


def test_blanks_go_and_the_abstract_stays_as_it_is() -> None:
    record = read_form("  A \n title ", "\n $x$ \\emph{y}\n\nz  \n", " A. Bee ,  C. Dee,, ", "")
    assert record == Record("A title", "$x$ \\emph{y}\n\nz", ("A. Bee", "C. Dee"), None)
    assert read_form("\u200b", "words", "", "").title is None
    assert read_form("half \ud83d", "", "\ud83d", "").title == "half ?"


@pytest.mark.parametrize(
    "typed",
    [
        "A. Bee, C. Dee",
        "A. Bee and C. Dee",
        "A. Bee; C. Dee",
        "A. Bee\nC. Dee",
        "A. Bee, and C. Dee",
    ],
)
def test_authors_are_told_apart(typed: str) -> None:
    assert read_form("x", "", typed, "").authors == ("A. Bee", "C. Dee")


async def test_home_adds_to_the_shared_library_and_others_to_their_own(library: Library) -> None:
    shared = await library.add("On zebras", HOME, "Zoo")
    own = await library.add("On quaggas", AWAY, "zoo")
    assert (shared.guild_id, own.guild_id) == (None, AWAY)
    assert [paper.title for paper in await library.papers(AWAY)] == ["On zebras", "On quaggas"]
    for guild_id in (HOME, OTHER):
        assert [paper.title for paper in await library.papers(guild_id)] == ["On zebras"]


@pytest.mark.parametrize("name", ["Zoo 2025", "Тёмные МИРЫ", "ÉTÉ", "论文"])
async def test_a_list_is_reused_in_any_case(library: Library, name: str) -> None:
    for guild_id in (HOME, AWAY):
        for number, typed in enumerate((name, name.lower(), name.upper())):
            paper = await library.add(f"Paper {number} of {guild_id}", guild_id, typed)
            assert paper.lists == (name,)
    assert [one.name for one in await library.catalog.lists(AWAY)] == [name]


async def test_part_of_a_lists_name_is_another_list(seeded: Library) -> None:
    paper = await seeded.add("On zebras", HOME, "NeurIPS")
    assert (paper.lists, paper.year) == (("NeurIPS",), None)


async def test_a_paper_added_to_a_list_has_its_year(seeded: Library) -> None:
    for guild_id in (HOME, AWAY):
        paper = await seeded.add(f"On zebras {guild_id}", guild_id, "neurips 2026")
        assert (paper.lists, paper.year) == (("NeurIPS 2026",), 2026)


async def test_a_guilds_list_and_a_shared_one_of_its_name_are_read_as_one(
    library: Library,
) -> None:
    own = await library.add("On quaggas", AWAY, "zoo")
    other = await library.add("On okapis", OTHER, "ZOO")
    await library.hold(["On zebras"], name="Zoo")
    shared = (await library.papers(HOME))[0]
    for guild_id, ids in ((AWAY, [own.id, shared.id]), (OTHER, [other.id, shared.id])):
        found = await library.catalog.list_named("Zoo", guild_id)
        assert found is not None
        assert found.guild_id == guild_id
        assert await library.catalog.ids(guild_id, Filter(list_ids=(found.id,))) == ids
    assert len(await library.papers(HOME)) == 1


async def test_only_home_removes_from_the_shared_library(seeded: Library) -> None:
    paper = (await seeded.papers())[0]
    with pytest.raises(BotError, match="P-1 belongs to the shared library"):
        await seeded.desk.remove(paper, guild_id=AWAY, by_user=SOMEBODY, now=NOW)
    await seeded.desk.remove(paper, guild_id=HOME, by_user=SOMEBODY, now=NOW)
    assert len(await seeded.papers(OTHER)) == 36


async def test_a_paper_is_removed_once(library: Library) -> None:
    paper = await library.add("On zebras", AWAY)
    outcomes = await asyncio.gather(
        *(library.desk.remove(paper, guild_id=AWAY, by_user=SOMEBODY, now=NOW) for _ in range(3)),
        return_exceptions=True,
    )
    assert [str(outcome) for outcome in outcomes if outcome] == ["P-1 was removed already."] * 2
    rows = await library.database.fetch_all("SELECT action, server_id, by_user, at FROM revision")
    at = int(NOW.timestamp())
    assert [tuple(row) for row in rows] == [
        ("add", AWAY, SOMEBODY, at),
        ("remove", AWAY, SOMEBODY, at),
    ]


async def test_a_code_is_never_given_again(library: Library) -> None:
    for number in range(1, 4):
        paper = await library.add("On zebras", HOME)
        assert paper.code == f"P-{number}"
        await library.desk.remove(paper, guild_id=HOME, by_user=SOMEBODY, now=NOW)


async def test_a_close_duplicate_is_one_that_this_guild_sees(seeded: Library) -> None:
    abstract = str((await seeded.papers())[3].abstract)
    changed = Record(title="Another title", abstract=abstract.replace(" the ", " a ", 4))
    twin = await seeded.desk.close_duplicate(changed, AWAY)
    assert twin is not None
    assert twin.code == "P-4"
    own = await seeded.add("Learning to fold paper boats", AWAY)
    record = Record(title="LEARNING  to fold: paper-boats")
    assert await seeded.desk.close_duplicate(record, AWAY) == own
    assert await seeded.desk.close_duplicate(record, OTHER) is None
    assert await seeded.desk.close_duplicate(Record(title="Learning to fold"), AWAY) is None

"""/library add with a link: looked up, shown, and added on the librarian's word."""

from __future__ import annotations

import pytest
import simcord

from tests import forging
from tests.conftest import World
from tests.digest_days import custom_ids
from tests.screen import buttons, message_of, text
from tests.sites import Sites, entry, run_sites, work, works

LINK = "https://arxiv.org/abs/2401.01234v2"


async def ask(world: World, sites: Sites, link: str = LINK) -> simcord.InteractionResult:
    """Paste a link; the answer is for the librarian alone."""
    await world.bot.look_up.close()
    world.bot.look_up = sites.look_up()
    answer = await world.librarian.slash(world.channel, "library add", link=link)
    assert answer.ephemeral
    return answer


async def ours(world: World) -> list[str]:
    """Return the titles of this server's own papers."""
    ids = await world.bot.catalog.ids(world.guild.id)
    papers = await world.bot.catalog.get_many(ids, world.guild.id)
    return [str(paper.title) for paper in papers if not paper.shared]


async def test_what_was_found_is_shown_and_added_on_the_librarians_word(world: World) -> None:
    async with run_sites() as sites:
        sites.feed(entry())
        shown = await ask(world, sites)
        assert "Paper Boats in Shallow Water" in text(shown)
        assert "Ada Byron, Émile Noël" in text(shown)
        assert await ours(world) == []
        await world.restart()
        added = await world.librarian.click(message_of(shown), label="Add")
    assert "Added as **P-38**." in text(added)
    paper = await world.bot.catalog.get(38, world.guild.id)
    assert paper
    assert (paper.year, paper.url) == (2024, "https://arxiv.org/abs/2401.01234")
    found = await world.member.slash(world.channel, "paper search", query="arxiv:2401.01234")
    assert "P-38" in text(found)


async def test_it_can_be_mended_in_the_form_first(world: World) -> None:
    async with run_sites() as sites:
        sites.feed(entry())
        shown = await ask(world, sites)
    form = await world.librarian.click(message_of(shown), label="Edit first")
    added = await world.librarian.submit_modal(form, {"title": "Boats of paper", "list": "Sea"})
    assert "Added as **P-38**." in text(added)
    assert await ours(world) == ["Boats of paper"]


async def test_one_that_is_here_already_is_asked_about(world: World) -> None:
    async with run_sites() as sites:
        sites.feed(entry())
        await world.librarian.click(message_of(await ask(world, sites)), label="Add")
        again = await world.librarian.click(message_of(await ask(world, sites)), label="Add")
    assert "Is it another one?" in text(again)
    assert len(await ours(world)) == 1


async def test_of_several_titles_one_is_picked(world: World) -> None:
    async with run_sites() as sites:
        sites.feed()
        one = work(DOI="10.1145/1.1", author=[{"family": "Byron", "given": "Ada"}])
        other = work(DOI="10.1145/2.2", author=[{"family": "Noël", "given": "Émile"}])
        sites.json("api.crossref.org/works", works(one, other))
        several = await ask(world, sites, "Paper boats in shallow water")
        takes = [one for one in custom_ids(several) if one.startswith("take-found:")]
        assert len(takes) == 2
        shown = await world.librarian.click(message_of(several), custom_id=takes[1])
        assert "Émile Noël" in text(shown)
        await world.librarian.click(message_of(shown), label="Add")
    assert await ours(world) == ["Paper Boats in Shallow Water"]


async def test_without_an_answer_the_form_opens_with_the_link(world: World) -> None:
    async with run_sites() as sites:
        answer = await ask(world, sites)
        assert "You can fill in the form yourself." in text(answer)
        assert list(buttons(answer)) == ["Fill in the form"]
        form = await world.librarian.click(message_of(answer), label="Fill in the form")
        assert form.modal
        fields = {
            row["component"]["custom_id"]: row["component"] for row in form.modal["components"]
        }
        assert fields["link"]["value"] == "https://arxiv.org/abs/2401.01234"
        added = await world.librarian.submit_modal(form, {"title": "Boats by hand"})
    assert "Added as **P-38**." in text(added)


@pytest.mark.parametrize(
    "link",
    [
        "https://169.254.169.254/latest",
        "http://localhost:8000/x",
        "javascript:alert(1)",
        "@everyone",
    ],
)
async def test_nobody_else_is_ever_asked(world: World, link: str) -> None:
    async with run_sites() as sites:
        sites.feed()
        sites.json("api.crossref.org/works", works())
        answer = await ask(world, sites, link)
        assert "fill in the form" in text(answer)
        hosts = {one.partition("/")[0] for one in sites.asked}
    assert hosts <= {"export.arxiv.org", "api.crossref.org"}


async def test_hostile_metadata_stays_text(world: World) -> None:
    async with run_sites() as sites:
        sites.feed(entry(title="@everyone **free** [x](https://e.org)", authors=("&lt;@1&gt;",)))
        shown = await ask(world, sites)
    assert "\\*\\*free" in text(shown)
    assert "@everyone" not in text(shown).replace("@\u200beveryone", "")
    assert "<@1>" not in text(shown)


@pytest.mark.parametrize("kind", ["add-found", "edit-found", "take-found", "dismiss"])
async def test_only_librarians_of_this_server_decide(world: World, kind: str) -> None:
    async with run_sites() as sites:
        sites.feed(entry())
        shown = await ask(world, sites)
    panel = custom_ids(shown)[0].split(":")[1]
    custom_id = f"{kind}:{panel}" + (":0" if kind == "take-found" else "")
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    await forging.press(world, world.member, custom_id)
    await forging.press(world, owner, custom_id, channel)
    assert await ours(world) == []
    added = await world.librarian.click(message_of(shown), label="Add")
    assert "Added as **P-38**." in text(added)

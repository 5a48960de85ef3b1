"""/library export, /paper cite, and the buttons that give papers as BibTeX."""

from __future__ import annotations

import pytest
import simcord

from tests import forging
from tests.conftest import World
from tests.digest_days import custom_ids
from tests.screen import message_of, text


async def file_of(answer: simcord.InteractionResult) -> tuple[str, str]:
    """Return the name and the text of the file; always for one member alone."""
    assert answer.ephemeral
    [file] = message_of(answer).attachments
    return file.filename, (await file.read()).decode()


@pytest.mark.parametrize(
    ("name", "suffix", "count"),
    [
        ("bibtex", ".bib", "@misc{"),
        ("ris", ".ris", "TY  - "),
        ("csv", ".csv", "\r\nP-"),
        ("jsonl", ".jsonl", '"code": '),
        ("markdown", ".md", "- **"),
    ],
)
async def test_the_library_is_exported(world: World, name: str, suffix: str, count: str) -> None:
    answer = await world.librarian.slash(world.channel, "library export", format=name)
    filename, data = await file_of(answer)
    assert filename == f"papers{suffix}"
    assert data.count(count) == 37


async def test_one_list_or_what_a_query_finds(world: World) -> None:
    found = await world.bot.search.matching("reinforcement", world.guild.id)
    answer = await world.librarian.slash(
        world.channel, "library export", list="NeurIPS 2026", query="reinforcement"
    )
    filename, data = await file_of(answer)
    assert filename == "NeurIPS 2026.bib"
    assert data.count("@misc{") == len(found)
    nothing = await world.librarian.slash(world.channel, "library export", query="xyzzyplugh")
    assert "There is no paper to export." in text(nothing)


async def test_no_server_exports_what_another_added(world: World) -> None:
    guild = world.env.create_guild("Next door")
    channel = guild.create_text_channel("papers")
    owner = guild.add_member(guild.owner)
    form = await owner.slash(channel, "library add")
    await owner.submit_modal(form, {"title": "Their secret boats"})
    _, data = await file_of(await world.librarian.slash(world.channel, "library export"))
    assert "secret" not in data
    stolen = await forging.press(world, world.member, "bib:38")
    assert "There is no paper to export." in text(stolen)


@pytest.mark.parametrize(
    ("style", "said"),
    [("bibtex", "@misc{"), ("apa", "(2026)."), ("markdown", "P-4")],
)
async def test_a_paper_is_cited(world: World, style: str, said: str) -> None:
    answer = await world.member.slash(world.channel, "paper cite", paper="P-4", style=style)
    assert answer.ephemeral
    assert answer.response
    assert said in answer.response.content
    assert "HyperTree" in answer.response.content
    assert len(answer.response.content) <= 2_000


async def test_results_and_shelves_have_a_button(world: World) -> None:
    shown = await world.member.slash(world.channel, "paper search", query="learning")
    _, data = await file_of(await world.member.click(message_of(shown), label="BibTeX"))
    assert data.count("@misc{") == 5
    [button] = [one for one in custom_ids(shown) if one.startswith("bib:")]
    first = button.removeprefix("bib:").split(".")[0]
    assert f"-p{first}," in data
    await forging.press(world, world.member, f"save:{first}")
    shelf = await world.member.slash(world.channel, "shelf show")
    _, mine = await file_of(await world.member.click(message_of(shelf), label="BibTeX"))
    assert mine.count("@misc{") == 1
    theirs = await forging.press(world, world.librarian, "shelf-bib:0")
    assert "There is no paper to export." in text(theirs)

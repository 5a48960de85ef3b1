"""/paper search: what a member sees."""

from __future__ import annotations

import re
import sqlite3
from itertools import chain

import discord
import pytest
import simcord

from bot.papers import storing
from bot.papers.scope import Filter
from tests.conftest import World
from tests.screen import buttons, components, text, walk

SECTION = 9  # Discord's component type


async def search(world: World, query: str, **options: object) -> simcord.InteractionResult:
    return await world.member.slash(world.channel, "paper search", query=query, **options)


def shown(result: simcord.InteractionResult) -> discord.Message:
    assert result.response is not None
    return result.response.message


def codes(result: simcord.InteractionResult | discord.Message) -> list[str]:
    """Return the codes of the papers on show, in order."""
    return re.findall(r"P-\d+", text(result))


async def test_a_result_has_headline_origin_the_line_that_matched_and_a_button(
    world: World,
) -> None:
    result = await search(world, "dasgupta")
    assert not result.ephemeral
    [section] = [part for part in walk(components(result)) if part["type"] == SECTION]
    headline, origin, line = text(result).splitlines()[1:]
    assert headline.startswith("**HyperTree: ")
    assert origin == "-# NeurIPS 2026 · P-4"
    assert "**Dasgupta**'s cost" in line
    assert section["accessory"]["label"] == "Open"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("hypertre", "HyperTree"),
        ("heirflow", "HierFlow"),
        ("psycot", "Psy-CoT"),
        ("PSY COT", "Psy-CoT"),
        ("pack 3d", "Pack3D"),
        ("actonomy", "ACT\\*ONOMY"),
    ],
)
async def test_search_finds_a_name_however_it_is_spelt(world: World, query: str, name: str) -> None:
    found = await world.member.slash(world.channel, "paper search", query=query)
    assert not found.ephemeral
    assert f"**{name}" in text(found)


async def test_open_shows_the_card_to_the_one_who_presses(world: World) -> None:
    card = await world.librarian.click(shown(await search(world, "hypertree")), label="Open")
    assert card.ephemeral
    assert "Dasgupta's cost" in text(card)
    assert codes(card) == ["P-4"]


async def test_private_results_are_for_the_member_alone(world: World) -> None:
    result = await search(world, "agents", private=True)
    assert result.ephemeral
    turned = await world.member.click(shown(result), label="Next ▶")
    assert turned.response is not None
    assert turned.response.ephemeral


async def test_five_a_page_and_every_result_once(world: World) -> None:
    message = shown(await search(world, "agents"))
    found = (await world.bot.search.find("agents", world.guild.id)).paper_ids
    count, pages = len(found), -(-len(found) // 5)
    assert pages > 2
    seen = [codes(message)]
    assert text(message).startswith(f"**{count} papers** for “agents” · page 1 of {pages}")
    assert buttons(message)["◀ Back"]["disabled"]
    for page in range(2, pages + 1):
        message = shown(await world.member.click(message, label="Next ▶"))
        assert f"page {page} of {pages}" in text(message)
        seen.append(codes(message))
    assert list(chain(*seen)) == [f"P-{paper_id}" for paper_id in found]
    assert {len(page) for page in seen[:-1]} == {5}
    assert buttons(message)["Next ▶"]["disabled"]
    message = shown(await world.member.click(message, label="◀ Back"))
    assert codes(message) == seen[-2]


async def test_few_results_need_no_pager(world: World) -> None:
    result = await search(world, "hypertree")
    assert text(result).startswith("**1 paper** for “hypertree”\n")
    assert list(buttons(result)) == ["Open", "BibTeX"]


async def test_the_pager_belongs_to_who_searched(world: World) -> None:
    message = shown(await search(world, "agents"))
    refused = await world.librarian.click(message, label="Next ▶")
    assert refused.ephemeral
    assert text(refused) == (
        "These buttons belong to the member who ran the command. Run it yourself for your own."
    )
    assert "page 1" in text(world.channel.history()[-1])


async def test_the_pager_works_after_a_restart(world: World) -> None:
    message = shown(await search(world, "agents"))
    await world.restart()
    assert "page 2" in text(await world.member.click(message, label="Next ▶"))


async def test_after_a_day_the_pager_says_that_it_is_over(world: World) -> None:
    message = shown(await search(world, "agents"))
    await world.env.advance_time(24 * 3600 - 60)
    assert "page 2" in text(await world.member.click(message, label="Next ▶"))
    await world.env.advance_time(60)
    late = await world.member.click(message, label="◀ Back")
    assert late.ephemeral
    assert text(late) == "The buttons of this message no longer work. Run the command again."


@pytest.mark.parametrize(
    ("left", "then"), [(3, "**3 papers** for “agents”\n"), (0, "Nothing found for “agents”.")]
)
async def test_results_that_shrank_meanwhile(world: World, left: int, then: str) -> None:
    message = shown(await search(world, "agents"))
    found = (await world.bot.search.find("agents", world.guild.id)).paper_ids
    async with world.bot.database.write() as connection:
        gone = ",".join(map(str, found[left:]))
        await connection.execute(f"UPDATE paper SET removed_at = 1 WHERE id IN ({gone})")
        if not left:
            await connection.execute("UPDATE paper SET removed_at = 1")
    turned = await world.member.click(message, label="Next ▶")
    assert text(turned).startswith(then)
    assert codes(turned) == [f"P-{paper_id}" for paper_id in found[:left]]


async def test_the_year_and_the_list_narrow_the_search(world: World) -> None:
    assert "**1 paper**" in text(await search(world, "hypertree", year=2026))
    nothing = await search(world, "hypertree", year=2025)
    assert text(nothing).startswith("Nothing found for “hypertree” among these papers.")
    assert not buttons(nothing)
    for name in ("NeurIPS 2026", "neurips 2026", "NEURIPS"):
        assert codes(await search(world, "hypertree", list=name)) == ["P-4"]
    refused = await search(world, "hypertree", list="ICML")
    assert refused.ephemeral
    assert text(refused) == "There is no such list. Lists here: NeurIPS 2026."


async def test_the_filter_stays_while_paging(world: World) -> None:
    found = (await world.bot.search.find("agents", world.guild.id)).paper_ids
    async with world.bot.database.write() as connection:
        await connection.execute("UPDATE paper SET year = 2025 WHERE id = ?", (found[0],))
    message = shown(await search(world, "agents", year=2026))
    turned = await world.member.click(message, label="Next ▶")
    among = Filter(years=(2026, 2026))
    rest = (await world.bot.search.find("agents", world.guild.id, among)).paper_ids
    assert codes(turned) == [f"P-{paper_id}" for paper_id in rest[5:10]]


async def test_a_typo_is_mended_and_said(world: World) -> None:
    result = await search(world, "hpyertree")
    assert "-# Showing results for **HyperTree**" in text(result)
    assert codes(result) == ["P-4"]


async def test_words_that_no_paper_has_together_are_said(world: World) -> None:
    result = await search(world, "hyperbolic zebra")
    assert "-# No paper has all of these words; these come closest" in text(result)
    assert "P-4" in codes(result)


async def test_nothing_found_offers_the_nearest_names_as_buttons(world: World) -> None:
    result = await search(world, "hyprflw")
    assert text(result) == "Nothing found for “hyprflw”. The nearest names here:"
    assert list(buttons(result)) == ["HierFlow"]
    card = await world.librarian.click(shown(result), label="HierFlow")
    assert card.ephemeral
    assert text(card).startswith("### HierFlow")


async def test_nothing_found_and_nothing_near(world: World) -> None:
    result = await search(world, "zzzzqqqq")
    assert text(result) == "Nothing found for “zzzzqqqq”. Try another word, or `/paper random`."


@pytest.mark.parametrize("query", [" ", "?!", "😀", "\u3000", "\u200b", "*", '""', "\0"])
async def test_a_query_without_words_gets_a_hint(world: World, query: str) -> None:
    result = await search(world, query)
    assert result.ephemeral
    assert text(result) == "Type a name or a word or two, such as `hyperbolic` or `HyperTree`."


@pytest.mark.parametrize(
    "query",
    [
        *("graph AND", 'NEAR(a b"', "{title}: graph", "hyper* OR a", "'; DROP TABLE paper;--"),
        *("graph " * 33 + "xy", "@everyone <@1> `x` **b** [l](https://example.org)", "𞤀 a\0b ½"),
    ],
)
async def test_hostile_queries_are_words(world: World, query: str) -> None:
    result = await search(world, query[:200])
    assert result.acknowledged
    assert "37 papers" not in text(result)
    assert "@everyone" not in text(result)
    quoted = text(result).partition("“")[2].partition("”")[0]
    assert not re.search(r"(?<!\\)[*`\[]", quoted)
    with sqlite3.connect(world.settings.database) as connection:
        assert connection.execute("SELECT count(*) FROM paper").fetchone() == (37,)
    connection.close()


async def test_a_code_shows_the_card_at_once(world: World) -> None:
    for code in ("P-4", "p4", "P–4"):
        result = await search(world, code)
        assert text(result).startswith("### HyperTree")
        assert list(buttons(result)) == ["Save", "Read ✓", "Not for us"]


async def test_a_search_of_one_page_is_not_remembered(world: World) -> None:
    await search(world, "hypertree")
    assert not await world.bot.database.fetch_all("SELECT * FROM panel")


async def test_a_list_that_could_be_two_is_asked_about(world: World) -> None:
    async with world.bot.database.write() as connection:
        list_id = await storing.ensure_list(connection, None, "NeurIPS 2025")
        await storing.put_in_list(connection, list_id, 1)
    asked = await search(world, "hypertree", list="NeurIPS")
    assert text(asked) == "Several lists are named like that. Pick one from the list as you type."

"""/paper: what a member sees."""

from __future__ import annotations

import pytest

from tests.conftest import World
from tests.screen import buttons, text


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
async def test_search_finds_a_name_however_it_is_spelt(
    world: World, query: str, name: str
) -> None:
    found = await world.member.slash(world.channel, "paper search", query=query)
    assert not found.ephemeral
    assert f"**{name}" in text(found)


async def test_open_shows_the_card_to_the_one_who_presses(world: World) -> None:
    found = await world.member.slash(world.channel, "paper search", query="hypertree")
    assert found.response is not None
    card = await world.librarian.click(found.response.message, label="Open")
    assert card.ephemeral
    assert "Dasgupta's cost" in text(card)


async def test_nothing_found_offers_the_nearest_names(world: World) -> None:
    found = await world.member.slash(world.channel, "paper search", query="hyprflw")
    assert "Nothing found for “hyprflw”" in text(found)
    assert len(buttons(found)) == 3

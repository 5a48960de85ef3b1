"""What a message remembers, for a day and for those whom it concerns."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.errors import BotError
from bot.panels import GONE, LIFETIME, Panels
from tests.library import AWAY, HOME, NOW, SOMEBODY, Library


@pytest.fixture
def panels(library: Library) -> Panels:
    return Panels(library.database)


async def test_it_keeps_its_state_for_a_day(panels: Panels) -> None:
    state = {"query": "图 \ud83d 😀", "list_id": None, "dealt": [1, 2]}
    opened = await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state=state, now=NOW)
    almost = NOW + LIFETIME - timedelta(seconds=1)
    panel = await panels.get(opened, "a", HOME, almost)
    assert (panel.state, panel.owner_id) == (state, SOMEBODY)
    with pytest.raises(BotError, match=GONE):
        await panels.get(opened, "a", HOME, NOW + LIFETIME)


async def test_it_answers_to_its_kind_and_guild_alone(panels: Panels) -> None:
    opened = await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state={}, now=NOW)
    for kind, guild_id, panel_id in (("b", HOME, opened), ("a", AWAY, opened), ("a", HOME, 99)):
        with pytest.raises(BotError, match=GONE):
            await panels.get(panel_id, kind, guild_id, NOW)


async def test_old_ones_are_forgotten(panels: Panels, library: Library) -> None:
    for age in (3, 2, 0):
        at = NOW - timedelta(days=age)
        await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state={}, now=at)
    assert len(await library.database.fetch_all("SELECT * FROM panel")) == 1


async def test_an_update_of_what_was_changed_meanwhile_is_refused(panels: Panels) -> None:
    opened = await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state={"n": 1}, now=NOW)
    panel = await panels.get(opened, "a", HOME, NOW)
    assert await panels.update(panel, {"n": 2})
    assert not await panels.update(panel, {"n": 3})
    assert (await panels.get(opened, "a", HOME, NOW)).state == {"n": 2}


async def test_it_closes_once_and_for_its_owner(panels: Panels) -> None:
    opened = await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state={}, now=NOW)
    with pytest.raises(BotError, match=GONE):
        await panels.close(opened, SOMEBODY + 1)
    closing = (panels.close(opened, SOMEBODY) for _ in range(3))
    outcomes = await asyncio.gather(*closing, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes if outcome] == [GONE, GONE]


async def test_at_a_start_the_old_ones_are_deleted(panels: Panels, library: Library) -> None:
    await panels.open("a", guild_id=HOME, owner_id=SOMEBODY, state={}, now=NOW)
    await panels.forget_expired(NOW + LIFETIME - timedelta(seconds=1))
    assert len(await library.database.fetch_all("SELECT * FROM panel")) == 1
    await panels.forget_expired(NOW + LIFETIME)
    assert not await library.database.fetch_all("SELECT * FROM panel")

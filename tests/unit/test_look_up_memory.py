"""Nobody is asked twice, nor more often than a site likes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.look_up import KEPT_S, UNKNOWN_KEPT_S, LookUp
from bot.papers.sources.memory import Memory
from bot.papers.sources.pace import Pace
from tests.sites import Sites, Ticking, entry, message, run_sites, work


@pytest.fixture
async def sites() -> AsyncIterator[Sites]:
    async with run_sites() as sites:
        yield sites


@pytest.fixture
async def look_up(sites: Sites) -> AsyncIterator[LookUp]:
    look_up = sites.look_up()
    yield look_up
    await look_up.close()


async def test_an_answer_is_kept_for_a_day(sites: Sites, look_up: LookUp) -> None:
    sites.feed(entry())
    first = await look_up.find("2401.01234")
    sites.ticking.time += KEPT_S - 10
    assert await look_up.find("https://arxiv.org/pdf/2401.01234v2") == first
    assert len(sites.asked) == 1
    sites.ticking.time += 20
    await look_up.find("2401.01234")
    assert len(sites.asked) == 2


async def test_what_is_not_known_yet_is_soon_asked_again(sites: Sites, look_up: LookUp) -> None:
    sites.feed()
    assert (await look_up.find("2401.01234")).reason is Reason.NOT_FOUND
    assert (await look_up.find("2401.01234")).reason is Reason.NOT_FOUND
    assert len(sites.asked) == 1
    sites.feed(entry())
    sites.ticking.time += UNKNOWN_KEPT_S + 1
    assert (await look_up.find("2401.01234")).record


async def test_a_failure_is_not_kept(sites: Sites, look_up: LookUp) -> None:
    where = "api.crossref.org/works/10.1145/1"
    sites.say(where, "", "text/plain", 500)
    assert (await look_up.find("10.1145/1")).reason is Reason.ODD_ANSWER
    sites.json(where, message(work()))
    assert (await look_up.find("10.1145/1")).record


def held(sites: Sites, where: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Let an answer wait; returns what is set when it is asked for, and what lets it go."""
    asked, release = asyncio.Event(), asyncio.Event()

    async def handler(request: web.Request) -> web.Response:
        asked.set()
        await release.wait()
        return web.json_response(message(work()))

    sites.answers[where] = handler
    return asked, release


async def test_the_same_asked_at_once_is_one_request(sites: Sites, look_up: LookUp) -> None:
    asked, release = held(sites, "api.crossref.org/works/10.1145/1")
    finds = [asyncio.create_task(look_up.find(f"{start}10.1145/1")) for start in ("", "doi:", "")]
    await asked.wait()
    finds[0].cancel()  # who gives up takes it from nobody
    release.set()
    found = await asyncio.gather(*finds[1:])
    assert found[0].record == found[1].record
    assert found[0].record
    assert len(sites.asked) == 1


async def test_closing_gives_up(sites: Sites) -> None:
    look_up = sites.look_up()
    asked, _ = held(sites, "api.crossref.org/works/10.1145/1")
    find = asyncio.create_task(look_up.find("10.1145/1"))
    await asked.wait()
    await look_up.close()
    with pytest.raises(asyncio.CancelledError):
        await find
    await look_up.close()


async def test_arxiv_is_asked_every_three_seconds(sites: Sites, look_up: LookUp) -> None:
    sites.feed()
    await asyncio.gather(*(look_up.find(f"2401.0000{n}") for n in range(3)))
    assert sites.ticking.waits == [3.0, 3.0]
    sites.ticking.time += 2
    await look_up.find("2401.00004")
    assert sites.ticking.waits == [3.0, 3.0, 1.0]
    await look_up.find("10.1145/1")  # other sites have their own pace
    assert sites.ticking.waits == [3.0, 3.0, 1.0]


async def test_arxiv_gets_one_request_at_a_time(sites: Sites, look_up: LookUp) -> None:
    open_now, most = 0, 0

    async def handler(request: web.Request) -> web.Response:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0)
        open_now -= 1
        return web.Response(status=404)

    sites.answers["export.arxiv.org/api/query"] = handler
    await asyncio.gather(*(look_up.find(f"2401.0000{n}") for n in range(5)))
    assert (most, len(sites.asked)) == (1, 5)


@pytest.mark.parametrize(
    ("said", "seconds"), [("120", 120), ("", 60), ("Tue, 1 Jan 2030", 60), ("9" * 8, 3600)]
)
async def test_a_site_that_has_enough_is_left_alone(
    sites: Sites, look_up: LookUp, said: str, seconds: int
) -> None:
    where = "api.crossref.org/works/10.1145/1"
    sites.say(where, "", "text/plain", 429, Retry_After=said)
    assert (await look_up.find("10.1145/1")).reason is Reason.TOO_MANY
    sites.json(where, message(work()))
    sites.ticking.time += seconds - 6  # more than the five seconds a look-up may take
    assert (await look_up.find("10.1145/1")).reason is Reason.TOO_MANY
    assert len(sites.asked) == 1
    sites.ticking.time += 6
    assert (await look_up.find("10.1145/1")).record


async def test_a_turn_that_comes_too_late_is_not_waited_for() -> None:
    pace = Pace(3.0, Ticking().clock)
    await pace.begin(1.0)
    with pytest.raises(NoAnswerError) as late:
        await pace.begin(0.01)  # the first has not ended
    assert late.value.reason is Reason.TOO_MANY
    pace.end()
    with pytest.raises(NoAnswerError):
        await pace.begin(2.9)
    await pace.begin(3.0)


async def test_the_oldest_answers_are_forgotten() -> None:
    made = []
    memory: Memory[int, int] = Memory(2, lambda value: 10.0, lambda: 0.0)

    async def make(key: int) -> int:
        made.append(key)
        return key

    for key in (1, 2, 1, 3, 1, 2):
        await memory.get(key, lambda key=key: make(key))  # type: ignore[misc]
    assert made == [1, 2, 3, 2]


async def test_a_fault_of_ours_is_seen_and_not_kept() -> None:
    memory: Memory[str, int] = Memory(2, lambda value: 10.0, lambda: 0.0)

    async def fault() -> int:
        raise ZeroDivisionError

    async def good() -> int:
        return 1

    with pytest.raises(ZeroDivisionError):
        await memory.get("a", fault)
    assert await memory.get("a", good) == 1

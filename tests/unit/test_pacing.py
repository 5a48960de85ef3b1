"""Turns within Discord's limit: evenly, posts first, none saved up."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest

from bot.digests.pacing import Pace


class Time:
    """A clock that only sleeping moves; whoever sleeps is woken in order."""

    def __init__(self) -> None:
        self.now = 100.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.now + seconds, future))
        await future

    async def pass_until_all_are_awake(self) -> None:
        """Wake one after the other, at the moment each asked for."""
        for _ in range(10_000):
            await turns_of_the_loop()
            if not self.sleepers:
                return
            self.sleepers.sort(key=lambda one: one[0])
            moment, future = self.sleepers.pop(0)
            if future.done():  # cancelled
                continue
            self.now = max(self.now, moment)
            future.set_result(None)
        raise AssertionError("somebody never gets a turn")


async def turns_of_the_loop() -> None:
    yielding = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(yielding.set_result, None)
    await yielding


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(asyncio, "sleep", clock.sleep)
    return clock


async def moments(clock: Time, pace: Pace, posts: int, behind: int = 0) -> list[tuple[str, float]]:
    """Return who got a turn when, all having asked at once, those behind first."""
    taken: list[tuple[str, float]] = []

    async def take(kind: str) -> None:
        await (pace.turn() if kind == "post" else pace.turn_behind(1))
        taken.append((kind, clock.now))

    kinds = ["post"] * posts + ["behind"] * behind
    tasks = [asyncio.ensure_future(take(kind)) for kind in kinds]
    await clock.pass_until_all_are_awake()
    await asyncio.gather(*tasks)
    return taken


async def test_never_more_than_the_limit_in_any_second(clock: Time) -> None:
    taken = [at for _, at in await moments(clock, Pace(45, clock.clock), posts=200)]
    for first, at in enumerate(taken):
        assert sum(at <= other < at + 0.999 for other in taken[first:]) <= 45
    assert taken[-1] - taken[0] == pytest.approx(199 / 45)


async def test_posts_go_before_what_follows_them(clock: Time) -> None:
    pace = Pace(45, clock.clock)
    taken = await moments(clock, pace, posts=20, behind=20)
    assert [kind for kind, _ in taken] == ["post"] * 20 + ["behind"] * 20
    times = [at for _, at in taken]
    gaps = [later - one for one, later in pairwise(times)]
    assert min(gaps) >= 1 / 45 - 1e-6


async def test_turns_nobody_took_are_not_saved_up(clock: Time) -> None:
    pace = Pace(10, clock.clock)
    await moments(clock, pace, posts=1)
    clock.now += 60
    taken = [at for _, at in await moments(clock, pace, posts=3)]
    assert taken == pytest.approx([clock.now - 0.2, clock.now - 0.1, clock.now])


async def test_what_takes_several_requests_keeps_the_next_waiting(clock: Time) -> None:
    pace = Pace(10, clock.clock)
    await pace.turn_behind(4)
    taken = [at for _, at in await moments(clock, pace, posts=1)]
    assert taken == pytest.approx([100.4])


async def test_after_a_moment_in_which_nothing_ran_no_burst_follows(clock: Time) -> None:
    pace = Pace(10, clock.clock)
    taken: list[float] = []

    async def take() -> None:
        await pace.turn()
        taken.append(clock.now)

    tasks = [asyncio.ensure_future(take()) for _ in range(8)]
    await turns_of_the_loop()
    await turns_of_the_loop()
    clock.now += 5  # all of them are due at once now
    await clock.pass_until_all_are_awake()
    await asyncio.gather(*tasks)
    gaps = [later - one for one, later in pairwise(taken[1:])]
    assert min(gaps) >= 0.1 - 1e-3


async def test_whoever_leaves_keeps_nobody_waiting(clock: Time) -> None:
    pace = Pace(10, clock.clock)
    taken: list[int] = []

    async def take(number: int) -> None:
        await pace.turn()
        taken.append(number)

    tasks = [asyncio.ensure_future(take(number)) for number in range(6)]
    await turns_of_the_loop()
    for left in (1, 2, 4):
        tasks[left].cancel()
    await clock.pass_until_all_are_awake()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert taken == [0, 3, 5]


def test_the_clock_is_the_one_that_sleeping_uses() -> None:
    assert Pace()._clock is time.monotonic

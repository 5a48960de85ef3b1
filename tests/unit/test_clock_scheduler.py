"""The timer under a clock that is held in the hand: late, blocked, and with jobs that fail."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import AsyncIterator

import pytest

from bot.digests.scheduler import LONGEST_SLEEP_SECONDS, ClockScheduler
from tests.digest_store import Hand, on, turn

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def clock() -> Hand:
    return Hand(on(1, 11))


@pytest.fixture
async def timer(clock: Hand) -> AsyncIterator[ClockScheduler]:
    timer = ClockScheduler(clock)
    timer.start()
    yield timer
    timer.shutdown()
    await turn()


def note(timer: ClockScheduler, at: dt.datetime, name: str = "job") -> list[str]:
    """Arm a job that notes its name in the list returned."""
    ran: list[str] = []

    async def job() -> None:
        ran.append(name)

    timer.add_job(job, "date", run_date=at, id=name)
    return ran


async def test_a_job_runs_at_its_time_by_our_clock(timer: ClockScheduler, clock: Hand) -> None:
    ran = note(timer, on(1, 12))
    timer.wakeup()
    await turn()
    assert ran == []
    clock.set(on(1, 12))
    timer.wakeup()
    await turn()
    assert ran == ["job"]


async def test_it_runs_by_itself(timer: ClockScheduler, clock: Hand) -> None:
    done = asyncio.Event()

    async def job() -> None:
        done.set()

    timer.add_job(job, "date", run_date=clock() + dt.timedelta(milliseconds=20))
    async with asyncio.timeout(2):
        await done.wait()


@pytest.mark.parametrize("late", [MINUTE / 20, 40 * MINUTE, dt.timedelta(days=3)])
async def test_a_late_job_still_runs_and_once(
    timer: ClockScheduler, clock: Hand, late: dt.timedelta
) -> None:
    ran = note(timer, on(1, 12))
    clock.set(on(1, 12) + late)
    for _ in range(3):
        timer.wakeup()
        await turn()
    assert ran == ["job"]


async def test_a_blocked_loop_only_delays(timer: ClockScheduler, clock: Hand) -> None:
    ran = note(timer, clock() + dt.timedelta(milliseconds=5))
    await turn()
    stop_at = time.monotonic() + 0.05
    while time.monotonic() < stop_at:  # a big import does this
        pass
    async with asyncio.timeout(2):
        while not ran:
            await asyncio.sleep(0)


async def test_a_job_that_raises_stops_nobody(
    timer: ClockScheduler, clock: Hand, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise ValueError("broken")

    timer.add_job(broken, "date", run_date=on(1, 12), id="a")
    ran = note(timer, on(1, 12), "b")
    later = note(timer, on(1, 13), "c")
    for hour in (12, 13):
        clock.set(on(1, hour))
        timer.wakeup()
        await turn()
    assert ran + later == ["b", "c"]
    assert "ValueError: broken" in caplog.text


async def test_a_job_that_cannot_start_stops_nobody(
    timer: ClockScheduler, clock: Hand, caplog: pytest.LogCaptureFixture
) -> None:
    async def slow() -> None:
        await asyncio.Event().wait()

    for _ in range(2):
        timer.add_job(slow, "date", run_date=on(1, 10), id="slow", max_instances=1)
        timer.wakeup()
        await turn()
    ran = note(timer, on(1, 12))
    clock.set(on(1, 12))
    timer.wakeup()
    await turn()
    assert ran == ["job"]
    assert "slow could not be started" in caplog.text


async def test_the_time_is_asked_for_again_while_it_waits(timer: ClockScheduler) -> None:
    # asyncio's timers stand still while the host sleeps, and a clock set forward is no timer's.
    note(timer, on(9))
    assert timer._process_jobs() == LONGEST_SLEEP_SECONDS <= 900

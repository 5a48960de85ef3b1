"""No second slot for a date, though its time moves: a zone's new rules, or an edited digest."""

import datetime as dt
import struct
import zoneinfo
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.digests.calendar import EVERY_DAY, Rule, due_at, next_slots, slots_between

ZONE = "Test/Town"
START = dt.datetime(2026, 10, 20, tzinfo=dt.UTC)
Update = Callable[[str], None]


def tzif(clocks: str) -> bytes:
    """A time zone file (RFC 9636) with no past, ruled by a POSIX TZ string for ever."""
    block = struct.pack(">5s15x6l", b"TZif2", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 0, 0, 0)
    return 2 * (block + b"UTC\0") + f"\n{clocks}\n".encode()


@pytest.fixture
def update(tmp_path: Path) -> Iterator[Update]:
    """Gives the town new clocks, as an update of the time zone data does while the bot runs."""
    path = tmp_path / ZONE
    path.parent.mkdir()

    def update(clocks: str) -> None:
        path.write_bytes(tzif(clocks))
        ZoneInfo.clear_cache()

    zoneinfo.reset_tzpath([tmp_path])
    yield update
    zoneinfo.reset_tzpath()
    ZoneInfo.clear_cache()


def daily(hhmm: str) -> Rule:
    return Rule(dt.time.fromisoformat(hhmm), ZONE, EVERY_DAY)


def test_the_town_keeps_the_clocks_it_was_given(update: Update) -> None:
    day = dt.date(2026, 7, 1)
    update("<+01>-1")
    assert due_at(daily("09:00"), day).hour == 8
    update("<+02>-2<+03>,M3.5.0,M10.5.0")
    assert due_at(daily("09:00"), day).hour == 6
    assert due_at(daily("09:00"), dt.date(2026, 12, 1)).hour == 7


def test_new_clocks_that_move_a_posted_slot_to_later_give_no_second_one(update: Update) -> None:
    update("<+01>-1")
    (posted,) = next_slots(daily("09:00"), START, 1)
    update("UTC0")
    (again,) = slots_between(daily("09:00"), posted.due_at, posted.due_at + dt.timedelta(hours=9))
    assert again.local_date == posted.local_date  # which is why an instant alone is no record
    (following,) = next_slots(daily("09:00"), START, 1, posted.local_date)
    assert following.local_date == posted.local_date + dt.timedelta(days=1)
    assert slots_between(daily("09:00"), START, again.due_at, posted.local_date) == []


def test_an_edit_to_a_later_time_gives_no_second_slot(update: Update) -> None:
    update("<+08>-8")
    (posted,) = next_slots(daily("09:00"), START, 1)
    (following,) = next_slots(daily("21:00"), START, 1, posted.local_date)
    assert following.due_at == posted.due_at + dt.timedelta(hours=36)


def test_new_clocks_that_move_a_slot_to_before_the_last_one_lose_no_date(update: Update) -> None:
    update("UTC0")
    (posted,) = next_slots(daily("23:30"), START, 1)
    update("<+03>-3")
    now = posted.due_at + dt.timedelta(minutes=1)
    (owed,) = slots_between(daily("00:15"), START, now, posted.local_date)
    assert owed.local_date == posted.local_date + dt.timedelta(days=1)
    assert owed.due_at < posted.due_at


offsets = st.sampled_from(["<-03>3", "<-01>1", "UTC0", "<+02>-2", "<+0530>-5:30"])
with_summer_time = st.sampled_from(
    [
        "<+01>-1<+02>,M3.5.0,M10.5.0/3",
        "<-05>5<-04>,M3.2.0/0,M11.1.0/1",  # at midnight
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",  # before midnight
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",  # by half an hour
    ]
)
times = st.builds("{:02d}:{:02d}".format, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
steps = st.tuples(st.integers(1, 40), st.none() | offsets | with_summer_time, st.none() | times)


@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(offsets | with_summer_time, times, st.lists(steps, min_size=1, max_size=25))
@example(
    "<-03>3",
    "00:00",
    [(1, None, None), (1, None, "21:15"), (20, "<+01>-1<+02>,M3.5.0,M10.5.0/3", "00:00")],
)
def test_whatever_moves_each_date_has_one_slot(
    update: Update, clocks: str, hhmm: str, steps: list[tuple[int, str | None, str | None]]
) -> None:
    update(clocks)
    # Some days on, so that no new clocks move a slot to before the digest was made.
    now = START + dt.timedelta(days=3)
    record = slots_between(daily(hhmm), START, now)
    for hours, new_clocks, new_time in steps:
        now += dt.timedelta(hours=hours)
        if new_clocks:
            update(new_clocks)
        hhmm = new_time or hhmm
        latest = record[-1].local_date if record else None
        record += slots_between(daily(hhmm), START, now, latest)
        (coming,) = next_slots(daily(hhmm), START, 1, record[-1].local_date if record else None)
        assert coming.due_at > now
    dates = [slot.local_date for slot in record]
    assert all(late - early == dt.timedelta(days=1) for early, late in pairwise(dates))
    assert len(record) >= (now - START).days - 2

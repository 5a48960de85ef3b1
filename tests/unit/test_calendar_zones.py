"""When digests fall due, held against every zone's clocks from 2020 to 2035.

What is expected never comes from a wall time: clocks are read at instants in UTC alone, so
that it shares no reading of gaps and overlaps with the calendar.
"""

import datetime as dt
import zoneinfo
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from operator import itemgetter
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.calendar import EVERY_DAY, Rule, Slot, due_at, next_slots, slots_between

ZONES = sorted(zoneinfo.available_timezones())
FIRST, LAST = dt.date(2020, 1, 1), dt.date(2035, 12, 31)
MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)

# From each instant on, a zone keeps the offset: the first is long before 2020.
Clocks = tuple[tuple[dt.datetime, dt.timedelta], ...]


def offset_at(zone: ZoneInfo, instant: dt.datetime) -> dt.timedelta:
    offset = instant.astimezone(zone).utcoffset()
    assert offset is not None
    return offset


@cache
def clocks(zone_name: str) -> Clocks:
    """Look at a zone once a week, and where two looks differ, at the minutes between."""
    zone, instant = ZoneInfo(zone_name), dt.datetime(2019, 12, 1, tzinfo=dt.UTC)
    kept = [(instant, offset_at(zone, instant))]
    while instant.year < 2036:
        later = instant + 7 * DAY
        while (old := kept[-1][1]) != offset_at(zone, later):
            minutes = range(1, 7 * 24 * 60 + 1)
            change = bisect_right(
                minutes, False, key=lambda n: offset_at(zone, instant + n * MINUTE) != old
            )
            changed_at = instant + minutes[change] * MINUTE
            kept.append((changed_at, offset_at(zone, changed_at)))
        instant = later
    return tuple(kept)


@cache
def distinct() -> dict[Clocks, str]:
    """One zone for each way of keeping clocks in these years; most of the 600 share theirs."""
    return {clocks(name): name for name in ZONES}


def first_reached(kept: Clocks, wall: dt.datetime) -> dt.datetime:
    """The first instant at which the clocks show `wall` or later."""
    utc = wall.replace(tzinfo=dt.UTC)
    number = max(bisect_right(kept, utc - 2 * DAY, key=itemgetter(0)) - 1, 0)
    while number + 1 < len(kept) and utc - kept[number][1] >= kept[number + 1][0]:
        number += 1
    start, offset = kept[number]
    return max(utc - offset, start)


def expected(rule: Rule, first: dt.date, last: dt.date) -> list[Slot]:
    """The slots of a rule that has weekdays alone, by its zone's clocks."""
    kept = clocks(rule.zone)
    days = (first + day * DAY for day in range((last - first).days + 1))
    allowed = [day for day in days if day.weekday() in rule.weekdays]
    return [Slot(day, first_reached(kept, dt.datetime.combine(day, rule.at))) for day in allowed]


def changes(kept: Clocks) -> Iterator[tuple[dt.datetime, set[dt.time]]]:
    """Each change of clocks, with the times of day that it may mistake."""
    for (_, before), (instant, after) in pairwise(kept):
        old, new = ((instant + offset).replace(tzinfo=None) for offset in (before, after))
        walls = (old - MINUTE, old, old + (new - old) / 2, new - MINUTE, new, new + MINUTE)
        yield instant, {wall.time().replace(second=0) for wall in walls}


times = st.builds(dt.time, st.integers(0, 23), st.integers(0, 59))


@st.composite
def zoned_walls(draw: st.DrawFn) -> tuple[str, dt.date, dt.time]:
    """Any zone, date and time, but as often as not where clocks change."""
    zone_name = draw(st.sampled_from(ZONES))
    near = list(changes(clocks(zone_name))) if draw(st.booleans()) else []
    if not near:
        return zone_name, draw(st.dates(FIRST, LAST)), draw(times)
    instant, mistaken = draw(st.sampled_from(near))
    day = draw(st.integers(-1, 1))
    return zone_name, instant.date() + day * DAY, draw(st.sampled_from(sorted(mistaken)))


@settings(max_examples=200, deadline=None)
@given(zoned_walls())
def test_due_at_is_the_first_minute_whose_wall_clock_has_reached_the_time(
    zoned_wall: tuple[str, dt.date, dt.time],
) -> None:
    zone_name, date, time = zoned_wall
    zone, wall = ZoneInfo(zone_name), dt.datetime.combine(date, time)
    minute = wall.replace(tzinfo=dt.UTC) - dt.timedelta(hours=15)
    while minute.astimezone(zone).replace(tzinfo=None) < wall:
        minute += MINUTE
    assert due_at(Rule(time, zone_name, EVERY_DAY), date) == minute


def test_every_zone_is_looked_at() -> None:
    assert len(ZONES) > 500
    assert 50 < len(distinct()) < 200
    assert sum(len(kept) for kept in distinct()) > 1000


def test_round_every_change_of_every_zone_each_date_has_one_slot() -> None:
    for kept, zone in distinct().items():
        for instant, mistaken in changes(kept):
            first, last = instant.date() - 2 * DAY, instant.date() + 2 * DAY
            for time in mistaken:
                rule = Rule(time, zone, EVERY_DAY)
                slots = slots_between(rule, instant - 4 * DAY, instant + 4 * DAY)
                near = [slot for slot in slots if first <= slot.local_date <= last]
                assert near == expected(rule, first, last), (zone, time)
                assert all(early.due_at < late.due_at for early, late in pairwise(slots)), zone


def test_through_sixteen_years_in_every_zone_each_date_has_one_slot() -> None:
    start = dt.datetime.combine(FIRST - DAY, dt.time(9), dt.UTC)
    for number, zone in enumerate(distinct().values()):
        weekdays = frozenset({number % 7, (number + 2) % 7})
        rule = Rule(dt.time(number % 24, 30), zone, weekdays, first_date=FIRST, last_date=LAST)
        slots = next_slots(rule, start, 10_000)
        assert slots == expected(rule, FIRST, LAST), zone
        assert all(early.due_at < late.due_at for early, late in pairwise(slots)), zone

"""When digests fall due."""

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.calendar import (
    EVERY_DAY,
    Rule,
    due_at,
    local_date,
    next_slots,
    slots_between,
)

ZONES = (
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Asuncion",
    "America/Havana",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Casey",
    "Antarctica/Troll",
    "Asia/Amman",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Asia/Shanghai",
    "Asia/Tehran",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/London",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "UTC",
)
# Their changes are where mistakes live, so half of all tries fall on the days around one.
CHANGES = {
    "Africa/Cairo": dt.date(2024, 4, 26),
    "America/Asuncion": dt.date(2023, 10, 1),
    "America/New_York": dt.date(2025, 11, 2),
    "America/Nuuk": dt.date(2026, 3, 28),
    "Antarctica/Casey": dt.date(2020, 10, 4),
    "Antarctica/Troll": dt.date(2025, 3, 30),
    "Asia/Beirut": dt.date(2024, 3, 31),
    "Australia/Lord_Howe": dt.date(2025, 10, 5),
    "Europe/Berlin": dt.date(2025, 3, 30),
    "Pacific/Apia": dt.date(2011, 12, 30),
}
MINUTE = dt.timedelta(minutes=1)


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def daily(zone: str, hhmm: str) -> Rule:
    return Rule(dt.time.fromisoformat(hhmm), zone, EVERY_DAY)


times = st.builds(dt.time, st.integers(0, 23), st.integers(0, 59))
weekday_sets = st.frozensets(st.integers(0, 6), min_size=1)
zones_and_dates = st.one_of(
    st.tuples(st.sampled_from(ZONES), st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31))),
    st.sampled_from(sorted(CHANGES.items())),
)


@settings(max_examples=60, deadline=None)
@given(zones_and_dates, times, weekday_sets)
def test_each_matching_date_has_one_slot_and_later_dates_are_due_later(
    zone_and_date: tuple[str, dt.date], wall_time: dt.time, weekdays: frozenset[int]
) -> None:
    zone, date = zone_and_date
    rule = Rule(wall_time, zone, weekdays)
    noon = dt.datetime.combine(date, dt.time(12), dt.UTC)
    slots = slots_between(rule, noon - dt.timedelta(days=20), noon + dt.timedelta(days=20))
    days = [date + dt.timedelta(days=day) for day in range(-18, 19)]
    if zone == "Pacific/Apia" and date.year == 2011:
        days.remove(dt.date(2011, 12, 30))
    got = [slot.local_date for slot in slots if days[0] <= slot.local_date <= days[-1]]
    assert got == [day for day in days if day.weekday() in weekdays]
    assert all(early.due_at < late.due_at for early, late in pairwise(slots))
    assert slots == next_slots(rule, noon - dt.timedelta(days=20), len(slots))


@settings(max_examples=60, deadline=None)
@given(zones_and_dates, times, st.integers(-2880, 2880))
def test_a_cut_anywhere_loses_no_slot_and_repeats_none(
    zone_and_date: tuple[str, dt.date], wall_time: dt.time, cut_minutes: int
) -> None:
    zone, date = zone_and_date
    rule = Rule(wall_time, zone, EVERY_DAY)
    start = due_at(rule, date) - dt.timedelta(days=3)
    cut, end = start + dt.timedelta(days=3, minutes=cut_minutes), start + dt.timedelta(days=6)
    whole = slots_between(rule, start, end)
    assert slots_between(rule, start, cut) + slots_between(rule, cut, end) == whole
    assert 5 <= len(whole) <= 7


def test_after_is_excluded_and_until_is_included() -> None:
    rule = daily("Asia/Shanghai", "09:00")
    first, second = next_slots(rule, at("2026-01-01T00:00Z"), 2)
    assert (first.local_date, first.due_at) == (dt.date(2026, 1, 1), at("2026-01-01T01:00Z"))
    assert next_slots(rule, first.due_at, 1) == [second]
    assert slots_between(rule, first.due_at, second.due_at) == [second]
    assert slots_between(rule, second.due_at, first.due_at) == []
    assert next_slots(rule, first.due_at, 0) == []


def test_weekdays_are_those_of_the_local_date() -> None:
    mondays = Rule(dt.time(9), "Asia/Tokyo", frozenset({0}))
    (slot,) = next_slots(mondays, at("2026-03-01T12:00Z"), 1)
    assert (slot.local_date, slot.due_at) == (dt.date(2026, 3, 2), at("2026-03-02T00:00Z"))


def test_the_calendar_ends_quietly() -> None:
    # At either end a local date lies, in UTC, beyond the calendar.
    last = next_slots(daily("Etc/GMT+12", "23:59"), at("9999-12-29T00:00Z"), 9)
    assert [slot.local_date.day for slot in last] == [28, 29, 30]
    first = next_slots(daily("Etc/GMT-14", "00:00"), at("0001-01-01T00:00Z"), 9)
    assert [slot.local_date.day for slot in first] == list(range(2, 11))


def test_local_date_is_that_of_the_wall() -> None:
    now = at("2026-01-01T15:30Z")
    assert local_date("Asia/Tokyo", now) == dt.date(2026, 1, 2)
    assert local_date(daily("America/New_York", "09:00"), now) == dt.date(2026, 1, 1)


def test_naive_instants_are_refused() -> None:
    naive, rule = dt.datetime(2026, 1, 1), daily("UTC", "09:00")
    with pytest.raises(ValueError, match="time zone"):
        next_slots(rule, naive, 1)
    with pytest.raises(ValueError, match="time zone"):
        slots_between(rule, at("2026-01-01T00:00Z"), naive)
    with pytest.raises(ValueError, match="time zone"):
        local_date("UTC", naive)

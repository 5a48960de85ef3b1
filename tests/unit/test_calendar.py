"""When digests fall due."""

import datetime as dt
from itertools import pairwise
from zoneinfo import ZoneInfo

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


@pytest.mark.parametrize(
    ("zone", "hhmm", "date", "due"),
    [
        # The gaps and overlaps of case D03, with the days before and after.
        ("Europe/Berlin", "02:30", "2025-03-29", "2025-03-29T01:30Z"),
        ("Europe/Berlin", "02:30", "2025-03-30", "2025-03-30T01:00Z"),
        ("Europe/Berlin", "02:30", "2025-03-31", "2025-03-31T00:30Z"),
        ("Europe/Berlin", "02:30", "2025-10-25", "2025-10-25T00:30Z"),
        ("Europe/Berlin", "02:30", "2025-10-26", "2025-10-26T00:30Z"),
        ("Europe/Berlin", "02:30", "2025-10-27", "2025-10-27T01:30Z"),
        ("America/New_York", "02:30", "2025-03-08", "2025-03-08T07:30Z"),
        ("America/New_York", "02:30", "2025-03-09", "2025-03-09T07:00Z"),
        ("America/New_York", "02:30", "2025-03-10", "2025-03-10T06:30Z"),
        ("America/New_York", "01:30", "2025-11-01", "2025-11-01T05:30Z"),
        ("America/New_York", "01:30", "2025-11-02", "2025-11-02T05:30Z"),
        ("America/New_York", "01:30", "2025-11-03", "2025-11-03T06:30Z"),
        ("Asia/Kolkata", "09:00", "2025-03-30", "2025-03-30T03:30Z"),
        ("UTC", "00:00", "2024-02-29", "2024-02-29T00:00Z"),
        # The edges of a gap: 02:00 is missing, 03:00 is the first minute there is.
        ("Europe/Berlin", "01:59", "2025-03-30", "2025-03-30T00:59Z"),
        ("Europe/Berlin", "02:00", "2025-03-30", "2025-03-30T01:00Z"),
        ("Europe/Berlin", "03:00", "2025-03-30", "2025-03-30T01:00Z"),
        # The day begins at 01:00.
        ("America/Asuncion", "00:30", "2023-10-01", "2023-10-01T04:00Z"),
        ("Africa/Cairo", "00:00", "2024-04-26", "2024-04-25T22:00Z"),
        ("Asia/Beirut", "00:15", "2024-03-31", "2024-03-30T22:00Z"),
        # The day ends at 23:00, and its slot falls on the stroke of midnight.
        ("America/Nuuk", "23:30", "2026-03-28", "2026-03-29T01:00Z"),
        # Half an hour, two hours, three hours.
        ("Australia/Lord_Howe", "02:15", "2025-10-05", "2025-10-04T15:30Z"),
        ("Australia/Lord_Howe", "01:45", "2025-04-06", "2025-04-05T14:45Z"),
        ("Antarctica/Troll", "02:59", "2025-03-30", "2025-03-30T01:00Z"),
        ("Antarctica/Casey", "02:00", "2020-10-04", "2020-10-03T16:01Z"),
    ],
)
def test_a_digest_is_due_once_on_the_day_clocks_change(
    zone: str, hhmm: str, date: str, due: str
) -> None:
    assert due_at(daily(zone, hhmm), dt.date.fromisoformat(date)) == at(due)


@settings(max_examples=150, deadline=None)
@given(zones_and_dates, times)
def test_due_at_is_the_first_minute_whose_wall_clock_has_reached_the_time(
    zone_and_date: tuple[str, dt.date], wall_time: dt.time
) -> None:
    zone_name, date = zone_and_date
    zone, wanted = ZoneInfo(zone_name), dt.datetime.combine(date, wall_time)
    due = due_at(Rule(wall_time, zone_name, EVERY_DAY), date)

    def shown(instant: dt.datetime) -> dt.datetime:
        return instant.astimezone(zone).replace(tzinfo=None, fold=0)

    assert due.utcoffset() == dt.timedelta(0)
    assert shown(due) >= wanted > shown(due - MINUTE)
    assert due.astimezone(zone).fold == 0
    jumped_over = wanted.replace(tzinfo=zone).astimezone(dt.UTC).astimezone(zone)
    if jumped_over.replace(tzinfo=None) == wanted:
        assert shown(due) == wanted


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


@pytest.mark.parametrize("hhmm", ["00:00", "09:00", "23:59"])
def test_a_date_that_a_zone_left_out_has_no_slot(hhmm: str) -> None:
    rule = daily("Pacific/Apia", hhmm)
    dates = [slot.local_date.day for slot in next_slots(rule, at("2011-12-29T00:00-10:00"), 3)]
    assert 30 not in dates
    assert due_at(rule, dt.date(2011, 12, 30)) == at("2011-12-30T10:00Z")


def test_a_gap_before_midnight_leaves_each_date_its_slot() -> None:
    slots = next_slots(daily("America/Nuuk", "23:30"), at("2026-03-28T12:00Z"), 2)
    assert [(slot.local_date.isoformat(), slot.due_at) for slot in slots] == [
        ("2026-03-28", at("2026-03-29T01:00Z")),
        ("2026-03-29", at("2026-03-30T00:30Z")),
    ]
    # The bot may start at that very midnight: Saturday's slot is still the last one due.
    start = at("2026-03-29T00:59:59Z")
    assert next_slots(daily("America/Nuuk", "23:30"), start, 1) == slots[:1]


def test_the_calendar_ends_quietly() -> None:
    assert len(next_slots(daily("Pacific/Kiritimati", "00:00"), at("9999-12-29T00:00Z"), 9)) < 3
    assert len(next_slots(daily("Etc/GMT+12", "23:59"), at("0001-01-02T00:00Z"), 9)) == 9


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


@pytest.mark.parametrize(
    ("wall_time", "weekdays"),
    [
        (dt.time(9), frozenset[int]()),
        (dt.time(9), frozenset({7})),
        (dt.time(9, 0, 1), EVERY_DAY),
        (dt.time(9, tzinfo=dt.UTC), EVERY_DAY),
    ],
)
def test_a_rule_no_digest_can_have_is_refused(wall_time: dt.time, weekdays: frozenset[int]) -> None:
    with pytest.raises(ValueError, match="not a"):
        Rule(wall_time, "UTC", weekdays)

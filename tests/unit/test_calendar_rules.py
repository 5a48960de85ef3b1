"""Which dates a rule allows: every n-th week, from one date to another, not on some."""

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.calendar import (
    EVERY_DAY,
    MOST_WEEKS,
    Rule,
    due_at,
    local_date,
    next_slots,
    slots_between,
)

NINE, DAY = dt.time(9), dt.timedelta(days=1)
MONDAY = frozenset({0})
# Their dates are all there, and midnight is sometimes missing.
ZONES = ("Africa/Cairo", "America/Havana", "America/Nuuk", "Asia/Shanghai", "Pacific/Kiritimati")


def noon(date: dt.date) -> dt.datetime:
    return dt.datetime.combine(date, dt.time(12), dt.UTC)


def days(rule: Rule, after: str, count: int = 4) -> list[str]:
    """The next local dates after an instant."""
    slots = next_slots(rule, dt.datetime.fromisoformat(after), count)
    return [slot.local_date.isoformat() for slot in slots]


def date(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def iso_monday(day: dt.date) -> dt.date:
    year, week, _ = day.isocalendar()
    return dt.date.fromisocalendar(year, week, 1)


near = st.dates(dt.date(2025, 10, 1), dt.date(2027, 3, 31))


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    first, last = draw(st.none() | near), draw(st.none() | near)
    if first and last:
        first, last = sorted((first, last))
    return Rule(
        draw(st.builds(dt.time, st.integers(0, 23), st.integers(0, 59))),
        draw(st.sampled_from(ZONES)),
        draw(st.frozensets(st.integers(0, 6), min_size=1)),
        draw(st.integers(1, 4) | st.integers(1, MOST_WEEKS)),
        first,
        last,
        draw(st.frozensets(near, max_size=20)),
    )


def may_come(rule: Rule, day: dt.date) -> bool:
    weeks = (iso_monday(day) - iso_monday(rule.first_date or dt.date(2024, 1, 1))).days // 7
    return (
        day.isoweekday() - 1 in rule.weekdays
        and weeks in range(-9999 * rule.every_weeks, 9999, rule.every_weeks)
        and (rule.first_date or day) <= day <= (rule.last_date or day)
        and day not in rule.skipped
    )


@settings(max_examples=150, deadline=None)
@given(rules(), near, st.integers(0, 400))
def test_exactly_the_dates_that_a_rule_allows_have_a_slot(
    rule: Rule, start: dt.date, length: int
) -> None:
    end = start + length * DAY
    # Two days more on either side hold whatever a zone moves over the ends.
    slots = slots_between(rule, noon(start - 2 * DAY), noon(end + 2 * DAY))
    allowed = [day for n in range(length + 1) if may_come(rule, day := start + n * DAY)]
    assert [slot.local_date for slot in slots if start <= slot.local_date <= end] == allowed
    assert all(early.due_at < late.due_at for early, late in pairwise(slots))
    assert next_slots(rule, noon(start - 2 * DAY), len(slots)) == slots
    assert [n for n in range(length + 1) if rule.allows(start + n * DAY)] == [
        (day - start).days for day in allowed
    ]
    for slot in slots:
        assert slot.due_at == due_at(rule, slot.local_date)
        assert local_date(rule, slot.due_at) - slot.local_date <= DAY


@settings(max_examples=100, deadline=None)
@given(rules(), near, near)
def test_no_date_up_to_the_latest_on_record_has_a_slot(
    rule: Rule, start: dt.date, latest: dt.date
) -> None:
    whole = slots_between(rule, noon(start), noon(start + 300 * DAY))
    later = [slot for slot in whole if slot.local_date > latest]
    assert slots_between(rule, noon(start), noon(start + 300 * DAY), latest) == later
    assert next_slots(rule, noon(start), len(later), latest) == later


def test_weeks_are_counted_from_the_week_of_the_first_date() -> None:
    # 2026-12-02 is a Wednesday: its Monday is over, and the Monday after is in a week between.
    rule = Rule(NINE, "UTC", MONDAY, 2, first_date=date("2026-12-02"))
    assert days(rule, "2026-11-01T00:00Z", 3) == ["2026-12-14", "2026-12-28", "2027-01-11"]
    fridays = Rule(NINE, "UTC", frozenset({4}), 2, first_date=date("2026-12-02"))
    assert days(fridays, "2026-11-01T00:00Z", 2) == ["2026-12-04", "2026-12-18"]


def test_weeks_without_a_first_date_are_counted_from_the_first_monday_of_2024() -> None:
    rule = Rule(NINE, "UTC", frozenset({0, 6}), 2)
    assert days(rule, "2024-01-01T00:00Z", 3) == ["2024-01-01", "2024-01-07", "2024-01-15"]
    assert days(rule, "2023-12-12T00:00Z", 3) == ["2023-12-18", "2023-12-24", "2024-01-01"]


def test_a_year_of_53_weeks_does_not_put_weeks_out_of_step() -> None:
    # ISO weeks 51 and 53 of 2026, then 2 of 2027.
    rule = Rule(NINE, "UTC", MONDAY, 2, first_date=date("2026-12-14"))
    assert days(rule, "2026-12-01T00:00Z", 3) == ["2026-12-14", "2026-12-28", "2027-01-11"]


def test_every_52_weeks_and_a_first_date_far_ahead_are_found_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dt.date] = []
    allows = Rule.allows

    def note(rule: Rule, day: dt.date) -> bool:
        asked.append(day)
        return allows(rule, day)

    monkeypatch.setattr(Rule, "allows", note)
    rule = Rule(NINE, "UTC", MONDAY, MOST_WEEKS, first_date=date("8000-01-01"))
    assert days(rule, "2026-01-01T00:00Z", 2) == ["8000-12-25", "8001-12-24"]
    yearly = Rule(NINE, "UTC", MONDAY, MOST_WEEKS)
    assert days(yearly, "2026-01-01T00:00Z", 2) == ["2026-12-28", "2027-12-27"]
    assert 0 < len(asked) <= 50


def test_a_conference_week_begins_and_ends() -> None:
    week = Rule(NINE, "Asia/Tokyo", EVERY_DAY, 1, date("2026-12-01"), date("2026-12-07"))
    dates = [f"2026-12-0{day}" for day in range(1, 8)]
    assert days(week, "2026-01-01T00:00Z", 99) == dates
    assert days(week, "2026-12-06T00:00Z", 99) == dates[6:]  # 09:00 in Tokyo, excluded
    assert days(week, "2026-12-05T23:59:59Z", 99) == dates[5:]
    assert days(week, "2026-12-07T00:00Z", 99) == []
    assert slots_between(week, noon(date("2026-12-08")), noon(date("2030-01-01"))) == []


def test_a_rule_whose_dates_are_all_skipped_or_over_has_no_slot() -> None:
    skipped = frozenset({date("2026-12-07")})
    only = Rule(NINE, "UTC", MONDAY, 1, date("2026-12-01"), date("2026-12-07"), skipped)
    assert days(only, "2026-01-01T00:00Z") == []
    over = Rule(NINE, "UTC", EVERY_DAY, last_date=date("2020-01-01"))
    assert days(over, "2026-01-01T00:00Z") == []
    no_monday = Rule(NINE, "UTC", MONDAY, 1, date("2026-12-01"), date("2026-12-05"))
    assert days(no_monday, "2026-01-01T00:00Z") == []


def test_the_last_date_has_its_slot_though_a_gap_carries_it_past_midnight() -> None:
    last = Rule(dt.time(23, 30), "America/Nuuk", EVERY_DAY, last_date=date("2026-03-28"))
    (slot,) = next_slots(last, dt.datetime.fromisoformat("2026-03-28T12:00Z"), 9)
    assert slot.local_date == date("2026-03-28")
    assert local_date(last, slot.due_at) == date("2026-03-29")


def test_skipped_dates_are_left_out() -> None:
    skipped = frozenset({date("2026-12-24"), date("2026-12-25")})
    rule = Rule(NINE, "UTC", EVERY_DAY, skipped=skipped)
    assert days(rule, "2026-12-23T00:00Z", 2) == ["2026-12-23", "2026-12-26"]
    assert due_at(rule, date("2026-12-24")) == dt.datetime(2026, 12, 24, 9, tzinfo=dt.UTC)


def test_the_ends_of_the_calendar_are_quiet() -> None:
    ends = Rule(NINE, "UTC", MONDAY, MOST_WEEKS, dt.date.min, dt.date.max)
    assert days(ends, "9999-06-01T00:00Z", 9) == ["9999-11-15"]
    assert next_slots(ends, noon(date("9999-01-01")), 9, dt.date.max) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"weekdays": frozenset[int]()},
        {"weekdays": frozenset({7})},
        {"at": dt.time(9, 0, 1)},
        {"at": dt.time(9, tzinfo=dt.UTC)},
        {"every_weeks": 0},
        {"every_weeks": 53},
        {"every_weeks": -2},
        {"first_date": dt.date(2026, 12, 2), "last_date": dt.date(2026, 12, 1)},
    ],
)
def test_a_rule_no_digest_can_have_is_refused(wrong: dict[str, object]) -> None:
    values = {"at": NINE, "zone": "UTC", "weekdays": EVERY_DAY} | wrong
    with pytest.raises(ValueError, match="not a"):
        Rule(**values)  # type: ignore[arg-type]


def test_a_rule_may_last_one_day() -> None:
    day = date("2026-12-01")
    rule = Rule(NINE, "UTC", EVERY_DAY, MOST_WEEKS, day, day)
    assert days(rule, "2026-01-01T00:00Z") == ["2026-12-01"]

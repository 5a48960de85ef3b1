"""When digests fall due on days of which a zone leaves out a part, or has one twice."""

import datetime as dt

import pytest

from bot.digests.calendar import EVERY_DAY, Rule, due_at, next_slots


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def daily(zone: str, hhmm: str) -> Rule:
    return Rule(dt.time.fromisoformat(hhmm), zone, EVERY_DAY)


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
        ("America/Sao_Paulo", "00:30", "2018-11-04", "2018-11-04T03:00Z"),
        ("America/Havana", "00:00", "2025-03-09", "2025-03-09T05:00Z"),
        ("America/Santiago", "00:59", "2025-09-07", "2025-09-07T04:00Z"),
        ("America/Asuncion", "00:30", "2023-10-01", "2023-10-01T04:00Z"),
        ("Africa/Cairo", "00:00", "2024-04-26", "2024-04-25T22:00Z"),
        ("Asia/Beirut", "00:15", "2024-03-31", "2024-03-30T22:00Z"),
        # Its last hour, or its first, comes twice.
        ("America/Sao_Paulo", "23:30", "2019-02-16", "2019-02-17T01:30Z"),
        ("Asia/Almaty", "23:30", "2024-02-29", "2024-02-29T17:30Z"),
        ("Asia/Almaty", "00:00", "2024-03-01", "2024-02-29T19:00Z"),
        ("America/Havana", "00:30", "2025-11-02", "2025-11-02T04:30Z"),
        # The day ends at 23:00, and its slot falls on the stroke of midnight.
        ("America/Nuuk", "23:30", "2026-03-28", "2026-03-29T01:00Z"),
        ("America/Nuuk", "22:30", "2023-03-25", "2023-03-26T01:00Z"),
        ("Asia/Gaza", "00:15", "2026-03-28", "2026-03-27T22:15Z"),
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


@pytest.mark.parametrize("hhmm", ["00:00", "09:00", "23:59"])
@pytest.mark.parametrize(
    ("zone", "left_out", "midnight"),
    [
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00Z"),
        ("Pacific/Fakaofo", "2011-12-30", "2011-12-30T11:00Z"),
        ("Pacific/Kwajalein", "1993-08-21", "1993-08-21T12:00Z"),
    ],
)
def test_a_date_that_a_zone_left_out_has_no_slot(
    zone: str, left_out: str, midnight: str, hhmm: str
) -> None:
    """They went over the date line: the day before ended as the day after began."""
    rule, date = daily(zone, hhmm), dt.date.fromisoformat(left_out)
    slots = next_slots(rule, at(midnight) - dt.timedelta(days=2), 4)
    days = [(slot.local_date - date).days for slot in slots]
    assert days in ([-2, -1, 1, 2], [-1, 1, 2, 3])
    assert due_at(rule, date) == at(midnight)
    only_then = Rule(rule.at, zone, EVERY_DAY, first_date=date, last_date=date)
    assert rule.allows(date)
    assert next_slots(only_then, at(midnight) - dt.timedelta(days=9), 1) == []


def test_a_gap_before_midnight_leaves_each_date_its_slot() -> None:
    slots = next_slots(daily("America/Nuuk", "23:30"), at("2026-03-28T12:00Z"), 2)
    assert [(slot.local_date.isoformat(), slot.due_at) for slot in slots] == [
        ("2026-03-28", at("2026-03-29T01:00Z")),
        ("2026-03-29", at("2026-03-30T00:30Z")),
    ]
    # The bot may start at that very midnight: Saturday's slot is still the last one due.
    start = at("2026-03-29T00:59:59Z")
    assert next_slots(daily("America/Nuuk", "23:30"), start, 1) == slots[:1]

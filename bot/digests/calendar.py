"""When a digest falls due.  Pure: every instant comes in as an argument.

A digest keeps local wall time, so its instants move when a zone changes its clocks:

- a time that does not exist that day means the first instant after the gap,
- a time that occurs twice means the first of the two,
- a date that a zone leaves out whole (Pacific/Apia had no 2011-12-30) has no slot.

A slot belongs to its `local_date` even where the first instant after the gap is the next
midnight (America/Nuuk goes from Saturday 23:00 to Sunday 00:00).  So a local date never has
two slots, and later dates are always due later.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from bot.digests.phrases import EVERY_DAY, describe_weekdays, parse_time, parse_weekdays

__all__ = [
    "EVERY_DAY",
    "Rule",
    "Slot",
    "describe_weekdays",
    "due_at",
    "local_date",
    "next_slots",
    "parse_time",
    "parse_weekdays",
    "slots_between",
]


@dataclass(frozen=True)
class Rule:
    """When a digest comes.  Raises ValueError for values no digest can have.

    `zone` is looked up when it is used, so that a rule whose zone has left the time zone
    database can still be shown; only then zoneinfo.ZoneInfoNotFoundError is raised.
    """

    at: dt.time  # local wall time, whole minutes, naive
    zone: str  # IANA name
    weekdays: frozenset[int]  # 0 = Monday … 6 = Sunday, never empty

    def __post_init__(self) -> None:
        if self.at.tzinfo is not None or self.at.second or self.at.microsecond:
            raise ValueError(f"not a naive time in whole minutes: {self.at!r}")
        if not self.weekdays or not self.weekdays <= EVERY_DAY:
            raise ValueError(f"not a set of weekdays 0-6: {self.weekdays!r}")


@dataclass(frozen=True)
class Slot:
    """One digest on one local date."""

    local_date: dt.date
    due_at: dt.datetime  # aware, UTC


def due_at(rule: Rule, local_date: dt.date) -> dt.datetime:
    """The instant, in UTC, at which `rule` falls due on `local_date`, whatever its weekday."""
    return _first_instant(dt.datetime.combine(local_date, rule.at), ZoneInfo(rule.zone))


def next_slots(rule: Rule, after: dt.datetime, count: int) -> list[Slot]:
    """The next `count` slots due strictly after `after` (aware), earliest first.

    Fewer only at the end of the calendar, year 9999.
    """
    return list(islice(_slots_after(rule, after), count))


def slots_between(rule: Rule, after: dt.datetime, until: dt.datetime) -> list[Slot]:
    """Every slot with after < due_at <= until (both aware), earliest first."""
    _require_aware(until)
    return list(takewhile(lambda slot: slot.due_at <= until, _slots_after(rule, after)))


def local_date(rule_or_zone: Rule | str, now: dt.datetime) -> dt.date:
    """The date on the wall at `now` (aware) in a rule's zone, or in an IANA zone."""
    _require_aware(now)
    zone = rule_or_zone.zone if isinstance(rule_or_zone, Rule) else rule_or_zone
    return now.astimezone(ZoneInfo(zone)).date()


def _slots_after(rule: Rule, after: dt.datetime) -> Iterator[Slot]:
    zone = ZoneInfo(rule.zone)
    # A gap can carry a slot past midnight, so yesterday's may still be to come.
    first = local_date(rule, after).toordinal() - 1
    # The calendar's outermost days are left out: their instants may lie beyond it in UTC.
    for ordinal in range(max(first, 2), dt.date.max.toordinal()):
        day = dt.date.fromordinal(ordinal)
        if day.weekday() in rule.weekdays and _exists(day, zone):
            due = due_at(rule, day)
            if due > after:
                yield Slot(day, due)


def _exists(day: dt.date, zone: ZoneInfo) -> bool:
    midnight = dt.datetime.combine(day, dt.time())
    return _first_instant(midnight, zone).astimezone(zone).date() == day


def _first_instant(wall: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """The first instant at which the clocks of `zone` show `wall` or have jumped over it."""
    # PEP 495: fold=0 reads an ambiguous time as the first of two, and a missing one with the
    # offset before the gap, fold=1 with the one after it.
    before = _offset(wall.replace(tzinfo=zone, fold=0))
    after = _offset(wall.replace(tzinfo=zone, fold=1))
    first = (wall - before).replace(tzinfo=dt.UTC)
    if before >= after:
        return first
    # In a gap: the clocks change at some second between the two readings.
    earliest = (wall - after).replace(tzinfo=dt.UTC)

    def offset_after(seconds: int) -> dt.timedelta:
        return _offset((earliest + dt.timedelta(seconds=seconds)).astimezone(zone))

    width_seconds = (first - earliest) // dt.timedelta(seconds=1)
    change = bisect_right(range(width_seconds), before, key=offset_after)
    return earliest + dt.timedelta(seconds=change)


def _offset(instant: dt.datetime) -> dt.timedelta:
    offset = instant.utcoffset()
    assert offset is not None
    return offset


def _require_aware(instant: dt.datetime) -> None:
    # astimezone() would read a naive one as the host's local time, silently.
    if instant.utcoffset() is None:
        raise ValueError(f"an instant needs a time zone: {instant!r}")

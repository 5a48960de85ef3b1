"""When a digest falls due.  Pure: every instant comes in as an argument.

A digest keeps local wall time, so its instants move when a zone changes its clocks:

- a time that does not exist that day means the first instant after the gap,
- a time that occurs twice means the first of the two,
- a date that a zone leaves out whole (Pacific/Apia had no 2011-12-30) has no slot.

A slot belongs to its `local_date` even where the first instant after the gap is the next
midnight (America/Nuuk goes from Saturday 23:00 to Sunday 00:00).  So a local date never has
two slots, and later dates are always due later.

The local date is a slot's key; its instant is not.  An edited rule, or new time zone data,
may move the time of a date whose slot has come to later on that date, or that of the next date
to before an instant on record.  So a ledger passes the latest local date it holds as
`after_date`, and as `after` only the instant from which a digest owes slots: then no date up to
that one gets a slot again, and every later one still gets its own.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from bot.digests.phrases import (
    EVERY_DAY,
    MOST_WEEKS,
    describe_weekdays,
    parse_time,
    parse_weekdays,
)

__all__ = [
    "EVERY_DAY",
    "MOST_WEEKS",
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


# Weeks are counted from this Monday where a rule has no first date.
_ANCHOR = dt.date(2024, 1, 1)


@dataclass(frozen=True)
class Rule:
    """When a digest comes.  Raises ValueError for values no digest can have.

    `zone` is looked up when it is used, so that a rule whose zone has left the time zone
    database can still be shown; only then zoneinfo.ZoneInfoNotFoundError is raised.

    Weeks begin on Monday, as in ISO 8601.  With `every_weeks` above 1, the week of `first_date`
    counts and then every n-th one, also across a year of 53 weeks; without a first date, that of
    2024-01-01 counts and every n-th one before and after it.
    """

    at: dt.time  # local wall time, whole minutes, naive
    zone: str  # IANA name
    weekdays: frozenset[int]  # 0 = Monday … 6 = Sunday, never empty
    every_weeks: int = 1  # 1 … MOST_WEEKS
    first_date: dt.date | None = None  # local, inclusive; None: no beginning
    last_date: dt.date | None = None  # local, inclusive; None: no end
    skipped: frozenset[dt.date] = frozenset()  # local dates without a slot

    def __post_init__(self) -> None:
        if self.at.tzinfo is not None or self.at.second or self.at.microsecond:
            raise ValueError(f"not a naive time in whole minutes: {self.at!r}")
        if not self.weekdays or not self.weekdays <= EVERY_DAY:
            raise ValueError(f"not a set of weekdays 0-6: {self.weekdays!r}")
        if not 1 <= self.every_weeks <= MOST_WEEKS:
            raise ValueError(f"not a number of weeks 1-{MOST_WEEKS}: {self.every_weeks!r}")
        if self.first_date and self.last_date and self.last_date < self.first_date:
            raise ValueError(f"not a range of dates: {self.first_date} to {self.last_date}")

    def allows(self, date: dt.date) -> bool:
        """Whether weekday, week, range and skips let `date` have a slot; its zone has its say."""
        return (
            date.weekday() in self.weekdays
            and _weeks_since_anchor(self, date.toordinal()) % self.every_weeks == 0
            and (self.first_date is None or self.first_date <= date)
            and (self.last_date is None or date <= self.last_date)
            and date not in self.skipped
        )


@dataclass(frozen=True)
class Slot:
    """One digest on one local date."""

    local_date: dt.date
    due_at: dt.datetime  # aware, UTC


def due_at(rule: Rule, local_date: dt.date) -> dt.datetime:
    """The instant, in UTC, of `rule`'s time on `local_date`, whether it allows that date or not."""
    return _first_instant(dt.datetime.combine(local_date, rule.at), ZoneInfo(rule.zone))


def next_slots(
    rule: Rule, after: dt.datetime, count: int, after_date: dt.date | None = None
) -> list[Slot]:
    """The next `count` slots due strictly after `after` (aware), earliest first.

    None has a local date up to `after_date`, the latest on record.  Fewer, or none at all, where
    the rule's last date or the end of the calendar, year 9999, comes before them.
    """
    return list(islice(_slots_after(rule, after, after_date), count))


def slots_between(
    rule: Rule, after: dt.datetime, until: dt.datetime, after_date: dt.date | None = None
) -> list[Slot]:
    """Every slot with after < due_at <= until (both aware), earliest first.

    None has a local date up to `after_date`, the latest on record.
    """
    _require_aware(until)
    slots = _slots_after(rule, after, after_date)
    return list(takewhile(lambda slot: slot.due_at <= until, slots))


def local_date(rule_or_zone: Rule | str, now: dt.datetime) -> dt.date:
    """The date on the wall at `now` (aware) in a rule's zone, or in an IANA zone."""
    _require_aware(now)
    zone = rule_or_zone.zone if isinstance(rule_or_zone, Rule) else rule_or_zone
    return now.astimezone(ZoneInfo(zone)).date()


def _slots_after(rule: Rule, after: dt.datetime, after_date: dt.date | None) -> Iterator[Slot]:
    _require_aware(after)
    zone = ZoneInfo(rule.zone)  # once: time zone data may be replaced between two look-ups
    # Yesterday's slot is over even where a gap carried it to midnight: today began with it.
    start = after.astimezone(zone).toordinal()
    if after_date is not None:
        start = max(start, after_date.toordinal() + 1)
    for day in _allowed_dates(rule, start):
        due = _first_instant(dt.datetime.combine(day, rule.at), zone)
        if due > after and _exists(day, due, zone):
            yield Slot(day, due)


def _allowed_dates(rule: Rule, start: int) -> Iterator[dt.date]:
    """The dates that `rule` allows from the ordinal `start` on, going from week to week."""
    # The calendar's outermost days are left out: their instants may lie beyond it in UTC.
    start = max(start, (rule.first_date or dt.date.min).toordinal(), 2)
    end = min((rule.last_date or dt.date.max).toordinal(), dt.date.max.toordinal() - 1)
    late = _weeks_since_anchor(rule, start) % rule.every_weeks
    for week in range(_monday(start) - 7 * late, end + 1, 7 * rule.every_weeks):
        for ordinal in range(max(week, start), min(week + 6, end) + 1):
            day = dt.date.fromordinal(ordinal)
            if rule.allows(day):
                yield day


def _weeks_since_anchor(rule: Rule, ordinal: int) -> int:
    anchor = (rule.first_date or _ANCHOR).toordinal()
    return (_monday(ordinal) - _monday(anchor)) // 7


def _monday(ordinal: int) -> int:
    return ordinal - (ordinal - 1) % 7  # the calendar's first day, ordinal 1, is a Monday


def _exists(day: dt.date, due: dt.datetime, zone: ZoneInfo) -> bool:
    if due.astimezone(zone).date() == day:
        return True
    midnight = _first_instant(dt.datetime.combine(day, dt.time()), zone)
    return midnight.astimezone(zone).date() == day


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

"""How people say which dates: a range for a digest and days it skips, in English or Chinese.

What is described here in English can be typed again and means the same dates.
"""

import datetime as dt
import re
from collections.abc import Iterable

from bot.digests.phrases import fold
from bot.errors import BotError

MOST_DAYS = 366  # in one range of dates to skip: more is a slip in the year
MOST_SKIPS = 400  # dates that a digest may skip

_DATES_HINT = (
    "Please type dates with their year, such as `2026-12-01..2026-12-07`, `from 2026-12-01`"
    " or `until 2026-12-07`."
)
_SKIPS_HINT = (
    "Please type the dates to skip with their year, such as `2026-12-24..2026-12-26, 2027-01-01`."
)
_NO_LIMIT = {"", "none", "always", "any", "all", "no", "无", "無", "不限"}

_MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MONTHS = {"sept": 9} | {
    spelling: month
    for month, name in enumerate((name.lower() for name in _MONTH_NAMES), start=1)
    for spelling in (name, name[:3])
}
_TO = r" ?(?:\.{2,3}|[-‐–—−~]|起?[至到]|to|through|thru|until|till) ?"
_NAMED = "|".join(sorted(_MONTHS, key=len, reverse=True))
_Y = r"(?P<y>\d{4})(?!\d)"
_M, _M2 = (rf"(?P<{group}>{_NAMED})\.?(?![a-z])" for group in ("m", "m2"))
_D, _D2 = (rf"(?<!\d)(?P<{group}>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?(?: of)?" for group in ("d", "d2"))
# Each turns dates into eight digits, and a range that says its month or year once into two dates.
_DATE_SPELLINGS = (
    # 2026-12-1, 2026/12/01, 2026.12.1, 2026年12月1日
    r"(?<!\d)(?P<y>\d{4})(?:[-/.]| ?年 ?)(?P<m>\d{1,2})(?:[-/.]| ?月 ?)(?P<d>\d{1,2})(?!\d)"
    "(?: ?[日号號])?",
    rf"(?:{_D} ?(?:{_M})?{_TO})?{_D2} ?{_M2},? ?{_Y}",  # 1 to 7 Dec 2026, 7th December 2026
    rf"(?<![a-z]){_M} ?{_D}(?:{_TO}(?:{_M2} ?)?{_D2})?,? {_Y}",  # Dec 1 to 7, 2026
    # 2026-12-01..07, 2026-12-01..12-07, 2026年12月1日至7日
    rf"(?<!\d)(?P<y>\d{{4}})(?P<m>\d\d)(?P<d>\d\d){_TO}"
    r"(?:(?P<m2>\d{1,2})(?:[-/.]| ?月 ?))?(?P<d2>\d{1,2})(?![-/.\d])(?: ?[日号號])?",
)
_RANGE = re.compile(rf"(?<!\d)(\d{{8}}){_TO}(\d{{8}})(?!\d)")
_BEGINNING = "from|since|starting(?: on)?|从|從|自"
_ENDING = "until|till|through|up to|to|到|至|截至|截止"
_OPEN_ENDS = (
    (r"^between (\d{8}) and (\d{8})$", r"\1..\2"),
    (r"^(?:on|from|从|從|自) ?(?=\d{8}\.\.\d)|(?<=\.\.\d{8}) ?[为為]?止$|^on (?=\d{8}$)", ""),
    (rf"^(?:{_BEGINNING}) ?(\d{{8}})(?: on| ?onwards?| ?起| ?[开開]始)?$", r"\1.."),
    (r"^(\d{8})(?: ?onwards?| ?起| ?[开開]始)$", r"\1.."),
    (rf"^(?:{_ENDING}) ?(\d{{8}})(?: ?[为為]?止)?$", r"..\1"),
    (r"^(\d{8}) ?[为為]?止$", r"..\1"),
)
_SKIPPING = re.compile(r"^(?:(?:not|except|skip)\b ?)?(?:on\b ?)?|\bfrom (?=\d{8}\.\.)")


def parse_dates(text: str | None) -> tuple[dt.date | None, dt.date | None]:
    """The first and the last date, both inclusive, that `text` says; None: no limit there.

    Understands `2026-12-01..2026-12-07`, `1–7 Dec 2026`, `from 2026-12-01`, `2026年12月7日止`; one
    date alone is the first and the last.  Nothing said means no limits.  Raises BotError where a
    date lacks its year or does not exist, or the last one comes before the first.
    """
    said = _spell_dates(fold(text or ""))
    if said in _NO_LIMIT:
        return None, None
    for pattern, spelling in _OPEN_ENDS:
        said = re.sub(pattern, spelling, said)
    first, dots, last = said.partition("..")
    if not (first or last):
        raise BotError(_DATES_HINT)
    if not first or (dots and not last):
        return (
            _read_date(first, _DATES_HINT) if first else None,
            _read_date(last, _DATES_HINT) if last else None,
        )
    return _read_range(said, _DATES_HINT)


def parse_skips(text: str | None) -> frozenset[dt.date]:
    """The dates that `text` lists: `2026-12-24..2026-12-26, 2027-01-01`; nothing said means none.

    Dates and ranges are written as for parse_dates() and parted by commas, blanks or new lines.
    Raises BotError for anything else, a range of more than MOST_DAYS, or over MOST_SKIPS dates.
    """
    said = _SKIPPING.sub("", _spell_dates(fold(text or "")))
    if said in _NO_LIMIT:
        return frozenset()
    skipped: set[dt.date] = set()
    for item in re.split(r"(?:[\s,;、和&]|\band\b)+", said.strip(" ,;、")):
        first, last = _read_range(item, _SKIPS_HINT)
        days = (last - first).days + 1
        if days > MOST_DAYS:
            raise BotError(
                f"{describe_dates(first, last)} are {days} days, and a range to skip holds"
                f" {MOST_DAYS} at most. To stop for longer, pause the digest."
            )
        skipped.update(first + dt.timedelta(days=day) for day in range(days))
        if len(skipped) > MOST_SKIPS:
            raise BotError(f"A digest can skip {MOST_SKIPS} dates at most. Please name fewer.")
    return frozenset(skipped)


def _spell_dates(said: str) -> str:
    for pattern in _DATE_SPELLINGS:
        said = re.sub(pattern, _spell_date, said)
    return _RANGE.sub(r"\1..\2", said)


def _spell_date(found: re.Match[str]) -> str:
    part = dict.fromkeys(("m", "d", "m2", "d2")) | found.groupdict()
    ends = ((part["m"] or part["m2"], part["d"]), (part["m2"] or part["m"], part["d2"]))
    return "..".join(
        f"{int(found['y']):04}{_MONTHS.get(month) or int(month):02}{int(day):02}"
        for month, day in ends
        if month and day
    )


def _read_range(said: str, hint: str) -> tuple[dt.date, dt.date]:
    first, dots, last = said.partition("..")
    start = _read_date(first, hint)
    end = _read_date(last, hint) if dots else start
    if end < start:
        raise BotError(
            f"{_describe_date(start)} comes after {_describe_date(end)}."
            " Please type the earlier date first."
        )
    return start, end


def _read_date(said: str, hint: str) -> dt.date:
    if not re.fullmatch("[0-9]{8}", said):
        raise BotError(hint)
    try:
        return dt.date(int(said[:4]), int(said[4:6]), int(said[6:]))
    except ValueError:
        date = f"{said[:4]}-{said[4:6]}-{said[6:]}"
        raise BotError(f"There is no {date} in the calendar. {hint}") from None


def describe_dates(first: dt.date | None, last: dt.date | None) -> str:
    """Words for a sentence about a digest, such as `1–7 Dec 2026`; "" where there is no limit.

    Both ends are inclusive.  parse_dates() reads it back.
    """
    if first is None or last is None:
        if first:
            return f"from {_describe_date(first)}"
        return f"until {_describe_date(last)}" if last else ""
    if first == last:
        return _describe_date(first)
    if first.year != last.year:
        return f"{_describe_date(first)} – {_describe_date(last)}"
    if first.month != last.month:
        return f"{first.day} {_MONTH_NAMES[first.month - 1][:3]} – {_describe_date(last)}"
    return f"{first.day}–{_describe_date(last)}"


def describe_skips(skipped: Iterable[dt.date], most_ranges: int = MOST_SKIPS) -> str:
    """Words for a sentence about a digest, such as `not on 24–26 Dec 2026, 1 Jan 2027`.

    "" where there are no skips.  parse_skips() reads it back, unless there are more than
    `most_ranges` stretches: then the earliest are named, and the other dates counted.
    """
    ranges = _ranges(skipped)
    named, others = ranges[:most_ranges], ranges[most_ranges:]
    parts = [", ".join(describe_dates(first, last) for first, last in named)] if named else []
    if others:
        count = sum((last - first).days + 1 for first, last in others)
        parts.append(f"{count} {'more ' if named else ''}{'date' if count == 1 else 'dates'}")
    return f"not on {' and '.join(parts)}" if parts else ""


def _ranges(dates: Iterable[dt.date]) -> list[tuple[dt.date, dt.date]]:
    """The stretches that `dates` form, none longer than may be typed."""
    ranges: list[tuple[dt.date, dt.date]] = []
    for date in sorted(dates):
        first, last = ranges[-1] if ranges else (date, date)
        if ranges and (date - last).days == 1 and (date - first).days < MOST_DAYS:
            ranges[-1] = (first, date)
        else:
            ranges.append((date, date))
    return ranges


def _describe_date(date: dt.date) -> str:
    # Not strftime(): its months' names follow the host's locale.
    return f"{date.day} {_MONTH_NAMES[date.month - 1][:3]} {date.year:04}"

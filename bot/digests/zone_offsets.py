"""Offsets from UTC as people write them, and the zones that keep one of them all year."""

import datetime as dt
import re
import unicodedata

from bot.errors import BotError

# Baker Island's and the Line Islands': no zone goes further, and IANA's fixed ones end there.
_FURTHEST_WEST = dt.timedelta(hours=-12)
_FURTHEST_EAST = dt.timedelta(hours=14)
_HOUR = dt.timedelta(hours=1)
_OFFSET = re.compile(
    r"(?P<prefix>utc|gmt)? ?(?P<sign>[+-])? ?(?P<hours>\d{1,2})(?: ?:? ?(?P<minutes>[0-5]\d))?"
)
_CHINESE_OFFSET = re.compile(
    "(?P<side>[东東西])(?P<ten>十|1(?=\\d))?(?P<ones>[一二三四五六七八九\\d])?[区區]"
)
_FIXED_ZONE = re.compile(r"Etc/GMT(?P<sign>[+-])(?P<hours>\d{1,2})")
_UTC_ZONES = {f"Etc/{name}" for name in "GMT GMT0 Greenwich UCT UTC Universal Zulu".split()}


def read_offset(text: str) -> dt.timedelta | None:
    """The offset that `text` says, east positive, even one that no zone has; None if it says none.

    Understands `UTC+8`, `gmt 5:30`, `−0500`, `东八区`; not `8` alone.
    """
    said = " ".join(unicodedata.normalize("NFKC", text).casefold().replace("−", "-").split())
    if chinese := _CHINESE_OFFSET.fullmatch(said):
        ones = "零一二三四五六七八九".find(chinese["ones"] or "零")
        hours = (10 if chinese["ten"] else 0) + (ones if ones >= 0 else int(chinese["ones"]))
        return dt.timedelta(hours=-hours if chinese["side"] == "西" else hours)
    western = _OFFSET.fullmatch(said)
    if western is None or not (western["prefix"] or western["sign"]):
        return None
    size = dt.timedelta(hours=int(western["hours"]), minutes=int(western["minutes"] or 0))
    return -size if western["sign"] == "-" else size


def check_offset(offset: dt.timedelta) -> None:
    """Raise BotError for an offset that no place on Earth has."""
    if not _FURTHEST_WEST <= offset <= _FURTHEST_EAST:
        raise BotError(
            f"There is no {describe_offset(offset)}: offsets from UTC go from −12 to +14."
            " Type one such as `UTC+8`, or a city such as `Tokyo`."
        )


def whole_hours(offset: dt.timedelta) -> dt.timedelta:
    """The offset without its minutes: −5:15 is −5."""
    hours = abs(offset) // _HOUR * _HOUR
    return -hours if offset < dt.timedelta(0) else hours


def fixed_zone(offset: dt.timedelta) -> str:
    """The zone that keeps `offset` all year, or "": IANA has them for whole hours alone."""
    hours, rest = divmod(offset, _HOUR)
    if rest or not _FURTHEST_WEST <= offset <= _FURTHEST_EAST:
        return ""
    # POSIX counts west of Greenwich as positive, and IANA's names follow it.
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"


def zone_title(zone: str) -> str:
    """What to call an IANA zone before people: its name, but `UTC+8` for Etc/GMT-8.

    resolve_zone() leads back from it to the zone, or to another one with the same clocks.
    """
    if zone in _UTC_ZONES:
        return "UTC"
    fixed = _FIXED_ZONE.fullmatch(zone)
    if fixed is None:
        return zone
    hours = int(fixed["hours"])
    return describe_offset(_HOUR * (hours if fixed["sign"] == "-" else -hours)) if hours else "UTC"


def describe_offset(offset: dt.timedelta) -> str:
    """The offset in whole minutes, as read_offset() reads it: `UTC+5:30`, `UTC-3`, `UTC+0`."""
    hours, minutes = divmod(abs(offset) // dt.timedelta(minutes=1), 60)
    sign = "-" if offset < dt.timedelta(0) else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02d}" if minutes else "")

"""Finding an IANA time zone from what a person types: a city, a country, “PST”, “UTC+8”, 北京."""

import datetime as dt
import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo

from bot.digests.zone_names import NAMES_BY_ZONE
from bot.digests.zone_offsets import (
    check_offset,
    describe_offset,
    fixed_zone,
    read_offset,
    whole_hours,
    zone_title,
)
from bot.digests.zone_tables import (
    POPULARITY,
    Found,
    countries,
    distinct_zones,
    fold,
    iana_names,
    zones_by_name,
)
from bot.errors import BotError

__all__ = ["LABEL_LIMIT", "ZoneChoice", "find_zones", "resolve_zone", "zone_title"]

LABEL_LIMIT = 100  # characters: Discord's limit for the name of an autocomplete choice
_QUERY_LIMIT = 60  # characters, and
_WORD_LIMIT = 8  # more words than any place has, few enough to search for while someone types
_SHORTEST_FORGIVEN = 5  # characters: in shorter words a typo is another word
_HINT = "Type a city such as `Tokyo`, a zone such as `Europe/Berlin`, or an offset like `UTC+8`."


@dataclass(frozen=True)
class ZoneChoice:
    """A zone to offer."""

    name: str  # IANA
    label: str  # `Asia/Shanghai · Beijing · UTC+8 · now 14:05`, up to LABEL_LIMIT characters; it
    # begins with the zone's title, and resolve_zone() takes it back whole


def find_zones(text: str, now: dt.datetime, limit: int = 25) -> list[ZoneChoice]:
    """Up to `limit` zones that `text` may mean at `now` (aware), likeliest first, none twice.

    Nothing typed gives the best-known zones. No text makes it raise.
    """
    found = _search(_said(text), now) if text.strip() else dict.fromkeys(NAMES_BY_ZONE, "")
    return [
        ZoneChoice(zone, _label(zone, name, now))
        for zone, name in list(found.items())[: max(limit, 0)]
    ]


def resolve_zone(text: str, now: dt.datetime) -> str:
    """The IANA zone that `text` says: a zone in any case, a city, a country, an offset.

    An offset in whole hours means the zone that keeps it all year: `UTC+8` is Etc/GMT-8.
    Raises BotError, with up to three suggestions, where the zones meant keep different clocks in
    the coming year, or none is known, and for an offset that no zone has. A typing error is never
    put right unasked.
    """
    said = _said(text)
    offset = read_offset(said)
    if offset is not None:
        check_offset(offset)
        if fixed := fixed_zone(offset):
            return fixed
    meant = _one_per_clock(_exact(said, now), now)
    if len(meant) == 1:
        return meant[0]
    near = dict.fromkeys(meant, "") or _search(said, now)
    if not near:
        raise BotError(f"I don't know that time zone. {_HINT}")
    raise BotError(f"Which time zone is that? Did you mean {_suggest(list(near.items())[:3])}?")


def _suggest(found: list[tuple[str, str]]) -> str:
    places = ((zone_title(zone), _place(zone, name)) for zone, name in found)
    *others, last = (f"`{zone}` ({place})" if place else f"`{zone}`" for zone, place in places)
    return f"{', '.join(others)} or {last}" if others else last


def _said(text: str) -> str:
    # The label of a choice may come back whole.
    return " ".join(text[:_QUERY_LIMIT].partition(" · ")[0].split()[:_WORD_LIMIT])


def _search(text: str, now: dt.datetime) -> Found:
    query, offset = fold(text), read_offset(text)
    found = dict(_exact(text, now))
    if offset is not None and not found:  # no zone keeps it: those of the whole hour beside it
        return _keeping(whole_hours(offset), now)
    if len(found) > 1:  # the name they share tells nobody which is which
        found = dict.fromkeys(found, "")
    for zone, name in _partial(query).items():
        found.setdefault(zone, name)
    found = found or _forgiving(query)
    shorter = query.rpartition(" ")[0]  # “boston ma”: the place is said first
    return found or (_search(shorter, now) if shorter else {})


def _exact(text: str, now: dt.datetime) -> Found:
    iana = iana_names().get(text.lower().replace(" ", "_"), "")
    if "/" in iana:
        return {iana: ""}
    query, offset = fold(text), read_offset(text)
    if named := zones_by_name().get(query) or _place_in_region(query.split()):
        return named
    if offset is not None:
        return _keeping(offset, now)
    # Zones without a slash come last: IANA's “EST” is Panama's time, which nobody means.
    return {iana: ""} if iana else {}


def _place_in_region(words: list[str]) -> Found:
    """“cambridge uk”, “tokyo japan”, “asia beijing”: the zones that both parts allow."""
    for cut in range(1, len(words)):
        one = zones_by_name().get(" ".join(words[:cut]), {})
        other = zones_by_name().get(" ".join(words[cut:]), {})
        place, region = sorted((one, other), key=len)
        both = {zone: name for zone, name in place.items() if zone in region}
        if both:
            return both
    return {}


def _partial(query: str) -> Found:
    ranked = [
        (rank, POPULARITY.get(zone, len(POPULARITY)), len(known), zone, name)
        for known, zones in zones_by_name().items()
        if (rank := _rank(query, known)) is not None
        for zone, name in zones.items()
    ]
    found: Found = {}
    for *_, zone, name in sorted(ranked):
        found.setdefault(zone, name)
    return found


def _rank(query: str, known: str) -> int | None:
    if not query:
        return None
    if known.startswith(query):
        return 0
    words = known.split()
    if all(any(word.startswith(part) for word in words) for part in query.split()):
        return 1
    # Three letters are an abbreviation: EST is not in Manchester.
    return 2 if query in known and (len(query) > 3 or not query.isascii()) else None


def _forgiving(query: str) -> Found:
    """Names spelt nearly so: one typo in five letters, two in ten."""
    if len(query) < _SHORTEST_FORGIVEN:
        return {}
    candidates = [known for known in zones_by_name() if abs(len(known) - len(query)) <= 2]
    found: Found = {}
    for known in difflib.get_close_matches(query, candidates, n=5, cutoff=0.8):
        for zone, name in zones_by_name()[known].items():
            found.setdefault(zone, name)
    return found


def _keeping(offset: dt.timedelta, now: dt.datetime) -> Found:
    """The zones with `offset` at `now`: well-known ones, the fixed one, then one of each kind."""
    known = [zone for zone in NAMES_BY_ZONE if _offset(zone, now) == offset]
    others = [zone for zone in distinct_zones() if _offset(zone, now) == offset]
    fixed = fixed_zone(offset)
    return dict.fromkeys((*known, *([fixed] if fixed else []), *others), "")


def _one_per_clock(zones: Iterable[str], now: dt.datetime) -> list[str]:
    """The first of the zones that show the same time throughout the coming year."""
    months = [now + dt.timedelta(days=30 * month) for month in range(13)]
    first: dict[tuple[dt.timedelta, ...], str] = {}
    for zone in zones:
        first.setdefault(tuple(_offset(zone, month) for month in months), zone)
    return list(first.values())


def _label(zone: str, name: str, now: dt.datetime) -> str:
    title, offset = zone_title(zone), describe_offset(_offset(zone, now))
    clock = f"now {now.astimezone(_zone(zone)):%H:%M}"
    parts = (title, _place(zone, name), "" if title.startswith("UTC") else offset, clock)
    return " · ".join(part for part in parts if part)[:LABEL_LIMIT]


def _place(zone: str, name: str) -> str:
    """What to call a zone beside its IANA name, or "" where that says it all."""
    if zone.startswith("Etc/"):
        return "the same all year"
    well_known = NAMES_BY_ZONE.get(zone, "").partition(", ")[0]
    for place in (name, well_known or countries().get(zone, "")):
        if fold(place) not in fold(zone):
            return place
    return ""


def _offset(zone: str, at: dt.datetime) -> dt.timedelta:
    offset = at.astimezone(_zone(zone)).utcoffset()
    assert offset is not None
    return offset


@cache
def _zone(name: str) -> ZoneInfo:
    # zoneinfo itself keeps no more than eight that are not in use.
    return ZoneInfo(name)

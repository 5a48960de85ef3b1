"""Every name by which a time zone is known: IANA's tables and our own.

IANA's come from the tzdata package: zoneinfo.available_timezones() opens each of the host's 600
files, which is too slow for an event loop.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from bot.digests.zone_names import NAMES_BY_ZONE

POPULARITY = {zone: position for position, zone in enumerate(NAMES_BY_ZONE)}
_SUFFIXES = re.compile(r" (?:(?:standard|daylight|summer) )?time$|(?:标准|標準)?[时時][间間]$|市$")

# Zones that some text may mean, likeliest first, each with the name that led there as it is
# written, or "" where none did.
Found = dict[str, str]

# The database's placeholder for a computer that was never told where it is.
_NO_ZONES = {"Factory"}


@cache
def iana_names() -> dict[str, str]:
    """Every zone and former zone by its lower-case name."""
    names = files("tzdata").joinpath("zones").read_text("utf-8").split()
    return {name.lower(): name for name in names if name not in _NO_ZONES}


@cache
def countries() -> dict[str, str]:
    """The country that each current zone lies in; a country's zones in its own rough order."""
    name_by_code = dict(_rows("iso3166.tab"))
    return {zone: name_by_code[code] for code, _, zone, *_ in _rows("zone.tab")}


@cache
def distinct_zones() -> tuple[str, ...]:
    """One zone for each way of keeping clocks from now on."""
    return tuple(row[2] for row in _rows("zonenow.tab"))


def former_names() -> Iterator[tuple[str, str]]:
    """Former and second names with the current zone each stands for: Asia/Calcutta, Japan."""
    lines = files("tzdata.zoneinfo").joinpath("tzdata.zi").read_text("utf-8").splitlines()
    links = {name: zone for _, zone, name in (line.split() for line in lines if line[:2] == "L ")}
    current = countries()
    for name in sorted(links.keys() - current.keys()):
        zone = links[name]
        while zone not in current and zone in links:
            zone = links[zone]
        if zone in current:
            yield name, zone


def _rows(table: str) -> Iterator[list[str]]:
    for line in files("tzdata.zoneinfo").joinpath(table).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


@cache
def zones_by_name() -> dict[str, Found]:
    """Every name we know, folded. A name in an earlier source is not looked for in a later one."""
    country_by_zone = countries()
    sources: tuple[Iterable[tuple[str, str]], ...] = (
        ((name, zone) for zone, names in NAMES_BY_ZONE.items() for name in names.split(", ")),
        ((zone.rpartition("/")[2].replace("_", " "), zone) for zone in country_by_zone),
        ((zone, zone) for zone in country_by_zone),
        (
            (spelling, zone)
            for zone, name in country_by_zone.items()
            for spelling in _spellings(name)
        ),
        ((name.rpartition("/")[2], zone) for name, zone in former_names()),
        ((zone.partition("/")[0], zone) for zone in country_by_zone),
    )
    index: dict[str, Found] = {}
    for source in sources:
        named: dict[str, Found] = {}
        for name, zone in source:
            named.setdefault(fold(name), {}).setdefault(zone, name)
        index = named | index
    return {name: dict(sorted(zones.items(), key=_popularity)) for name, zones in index.items()}


def _popularity(found: tuple[str, str]) -> int:
    return POPULARITY.get(found[0], len(POPULARITY))


def _spellings(country: str) -> tuple[str, ...]:
    """`Korea (South)`, as the table has it, is also said Korea and South Korea."""
    name, _, detail = country.rstrip(")").partition(" (")
    return (name, f"{detail} {name}") if detail else (name,)


def fold(text: str) -> str:
    """One spelling for capitals, accents, full-width forms and punctuation; “time” left out."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(char for char in plain if not unicodedata.combining(char) and char not in "'’.")
    words = re.sub(r"[^\w&]|_", " ", bare).replace("&", " and ").split()
    return _SUFFIXES.sub("", " ".join(words))

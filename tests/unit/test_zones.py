"""Finding a time zone from what people type."""

import contextlib
import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.zone_names import NAMES_BY_ZONE
from bot.digests.zone_tables import countries, fold, iana_names, zones_by_name
from bot.digests.zones import LABEL_LIMIT, find_zones, resolve_zone, zone_title
from bot.errors import BotError

WINTER = dt.datetime(2026, 1, 15, 6, 5, tzinfo=dt.UTC)
SUMMER = dt.datetime(2026, 7, 15, 6, 5, tzinfo=dt.UTC)

SAID = {
    "America/New_York": "America/New_York|AMERICA/new_york|america/new york|new york|NYC|EST|ET|"
    "Eastern Time|us eastern|Boston|Princeton|纽约|美国东部|Boston, USA|america new york",
    "America/Los_Angeles": "los angeles|San Francisco|seattle|PST|PDT|pt|Pacific Time|旧金山|"
    "洛杉矶|太平洋时间|太平洋標準時間|Silicon Valley|Portland",
    "Asia/Shanghai": "Beijing|Shenzhen|hangzhou|xi'an|China|北京|北京市|北京时间|上海|中国|"
    "asia/beijing|Ｂｅｉｊｉｎｇ|Asia/Shanghai · Beijing · UTC+8 · now 14:05",
    "Asia/Tokyo": "Japan|日本|东京|東京|JST|Tokyo, Japan|tokyo",
    "Asia/Kolkata": "Mumbai|Delhi|Calcutta|India|+05:30|UTC+5:30|gmt 5:30",
    "Asia/Hong_Kong": "hong kong|Hongkong|香港|HKT",
    "Asia/Taipei": "台北|臺北|Taiwan",
    "Asia/Singapore": "Singapore|新加坡|SGT",
    "Asia/Seoul": "KST|首尔|Korea|south korea|서울",
    "Europe/London": "London|UK|伦敦|BST|Cambridge, UK|Edinburgh",
    "Europe/Berlin": "Germany|Munich|MÜNCHEN|munchen|CET|CEST|柏林|germany",
    "Europe/Zurich": "Zürich|zurich|Geneva|ETH",
    "Europe/Paris": "paris|巴黎|France",
    "America/Toronto": "Montréal|montreal|Toronto|多伦多",
    "Australia/Sydney": "AEST|悉尼|sydney",
    "America/Sao_Paulo": "São Paulo|sao paulo",
    "America/St_Johns": "St. John's|GMT-3:30",
    "America/Argentina/Buenos_Aires": "Argentina|buenos aires",
    "Asia/Kathmandu": "Nepal|UTC+5:45|Katmandu",
    "Asia/Chongqing": "Asia/Chongqing|asia/chongqing",
    "US/Pacific": "us/pacific",
    "UTC": "utc|GMT|Z|UTC+0|gmt-0",
    "Etc/GMT-8": "UTC+8|utc 8|UTC+08:00|+8|+0800|GMT8|ＵＴＣ＋８|东八区|東8區|Etc/GMT-8|etc/gmt-8",
    "Etc/GMT+5": "UTC-5|UTC−5|-5|西五区",
    "Etc/GMT-12": "东十二区|UTC+12",
}


@pytest.mark.parametrize(
    ("said", "zone"), [(said, zone) for zone, all_ in SAID.items() for said in all_.split("|")]
)
def test_what_is_plain_is_resolved(said: str, zone: str) -> None:
    assert resolve_zone(said, WINTER) == zone
    ZoneInfo(zone)


@pytest.mark.parametrize(
    ("said", "suggested"),
    [
        ("CST", ["Asia/Shanghai", "America/Chicago", "America/Havana"]),
        ("IST", ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]),
        ("MST", ["America/Denver", "America/Phoenix"]),
        ("Cambridge", ["America/New_York", "Europe/London"]),
        ("Georgia", ["America/New_York", "Asia/Tbilisi"]),
        ("美国", ["America/Los_Angeles", "America/New_York", "America/Chicago"]),
        ("Samoa", ["Pacific/Pago_Pago", "Pacific/Apia"]),
        ("Beijng", ["Asia/Shanghai` (Beijing)"]),
        ("san fransisco", ["America/Los_Angeles` (San Francisco)"]),
        ("Londno", ["Europe/London"]),
        ("york", ["America/New_York"]),
        ("UTC-11:15", ["UTC-11` (the same all year)", "Pacific/Pago_Pago", "Pacific/Niue"]),
        ("boston ma", ["America/New_York` (Boston)"]),
        ("Paris, Texas", ["Europe/Paris"]),
    ],
)
def test_what_is_not_plain_is_asked_about(said: str, suggested: list[str]) -> None:
    with pytest.raises(BotError) as caught:
        resolve_zone(said, WINTER)
    message = str(caught.value)
    assert [zone for zone in suggested if f"`{zone}" in message] == suggested
    assert message.count("`") == 2 * len(suggested)


@pytest.mark.parametrize(
    "said",
    ["", " ", "zzz", "Factory", "posixrules", "localtime", "right/Berln", "../..", "8", "🙂"],
)
def test_what_is_no_zone_gets_a_hint_and_is_not_repeated(said: str) -> None:
    with pytest.raises(BotError, match=r"`Tokyo`, a zone such as `Europe/Berlin`") as caught:
        resolve_zone(said, WINTER)
    assert not said.strip() or said not in str(caught.value) or said == "8"


def test_an_offset_finds_the_zones_that_keep_it_today() -> None:
    names = [choice.name for choice in find_zones("UTC-4", SUMMER)]
    assert names[0] == "America/New_York"
    assert "Etc/GMT+4" in names
    assert "America/New_York" not in [choice.name for choice in find_zones("UTC-4", WINTER)]
    for zone in names:
        assert SUMMER.astimezone(ZoneInfo(zone)).utcoffset() == dt.timedelta(hours=-4)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Shanghai", "Asia/Shanghai · Beijing · UTC+8 · now 14:05"),
        ("hangz", "Asia/Shanghai · Hangzhou · UTC+8 · now 14:05"),
        ("Mumbai", "Asia/Kolkata · Mumbai · UTC+5:30 · now 11:35"),
        ("singap", "Asia/Singapore · UTC+8 · now 14:05"),
        ("st johns", "America/St_Johns · Newfoundland · UTC-3:30 · now 02:35"),
        ("hamb", "Europe/Berlin · Hamburg · UTC+1 · now 07:05"),
        ("Beijng", "Asia/Shanghai · Beijing · UTC+8 · now 14:05"),
        ("Etc/GMT-14", "UTC+14 · the same all year · now 20:05"),
        ("utc-8", "America/Los_Angeles · US Pacific · UTC-8 · now 22:05"),
        ("utc+", "UTC · now 06:05"),
    ],
)
def test_the_best_choice_says_where_it_is_and_what_time(said: str, label: str) -> None:
    assert find_zones(said, WINTER)[0].label == label


def test_an_abbreviation_is_not_looked_for_inside_words() -> None:
    names = [choice.name for choice in find_zones("EST", WINTER)]
    assert names[0] == "America/New_York"
    assert "Europe/London" not in names  # Manchester


def test_ambiguous_choices_are_told_apart() -> None:
    labels = [choice.label for choice in find_zones("CST", WINTER)]
    assert labels[0].startswith("Asia/Shanghai · Beijing")
    assert labels[1].startswith("America/Chicago · US Central")


def test_nothing_typed_offers_well_known_zones_round_the_world() -> None:
    choices = find_zones("", WINTER)
    areas = {choice.name.partition("/")[0] for choice in choices}
    assert len(choices) == 25
    assert areas >= {"Africa", "America", "Asia", "Australia", "Europe", "Pacific", "UTC"}


def test_the_limit_is_kept() -> None:
    assert len(find_zones("a", WINTER)) == 25
    assert len(find_zones("a", WINTER, limit=3)) == 3
    assert find_zones("a", WINTER, limit=0) == []


@pytest.mark.parametrize(
    "said",
    ["UTC+15", "utc 15", "-13", "GMT−12:30", "+14:30", "UTC+99", "+1500", "东十五区", "西13区"],
)
def test_an_offset_beyond_all_zones_is_told_how_far_they_go(said: str) -> None:
    with pytest.raises(BotError, match=r"offsets from UTC go from −12 to \+14"):
        resolve_zone(said, WINTER)
    for choice in find_zones(said, WINTER):
        ZoneInfo(choice.name)


def test_the_furthest_offsets_are_zones() -> None:
    assert resolve_zone("UTC-12", WINTER) == "Etc/GMT+12"
    assert resolve_zone("UTC+14", WINTER) == "Etc/GMT-14"


@pytest.mark.parametrize(
    ("zone", "title"),
    [
        ("Etc/GMT-8", "UTC+8"),
        ("Etc/GMT+5", "UTC-5"),
        ("Etc/GMT-14", "UTC+14"),
        ("Etc/GMT+0", "UTC"),
        ("Etc/GMT", "UTC"),
        ("Etc/Zulu", "UTC"),
        ("UTC", "UTC"),
        ("Asia/Shanghai", "Asia/Shanghai"),
        ("Etc/Unknown", "Etc/Unknown"),
    ],
)
def test_a_zone_is_called_what_people_call_it(zone: str, title: str) -> None:
    assert zone_title(zone) == title


def test_every_title_leads_back_to_its_zone() -> None:
    for zone in (name for name in iana_names().values() if "/" in name):
        title = zone_title(zone)
        back = resolve_zone(title, WINTER)
        if zone.startswith("Etc/"):
            assert title.startswith("UTC")
            for now in (WINTER, SUMMER):
                clock = now.astimezone(ZoneInfo(zone))
                assert now.astimezone(ZoneInfo(back)).utcoffset() == clock.utcoffset()
        else:
            assert back == title == zone


@settings(max_examples=60, deadline=None)
@given(st.integers(-12 * 60, 14 * 60))
def test_an_offset_typed_is_the_offset_shown(minutes: int) -> None:
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    said = f"UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")
    if rest == 0:
        assert zone_title(resolve_zone(said, WINTER)) == (said if minutes else "UTC")
    for choice in find_zones(said, WINTER):
        offset = WINTER.astimezone(ZoneInfo(choice.name)).utcoffset()
        assert offset is not None
        # Where no zone keeps it, the whole hour beside it is offered.
        assert abs(offset - dt.timedelta(minutes=minutes)) <= dt.timedelta(minutes=rest)


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=20)
    | st.text("abcdeghinorstuy /_-+:0123456789", max_size=12)
    | st.sampled_from(["\ud800", "\0", "a " * 3000, "[" * 100, "UTC+99", "٨", "·", " · "])
)
def test_any_text_is_answered(text: str) -> None:
    choices = find_zones(text, WINTER)
    names = [choice.name for choice in choices]
    assert len(names) == len(set(names)) <= 25
    assert all(0 < len(choice.label) <= LABEL_LIMIT for choice in choices)
    with contextlib.suppress(BotError):
        ZoneInfo(resolve_zone(text, WINTER))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(name for name in iana_names().values() if "/" in name)))
def test_every_iana_name_is_itself_in_any_case(name: str) -> None:
    assert resolve_zone(name.swapcase(), WINTER) == name
    assert resolve_zone(name.replace("_", " "), WINTER) == name
    assert find_zones(name, WINTER)[0].name == name


def test_every_label_fits() -> None:
    for zone, country in countries().items():
        (best, *_) = find_zones(zone, WINTER, limit=1)
        assert best.name == zone
        assert best.label.endswith(tuple("0123456789")), f"cut off: {country}"


def test_our_own_names_lead_to_their_zones() -> None:
    assert set(NAMES_BY_ZONE) <= set(iana_names().values())
    for zone, names in NAMES_BY_ZONE.items():
        for name in names.split(", "):
            assert zone in zones_by_name()[fold(name)], name


def test_every_zone_offered_can_be_loaded() -> None:
    for name in iana_names().values():
        ZoneInfo(name)

"""What people may type for the dates of a digest, and for those it skips."""

import contextlib
import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.date_phrases import (
    MOST_DAYS,
    MOST_SKIPS,
    describe_dates,
    describe_skips,
    parse_dates,
    parse_skips,
)
from bot.errors import BotError

DAY = dt.timedelta(days=1)
FIRST, LAST = dt.date(2026, 12, 1), dt.date(2026, 12, 7)
CHRISTMAS = {dt.date(2026, 12, day) for day in (24, 25, 26)}
NEW_YEAR = dt.date(2027, 1, 1)

SAID_RANGES = (
    "2026-12-01..2026-12-07|2026-12-01 - 2026-12-07|2026-12-01-2026-12-07|2026-12-01…2026-12-07|"
    "2026-12-01–2026-12-07|2026-12-01～2026-12-07|2026-12-01 to 2026-12-07|20261201-20261207|"
    "2026/12/1-2026/12/7|2026.12.1..2026.12.7|2026-12-01..07|2026-12-01..12-07|2026-12-1 .. 7|"
    "from 2026-12-01 to 2026-12-07|From 2026-12-01 until 7 Dec 2026|on 1-7 Dec 2026|"
    "between 2026-12-01 and 2026-12-07|1–7 Dec 2026|1-7 December 2026|2026-12-01 – 7 Dec 2026|"
    "1st to 7th of December, 2026|Dec 1-7, 2026|December 1 – December 7, 2026|Dec 1 to 7 2026|"
    "Dec. 1 2026 - Dec. 7 2026|1 Dec 2026 – 7 Dec 2026|1 Dec – 7 Dec 2026|1Dec2026-7Dec2026|"
    "2026年12月1日至7日|2026年12月1日-12月7日|2026年12月1日到2026年12月7日|"
    "2026 年 12 月 1 日 至 2026 年 12 月 7 日|自2026年12月1日起至12月7日止|"
    "从2026年12月1号到12月7号|２０２６－１２－０１～２０２６－１２－０７|٢٠٢٦-١٢-٠١..٢٠٢٦-١٢-٠٧"
)
SAID_BEGINNINGS = (
    "from 2026-12-01|since 1 Dec 2026|starting 2026-12-01|starting on Dec 1, 2026|"
    "from 2026-12-01 on|2026-12-01 onwards|2026-12-01..|从2026年12月1日开始|"
    "2026年12月1日起|自2026年12月1日起"
)
SAID_ENDINGS = (
    "until 2026-12-07|till 7 December 2026|up to 2026-12-07|..2026-12-07|to Dec 7, 2026|"
    "截至2026年12月7日|到2026年12月7日为止|2026年12月7日止|至2026年12月7日"
)
SAID_DATES = (
    "2026-12-01|2026-12-1|2026/12/01|20261201|1 Dec 2026|1st December 2026|on Dec 1, 2026|"
    "December 1st 2026|2026年12月1日|2026年12月1号|2026年12月1號|2026 年 12 月 1 日|"
    "2026-12-01..2026-12-01"
)


@pytest.mark.parametrize("said", SAID_RANGES.split("|"))
def test_a_range_is_read_as_people_write_it(said: str) -> None:
    assert parse_dates(said) == (FIRST, LAST)


@pytest.mark.parametrize("said", SAID_BEGINNINGS.split("|"))
def test_a_beginning_has_no_end(said: str) -> None:
    assert parse_dates(said) == (FIRST, None)


@pytest.mark.parametrize("said", SAID_ENDINGS.split("|"))
def test_an_end_has_no_beginning(said: str) -> None:
    assert parse_dates(said) == (None, LAST)


@pytest.mark.parametrize("said", SAID_DATES.split("|"))
def test_one_date_is_the_first_and_the_last(said: str) -> None:
    assert parse_dates(said) == (FIRST, FIRST)


@pytest.mark.parametrize("said", [None, "", "  ", "none", "Always", "无", "不限"])
def test_no_dates_said_means_no_limits(said: str | None) -> None:
    assert parse_dates(said) == (None, None)
    assert parse_skips(said) == frozenset()


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_has_its_names(month: int) -> None:
    day = dt.date(2026, month, 9)
    for pattern in ("%d %b %Y", "%d %B %Y", "%B %d, %Y", "%b. %d %Y"):
        assert parse_dates(day.strftime(pattern)) == (day, day)


@pytest.mark.parametrize(
    "said",
    "..|-|from|until|tomorrow|Dec 1|1-7 Dec|12月1日|2026-12|2026|7|7.12.2026|12/1/2026|26-12-01|"
    "2026-12-01 2026-12-07|2026-12-01, 2026-12-07|2026-12-01..2026-12-07..2026-12-09|"
    "2026120120261207|2026-12-011|12026-12-01|2026-12-01T09:00|mayor 3 2026|31 Decem 2026|"
    "after 2026-12-01|before 2026-12-01".split("|"),
)
def test_what_are_no_dates_is_asked_about(said: str) -> None:
    with pytest.raises(BotError, match=r"with their year.*`from 2026-12-01` or `until 2026-12-07`"):
        parse_dates(said)


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("2026-02-29", "2026-02-29"),
        ("from 31 April 2026", "2026-04-31"),
        ("2026-13-01..2026-13-05", "2026-13-01"),
        ("1–32 Dec 2026", "2026-12-32"),
        ("0000年1月1日", "0000-01-01"),
    ],
)
def test_a_date_that_is_none_is_named(said: str, date: str) -> None:
    for parse in (parse_dates, parse_skips):
        with pytest.raises(BotError, match=f"There is no {date} in the calendar"):
            parse(said.removeprefix("from ") if parse is parse_skips else said)


def test_a_range_the_wrong_way_round_is_asked_about() -> None:
    for parse in (parse_dates, parse_skips):
        with pytest.raises(BotError, match=r"7 Dec 2026 comes after 1 Dec 2026\. .* earlier"):
            parse("2026-12-07..2026-12-01")


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (FIRST, LAST, "1–7 Dec 2026"),
        (dt.date(2026, 11, 28), LAST, "28 Nov – 7 Dec 2026"),
        (FIRST, dt.date(2027, 1, 3), "1 Dec 2026 – 3 Jan 2027"),
        (FIRST, FIRST, "1 Dec 2026"),
        (FIRST, None, "from 1 Dec 2026"),
        (None, LAST, "until 7 Dec 2026"),
        (None, None, ""),
    ],
)
def test_dates_are_described(first: dt.date | None, last: dt.date | None, words: str) -> None:
    assert describe_dates(first, last) == words


@settings(max_examples=150, deadline=None)
@given(st.none() | st.dates(), st.none() | st.dates(), st.integers(0, 40))
def test_described_dates_are_read_back(
    first: dt.date | None, last: dt.date | None, near: int
) -> None:
    if first and last:
        first, last = sorted((first, last))
    assert parse_dates(describe_dates(first, last)) == (first, last)
    if first and (dt.date.max - first).days > near:
        close = first + near * DAY
        assert parse_dates(describe_dates(first, close)) == (first, close)
        assert parse_dates(f"{first}..{close}") == (first, close)


SAID_SKIPS = (
    "2026-12-24..2026-12-26, 2027-01-01|2026-12-24 2026-12-25 2026-12-26 2027-01-01|"
    "2027-01-01\n2026-12-24 - 2026-12-26|2026-12-24..26; 2027-01-01;|24-26 Dec 2026, 1 Jan 2027|"
    "Dec 24-26, 2026, Jan 1, 2027|not on 24–26 Dec 2026, 1 Jan 2027|1 Jan 2027 24-26 Dec 2026|"
    "except 24 Dec 2026, 25 Dec 2026, 26 Dec 2026 and 1 Jan 2027|"
    "2026年12月24日至26日、2027年1月1日|２０２６-１２-２４～２０２６-１２-２６，２０２７-０１-０１|"
    "from 2026-12-24 to 2026-12-26, 2027-01-01|2026-12-24..26, 2026-12-25, 2027-01-01..2027-01-01"
)


@pytest.mark.parametrize("said", SAID_SKIPS.split("|"))
def test_skips_are_read_as_people_write_them(said: str) -> None:
    assert parse_skips(said) == CHRISTMAS | {NEW_YEAR}


@pytest.mark.parametrize(
    "said", [",", "x", "24 Dec", "from 2026-12-24", "2026-12-24..", "2026-12-24, soon", "mon"]
)
def test_what_are_no_skips_is_asked_about(said: str) -> None:
    with pytest.raises(BotError, match=r"with their year.*`2026-12-24..2026-12-26, 2027-01-01`"):
        parse_skips(said)


def test_a_range_to_skip_holds_a_year_at_most() -> None:
    assert len(parse_skips("2026-12-24..2027-12-24")) == MOST_DAYS
    with pytest.raises(BotError, match=r"24 Dec 2026 – 25 Dec 2027 are 367 days.* 366 at most"):
        parse_skips("2026-12-24..2027-12-25")
    with pytest.raises(BotError, match="366 at most"):
        parse_skips("0001-01-01..9999-12-31")


def test_skips_are_counted_once_each() -> None:
    whole, rest = "2027-01-01..2027-12-31", MOST_SKIPS - 365
    assert (
        len(parse_skips(f"{whole}, 2027-05-01, 2028-01-01..2028-02-{rest - 31:02}")) == MOST_SKIPS
    )
    with pytest.raises(BotError, match="400 dates at most"):
        parse_skips(f"{whole}, 2028-01-01..2028-02-{rest - 30:02}")


@pytest.mark.parametrize(
    ("skipped", "words"),
    [
        (CHRISTMAS, "not on 24–26 Dec 2026"),
        (CHRISTMAS | {NEW_YEAR}, "not on 24–26 Dec 2026, 1 Jan 2027"),
        ({NEW_YEAR, NEW_YEAR - DAY}, "not on 31 Dec 2026 – 1 Jan 2027"),
        ({NEW_YEAR}, "not on 1 Jan 2027"),
        (set[dt.date](), ""),
    ],
)
def test_skips_are_described(skipped: set[dt.date], words: str) -> None:
    assert describe_skips(skipped) == words


def test_skips_may_be_described_in_short() -> None:
    skipped = {NEW_YEAR + day * DAY for day in (0, 7, 14, 15, 16)}
    assert describe_skips(skipped, 3) == "not on 1 Jan 2027, 8 Jan 2027, 15–17 Jan 2027"
    assert describe_skips(skipped, 2) == "not on 1 Jan 2027, 8 Jan 2027 and 3 more dates"
    assert describe_skips(CHRISTMAS | {NEW_YEAR}, 1) == "not on 24–26 Dec 2026 and 1 more date"
    assert describe_skips(skipped, 0) == "not on 5 dates"


@settings(max_examples=100, deadline=None)
@given(st.frozensets(st.dates(dt.date(2026, 11, 1), dt.date(2027, 2, 28))), st.integers(0, 400))
def test_described_skips_are_read_back(skipped: frozenset[dt.date], stretch: int) -> None:
    assert parse_skips(describe_skips(skipped)) == skipped
    assert parse_skips(" ".join(map(str, skipped))) == skipped
    long = frozenset(NEW_YEAR + day * DAY for day in range(stretch))
    assert parse_skips(describe_skips(long)) == long


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=30)
    | st.text("0123456789-.–/年月日至 ,decjanfromuntil", max_size=30)
    | st.lists(
        st.sampled_from(
            ["2026-12-01", "..", "-", "7", "12", "Dec", "2026", "from", "年", "²", " "]
        ),
        max_size=9,
    ).map("".join)
    | st.sampled_from(["2026-12-01.." * 500, "1 Dec " * 900, "9" * 5000, "2026 " * 999, "٢" * 8])
)
def test_any_text_is_read_or_asked_about(text: str) -> None:
    for parse in (parse_dates, parse_skips):
        with contextlib.suppress(BotError):
            parse(text)

"""What people may type for a time of day and for days of the week."""

import contextlib
import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.digests.phrases import (
    EVERY_DAY,
    MOST_WEEKS,
    describe_weekdays,
    describe_weeks,
    parse_time,
    parse_weekdays,
    parse_weeks,
)
from bot.errors import BotError

times = st.builds(dt.time, st.integers(0, 23), st.integers(0, 59))
weekday_sets = st.frozensets(st.integers(0, 6), min_size=1)

SAID_TIMES = {
    "00:00": "0 0:00 00:00 0000 12am midnight 凌晨12点 零点 午夜",
    "00:30": "12:30am 0030 凌晨12点半 午前0時半",
    "03:45": "3:45 三点三刻",
    "09:00": "9 9:00 09:00 09:00:00 9am 9a.m. 0900 900 ９：００ 9点 上午9点 九点 "
    "早上九点 9點整 9時",
    "09:05": "9:05 9点5分 九点零五 9點05分",
    "09:30": "9.30 9h30 9点半 上午9:30 930 930am",
    "12:00": "12 12pm noon 中午12点 正午 下午12点 十二点",
    "13:10": "1:10pm 中午1点10分 下午1点10分 1310",
    "15:00": "15:00 3pm 3PM pm3 下午3点 下午3 15点 15h 下午15点 午後3時 十五时",
    "21:30": "21:30 9:30pm 9.30p.m. 晚上9点半 晚9点半 晚上21:30 二十一点三十分",
    "23:59": "23:59 2359 11:59pm",
}


@pytest.mark.parametrize(
    ("said", "meant"),
    [(said, meant) for meant, all_ in SAID_TIMES.items() for said in all_.split()],
)
def test_a_time_is_read_as_people_write_it(said: str, meant: str) -> None:
    assert parse_time(said) == dt.time.fromisoformat(meant)


@pytest.mark.parametrize("said", [" 9.30 pm ", "at 9:30 PM", "9 : 30 p.m.", "下午 9 点 30 分"])
def test_a_time_may_hold_blanks(said: str) -> None:
    assert parse_time(said) == dt.time(21, 30)


@pytest.mark.parametrize(
    "said",
    ["", "soon", "25", "9:60", "9:5", "9 30", "13am", "0pm", "-9", "9:00 UTC", "十十点", "99999"],
)
def test_what_is_no_time_is_asked_about(said: str) -> None:
    with pytest.raises(BotError, match="`09:00`"):
        parse_time(said)


@pytest.mark.parametrize("said", ["上午12点", "晚上1点"])
def test_a_time_that_may_be_two_is_asked_about(said: str) -> None:
    with pytest.raises(BotError, match="`09:00`"):
        parse_time(said)


@pytest.mark.parametrize("said", ["24:00", "晚上12点"])
def test_midnight_at_the_end_of_a_day_gets_its_own_answer(said: str) -> None:
    with pytest.raises(BotError, match="`00:00` or `23:59`"):
        parse_time(said)


@settings(max_examples=100, deadline=None)
@given(times)
def test_every_time_is_read_back(wall_time: dt.time) -> None:
    for pattern in ("%H:%M", "%H%M", "%I:%M %p", "%I.%M%p", "%H点%M分"):
        assert parse_time(wall_time.strftime(pattern)) == wall_time


@settings(max_examples=80, deadline=None)
@given(
    st.text(max_size=12)
    | st.text("0123456789:.apmh点半上下午晚 ", max_size=8)
    | st.text("0123²٣一二十两隔每个周 weeksly", max_size=8)
)
def test_any_text_is_read_or_asked_about(text: str) -> None:
    for parse in (parse_time, parse_weekdays, parse_weeks):
        with contextlib.suppress(BotError):
            parse(text)


SAID_WEEKDAYS = {
    "0123456": "|  |daily|every day|Everyday|每天|每日|mon-sun|sun-sat|周一到周日|sat-fri",
    "01234": "weekdays|mon-fri|Mon – Fri|monday to friday|工作日|周一至周五|1-5|"
    "every weekday|周一到五",
    "56": "weekend|weekends|at weekends|sat sun|周末|週末|星期六、星期天|sat & sun",
    "024": "mon, wed fri|Mon,Wed,Fri|1,3,5|1 3 5|周一 周三 周五|周一三五|一三五|mo we fr",
    "0": "Monday|mondays|mon|MON|every monday|on Mondays|周一|星期一|礼拜一|週一|每周一|1|mon-mon",
    "0456": "fri-mon|Friday through Monday|周五至周一|5-1|fri sat-mon",
    "1356": "tues, thurs and weekends|周二,周四,周末",
    "6": "sun|周日|星期天|7|禮拜日",
}


@pytest.mark.parametrize(
    ("said", "meant"),
    [(said, meant) for meant, all_ in SAID_WEEKDAYS.items() for said in all_.split("|")],
)
def test_weekdays_are_read_as_people_write_them(said: str, meant: str) -> None:
    assert parse_weekdays(said) == frozenset(map(int, meant))


def test_no_weekdays_said_means_every_day() -> None:
    assert parse_weekdays(None) == EVERY_DAY


@pytest.mark.parametrize("said", ["funday", "0", "8", "on", "-", "mon-", "mon-tue-wed", "never"])
def test_weekdays_that_are_none_are_asked_about(said: str) -> None:
    with pytest.raises(BotError, match="`mon, wed, fri`"):
        parse_weekdays(said)


@pytest.mark.parametrize(
    ("weekdays", "words"),
    [
        ("0123456", "every day"),
        ("01234", "on weekdays"),
        ("56", "at weekends"),
        ("420", "on Mon, Wed, Fri"),
        ("1", "on Tuesdays"),
    ],
)
def test_weekdays_are_described(weekdays: str, words: str) -> None:
    assert describe_weekdays(frozenset(map(int, weekdays))) == words


@settings(max_examples=60, deadline=None)
@given(weekday_sets)
def test_described_weekdays_are_read_back(weekdays: frozenset[int]) -> None:
    assert parse_weekdays(describe_weekdays(weekdays)) == weekdays


SAID_WEEKS = {
    1: "|  |1|week|weekly|every week|Every Week|each week|once a week|every 1st week|每周|每週|"
    "每星期|每个星期|每周一次|一周一次",
    2: "2|2 weeks|every 2 weeks|every two weeks|every 2nd week|every second week|two-weekly|"
    "every other week|biweekly|bi-weekly|Bi weekly|fortnightly|every fortnight|隔周|隔週|隔一周|"
    "每隔一周|双周|每两周|每兩週|每2周|每两个星期|两周一次|２",
    3: "3|every third week|every 3rd week|once every three weeks|每三周|三周一次",
    12: "12|每十二周|every 12th week|12 wks",
    52: "52|every 52 weeks|每五十二周",
}


@pytest.mark.parametrize(
    ("said", "meant"),
    [(said, meant) for meant, all_ in SAID_WEEKS.items() for said in all_.split("|")],
)
def test_weeks_are_read_as_people_write_them(said: str, meant: int) -> None:
    assert parse_weeks(said) == meant


def test_no_weeks_said_means_every_week() -> None:
    assert parse_weeks(None) == 1


@pytest.mark.parametrize(
    "said",
    "0|53|every 53 weeks|-1|2.5|9999999999999999|every|weeks|monthly|every day|2 2 weeks|mon|"
    "twice a week|两|每零周|周一|每周一|每隔两周".split("|"),
)
def test_weeks_that_are_none_are_asked_about(said: str) -> None:
    with pytest.raises(BotError, match="`every 2 weeks` or `隔周`; the most is `every 52 weeks`"):
        parse_weeks(said)


@pytest.mark.parametrize(
    ("weeks", "words"),
    [
        (1, "every week"),
        (2, "every 2nd week"),
        (3, "every 3rd week"),
        (4, "every 4th week"),
        (11, "every 11th week"),
        (12, "every 12th week"),
        (21, "every 21st week"),
        (52, "every 52nd week"),
    ],
)
def test_weeks_are_described(weeks: int, words: str) -> None:
    assert describe_weeks(weeks) == words


def test_described_weeks_are_read_back() -> None:
    for weeks in range(1, MOST_WEEKS + 1):
        assert parse_weeks(describe_weeks(weeks)) == weeks
        assert parse_weeks(str(weeks)) == weeks

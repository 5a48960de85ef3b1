"""How people say when: a time of day, days of the week and which weeks, in English or Chinese."""

import datetime as dt
import re
import unicodedata
from collections.abc import Callable

from bot.errors import BotError

EVERY_DAY = frozenset(range(7))
WORKDAYS = frozenset(range(5))
WEEKEND = frozenset({5, 6})
MOST_WEEKS = 52

_TIME_HINT = "Please type a time of day such as `09:00`, `9:30 pm` or `晚上9点半`."
_MIDNIGHT_HINT = "Midnight may begin a day or end it: please type `00:00` or `23:59`."
_DAYS_HINT = "Please type days such as `mon, wed, fri`, `mon-fri`, `weekends` or `每天`."
_WEEKS_HINT = (
    "Please type which weeks, such as `every week`, `every 2 weeks` or `隔周`;"
    f" the most is `every {MOST_WEEKS} weeks`."
)

# The hour of the day that a spoken hour means, by the part of the day said with it. An hour left
# out has no plain reading: 晚上1点 is after midnight, 上午12点 is noon to some.
_HOURS = {
    "": {hour: hour for hour in range(24)},
    "am": {hour: hour % 12 for hour in range(13)},
    "pm": {hour: hour % 12 + 12 for hour in range(1, 24)},
    "morning": {hour: hour for hour in range(1, 12)},
    "midday": {11: 11, 12: 12, 1: 13, 2: 14},
    "evening": {hour: hour % 12 + 12 for hour in (*range(5, 12), *range(17, 24))},
}
_PARTS_OF_DAY = {
    "am": r"^a\.?m\.?|\ba\.?m?\.?$|凌晨|午前",
    "pm": r"^p\.?m\.?|\bp\.?m?\.?$|下午|午後|午后",
    "morning": "上午|早上|早晨|清晨|早",
    "midday": "中午",
    "evening": "傍晚|晚上|晚",
}
_DIGITS = str.maketrans("零〇一二两兩三四五六七八九", "0012223456789")
_TIME_SPELLINGS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"^at | o'clock$|(?<=[点點时時])[整钟鐘]", ""),
    (r"^(?:12 ?)?noon$|^[正中]午$", "12:00"),
    (r"^(?:12 ?)?midnight$|^午夜$", "00:00"),
    ("半$", "30"),
    ("一刻$", "15"),
    ("三刻$", "45"),
    ("[零〇一二两兩三四五六七八九十]+", lambda found: _spell_in_digits(found[0])),
    (r"(?<!\d)(\d)分$", r"0\1"),
    ("分$", ""),
    (r"(?<=\d) ?[点點时時h.:] ?", ":"),
    (r"(?<=\d)(?=[ap])", " "),
)
_CLOCK = re.compile(r"(?P<hour>\d{1,2}):?(?:(?P<minute>\d\d)(?::00)?)?")

_DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS = {
    spelling: day
    for day, name in enumerate(name.lower() for name in _DAY_NAMES)
    for spelling in (name, f"{name}s", name[:3], name[:2], f"{day + 1}", "一二三四五六日"[day])
} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3, "天": 6}
_DAY_SPELLINGS = (
    ("[周週]末|week ?ends?", " sat-sun "),
    ("工作日|平日|week ?days?|work(?:ing)? ?days?", " mon-fri "),
    ("每天|每日|天天|daily|every ?day", " mon-sun "),
    ("[每周週和、]|星期|[礼禮]拜|[,;/&+]", " "),
    (r"\b(?:every|each|on|at|and)\b", " "),
    (r" *(?:[-–—~至到]|\b(?:to|through)\b) *", "-"),
    ("(?<=[一二三四五六日天])(?=[一二三四五六日天])", " "),
)

# “Biweekly” may also mean twice a week, but days of the week are asked for on their own. 每隔两周
# has no plain reading: two weeks or three.
_WEEK_COUNTS = {
    **dict.fromkeys(("week", "weekly", "one", "first"), 1),
    **dict.fromkeys(("biweekly", "fortnight", "fortnightly", "other", "alternate"), 2),
    **{"two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "fourth": 4, "five": 5, "six": 6},
}
_WEEK_SPELLINGS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    ("[个個]?(?:星期|[礼禮]拜|[周週])", "周"),
    ("^(?:每?隔一?|[双雙])周(?:一次)?$", "2"),
    ("^每?周一次$|^每周$", "1"),
    ("[零〇一二两兩三四五六七八九十]+(?=周)", lambda found: _spell_in_digits(found[0])),
    (r"^每?(\d+)周(?:一次)?$", r"\1"),
    ("^(?:once )?(?:every|each|a) ", ""),
    ("^bi[- ]", "bi"),
    (r"(?<=\d)(?:st|nd|rd|th)\b", ""),
    (r"(?<=.)[- ]?\b(?:weeks?|weekly|wks?)$", ""),
)


def parse_time(text: str) -> dt.time:
    """The time of day, in whole minutes, that `text` says: `9`, `9.30 pm`, `0900`, `下午3点`.

    Raises BotError where it says none, or one that may mean two.
    """
    said = fold(text)
    for pattern, spelling in _TIME_SPELLINGS:
        said = re.sub(pattern, spelling, said)
    part_of_day, said = _split_part_of_day(said)
    clock = _CLOCK.fullmatch(said)
    if clock is None:
        raise BotError(_TIME_HINT)
    said_hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
    if said_hour == 24 or (said_hour == 12 and part_of_day == "evening"):
        raise BotError(_MIDNIGHT_HINT)
    hour = _HOURS[part_of_day].get(said_hour)
    if hour is None or minute > 59:
        raise BotError(_TIME_HINT)
    return dt.time(hour, minute)


def _split_part_of_day(said: str) -> tuple[str, str]:
    for part, pattern in _PARTS_OF_DAY.items():
        rest, found = re.subn(pattern, "", said, count=1)
        if found:
            return part, rest.strip()
    return "", said


def _spell_in_digits(numeral: str) -> str:
    """`九` → 9, `十二` → 12, `二十三` → 23, and digit by digit `零五` → 05."""
    tens, ten, ones = numeral.translate(_DIGITS).partition("十")
    return (tens or "1") + (ones or "0") if ten else tens


def parse_weekdays(text: str | None) -> frozenset[int]:
    """The weekdays that `text` says, 0 = Monday … 6 = Sunday; nothing said means every day.

    Digits count from 1 = Monday (ISO 8601), ranges may run over the weekend: `fri-mon`.
    Raises BotError where a word is no day.
    """
    said = fold(text or "")
    if not said:
        return EVERY_DAY
    for pattern, spelling in _DAY_SPELLINGS:
        said = re.sub(pattern, spelling, said)
    if not said.split():
        raise BotError(_DAYS_HINT)
    return frozenset().union(*map(_read_days, said.split()))


def _read_days(word: str) -> frozenset[int]:
    first, dash, last = word.partition("-")
    if first not in _DAYS or (dash and last not in _DAYS):
        raise BotError(_DAYS_HINT)
    start, length = _DAYS[first], 0
    if dash:
        length = (_DAYS[last] - start) % 7
    return frozenset((start + day) % 7 for day in range(length + 1))


def describe_weekdays(weekdays: frozenset[int]) -> str:
    """Words that end a sentence about a digest, and that parse_weekdays() reads back."""
    if weekdays == EVERY_DAY:
        return "every day"
    if weekdays == WORKDAYS:
        return "on weekdays"
    if weekdays == WEEKEND:
        return "at weekends"
    if len(weekdays) == 1:
        return f"on {_DAY_NAMES[min(weekdays)]}s"
    return "on " + ", ".join(_DAY_NAMES[day][:3] for day in sorted(weekdays))


def parse_weeks(text: str | None) -> int:
    """Every how many weeks `text` says, 1 … MOST_WEEKS; nothing said means every week.

    Understands `every 2nd week`, `3`, `fortnightly`, `隔周`.  Raises BotError for anything else.
    """
    said = fold(text or "") or "week"
    for pattern, spelling in _WEEK_SPELLINGS:
        said = re.sub(pattern, spelling, said)
    weeks = int(said) if re.fullmatch("[0-9]{1,4}", said) else _WEEK_COUNTS.get(said, 0)
    if not 1 <= weeks <= MOST_WEEKS:
        raise BotError(_WEEKS_HINT)
    return weeks


def describe_weeks(every_weeks: int) -> str:
    """Words for a sentence about a digest, which parse_weeks() reads back: `every 2nd week`."""
    if every_weeks == 1:
        return "every week"
    teens = every_weeks // 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(every_weeks % 10, "th")
    return f"every {every_weeks}{ending} week"


def fold(text: str) -> str:
    """One spelling for full-width forms, capitals and white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

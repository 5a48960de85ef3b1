"""What a single line of a list is by its own signs: a rule, a heading, a label, an item, text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto


class Kind(Enum):
    """The kinds of lines."""

    BLANK = auto()
    RULE = auto()
    HASH = auto()  # a Markdown heading
    LABEL = auto()
    ITEM = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is written, and its `text` without mark, label and hashes.

    `sign` is the bullet of an item or the field of a label; `count` the number of a numbered
    item, else 0; `level` that of a Markdown heading, else 0; `is_item` also holds for a
    label behind an item's mark.
    """

    number: int
    kind: Kind
    raw: str = ""
    text: str = ""
    sign: str = ""
    count: int = 0
    level: int = 0
    is_item: bool = False


_RULE = re.compile(r"\s*([-*_=~#─━—])(?:\s*\1){2,}\s*|\s*#+\s*")
_LONE_DASHES = re.compile(r"\s*—(?:\s+—)+\s*")
_HASH = re.compile(r"\s{0,3}(#{1,6})\s+(\S.*)", re.DOTALL)
_CHINESE_DIGITS = "一二三四五六七八九十百"
_ITEM = re.compile(
    rf"""\s*(?:
        (?P<bullet>[-*+–](?=\s)|[•·◦▪‣●○■])
      | (?P<number>\d{{1,4}})(?:[.)](?=\s)|[.)](?=[\u4e00-\u9fff])|[、．）])
      | \[(?P<squared>\d{{1,4}})\](?!\()
      | [(（](?P<round>\d{{1,4}})[)）]
      | [{_CHINESE_DIGITS}]{{1,5}}[、．.）)](?!\d)
      | [(（][{_CHINESE_DIGITS}]{{1,5}}[)）]
    )\s*(?=\S)""",
    re.VERBOSE,
)
_COUNT = re.compile(rf"\d+|[{_CHINESE_DIGITS}]+")
_FIELDS = {
    "title": "title|标题|题目|论文标题|论文题目",
    "abstract": "abstract|summary|摘要",
    "authors": "authors?|作者",
    "url": "link|url|pdf|链接|网址",
}
_NAMES = "|".join(f"(?P<{name}>{words})" for name, words in _FIELDS.items())
_LABEL = re.compile(rf"\s*[*_]{{0,3}}(?:{_NAMES})[*_]{{0,3}}\s*[:：][*_]{{0,3}}\s*", re.IGNORECASE)
# Without a colon: as a Markdown heading each of them, else only what no title is.
_LONE_LABEL = re.compile(rf"\s*[*_]{{0,3}}(?:{_NAMES})[*_]{{0,3}}\s*", re.IGNORECASE)
_LONE_ABSTRACT = re.compile(r"\s*[*_]{0,3}(?P<abstract>abstract|摘要)[*_]{0,3}\s*", re.IGNORECASE)


def classify(number: int, raw: str) -> Line:
    """Return what the line is; `number` counts from 1."""
    if is_blank(raw):
        return Line(number, Kind.BLANK)
    if _RULE.fullmatch(raw) and not _LONE_DASHES.fullmatch(raw):
        return Line(number, Kind.RULE)
    return (
        _hash(number, raw)
        or _item(number, raw)
        or _label(number, raw, raw)
        or Line(number, Kind.TEXT, raw, raw)
    )


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen."""
    bare = text.strip()
    return not bare or not (bare[0].isprintable() or any(map(_is_visible, bare)))


def _is_visible(char: str) -> bool:
    return char.isprintable() and not char.isspace()


def _hash(number: int, raw: str) -> Line | None:
    hashed = _HASH.fullmatch(raw)
    if not hashed:
        return None
    text = hashed[2].strip().rstrip("#").rstrip() or hashed[2]
    label = _label(number, raw, text, _LONE_LABEL)
    if label:
        return label
    item = _ITEM.match(text)
    text = text[item.end() :] if item else text
    return Line(number, Kind.HASH, raw, text, level=len(hashed[1]))


def _item(number: int, raw: str) -> Line | None:
    item = _ITEM.match(raw)
    if not item:
        return None
    rest = raw[item.end() :]
    label = _label(number, raw, rest)
    if label:
        return replace(label, is_item=True)
    digits = item["number"] or item["squared"] or item["round"]
    sign = item["bullet"] or _COUNT.sub("1", item[0].strip())
    return Line(number, Kind.ITEM, raw, rest, sign, int(digits or 0), is_item=True)


def _label(number: int, raw: str, text: str, lone: re.Pattern[str] = _LONE_ABSTRACT) -> Line | None:
    match = _LABEL.match(text) or lone.fullmatch(text)
    if not match:
        return None
    return Line(number, Kind.LABEL, raw, text[match.end() :], match.lastgroup or "")

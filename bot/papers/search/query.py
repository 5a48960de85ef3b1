"""What a member typed, read as words and filters.

The language is small and forgiving: `"exact phrase"`, `-without`, `-"not this"`, `author:`,
`year:`, `list:`, `name:`. Whatever it does not know is plain text. Reading is three steps:
typed text --_cleaned--> plain text --_PART--> filters, and what is left --_inert--> `text`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.papers.identifiers import identifiers
from bot.papers.markup import parse, plain
from bot.papers.visible import one_line, visible
from bot.papers.words import IDEOGRAPHS, fold, name_key, words

MAX_TEXT = 2_000  # characters read; a pasted abstract fits
MAX_FILTERS = 8  # of one kind

_LATEX = re.compile(r"[$\\]")
# Commands that spell no word of the text themselves; of some, the argument is no text either.
# Their length is bounded: `\refrefref…` would be tried anew from every letter.
_COMMAND = re.compile(
    r"\\(?:[A-Za-z]{0,12}(?:cite|ref)[A-Za-z]{0,12}|label|begin|end)"
    r"\*?(?:\[[^\]]*\])*\{[^}]*\}|\\[A-Za-z]+"
)

_FIELDS = {
    **dict.fromkeys(("author", "authors", "au", "作者"), "author"),
    **dict.fromkeys(("year", "年份", "年"), "year"),
    **dict.fromkeys(("list", "列表"), "list"),
    **dict.fromkeys(("name", "名称"), "name"),
}
_MARKS = '"＂“”„«»「」『』'
_NO_MARKS = str.maketrans(dict.fromkeys(_MARKS, " "))
_DASHES = "-−–－"  # each may say “without”
_NO_SIGNS = str.maketrans(dict.fromkeys(f"{_DASHES}:：", " "))
# A straight quote after a letter or digit closes a phrase or means inches: it opens none.
_QUOTED = "|".join(
    (
        rf'(?<![^\W_{IDEOGRAPHS}])["＂][^"＂]+["＂]',
        r"[“”„][^“”„]+[“”]",
        *("«[^«»]+»", "「[^「」]+」", "『[^『』]+』"),
    )
)
_VALUE = rf"(?:{_QUOTED}|[^\s{_MARKS}]+)"
# Chinese and Japanese keyboards type Latin letters of full width too: ａｕ is au.
_LETTERS = {code: f"[{chr(code)}{chr(code + 0xFEE0)}]" for code in range(ord("a"), ord("z") + 1)}
_FIELD = "|".join(sorted(_FIELDS, key=len, reverse=True)).translate(_LETTERS)
_PART = re.compile(
    rf"(?<!\S)(?P<field>{_FIELD})[:：](?P<value>{_VALUE})"
    # Of -author:Yu the name is what is not wanted.
    rf"|(?<!\S)[{_DASHES}](?:(?:{_FIELD})[:：](?P<of_field>{_VALUE})"
    rf"|(?P<without>{_QUOTED}|[^\W_][^\s{_MARKS}]*))"
    rf"|(?P<phrase>{_QUOTED})",
    re.IGNORECASE,
)
_TAIL = ",;，；、。"  # ends a value that stands in a sentence
_NEEDS_NO_QUOTES = re.compile(rf"[^\W_][^\s:：{_TAIL}{_MARKS}]*")
_YEARS = re.compile(
    r"(?P<first>\d{4})?(?:\.{2,3}|[-–—−~〜])(?P<last>\d{4})?|(?P<sign>[<>]=?)?(?P<year>\d{4})"
)


class Years(NamedTuple):
    """The first and the last year, both included; None is open."""

    first: int | None = None
    last: int | None = None


ANY_YEAR = Years()


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it was understood.

    `text` is what to search by: plain, one line, the words of phrases included. A paper must
    hold each of `phrases` and none of `without`. `identifiers` is filled if the whole text is
    a link, DOI or arXiv id.
    """

    text: str = ""
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    years: Years = ANY_YEAR
    identifiers: tuple[str, ...] = ()

    @property
    def filters(self) -> tuple[str, ...]:
        """What narrows the search, as one would type it."""
        return (*(f'"{phrase}"' for phrase in self.phrases), *self._beside_text())

    @property
    def canonical(self) -> str:
        """The line that `read_query` reads back to this query; phrases stand in their place."""
        parts, rest = list(self._beside_text()), self.text
        for phrase in self.phrases:
            before, _, rest = f" {rest} ".partition(f" {phrase} ")
            parts += [before, f'"{phrase}"']
        return one_line(" ".join((*parts, rest)))

    def _beside_text(self) -> tuple[str, ...]:
        first, last = ("" if year is None else f"{year:04}" for year in self.years)
        span = first if first == last else f"{first}..{last}"
        return (
            *(f"author:{_as_value(author)}" for author in self.authors),
            *(f"name:{_as_value(name)}" for name in self.names),
            *(f"list:{_as_value(name)}" for name in self.lists),
            *([f"year:{span}"] if span else []),
            *(f"-{_as_value(text)}" for text in self.without),
        )


def read_query(text: str) -> Query:
    """Read what was typed; never raises."""
    query = _read(text[:MAX_TEXT])
    # A canonical spelling can be longer than what was typed, and is itself read to MAX_TEXT.
    while len(query.canonical) > MAX_TEXT:
        query = _read(query.canonical[:MAX_TEXT])
    return query


def _read(text: str) -> Query:
    typed = visible(text)
    if known := identifiers(typed):
        return Query(typed, identifiers=known)
    typed = _cleaned(typed)
    found: defaultdict[str, list[str]] = defaultdict(list)
    spans: list[Years] = []
    left = _inert(_PART.sub(lambda part: _taken(part, found, spans), typed))
    phrases, without, authors, names, lists = (
        tuple(dict.fromkeys(found[kind]))[:MAX_FILTERS]
        for kind in ("phrase", "without", "author", "name", "list")
    )
    # Nobody asks only for what they do not want: then it is a dash before a word.
    if without and not (words(left) or authors or names or lists or spans):
        return Query(typed)
    query = Query(left, phrases, without, authors, names, lists, _common(spans))
    return query if query.filters else Query(left, identifiers=identifiers(left))


def _cleaned(text: str) -> str:
    """Return the text without LaTeX; other text keeps the signs of names, such as ACT*ONOMY."""
    if not _LATEX.search(text):
        return text
    rendered = plain(parse(text))
    if not _holds_letters(rendered, _COMMAND.sub("", text)):
        rendered = text
    # A sign that is left would have the canonical spelling read as LaTeX.
    return visible(_LATEX.sub(" ", rendered))


def _holds_letters(rendered: str, typed: str) -> bool:
    """Whether the letters and digits typed are all there still, in their order."""
    remaining = iter(name_key(rendered))
    return bool(words(rendered)) and all(letter in remaining for letter in name_key(typed))


def _taken(part: re.Match[str], found: defaultdict[str, list[str]], spans: list[Years]) -> str:
    """Note one part of the language, and return what stays of it in the text."""
    kind, value = _meaning(part)
    if not kind:
        return part[0]
    if kind == "year":
        spans.append(_span(value) or ANY_YEAR)
    elif kind == "phrase":
        value = _inert(value)
    found[kind].append(value)
    return f" {value} " if kind == "phrase" else " "


def _meaning(part: re.Match[str]) -> tuple[str, str]:
    """Return the kind and the value of a part; no kind if it is plain text after all."""
    raw = part["value"] or part["of_field"] or part["without"] or part["phrase"]
    value = one_line(raw.translate(_NO_MARKS)) if raw[0] in _MARKS else raw.rstrip(_TAIL)
    kind = _FIELDS[fold(part["field"])] if part["field"] else "without"
    kind = "phrase" if part["phrase"] else kind
    means = _span(value) is not None if kind == "year" else bool(words(value))
    return (kind, value) if means else ("", value)


def _inert(text: str) -> str:
    """Return plain text that stays plain when it is read again: `author: Yu` is no filter."""
    return one_line(_PART.sub(_apart, one_line(text.translate(_NO_MARKS))))


def _apart(part: re.Match[str]) -> str:
    if not _meaning(part)[0]:
        return part[0]
    sign = 1 if part["field"] is None else len(part["field"]) + 1
    rest = part[0][sign:]
    return f"{part[0][:sign]} {rest.translate(_NO_SIGNS) if _PART.match(rest) else rest}"


def _span(text: str) -> Years | None:
    """Return the years of `2024`, `2024..2026`, `..2026`, `>=2024` and the like."""
    match = _YEARS.fullmatch(unicodedata.normalize("NFKC", text))
    if not match or not any(match.group("first", "last", "year")):
        return None
    if match["year"]:
        years = _compared(match["sign"] or "", int(match["year"]))
    else:
        years = _in_order(*(int(year) if year else None for year in match.group("first", "last")))
    return years if all(0 <= year <= 9999 for year in years if year is not None) else None


def _compared(sign: str, year: int) -> Years:
    if sign.startswith(">"):
        return Years(year + (sign == ">"), None)
    if sign.startswith("<"):
        return Years(None, year - (sign == "<"))
    return Years(year, year)


def _in_order(first: int | None, last: int | None) -> Years:
    reversed_ = first is not None and last is not None and first > last
    return Years(last, first) if reversed_ else Years(first, last)


def _common(spans: Sequence[Years]) -> Years:
    """Return the years that all spans have in common, or else the last span."""
    first = max((span.first for span in spans if span.first is not None), default=None)
    last = min((span.last for span in spans if span.last is not None), default=None)
    empty = first is not None and last is not None and first > last
    return spans[-1] if empty else Years(first, last)


def _as_value(text: str) -> str:
    return text if _NEEDS_NO_QUOTES.fullmatch(text) else f'"{text}"'

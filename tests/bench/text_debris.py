"""What must not be left in a rendering: markup, doubled blanks, marks that act in Discord."""

import re
from collections.abc import Iterator
from typing import Final

_DEBRIS: Final = {
    "dollar": re.compile(r"\$(?!\s?[\d.]|[A-Z]{1,5}\b)"),
    "command": re.compile(r"\\[A-Za-z]+"),
    "line break": re.compile(r"\\\\"),
    "tie": re.compile(r"[A-Za-z]~(?=[A-Za-z\d(\[])"),
    "citation": re.compile(r"\\?cite[pt]?\b(?=[{\[])"),
    "blanks": re.compile(r"\s\s"),
    "script": re.compile(r"[_^]\{|\{[_^]"),
    "quote": re.compile(r"``|(?<=\w)''"),
    "entity": re.compile(r"&(?:amp|lt|gt|quot|nbsp|#\d+);|</?(?:i|b|p|sub|sup|em|strong)>"),
    "emphasis": re.compile(r"\*\*\w"),
}
_LOOSE_POINT: Final = re.compile(r"[\s~][,;.!?:)\]](?=\s|$)")
_EMPTY_BRACKETS: Final = re.compile(r"\(\s*[;,]?\s*\)|\[\s*\]")
_ACTS: Final = re.compile(
    r"@(?:everyone|here)\b|<(?:@[!&]?|#)\d|</\w|<t:|<a?:\w+:\d|<id:", re.IGNORECASE
)
_ESCAPE: Final = re.compile(r"\\([^A-Za-z0-9\s])")
_CODE: Final = re.compile(r"`([^`]+)`")
_MASKED: Final = re.compile(r"(?<!\\)\[([^\]]*)\]\((https?://[^\s()]+)\)")
_URL: Final = re.compile(r"<?https?://[^\s<>*]+>?")
_FORMAT: Final = re.compile(r"[_`]|~~|\|\||^\s*(?:[>#]|-#? |\d+\. )|(?<!\\)\[", re.MULTILINE)


def debris(raw: str, shown: str) -> Iterator[tuple[str, str]]:
    """Yield each kind of debris in `shown` that `raw` does not excuse, and where it is."""
    text = _URL.sub("·", shown)
    for kind, pattern in _DEBRIS.items():
        if found := pattern.search(text):
            yield kind, _around(text, found.start())
    if text.count("{") != text.count("}") and raw.count("{") == raw.count("}"):
        yield "brace", _around(text, max(text.rfind("{"), text.rfind("}")))
    for kind, pattern in (("loose point", _LOOSE_POINT), ("empty brackets", _EMPTY_BRACKETS)):
        places = [found.start() for found in pattern.finditer(text)]
        if len(places) > len(pattern.findall(raw)):
            yield kind, " | ".join(_around(text, place) for place in places)


def _around(text: str, place: int) -> str:
    return text[max(0, place - 60) : place + 40]


def markdown_faults(shown: str, markdown: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with `markdown` as Discord would read it, `shown` being its text."""
    if acting := _ACTS.search(markdown):
        yield "acts", _around(markdown, acting.start())
    masked = [found[2] for found in _MASKED.finditer(markdown)]
    bare = _URL.sub("·", _CODE.sub("·", _ESCAPE.sub("·", _MASKED.sub(r"\1", markdown))))
    if mark := _FORMAT.search(bare):
        yield "format", _around(bare, mark.start())
    if sum(map(len, re.findall(r"\*+", bare))) % 2 or "****" in bare:
        yield "open mark", " | ".join(_around(bare, at.start()) for at in re.finditer(r"\*", bare))
    if not masked and (read := _read_back(markdown)) != (meant := _letters(shown)):
        at = next(
            (at for at, pair in enumerate(zip(read, meant, strict=False)) if len(set(pair)) > 1), 0
        )
        yield "other text", f"{_around(read, at)} | {_around(meant, at)}"


def _read_back(markdown: str) -> str:
    """What a reader sees, without white space, marks of emphasis and brackets of links."""
    pieces = []
    at = 0
    for found in re.finditer(rf"{_URL.pattern}|{_CODE.pattern}", markdown):
        pieces += [_unmarked(markdown[at : found.start()]), found[1] or found[0]]
        at = found.end()
    return _letters("".join((*pieces, _unmarked(markdown[at:]))))


def _unmarked(markdown: str) -> str:
    return _ESCAPE.sub(r"\1", re.sub(r"(?<!\\)\*", "", markdown))


def _letters(text: str) -> str:
    return re.sub(r"[\s<>\u200b]", "", text).replace("%40", "@")

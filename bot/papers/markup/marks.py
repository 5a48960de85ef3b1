"""Where markup comes in pairs: found in one pass over the source, before it is read.

A pair that cannot be closed is no markup but text, so this must be known early.
Every pattern here is bounded or cannot overlap itself, which keeps the pass linear.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

from bot.papers.markup.document import Face

# Discord ends a link before this punctuation too, so text after it stays text.
_IN_URL: Final = r"[^\s<>{}\\|`\"$^\[\]"
URL: Final = rf"https?://(?:{_IN_URL}]|\\[_%#&~])*(?:{_IN_URL}.,:;!?'”’)*_]|\\[_%#&~])"
_BOLD: Final = r"\*\*[^*\n]{1,100}\*\*"  # inside italics
_EMPHASIS: Final = re.compile(
    rf"""(?=[h`\[*_])(?:(?P<url>{URL})
    | (?<![`\\])`(?P<code>[^`'\n]{{1,200}})`(?!`)
    | (?<!\\)\[(?P<label>[^\[\]\n]{{1,300}})\]\((?P<target>https?://[^\s()<>]{{1,1000}}
        (?:\([^\s()<>]{{0,100}}\)[^\s()<>]{{0,100}})?)\)
    | (?<![*\\\d])\*\*(?P<initial>[^\W\d_]{{1,20}})\*\*(?![*\d])
    | (?<![\w*\\])\*\*(?P<bold>(?=[\w"“‘(\\$*])[^*\n]{{1,400}}
        (?:\*[^*\n]{{1,100}}\*)?(?<=[^\s(]))\*\*(?![\w*])
    | (?<![\w\\])__(?P<strong>(?=[A-Z]|[^_\s]+\s)[^_\n]{{1,200}}(?<=\S))__(?!\w)
    | (?<![\w*\\^_}}])\*(?P<italic>(?=[\w"“‘\\$]|\*\*\w)(?:[^*\n]|{_BOLD}){{1,400}}
        (?<=[\w.,!?:;)”’"}}$*]))\*(?![\w*}}])
    | (?<![\w\\$}}])_(?P<slanted>(?=[A-Za-z"“]|\*\*\w)(?:[^_\n$\\*]|{_BOLD}){{1,400}}
        (?<=[\w.,!?:;)”’"*]))_(?![\w{{]))
    """,
    re.VERBOSE,
)
_FACES: Final[dict[str, Face]] = {
    "code": Face.CODE,
    "initial": Face.BOLD,
    "bold": Face.BOLD,
    "strong": Face.BOLD,
    "italic": Face.ITALIC,
    "slanted": Face.ITALIC,
}
_QUOTED: Final = re.compile(r"(?<![\w`])`(?=[^\s`'])(?:[^`'\n]|'(?=\w)){1,300}(')(?![\w'])")
_DELIMITER: Final = re.compile(r"\\[()\[\]]|\\(?s:.)|\$\$?")
_BRACE: Final = re.compile(r"\\(?s:.)|[{}]")
_STYLED_WORDS: Final = re.compile(r"\\(?:text\w*|mbox|emph)\s*\{[^{}]{0,500}\}|\\[A-Za-z]+")
_PROSE: Final = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")


@dataclass(slots=True)
class Marks:
    """The paired markup of one source, by position."""

    braces: dict[int, int] = field(default_factory=dict)  # "{" -> its "}"
    math: dict[int, tuple[int, int, int]] = field(
        default_factory=dict
    )  # start -> inner, inner end, end
    quotes: dict[int, str] = field(default_factory=dict)  # position of ` or ' -> ‘ or ’
    skips: dict[int, int] = field(default_factory=dict)  # a Markdown delimiter -> where it ends
    _turns: list[int] = field(default_factory=list)
    _styles: list[tuple[Face, str | None]] = field(default_factory=list)

    def style_at(self, position: int) -> tuple[Face, str | None]:
        """Return the face and link that Markdown gives to `position`."""
        turn = bisect_right(self._turns, position)
        return self._styles[turn - 1] if turn else (Face.PLAIN, None)

    def add_style(self, outer: re.Match[str], group: str, face: Face, link: str | None) -> None:
        """Record that `group` is set in `face` and the rest of the match is not shown."""
        start, stop = outer.span(group)
        self.skips[outer.start()] = start
        self.skips[stop] = outer.end()
        self._turn(outer.start(), face, link)
        if face == Face.ITALIC:
            for bold in re.finditer(_BOLD, outer[group]):
                self._add_bold_inside(start + bold.start(), start + bold.end())
        self._turn(outer.end(), Face.PLAIN, None)

    def _add_bold_inside(self, start: int, stop: int) -> None:
        self.skips[start] = start + 2
        self.skips[stop - 2] = stop
        self._turn(start, Face.BOLD | Face.ITALIC, None)
        self._turn(stop, Face.ITALIC, None)

    def _turn(self, position: int, face: Face, link: str | None) -> None:
        self._turns.append(position)
        self._styles.append((face, link))


def find_marks(source: str, markdown: bool) -> Marks:
    """Return the pairs of `source`; Markdown's only if `markdown`."""
    marks = Marks(braces=_braces(source), math=_math(source))
    if "`" in source:
        for quoted in _QUOTED.finditer(source):
            marks.quotes[quoted.start()] = "‘"
            marks.quotes[quoted.start(1)] = "’"
    if markdown and any(sign in source for sign in "`[*_"):
        for found in _EMPHASIS.finditer(source):
            _add_emphasis(marks, found)
    return marks


def _add_emphasis(marks: Marks, found: re.Match[str]) -> None:
    group = found.lastgroup or "url"
    if group == "target":
        marks.add_style(found, "label", Face.PLAIN, found["target"])
    elif group in _FACES and re.search(r"\w", found[group]) and found[group].count("$") % 2 == 0:
        marks.add_style(found, group, _FACES[group], None)


def _braces(source: str) -> dict[int, int]:
    pairs: dict[int, int] = {}
    open_at: list[int] = []
    for found in _BRACE.finditer(source) if "{" in source else ():
        if found[0] == "{":
            open_at.append(found.start())
        elif found[0] == "}" and open_at:
            pairs[open_at.pop()] = found.start()
    return pairs


def _math(source: str) -> dict[int, tuple[int, int, int]]:
    """Pair `$…$`, `$$…$$`, `\\(…\\)` and `\\[…\\]`, leaving amounts of money alone."""
    spans: dict[int, tuple[int, int, int]] = {}
    opened: re.Match[str] | None = None
    closers = {"\\(": "\\)", "\\[": "\\]", "$": "$", "$$": "$$"}
    is_possible = "$" in source or "\\" in source
    for found in _DELIMITER.finditer(source) if is_possible else ():
        if opened and closers[opened[0]] == found[0]:
            if _is_math(source, opened, found):
                spans[opened.start()] = (opened.end(), found.start(), found.end())
                opened = None
                continue
            opened = found if found[0] in closers else None
        elif found[0] in closers and (opened is None or found[0] != "$"):
            opened = found
    return spans


def _is_math(source: str, opened: re.Match[str], closed: re.Match[str]) -> bool:
    content = source[opened.end() : closed.start()]
    if not content.strip() or "\n\n" in content:
        return False
    signs = re.search(r"[\\^_={}<>+]", content) is not None
    if opened[0] == "\\[":
        return signs or len(content.strip()) == 1
    if opened[0] != "$":
        return True
    prose = len(_PROSE.findall(_STYLED_WORDS.sub(" ", content)))
    is_tight = content == content.strip() and not source[closed.end() : closed.end() + 1].isdigit()
    if not is_tight:
        return (signs or len(content.strip()) == 1) and prose == 0 and "$" not in content
    if content[0].isdigit() and not signs:
        return prose == 0
    return signs or prose <= 3

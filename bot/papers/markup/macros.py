"""What each LaTeX command means to a reader of plain text."""

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.papers.markup.document import BREAK, Face, Run
from bot.papers.markup.symbols import (
    ACCENTS,
    BLACKBOARD,
    LETTERS,
    MATH_ACCENTS,
    SYMBOLS,
    accented,
    subscript,
    superscript,
    unknown_word,
)

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_FACES: Final[dict[str, Face]] = {
    "textbf": Face.BOLD,
    "textit": Face.ITALIC,
    "textsl": Face.ITALIC,
    "emph": Face.ITALIC,
    "texttt": Face.CODE,
}
_DECLARED_FACES: Final[dict[str, Face]] = {
    "bf": Face.BOLD,
    "bfseries": Face.BOLD,
    "it": Face.ITALIC,
    "itshape": Face.ITALIC,
    "em": Face.ITALIC,
    "sl": Face.ITALIC,
}
_TEXT: Final = frozenset(
    "text mbox hbox textrm textsc textsf textup textmd textnormal underline uline hl makebox".split()
)
_MATH_FONTS: Final = frozenset(
    "mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak mathnormal boldsymbol bm pmb"
    " operatorname operatornamewithlimits mathop mathbin mathrel ensuremath underbrace overbrace".split()
)
_NOTHING: Final = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle limits nolimits displaystyle"
    " textstyle scriptstyle rm sf tt sc bf it em sl bfseries itshape scshape ttfamily sffamily rmfamily"
    " tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge noindent centering"
    " protect relax smallskip medskip bigskip clearpage newpage hfill maketitle nonumber notag"
    " allowbreak break leavevmode null unskip ignorespaces boldmath".split()
)
_SWALLOWED: Final = frozenset(
    "label vspace hspace color phantom hphantom vphantom input include".split()
)
_CITED: Final = re.compile(
    r"(?:no)?[Cc]ite\w*|[a-z]*cite[pt]?|parencite|textcite|autoref|[cC]?ref|eqref|pageref"
)
_DELIMITED: Final[dict[str, tuple[str, str]]] = {
    "norm": ("‖", "‖"),
    "abs": ("|", "|"),
    "ceil": ("⌈", "⌉"),
    "floor": ("⌊", "⌋"),
    "set": ("{", "}"),
    "inner": ("⟨", "⟩"),
    "ket": ("|", "⟩"),
    "bra": ("⟨", "|"),
    "paren": ("(", ")"),
}
_MATH_BLOCKS: Final = re.compile(r"(?:equation|align|gather|multline|math|displaymath|eqnarray)\*?")


def read_macro(reader: "Reader", token: str) -> None:
    """Read the command `token` (without its backslash) and what belongs to it."""
    name = token.rstrip("*") or token
    if name in _HANDLERS:
        _HANDLERS[name](reader)
    elif name in _FACES:
        _read_face(reader, _FACES[name])
    elif name in _DECLARED_FACES and reader.depth:
        _declare_face(reader, _DECLARED_FACES[name])
    elif name in _NOTHING:
        _read_nothing(reader, name)
    elif name in _TEXT or name in _MATH_FONTS:
        reader.runs += reader.argument(math=name in _MATH_FONTS)
    elif name in _SWALLOWED:
        reader.raw_argument()
    elif _CITED.fullmatch(name):
        _drop_reference(reader)
    elif name in _DELIMITED and reader.marks.braces.get(reader.at) is not None:
        _read_delimited(reader, *_DELIMITED[name])
    elif not _read_accent(reader, name):
        _read_symbol(reader, name)


def _read_face(reader: "Reader", face: Face) -> None:
    outer = reader.face
    # \emph inside italics is upright in TeX; here it stays italic, which is still emphasis.
    reader.face = outer | face
    runs = reader.argument(math=False)
    reader.face = outer
    reader.runs += runs


def _declare_face(reader: "Reader", face: Face) -> None:
    reader.face |= face
    _skip_blanks(reader)


def _read_nothing(reader: "Reader", name: str) -> None:
    is_delimiter = name in ("left", "right", "middle")
    if is_delimiter and reader.source[reader.at : reader.at + 1] == ".":
        reader.at += 1
    elif not is_delimiter and not reader.in_math:
        _skip_blanks(reader)


def _skip_blanks(reader: "Reader") -> None:
    while reader.at < reader.stop and reader.source[reader.at] in " \t":
        reader.at += 1


def _drop_reference(reader: "Reader") -> None:
    """Leave no debris: no doubled blank, no blank before punctuation, no empty brackets."""
    while reader.option():
        pass
    reader.raw_argument()
    rest = re.compile(r"\s*[;,]?\s*(\)|\]|\\\w*cite)?").match(reader.source, reader.at, reader.stop)
    last = reader.runs[-1].text.rstrip() if reader.runs else ""
    if rest and rest[1] and last.endswith(("(", "[")):
        reader.at = rest.start(1)
        if rest[1] in (")", "]"):
            reader.at = rest.end(1)
            _replace_last(reader, last[:-1])
    following = reader.source[reader.at : reader.at + 1]
    if not following or following.isspace() or following in ".,;:!?)]":
        _strip_last_blank(reader)


def _replace_last(reader: "Reader", text: str) -> None:
    last = reader.runs.pop()
    if text:
        reader.runs.append(Run(text, last.face, last.link))


def _strip_last_blank(reader: "Reader") -> None:
    while reader.runs and reader.runs[-1].text != BREAK:
        stripped = reader.runs[-1].text.rstrip(" ")
        if stripped:
            if stripped != reader.runs[-1].text:
                _replace_last(reader, stripped)
            return
        reader.runs.pop()


def _read_delimited(reader: "Reader", opening: str, closing: str) -> None:
    reader.emit(opening)
    reader.runs += reader.argument()
    reader.emit(closing)


def _read_accent(reader: "Reader", name: str) -> bool:
    """Read an accent and its letter; False if `name` is none here (`\\c` alone, `don\\'t`)."""
    mark = MATH_ACCENTS.get(name) or (None if reader.in_math else ACCENTS.get(name))
    if mark is None:
        return False
    if name == "'" and re.compile(r"(?:s|t|d|m|re|ve|ll)(?!\w)").match(reader.source, reader.at):
        reader.emit("'")
        return True
    following = reader.source[reader.at : reader.at + 1]
    if not name.isalpha() and not (following.isalpha() or following in ("{", "\\")):
        reader.emit(name)
        return True
    base = reader.argument_text()
    if not base.strip():
        reader.emit(base or (name if not name.isalpha() else ""))
    elif len(base) > 1 and name in MATH_ACCENTS:
        reader.emit(base)  # a bar over a whole formula has no Unicode form
    else:
        reader.emit(accented(base, mark))
    return True


def _read_symbol(reader: "Reader", name: str) -> None:
    symbol = SYMBOLS.get(name)
    if symbol is None and (not name.isalpha() or len(name) == 1):
        symbol = " " if name == "n" and not reader.in_math else name
    if symbol is None:
        _read_unknown(reader, name)
        return
    reader.emit(symbol)
    if reader.source[reader.at : reader.at + 2] == "{}":
        reader.at += 2
    elif name in LETTERS:
        _skip_blanks(reader)
    if name.isalpha():
        reader.scriptable_at = reader.at


def _read_unknown(reader: "Reader", name: str) -> None:
    closing = reader.marks.braces.get(reader.at)
    if closing is None or closing >= reader.stop:
        reader.emit(unknown_word(name, reader.in_math))
        reader.scriptable_at = reader.at
    elif not reader.source[reader.at + 1 : closing].strip():
        reader.at = closing + 1
        reader.emit(unknown_word(name, reader.in_math))
    elif reader.in_math and name in (
        "diag",
        "rank",
        "tr",
        "Tr",
        "sign",
        "KL",
        "poly",
        "polylog",
        "softmax",
    ):
        reader.emit(name)
        _read_delimited(reader, "(", ")")
    else:
        reader.runs += reader.argument()


def _read_fraction(reader: "Reader") -> None:
    above, below = reader.argument_text(math=True), reader.argument_text(math=True)
    reader.emit(f"{_grouped(above)}/{_grouped(below)}")


def _grouped(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.∞∂′]*|\(.*\)|\w+\([^()]*\)", text) else f"({text})"


def _read_root(reader: "Reader") -> None:
    degree = reader.option()
    root = {"": "√", "3": "∛", "4": "∜"}.get(degree) or superscript(degree) + "√"
    reader.emit(root + _grouped(reader.argument_text(math=True)))


def _read_choice(reader: "Reader") -> None:
    above, below = reader.argument_text(math=True), reader.argument_text(math=True)
    reader.emit(f"({above} choose {below})")


def _read_blackboard(reader: "Reader") -> None:
    text = reader.argument_text(math=True)
    reader.emit(BLACKBOARD.get(text, text))


def _read_under(reader: "Reader") -> None:
    small = reader.argument_text(math=True)
    reader.runs += reader.argument(math=True)
    reader.emit(subscript(small))


def _read_over(reader: "Reader") -> None:
    small = reader.argument_text(math=True)
    reader.runs += reader.argument(math=True)
    if re.search(r"\w{2}", small):
        reader.emit(superscript(small))


def _read_negation(reader: "Reader") -> None:
    text = reader.argument_text().strip()
    reader.emit(unicodedata.normalize("NFC", text[:1] + "\u0338" + text[1:]) if text else "")


def _read_url(reader: "Reader") -> None:
    address = _address(reader.raw_argument())
    reader.emit(address, link=_web_address(address))


def _read_href(reader: "Reader") -> None:
    _skip_blanks(reader)
    address = _address(reader.raw_argument())
    outer, reader.link = reader.link, _web_address(address) or reader.link
    label = reader.argument()
    reader.link = outer
    if "".join(run.text for run in label).strip():
        reader.runs += label
    else:
        reader.emit(address, link=_web_address(address))


def _address(text: str) -> str:
    text = re.sub(r"\\([_%#&~$^{}])(?:\{\})?", r"\1", text.strip())
    return re.sub(r"[\s{}]|\\\w+", "", text)


def _web_address(address: str) -> str | None:
    """Return an address that may be followed; only http(s) is (section 4.4 of the design)."""
    if re.match(r"www\.\w", address):
        address = f"https://{address}"
    return address if re.match(r"https?://[^/\s]", address) else None


def _read_footnote(reader: "Reader") -> None:
    note = reader.argument(math=False)
    if not note:
        return
    _strip_last_blank(reader)
    reader.emit(" (")
    reader.runs += note
    reader.emit(")")


def _read_textcolor(reader: "Reader") -> None:
    reader.option()
    reader.raw_argument()
    reader.runs += reader.argument()


def _read_verbatim(reader: "Reader") -> None:
    end = reader.source.find(
        reader.source[reader.at : reader.at + 1] or "|", reader.at + 1, reader.at + 300
    )
    if end < 0:
        return
    outer, reader.face = reader.face, reader.face | Face.CODE
    reader.emit(reader.source[reader.at + 1 : end])
    reader.face, reader.at = outer, end + 1


def _read_begin(reader: "Reader") -> None:
    block = reader.raw_argument()
    end = (
        reader.source.find(f"\\end{{{block}}}", reader.at, reader.stop)
        if _MATH_BLOCKS.fullmatch(block)
        else -1
    )
    reader.emit(" ")
    if end >= 0:
        reader.read_math(reader.at, end, end)


def _read_end(reader: "Reader") -> None:
    reader.raw_argument()
    reader.emit(" ")


def _read_item(reader: "Reader") -> None:
    reader.emit(BREAK)
    label = reader.option()
    reader.emit(f"{label} " if label else "• ")


def _script_reader(script: Callable[[str], str]) -> Callable[["Reader"], None]:
    return lambda reader: reader.emit(script(reader.argument_text(math=False)))


_HANDLERS: Final[dict[str, Callable[["Reader"], None]]] = {
    **dict.fromkeys(("frac", "tfrac", "dfrac", "nicefrac", "sfrac", "cfrac"), _read_fraction),
    "sqrt": _read_root,
    **dict.fromkeys(("binom", "tbinom", "dbinom"), _read_choice),
    **dict.fromkeys(("mathbb", "mathds", "mathbbm"), _read_blackboard),
    "underset": _read_under,
    **dict.fromkeys(("overset", "stackrel"), _read_over),
    "not": _read_negation,
    **dict.fromkeys(("url", "nolinkurl", "path"), _read_url),
    "href": _read_href,
    **dict.fromkeys(("footnote", "thanks", "footnotetext"), _read_footnote),
    **dict.fromkeys(("textcolor", "colorbox"), _read_textcolor),
    "verb": _read_verbatim,
    "begin": _read_begin,
    "end": _read_end,
    "item": _read_item,
    "par": lambda reader: reader.emit(BREAK),
    "textsubscript": _script_reader(subscript),
    "textsuperscript": _script_reader(superscript),
}

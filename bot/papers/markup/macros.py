"""What each LaTeX command means to a reader of plain text."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.papers.markup import formulas, references
from bot.papers.markup.document import BREAK, Face
from bot.papers.markup.symbols import SYMBOLS, subscript, superscript

if TYPE_CHECKING:
    from bot.papers.markup.reader import Reader

_Handler = Callable[["Reader", str], None]

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
_TEXT: Final = (
    "text mbox hbox textrm textsc textsf textup textmd textnormal underline uline hl makebox"
).split()
_MATH_FONTS: Final = (
    "mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak mathnormal boldsymbol bm pmb"
    " operatorname operatornamewithlimits mathop mathbin mathrel ensuremath underbrace overbrace"
).split()
_DELIMITER_SIZES: Final = (
    "left right middle mleft mright big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr"
).split()
_SETTINGS: Final = (
    "limits nolimits cal displaystyle textstyle scriptstyle rm sf tt sc scshape ttfamily sffamily"
    " rmfamily tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge noindent"
    " centering protect relax smallskip medskip bigskip clearpage newpage hfill maketitle nonumber"
    " notag allowbreak break leavevmode null unskip ignorespaces boldmath"
).split()
_SWALLOWED: Final = "label vspace hspace color phantom hphantom vphantom input include".split()


# Some exports drop every brace: "\\emphcanonical", "\\sqrtT", "\\mathcalO", "\\beginitemize".
_TORN: Final = re.compile(
    r"(?P<block>(?:begin|end)[a-z]+)"
    r"|(?:emph|text(?:bf|it|tt|sc|sf|rm|sl)?|math(?:rm|bf|it|sf|tt))(?P<word>\w+)"
    r"|(?P<command>sqrt|frac|math(?:cal|bb|frak|scr|ds)|(?:wide)?(?:tilde|hat)|bar|vec)"
    r"(?P<rest>(?<=sqrt)\w+|(?<=frac)\w{2,}|[A-Z]\w*|[a-z])"
)
_MATH_BLOCKS: Final = re.compile(r"(?:equation|align|gather|multline|math|displaymath|eqnarray)\*?")


def read_macro(reader: "Reader", token: str) -> None:
    """Read the command `token` (without its backslash) and what belongs to it."""
    name = token.rstrip("*") or token
    handler = _HANDLERS.get(name)
    if handler is not None:
        handler(reader, name)
    elif references.CITED.fullmatch(name):
        references.drop_reference(reader)
    elif name not in SYMBOLS and (torn := _TORN.fullmatch(name)):
        _read_torn(reader, torn)
    elif not formulas.read_accent(reader, name):
        formulas.read_symbol(reader, name)


def _read_torn(reader: "Reader", torn: re.Match[str]) -> None:
    if torn["block"]:
        reader.emit(" ")
    elif torn["word"]:
        reader.emit(torn["word"])
    else:
        reader.at -= len(torn["rest"])
        read_macro(reader, torn["command"])


def _read_face(reader: "Reader", name: str) -> None:
    outer = reader.face
    # \\emph inside italics is upright in TeX; here it stays italic, which is still emphasis.
    reader.face = outer | _FACES[name]
    runs = reader.argument(math=False)
    reader.face = outer
    reader.runs += runs


def _declare_face(reader: "Reader", name: str) -> None:
    # Outside a group it would set the whole rest of the abstract, which nobody means.
    if reader.depth:
        reader.face |= _DECLARED_FACES[name]
    reader.skip_blanks()


def _read_text(reader: "Reader", _name: str) -> None:
    reader.runs += reader.argument(math=False)


def _read_math_font(reader: "Reader", _name: str) -> None:
    reader.runs += reader.argument(math=True)
    reader.scriptable_at = reader.at


def _pass_size(reader: "Reader", _name: str) -> None:
    """The delimiter after `\\left` is text; `\\left.` is none."""
    if reader.source[reader.at : reader.at + 1] == ".":
        reader.at += 1


def _pass_setting(reader: "Reader", _name: str) -> None:
    if not reader.in_math:
        reader.skip_blanks()


def _swallow(reader: "Reader", _name: str) -> None:
    reader.raw_argument()


def _read_textcolor(reader: "Reader", _name: str) -> None:
    reader.option()
    reader.raw_argument()
    reader.runs += reader.argument()


def _read_verbatim(reader: "Reader", _name: str) -> None:
    mark = reader.source[reader.at : reader.at + 1] or "|"
    end = reader.source.find(mark, reader.at + 1, reader.at + 300)
    if end < 0:
        return
    outer, reader.face = reader.face, reader.face | Face.CODE
    reader.emit(reader.source[reader.at + 1 : end])
    reader.face, reader.at = outer, end + 1


def _read_begin(reader: "Reader", _name: str) -> None:
    block = reader.raw_argument()
    reader.emit(" ")
    if _MATH_BLOCKS.fullmatch(block):
        end = reader.source.find(f"\\end{{{block}}}", reader.at, reader.stop)
        if end >= 0:
            reader.read_math(reader.at, end, end)


def _read_end(reader: "Reader", _name: str) -> None:
    reader.raw_argument()
    reader.emit(" ")


def _read_item(reader: "Reader", _name: str) -> None:
    reader.emit(BREAK)
    label = reader.option()
    reader.emit(f"{label} " if label else "• ")


def _read_quoted(reader: "Reader", _name: str) -> None:
    reader.emit("“")
    reader.runs += reader.argument()
    reader.emit("”")


_HANDLERS: Final[dict[str, _Handler]] = {
    **dict.fromkeys(_FACES, _read_face),
    **dict.fromkeys(_DECLARED_FACES, _declare_face),
    **dict.fromkeys(_TEXT, _read_text),
    **dict.fromkeys(_MATH_FONTS, _read_math_font),
    **dict.fromkeys(_DELIMITER_SIZES, _pass_size),
    **dict.fromkeys(_SETTINGS, _pass_setting),
    **dict.fromkeys(_SWALLOWED, _swallow),
    **dict.fromkeys(
        ("frac", "tfrac", "dfrac", "nicefrac", "sfrac", "cfrac"), formulas.read_fraction
    ),
    **dict.fromkeys(("binom", "tbinom", "dbinom"), formulas.read_choice),
    **dict.fromkeys(("mathbb", "mathds", "mathbbm"), formulas.read_blackboard),
    **dict.fromkeys(("overset", "stackrel"), formulas.read_over),
    **dict.fromkeys(formulas.DELIMITERS, formulas.read_delimited),
    "sqrt": formulas.read_root,
    "underset": formulas.read_under,
    "not": formulas.read_negation,
    **dict.fromkeys(("url", "nolinkurl", "path"), references.read_url),
    **dict.fromkeys(("href", "hyperlink"), references.read_href),
    **dict.fromkeys(("footnote", "thanks", "footnotetext"), references.read_footnote),
    **dict.fromkeys(("textcolor", "colorbox"), _read_textcolor),
    "verb": _read_verbatim,
    "enquote": _read_quoted,
    "begin": _read_begin,
    "end": _read_end,
    "item": _read_item,
    "par": lambda reader, _name: reader.emit(BREAK),
    "textsubscript": lambda reader, _name: reader.emit(subscript(reader.argument_text(math=False))),
    "textsuperscript": lambda reader, _name: reader.emit(
        superscript(reader.argument_text(math=False))
    ),
}

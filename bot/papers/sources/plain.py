"""Abstracts and titles without their tags.

Crossref hands abstracts on as publishers deposit them, in JATS:
https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/abstracts/;
titles may hold face markup such as `<i>` and `<sub>`. LaTeX stays as it is.
"""

from __future__ import annotations

import html
import re

from bot.papers.sources.tags import TAG, bare_name
from bot.papers.visible import visible

_MAX_MARKUP = 200_000
# Only these go; `<y` in “x <y and z> w” is no tag.
_INLINE = frozenset(
    "a abbr alternatives b bold em ext-link font i inline-formula italic mark math mi mn mo"
    " monospace mrow mspace mstyle msub msubsup msup mtext named-content overline roman"
    " sans-serif sc scp semantics small span strike strong styled-content sub sup tex-math tt"
    " u underline xref".split()
)
_BLOCKS = frozenset(
    "abstract blockquote br def-list disp-formula div h1 h2 h3 h4 h5 h6 label li list list-item ol"
    " p sec section title ul".split()
)
_HEADINGS = frozenset("title h1 h2 h3 h4 h5 h6".split())
_RAISED = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(
    zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_ESCAPE = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});")
_ALTERNATIVES = re.compile(r"(</?(?:jats:)?alternatives>)")
_TEX = re.compile(r"<((?:jats:)?tex-math)\b[^<>]*>([^<]*)</\1>")
_SCRIPT = re.compile(r"<((?:jats:)?(su[bp]))>([^<]{1,20})</\1>")


def plain(markup: str) -> str:
    """Return the text of HTML or JATS on one line, its headings followed by a colon.

    A heading “Abstract” is left out.
    """
    markup = _SCRIPT.sub(_in_script, _once(markup[:_MAX_MARKUP]))
    parts, end = [], 0
    heading_at: int | None = None
    for tag in TAG.finditer(markup):
        name = bare_name(tag)
        if name not in _INLINE and name not in _BLOCKS:
            continue
        parts += [markup[end : tag.start()], " " if name in _BLOCKS else ""]
        end = tag.end()
        if name in _HEADINGS and not tag["closes"]:
            heading_at = len(parts)
        elif name in _HEADINGS and heading_at is not None:
            parts[heading_at:] = [_heading("".join(parts[heading_at:]))]
            heading_at = None
    return visible(_unescape("".join(parts) + markup[end:]))


def _heading(text: str) -> str:
    text = " ".join(text.split())
    if text.rstrip(":.").lower() in ("", "abstract", "summary"):
        return " "
    return f"{text} " if text[-1] in ".:?!" else f"{text}: "


def _once(markup: str) -> str:
    """Keep the LaTeX alone of a formula that is given in MathML too."""
    parts = _ALTERNATIVES.split(markup)
    for at in range(2, len(parts) - 1, 2):
        is_inside = parts[at - 1][1] != "/" and parts[at + 1][1] == "/"
        if is_inside and (tex := _TEX.search(parts[at])):
            # Springer wraps each formula in a document of its own, so that it can be set.
            formula = tex[2].rpartition(r"\begin{document}")[2]
            parts[at] = formula.partition(r"\end{document}")[0]
    return "".join(parts)


def _in_script(script: re.Match[str]) -> str:
    """Write CO<sub>2</sub> as CO₂ where Unicode can."""
    forms = _RAISED if script[2] == "sup" else _LOWERED
    return "".join(forms[c] for c in script[3]) if set(script[3]) <= set(forms) else script[3]


def _unescape(text: str) -> str:
    """Undo escaping, twice where it was done twice: `R&amp;amp;D`."""
    once = html.unescape(text)
    return html.unescape(once) if _ESCAPE.search(once) else once

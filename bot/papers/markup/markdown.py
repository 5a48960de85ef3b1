"""A Document as Discord Markdown: for cards."""

import re
from dataclasses import replace
from typing import Final

from bot.papers.markup.cut import ELLIPSIS, cut_place
from bot.papers.markup.document import Document, Face, Run
from bot.papers.markup.escape import escape, inert, safe_address

_GAP: Final = "\u200b"  # keeps the marks of touching runs apart: **a**​*b*
_OPENING: Final = ("*", "`", "[")
# Discord takes what follows an address as a part of it, up to a blank.
_BARE_ADDRESS: Final = re.compile(r"(?<!<)https?://[^\s<>]+\Z")
_MARKS: Final[dict[Face, str]] = {
    Face.BOLD: "**",
    Face.ITALIC: "*",
    Face.BOLD | Face.ITALIC: "***",
}


def discord_markdown(document: Document, limit: int | None = None) -> str:
    """Return `document` for Discord: bold, italic, code and links kept, the rest literal.

    With `limit` the result, escapes and closing marks included, has at most that
    many characters and ends with "…" where it was cut: at a word, never inside a
    link, and with every mark closed.
    """
    if limit is None:
        return _render(document)
    size = min(_size(document), max(limit, 0))
    rendered = _render(_shorten(document, size))
    if len(rendered) <= limit:
        return rendered
    return _largest_that_fits(document, limit, size)


def _largest_that_fits(document: Document, limit: int, size: int) -> str:
    """Search the longest cut whose rendering fits; escapes make it at most `size`."""
    low, high, best = 0, size, ""
    while low <= high:
        middle = (low + high) // 2
        rendered = _render(_shorten(document, middle))
        if len(rendered) <= limit:
            best, low = rendered, middle + 1
        else:
            high = middle - 1
    return best


def _size(document: Document) -> int:
    return sum(len(run.text) for runs in document.paragraphs for run in runs) + 2 * len(
        document.paragraphs
    )


def _shorten(document: Document, size: int) -> Document:
    """Cut `document` to `size` characters of text; a link is kept whole or left out."""
    kept: list[tuple[Run, ...]] = []
    left = size
    for runs in document.paragraphs:
        length = sum(len(run.text) for run in runs)
        if length > left:
            return Document((*kept, _cut_runs(runs, left)) if left > 0 else tuple(kept))
        kept.append(runs)
        left -= length + 2  # the paragraph break
    return Document(tuple(kept))


def _cut_runs(runs: tuple[Run, ...], size: int) -> tuple[Run, ...]:
    """Keep what ends at a word of the paragraph, whichever run the word is in, and add "…"."""
    place = cut_place("".join(run.text for run in runs), size)
    kept: list[Run] = []
    for run in runs:
        if len(run.text) > place:
            if not (run.link or Face.CODE in run.face) and place > 0:
                kept.append(replace(run, text=run.text[:place]))
            break
        kept.append(run)
        place -= len(run.text)
    if kept and not kept[-1].link:
        kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip())
    return (*kept, Run(ELLIPSIS))


def _render(document: Document) -> str:
    return "\n\n".join(_render_paragraph(runs) for runs in document.paragraphs)


def _render_paragraph(runs: tuple[Run, ...]) -> str:
    pieces: list[str] = []
    for index, run in enumerate(runs):
        after = runs[index + 1].text[:1] if index + 1 < len(runs) else ""
        piece = _render_run(run, after)
        if pieces and _marks_touch(pieces[-1], piece):
            pieces.append(_GAP)
        elif pieces and piece[:1] in _OPENING:
            pieces[-1] = _BARE_ADDRESS.sub(r"<\g<0>>", pieces[-1])
        pieces.append(piece)
    return "".join(pieces)


def _marks_touch(left: str, right: str) -> bool:
    return left[-1:] in "*`" and right[:1] in "*`" and not left.endswith(("\\*", "\\`"))


def _render_run(run: Run, after: str) -> str:
    inner = run.text.strip()
    if not inner:
        return run.text
    lead, tail = run.text[: run.text.index(inner)], run.text[run.text.index(inner) + len(inner) :]
    if run.link:
        text = _render_link(inner, run.link, after or tail)
    elif Face.CODE in run.face and "`" not in inner:
        text = f"`{inert(inner)}`"
    else:
        text = escape(inner)
    mark = _MARKS.get(run.face & (Face.BOLD | Face.ITALIC), "")
    return f"{lead}{mark}{text}{mark}{tail}"


def _render_link(label: str, url: str, after: str) -> str:
    """A masked link, or the address itself where Discord would not mask it.

    Inside a label Discord shows the backslashes of escapes, and a label that is an
    address is not rendered as a link (B07): such labels stand before their link.
    """
    address = safe_address(url)
    if label == url or escape(label) == address:
        return address if not after.strip() or after in ".,:;!?)”’…" else f"<{address}>"
    target = address.replace("(", "%28").replace(")", "%29")
    if re.match(r"https?://", label):
        return f"<{address}>"
    if escape(label) != label or "]" in label:
        return f"{escape(label)} (<{address}>)"
    return f"[{label}]({target})"

"""What a paper's text is once its markup is understood: paragraphs of runs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Flag
from itertools import groupby

_BLANKS = re.compile(r"[^\S ]\s*| \s+")  # all but a single blank, which may stay
BREAK = "\n"  # a run of this text alone ends a paragraph; no other run holds a line break


class Face(Flag):
    """How a run is set. Faces combine: ``Face.BOLD | Face.ITALIC``."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    CODE = 4


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one face; `link` is an http(s) address or None."""

    text: str
    face: Face = Face.PLAIN
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Paragraphs of runs. No paragraph is empty, none begins, ends or doubles a blank.

    A flat list instead of a tree: a hostile text can nest as deep as it likes
    and nothing here ever recurses.
    """

    paragraphs: tuple[tuple[Run, ...], ...] = ()


def plain(document: Document) -> str:
    """Return the text with no markup at all, every stretch of white space one blank."""
    return " ".join("".join(run.text for run in runs) for runs in document.paragraphs)


def assemble(runs: Iterable[Run]) -> Document:
    """Return the document that `runs` make: blanks normalised, like neighbours joined."""
    paragraphs: list[tuple[Run, ...]] = []
    current: list[Run] = []
    for run in (*runs, Run(BREAK)):
        if run.text != BREAK:
            current.append(run)
            continue
        if paragraph := _tidy(current):
            paragraphs.append(paragraph)
        current = []
    return Document(tuple(paragraphs))


def _tidy(runs: list[Run]) -> tuple[Run, ...]:
    joined: list[Run] = []
    blank_before = True
    for (face, link), alike in groupby(runs, key=_setting):
        text = _BLANKS.sub(" ", "".join(run.text for run in alike))
        if blank_before and text.startswith(" "):
            text = text[1:]
        if not text:
            continue
        blank_before = text.endswith(" ")
        if joined and _setting(joined[-1]) == (face, link):
            joined[-1] = Run(joined[-1].text + text, face, link)
        else:
            joined.append(Run(text, face, link))
    return _trim(joined)


def _setting(run: Run) -> tuple[Face, str | None]:
    return run.face, run.link


def _trim(runs: list[Run]) -> tuple[Run, ...]:
    while runs and not runs[-1].text.rstrip():
        runs.pop()
    if runs:
        last = runs[-1]
        runs[-1] = Run(last.text.rstrip(), last.face, last.link)
    return tuple(runs)

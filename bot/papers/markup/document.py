"""What a paper's text is once its markup is understood: paragraphs of runs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Flag

_BLANKS = re.compile(r"\s+")
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

    def matches(self, other: "Run") -> bool:
        """True if both are set alike, so that they can be one run."""
        return self.face == other.face and self.link == other.link


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
    groups: list[tuple[Run, list[str]]] = []
    blank_before = True
    for run in runs:
        text = _BLANKS.sub(" ", run.text)
        if blank_before and text.startswith(" "):
            text = text[1:]
        if not text:
            continue
        blank_before = text.endswith(" ")
        if groups and run.matches(groups[-1][0]):
            groups[-1][1].append(text)
        else:
            groups.append((run, [text]))
    joined = [replace(run, text="".join(texts)) for run, texts in groups]
    return _trim(joined)


def _trim(runs: list[Run]) -> tuple[Run, ...]:
    while runs and not runs[-1].text.rstrip():
        runs.pop()
    if runs:
        runs[-1] = replace(runs[-1], text=runs[-1].text.rstrip())
    return tuple(runs)

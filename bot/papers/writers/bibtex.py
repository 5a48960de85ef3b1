"""BibTeX, as Zotero, JabRef and biber read it: UTF-8, with LaTeX's special characters escaped."""

from __future__ import annotations

import re

from bot.papers.paper import Paper
from bot.papers.words import fold
from bot.papers.writers.fields import UNTITLED, number, one_line, surname, title_of

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%#_${}"},
}


def entry(paper: Paper, *, whole: bool = True) -> str:
    """Return the entry of one paper; unless `whole`, without abstract and keywords."""
    left_out = () if whole else ("abstract", "keywords")
    said = _fields(paper).items()
    fields = {name: value for name, value in said if value and name not in left_out}
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    kind = "inproceedings" if paper.venue else "misc"
    return "\n".join([f"@{kind}{{{key(paper)},", *lines, "}\n\n"])


def key(paper: Paper) -> str:
    """Return the citation key: `byron1843notes-p17`. The code makes it unique, and it stays."""
    words = [word for word in re.findall(r"[a-z]+", fold(title_of(paper))) if len(word) > 3]
    who = re.sub(r"[^a-z]", "", fold(surname(paper.authors[0]))) if paper.authors else ""
    return f"{who}{paper.year or ''}{next(iter(words), '')}-p{paper.id}"


def _fields(paper: Paper) -> dict[str, str]:
    arxiv = number(paper, "arxiv")
    return {
        # Twice in braces, so that no style changes its capitals.
        "title": f"{{{escape(title_of(paper))}}}",
        "author": " and ".join(escape(one_line(author)) for author in paper.authors),
        "booktitle": escape(one_line(paper.venue or "")),
        "year": str(paper.year or ""),
        "doi": _bare(number(paper, "doi")),
        "eprint": _bare(arxiv),
        "archiveprefix": "arXiv" if arxiv else "",
        "url": _bare(paper.url),
        "note": "" if paper.title else UNTITLED,
        "keywords": ", ".join(escape(one_line(name)) for name in paper.lists),
        "abstract": escape(one_line(paper.plain)),
    }


def escape(text: str) -> str:
    """Return a text that LaTeX sets as it stands, whatever it holds."""
    return "".join(_SPECIAL.get(char, char) for char in text)


def _bare(value: str | None) -> str:
    """Return an address or number as BibTeX wants it, without what could end the field."""
    return re.sub(r"[\s{}\\]", "", value or "")

"""BibTeX, as Zotero, JabRef and biber read it: UTF-8, with LaTeX's special characters escaped.

The rules of entries are those of Patashnik's “BibTeXing” and of biblatex's manual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.papers.paper import Paper
from bot.papers.words import fold
from bot.papers.writers.fields import UNTITLED, Shown, is_journal, shown_of, title_of
from bot.papers.writers.keepsake import keepsake
from bot.papers.writers.people import person

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # Not \{ and \}: BibTeX counts braces, and knows no backslash that hides one.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    **{sign: f"\\{sign}" for sign in "&%#_$"},
}
_ESCAPED = {written: char for char, written in _SPECIAL.items()}
_SIGN = re.compile("|".join(map(re.escape, _SPECIAL)))
_WRITTEN = re.compile("|".join([*map(re.escape, _ESCAPED), "[{}]"]))
AND = re.compile(r"\s+and\s+(?![^{]*\})", re.IGNORECASE)
KEEPSAKE = "paperboy"  # the field; programs keep fields that they do not know


def entry(paper: Paper, *, whole: bool = True) -> str:
    """Return the entry of one paper; unless `whole`, without what only a program reads."""
    shown = shown_of(paper)
    fields = {**_fields(shown), "note": "" if paper.title else UNTITLED}
    if whole:
        fields |= _further_fields(shown)
        fields[KEEPSAKE] = keepsake(paper, shown_in(fields))
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{_kind(shown)}{{{key(paper)},", *lines, "}\n\n"])


def key(paper: Paper) -> str:
    """Return the citation key: `byron1843notes-p17`. The code makes it unique, and it stays."""
    words = [word for word in re.findall(r"[a-z]+", fold(title_of(paper))) if len(word) > 3]
    author = person(paper.authors[0]).family if paper.authors else ""
    who = re.sub(r"[^a-z]", "", fold(author))
    return f"{who}{paper.year or ''}{next(iter(words), '')}-p{paper.id}"


def _kind(shown: Shown) -> str:
    """Return the type of entry; one of a journal or conference must say author and year too."""
    if not (shown.venue and shown.authors and shown.year):
        return "misc"
    return "article" if is_journal(shown.venue) else "inproceedings"


def _fields(shown: Shown) -> dict[str, str]:
    kind, arxiv = _kind(shown), shown.number("arxiv")
    place = {"article": "journal", "inproceedings": "booktitle"}.get(kind, "howpublished")
    return {
        # Twice in braces, so that no style changes its capitals.
        "title": f"{{{escape(shown.title)}}}",
        "author": " and ".join(map(_name, shown.authors)),
        place: escape(shown.venue),
        "year": shown.year,
        "doi": shown.number("doi"),
        "eprint": arxiv,
        "archiveprefix": "arXiv" if arxiv else "",
        "url": shown.url,
    }


def _further_fields(shown: Shown) -> dict[str, str]:
    return {
        "keywords": ", ".join(map(escape, shown.lists)),
        "abstract": escape(shown.abstract),
    }


def _name(author: str) -> str:
    """Return a name; that of a group in braces, as BibTeX would take it apart."""
    is_whole = person(author).family == author and " " in author
    is_odd = AND.search(f" {author} ") or author.count(",") > 2
    return f"{{{escape(author)}}}" if is_whole or is_odd else escape(author)


def escape(text: str) -> str:
    """Return a text that LaTeX sets as it stands, whatever it holds; its braces are in pairs."""
    return _SIGN.sub(lambda found: _SPECIAL[found[0]], text)


def unescaped(text: str) -> str:
    """Return what `escape` was given, on one line; braces that only protect are left out."""
    return " ".join(_WRITTEN.sub(lambda found: _ESCAPED.get(found[0], ""), text).split())


def shown_in(fields: Mapping[str, str]) -> Shown:
    """Return what an entry that we wrote shows, and may have been edited since."""
    said = {name: unescaped(fields.get(name, "")) for name in ("title", "abstract", "year")}
    venues = (fields.get(name) for name in ("journal", "booktitle", "howpublished"))
    doi, arxiv = fields.get("doi"), fields.get("eprint")
    return Shown(
        **said,
        authors=_parts(AND.split(fields.get("author", ""))),
        url="".join(fields.get("url", "").split()),
        venue=unescaped(next(filter(None, venues), "")),
        numbers=tuple(filter(None, (doi and f"doi:{doi}", arxiv and f"arxiv:{arxiv}"))),
        lists=_parts(fields.get("keywords", "").split(",")),
    )


def _parts(texts: list[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(unescaped, texts)))

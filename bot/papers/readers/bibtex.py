"""BibTeX and BibLaTeX, as people really have them: one broken entry does not spoil the others.

Read by hand: the libraries there are either stop at the first fault, lose the line, or take
minutes for a hundred thousand entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.papers.markup import parse, plain
from bot.papers.paper import Record
from bot.papers.readers.contract import Listed, Reading, Refusal
from bot.papers.readers.exact import exactly
from bot.papers.readers.fields import reading_of, record_of
from bot.papers.writers.bibtex import AND, KEEPSAKE, shown_in
from bot.papers.writers.fields import UNTITLED
from bot.papers.writers.keepsake import recalled

_ENTRY = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(]", re.MULTILINE)
_FIELD = re.compile(r"[\s,]*([A-Za-z][\w:+./-]*)\s*=\s*")
_KEY = re.compile(r"\s*[^\s,={}\"]*\s*,?")
_BARE = re.compile(r"[^\s,{}\"#]+")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NO_PAPER = ("comment", "preamble")


def read(text: str) -> Reading:
    """Read every entry; text between entries is a comment, as BibTeX has it."""
    return reading_of(_entries(text))


def _entries(text: str) -> Iterator[Record | Listed | Refusal]:
    strings = {month: month for month in _MONTHS}
    entries: dict[str, dict[str, str]] = {}
    starts = [*_ENTRY.finditer(text)]
    ends = [*(found.start() for found in starts[1:]), len(text)][: len(starts)]
    line, at = 1, 0
    for found, end in zip(starts, ends, strict=True):
        line += text.count("\n", at, found.start())
        at = found.start()
        kind, body = found[1].lower(), text[found.end() : end]
        if kind in _NO_PAPER:
            continue
        if not _is_closed(body):
            yield Refusal(line, "the entry's braces do not close", body.strip().count("\n") + 1)
            continue
        key, fields = _fields(body, strings)
        if kind == "string":
            strings |= fields
            continue
        entries[key.casefold()] = fields
        parent = fields.get("crossref")
        inherited = entries.get(parent.casefold(), {}) if parent else {}
        ours = recalled(fields.get(KEEPSAKE, ""), shown_in(fields)) if KEEPSAKE in fields else None
        yield exactly(ours, line) if ours else _record(fields, inherited, line)


def _is_closed(body: str) -> bool:
    """Whether the brace before the body closes somewhere in it."""
    depth = 1
    for found in re.finditer(r"\\.|[{}()]", body, re.DOTALL):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
        if depth == 0:
            return True
    return depth == 1 and body.rstrip().endswith(")")


def _fields(body: str, strings: dict[str, str]) -> tuple[str, dict[str, str]]:
    named = _KEY.match(body)
    has_key = named is not None and "=" not in body[: named.end() + 1]
    at = named.end() if named and has_key else 0
    key = named[0].strip(" ,\n\t") if named and has_key else ""
    fields: dict[str, str] = {}
    while found := _FIELD.match(body, at):
        value, at = _value(body, found.end(), strings)
        fields.setdefault(found[1].lower(), value)
    return key, fields


def _value(body: str, at: int, strings: dict[str, str]) -> tuple[str, int]:
    """Return a value, its parts joined by `#`, and where it ends."""
    parts: list[str] = []
    while at < len(body):
        if body[at] in '{"':
            end = _closing(body, at)
            parts.append(body[at + 1 : end])
            at = end + 1
        elif bare := _BARE.match(body, at):
            parts.append(strings.get(bare[0].lower(), bare[0]))
            at = bare.end()
        joined = re.compile(r"\s*#\s*").match(body, at)
        if not joined:
            break
        at = joined.end()
    return "".join(parts), at


def _closing(body: str, at: int) -> int:
    """Return where the brace or quotation mark at `at` closes, or where the body ends."""
    depth, quoted = 0, body[at] == '"'
    for found in re.compile(r"\\.|[{}\"]", re.DOTALL).finditer(body, at + 1):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            if depth == 0:
                return found.start()
            depth -= 1
        elif found[0] == '"' and quoted and depth == 0:
            return found.start()
    return len(body)


def _record(fields: dict[str, str], inherited: dict[str, str], line: int) -> Record | Refusal:
    eprint = fields.get("eprint", "")
    is_arxiv = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).lower() == "arxiv"
    venues = (fields.get(name) for name in ("booktitle", "journal", "journaltitle"))
    said = {
        "title": None if fields.get("note") == UNTITLED else _shown(fields.get("title", "")),
        "abstract": fields.get("abstract"),
        "authors": [_shown(name) for name in AND.split(fields.get("author", ""))],
        "year": fields.get("year") or fields.get("date") or inherited.get("year"),
        "venue": _shown(next(filter(None, venues), None) or inherited.get("title", "")),
        "url": fields.get("url"),
        "ids": [fields.get("doi", ""), f"arXiv:{eprint}" if eprint and is_arxiv else ""],
    }
    return record_of(said, line)


def _shown(text: str) -> str:
    """Return a title or name without LaTeX."""
    return plain(parse(text, markdown=False))

"""What is shown and searched of a paper, derived from its raw text."""

from __future__ import annotations

from dataclasses import dataclass

from bot.papers.headlines import headline, headline_without_title
from bot.papers.markup import Document, is_plain, parse, plain, read_ordinary
from bot.papers.naming import LONGEST, Name, names_in
from bot.papers.words import name_key

# Raise this whenever headlines, names, plain text or the words of the index come out
# differently: at the next start every stored paper is derived again from its raw text.
RULES_VERSION = "5"


@dataclass(frozen=True)  # not slots: they make pickling five times slower
class Derived:
    """Text made from a paper's title and abstract; `headline` is never empty."""

    headline: str
    plain: str
    names: tuple[Name, ...]

    @property
    def name_words(self) -> str:
        """The names as the search index holds them: as written, and joined to one word."""
        spelled = (
            f"{name.text} {name_key(name.text)} {name.expansion or ''}" for name in self.names
        )
        return " ".join(spelled)


def derive(title: str | None, abstract: str | None) -> Derived:
    """Derive headline, plain abstract and names; never raises."""
    whole = " ".join(part for part in (title, abstract) if part)
    if len(whole) <= LONGEST and is_plain(whole):  # as most are: all of it is its own plain text
        document, text = read_ordinary(whole), abstract or ""
    else:
        document = parse(whole[:LONGEST])
        text = _plain_abstract(title or "", abstract or "", document)
    names = names_in(document)
    if title:
        return Derived(headline(title, abstract), text, names)
    return Derived(headline_without_title(document, names), text, names)


def _plain_abstract(title: str, abstract: str, document: Document) -> str:
    """Return the plain `abstract`, from the `document` of title and abstract if that tells it.

    It does if no mark can reach from one into the other: most titles hold none, and most
    abstracts begin with a word.
    """
    if len(title) + len(abstract) < LONGEST and abstract[:1].isalnum():
        if not title:
            return plain(document)
        if "[" not in title and is_plain(title) and plain(document).startswith(f"{title} "):
            return plain(document)[len(title) + 1 :]
    return plain(parse(abstract))

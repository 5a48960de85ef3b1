"""What is shown and searched of a paper, derived from its raw text."""

from __future__ import annotations

from dataclasses import dataclass

from bot.papers.headlines import headline
from bot.papers.markup import parse, plain
from bot.papers.naming import Name, find_names
from bot.papers.words import name_key

# Raise this whenever headlines, names, plain text or the words of the index come out
# differently: at the next start every stored paper is derived again from its raw text.
RULES_VERSION = "3"


@dataclass(frozen=True, slots=True)
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
    text = plain(parse(abstract)) if abstract else ""
    names = find_names(" ".join(part for part in (title, abstract) if part))
    return Derived(headline(title, abstract), text, names)

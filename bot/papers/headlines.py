"""One line for a paper: its title, or what its abstract lets us say in a title's place."""

import re
from typing import Final

from bot.papers.markup import cut, parse, plain
from bot.papers.naming import Name, find_names

LIMIT: Final = 100  # Discord's limit for an autocomplete choice


def headline(title: str | None, abstract: str | None) -> str:
    """Return plain text of at most 100 characters that names the paper; never empty."""
    if title and (shown := plain(parse(title, markdown=False))):
        return cut(shown, LIMIT)
    text = plain(parse(abstract or ""))
    names = find_names(abstract or "")
    if names:
        return _named(names[0], text)
    return cut(text, LIMIT) or "Paper without text"


def _named(name: Name, text: str) -> str:
    found = re.search(rf"{re.escape(name.text)}(?:\s\([^()]*\))?,\s+((?:a|an|the)\s[^.]*)", text)
    return cut(f"{name.text}: {found[1]}" if found else f"{name.text}: {name.expansion}", LIMIT)

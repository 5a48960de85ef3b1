"""What a paper is, and what a reader found in a file."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from bot.papers.naming import Name

CODE = re.compile(r"\s*p\s*[-‐-―−]?\s*(\d{1,18})\s*", re.IGNORECASE)
MAX_TITLE = 300
MAX_ABSTRACT = 20_000


@dataclass(frozen=True)  # not slots: they make pickling five times slower
class Record:
    """One paper as a file or a form gave it: raw text, nothing derived.

    `line` is where it begins in its file, counted from 1; 0 for a form. `year` and `venue` are
    its own where it says them; `ids` are further names of the work, as `identifiers` writes
    them, besides the one its `url` is.
    """

    title: str | None = None
    abstract: str | None = None
    authors: tuple[str, ...] = ()
    url: str | None = None
    line: int = 0
    year: int | None = None
    venue: str | None = None
    ids: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """A digest of all the record says, 128 bits; alike for texts that differ only in blanks."""
        parts = [self.title, self.abstract, "\n".join(self.authors), self.url]
        if self.year or self.venue or self.ids:  # most records say nothing of these
            parts += [str(self.year or ""), self.venue, "\n".join(self.ids)]
        text = "\0".join(" ".join((part or "").split()) for part in parts)
        return hashlib.sha256(unicodedata.normalize("NFC", text).encode("utf-8")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PaperList:
    """Where papers come from, such as “NeurIPS 2026”. `guild_id` None: the shared library."""

    id: int
    guild_id: int | None
    name: str
    year: int | None


@dataclass(frozen=True, slots=True)
class Paper:
    """One work as it is stored, with the text derived from it; `headline` is never empty."""

    id: int
    guild_id: int | None
    title: str | None
    abstract: str | None
    authors: tuple[str, ...]
    url: str | None
    year: int | None
    headline: str
    plain: str
    names: tuple[Name, ...]
    lists: tuple[str, ...]
    venue: str | None = None
    ids: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The short code people quote; it stays with the paper for good."""
        return f"P-{self.id}"

    @property
    def shared(self) -> bool:
        """Whether every guild sees it."""
        return self.guild_id is None


def parse_code(text: str) -> int | None:
    """Return the paper id in `P-17`, `p17` or `P–17`; None for any other text."""
    match = CODE.fullmatch(text)
    return int(match[1]) if match else None

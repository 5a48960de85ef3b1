"""Which papers a question is about: those a guild may see, and of these some."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.database import Value
from bot.papers.spellings import name_spellings
from bot.papers.words import name_key, phrase_words, words

Condition = tuple[Value, ...]  # SQL, and its parameters
LAST = "\U0010ffff"  # sorts after every text that begins like the one before it
# For a statement that names the table `heading h`; its parameters are those of `seen_by`.
VISIBLE = """
    h.removed = 0 AND (h.guild_id IS NULL OR h.guild_id = ?)
    AND h.paper_id NOT IN (SELECT paper_id FROM hidden_paper WHERE guild_id = ?)
"""


def seen_by(guild_id: int) -> tuple[int, int]:
    """Return the parameters of `VISIBLE` for a guild."""
    return guild_id, guild_id


@dataclass(frozen=True, slots=True)
class Filter:
    """Which papers to look among; an empty field means any.

    `list_ids`: in one of these lists. `years`: the first and the last, both included.
    `authors`: each names an author by whole words, so that Yu is not Yujia. `names`: each
    begins a name of the paper. `without`: words or phrases it must not hold.
    """

    list_ids: tuple[int, ...] = ()
    years: tuple[int | None, int | None] = (None, None)
    authors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    titled: bool = False

    def also(self, other: Filter) -> Filter:
        """Return the filter that asks for both."""
        firsts = [year for year in (self.years[0], other.years[0]) if year is not None]
        lasts = [year for year in (self.years[1], other.years[1]) if year is not None]
        return replace(
            self,
            list_ids=self.list_ids or other.list_ids,
            years=(max(firsts, default=None), min(lasts, default=None)),
            authors=self.authors + other.authors,
            names=self.names + other.names,
            without=self.without + other.without,
            titled=self.titled or other.titled,
        )

    def stored(self) -> dict[str, Any]:
        """Return the filter as JSON takes it; `Filter.restored` reads it back."""
        return asdict(self)

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Filter:
        """Return the filter of what `stored` gave."""
        texts = ("authors", "names", "without")
        return cls(
            list_ids=tuple(state["list_ids"]),
            years=(state["years"][0], state["years"][1]),
            titled=state["titled"],
            **{field: tuple(state[field]) for field in texts},
        )

    def sql(self) -> tuple[str, list[Value]]:
        """Return the condition on the table `heading h`, and its parameters."""
        asked = [("1",), *self._of_heading(), *self._of_text()]
        return " AND ".join(str(one[0]) for one in asked), [v for one in asked for v in one[1:]]

    def _of_heading(self) -> Iterator[Condition]:
        if self.list_ids:
            yield _IN_LISTS, json.dumps(self.list_ids)
        if self.years[0] is not None:
            yield "h.year >= ?", self.years[0]
        if self.years[1] is not None:
            yield "h.year <= ?", self.years[1]
        if self.titled:
            yield ("h.titled",)

    def _of_text(self) -> Iterator[Condition]:
        for author in self.authors:
            people = [words(spelling) for spelling in name_spellings(author)]
            asked = (" AND ".join(f'"{word}"' for word in person) or '""' for person in people)
            yield _BY_AUTHOR, f"{{authors}} : ({' OR '.join(f'({one})' for one in asked)})"
            if len(people[0]) > 1:  # all in the name of one person
                within = " AND ".join(["instr(' ' || one.value || ' ', ?)"] * len(people[0]))
                yield (
                    f"EXISTS ({_ONE_AUTHOR} ({' OR '.join([within] * len(people))}))",
                    *(f" {word} " for person in people for word in person),
                )
        for name in map(name_key, self.names):
            yield _NAMED, name, name + LAST, name, name + LAST
        for text in map(phrase_words, self.without):
            yield _WITHOUT, '"' + " ".join(text) + '"'


# A guild's list and a shared one of the same name count as one.
_IN_LISTS = """
    h.paper_id IN (
        SELECT entry.paper_id FROM list wanted
        JOIN list ON list.id = wanted.id
            OR (list.guild_id IS NULL AND list.name = wanted.name COLLATE NOCASE)
        JOIN entry ON entry.list_id = list.id
        WHERE wanted.id IN (SELECT value FROM json_each(?))
    )
"""
_BY_AUTHOR = "h.paper_id IN (SELECT rowid FROM heading_index WHERE heading_index MATCH ?)"
# Folded words are letters and digits, so a line of them is safe within JSON.
_ONE_AUTHOR = """
    SELECT 1 FROM json_each('["' || replace(h.authors, ' \n ', '","') || '"]') one WHERE
"""
_NAMED = """
    (h.lead >= ? AND h.lead < ? OR h.paper_id IN (
        SELECT paper_id FROM paper_name WHERE key >= ? AND key < ?
    ))
"""
_WITHOUT = "h.paper_id NOT IN (SELECT rowid FROM text_index WHERE text_index MATCH ?)"
EVERYTHING = Filter()

"""Papers that may be meant: a bounded number, however large the library."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.papers.scope import EVERYTHING, LAST, VISIBLE, Filter, seen_by
from bot.papers.search.groups import Group
from bot.papers.words import phrase_words
from bot.questions import Reader

ALL_ASKED = 4  # groups; papers with the rarest four of the words are few enough to be ranked
NAMED = 0.9  # of 1: how surely a paper is meant that has the name somewhere
MAX_POSTINGS = 4_000  # paper ids read of single words; each takes about a microsecond


class Candidates:
    """Looks papers up in the indexes, for one guild and one filter.

    `index` is `heading_index` or `text_index`.
    """

    def __init__(self, connection: Reader, guild_id: int, among: Filter) -> None:
        self._connection = connection
        self._guild_id = guild_id
        self._filtered = among != EVERYTHING
        condition, parameters = among.sql()
        self._scope = f"{VISIBLE} AND {condition}"
        self._parameters = [*seen_by(guild_id), *parameters]

    def where(self, condition: str, parameters: Sequence[str | int], limit: int) -> list[int]:
        """Return papers by a condition on `heading h`."""
        rows = self._connection.execute(
            f"SELECT h.paper_id FROM heading h WHERE {condition} AND {self._scope} LIMIT ?",
            (*parameters, *self._parameters, limit),
        )
        return [row[0] for row in rows]

    @property
    def some_are_hidden(self) -> bool:
        """Whether there are papers that this guild does not see."""
        row = self._connection.execute(
            """
            SELECT EXISTS (
                SELECT 1 FROM heading WHERE (guild_id IS NOT NULL OR removed)
                AND (removed OR guild_id <> ?)
            ) OR EXISTS (SELECT 1 FROM hidden_paper WHERE guild_id = ?)
            """,
            seen_by(self._guild_id),
        ).fetchone()
        return bool(row[0])

    def seen(self, words: list[str]) -> list[str]:
        """Return the words that a paper of this guild's view holds."""
        return [word for word in words if self._is_seen(word)]

    def _is_seen(self, word: str) -> bool:
        row = self._connection.execute(
            f"""
            SELECT 1 FROM text_index JOIN heading h ON h.paper_id = text_index.rowid
            WHERE text_index MATCH ? AND {VISIBLE} LIMIT 1
            """,
            (_phrase(" ".join(phrase_words(word))), *seen_by(self._guild_id)),
        ).fetchone()
        return row is not None

    def newest(self, limit: int, among: Sequence[int] | None = None) -> list[int]:
        """Return papers, or some of these, by year and then by when they were added."""
        within = "1" if among is None else "h.paper_id IN (SELECT value FROM json_each(?))"
        rows = self._connection.execute(
            f"""
            SELECT h.paper_id FROM heading h WHERE {within} AND {self._scope}
            ORDER BY h.year DESC NULLS LAST, h.paper_id DESC LIMIT ?
            """,
            (*([] if among is None else [json.dumps(among)]), *self._parameters, limit),
        )
        return [row[0] for row in rows]

    def beginning(self, title: str, name: str, limit: int) -> list[int]:
        """Return papers whose folded title begins so, then those with such a name."""
        titled = self.where("h.title >= ? AND h.title < ?", (title, title + LAST), limit)
        leading = self.where(
            "h.lead >= ? AND h.lead < ? AND h.lead <> ''", (name, name + LAST), limit
        )
        named = self.where(
            "h.paper_id IN (SELECT paper_id FROM paper_name WHERE key >= ? AND key < ?)",
            (name, name + LAST),
            limit,
        )
        return list(dict.fromkeys([*titled, *leading, *named]))

    def equal(self, title: str, name: str, limit: int) -> dict[int, float]:
        """Return papers of exactly this folded title or name, with how surely one is meant.

        A paper whose title begins with a name is more often the one than another that
        names something so.
        """
        titled = self.where("h.title = ?", (title,), limit)
        leading = self.where("h.lead = ? AND h.lead <> ''", (name,), limit)
        named = self.where(
            "h.paper_id IN (SELECT paper_id FROM paper_name WHERE key = ?)", (name,), limit
        )
        return dict.fromkeys(named, NAMED) | dict.fromkeys([*leading, *titled], 1.0)

    def with_all(self, index: str, groups: Sequence[Group], limit: int) -> list[int]:
        """Return papers, the newest first, that meet every group, or at least the rarest ones."""
        rare = sorted(groups, key=lambda group: group.papers)[:ALL_ASKED]
        found = self.matching(index, all_of(index, rare), limit)
        if len(found) == limit and len(groups) > len(rare):
            found = self.matching(index, all_of(index, groups), limit)
        return found

    def with_exactly(self, index: str, groups: Sequence[Group], limit: int) -> list[int]:
        """Return papers that have all the words as they were typed; none if one is unknown."""
        if not all(group.exact for group in groups):
            return []
        expression = " AND ".join(_any(group.exact) for group in groups)
        return self.matching(index, expression, limit)

    def with_most(self, index: str, groups: Sequence[Group], count: int) -> list[int]:
        """Return the papers that hold the most of the words, rare words counting more."""
        weights: dict[int, float] = defaultdict(float)
        left = MAX_POSTINGS
        for group in sorted(groups, key=lambda group: group.papers):
            if left <= 0:
                break
            found = self._holding(index, all_of(index, [group]), left)
            left -= len(found)
            for paper_id in found:
                weights[paper_id] += group.weight
        ranked = sorted(weights, key=lambda paper_id: (-weights[paper_id], -paper_id))
        return self._in_scope(ranked, count)

    def _holding(self, index: str, expression: str, limit: int) -> list[int]:
        """Return papers by an FTS5 query; if nothing but the guild limits them, of any guild."""
        if self._filtered:
            return self.matching(index, expression, limit)
        rows = self._connection.execute(
            f"SELECT rowid FROM {index} WHERE {index} MATCH ? ORDER BY rowid DESC LIMIT ?",
            (expression, limit),
        )
        return [row[0] for row in rows]

    def _in_scope(self, ranked: Sequence[int], count: int) -> list[int]:
        """Return the first of these papers that the guild may see."""
        kept: list[int] = []
        for start in range(0, len(ranked), 2 * count):
            some = json.dumps(ranked[start : start + 2 * count])
            seen = set(self.where("h.paper_id IN (SELECT value FROM json_each(?))", (some,), -1))
            kept += [one for one in ranked[start : start + 2 * count] if one in seen]
            if len(kept) >= count:
                break
        return kept[:count]

    def matching(self, index: str, expression: str, limit: int) -> list[int]:
        """Return papers by an FTS5 query, the newest first."""
        rows = self._connection.execute(
            f"""
            SELECT h.paper_id FROM {index} JOIN heading h ON h.paper_id = {index}.rowid
            WHERE {index} MATCH ? AND {self._scope}
            ORDER BY {index}.rowid DESC LIMIT ?
            """,
            (expression, *self._parameters, limit),
        )
        return [row[0] for row in rows]


def all_of(index: str, groups: Iterable[Group]) -> str:
    """Return the FTS5 query for papers that meet every group; in quotes nothing is syntax."""
    if index == "text_index":  # which knows stems, so one form of each is enough
        return " AND ".join(_any(group.forms) for group in groups)
    return " AND ".join(_any([*group.forms, *group.mates]) for group in groups)


def _any(forms: Iterable[str]) -> str:
    return "(" + " OR ".join(map(_phrase, forms)) + ")"


def _phrase(form: str) -> str:
    parts = [f'"{part.rstrip("*")}"' + "*" * part.endswith("*") for part in form.split()]
    return parts[0] if len(parts) == 1 else "(" + " AND ".join(parts) + ")"

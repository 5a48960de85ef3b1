"""Stems of English words, as the index makes them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from bot.questions import scratch


def stems(words: Sequence[str]) -> list[str]:
    """Return the stem of each folded word by SQLite's own Porter stemmer.

    The index is stemmed by the same code, so both agree on every word. A word that the
    tokenizer takes apart or drops is its own stem.
    """
    with closing(scratch()) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE page USING fts5 (word, content='', tokenize='porter')"
        )
        connection.execute("CREATE VIRTUAL TABLE stem USING fts5vocab (page, instance)")
        connection.executemany("INSERT INTO page (rowid, word) VALUES (?, ?)", enumerate(words))
        found = dict(
            connection.execute("SELECT doc, min(term) FROM stem GROUP BY doc HAVING count(*) = 1")
        )
    return [found.get(number, word) for number, word in enumerate(words)]

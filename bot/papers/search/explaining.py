"""Why papers were found: the words they hold, and how a query was understood."""

from __future__ import annotations

from collections.abc import Sequence

from bot.papers.search.documents import read_documents
from bot.papers.search.groups import ONE_SLIP, Group
from bot.papers.search.ranking import Matcher
from bot.papers.words import is_ideographic
from bot.questions import Reader


def terms(typed: Sequence[str], groups: Sequence[Group]) -> tuple[str, ...]:
    """Return every word that stands for a word of the query, those typed first."""
    runs = [word for word in typed if is_ideographic(word)]  # groups know them in pairs
    telling = [group for group in groups if group.telling] or list(groups)
    forms = [form for group in telling for form in group.forms]
    mates = [mate for group in telling for mate in group.mates]
    parts = (part for form in [*forms, *mates] for part in form.rstrip("*").split())
    return tuple(dict.fromkeys([*runs, *parts]))


def corrected(
    connection: Reader, typed: Sequence[str], groups: Sequence[Group], first: int
) -> str | None:
    """Return the query as the first paper answers it, if that took another word for one typed."""
    matcher, [document] = Matcher(groups), read_documents(connection, [first])
    meant = {
        group.word: form
        for group, (form, worth) in zip(groups, matcher.best(document), strict=True)
        if form and worth <= ONE_SLIP and group.telling and not form.startswith(group.word)
    }
    if not meant:
        return None
    query = " ".join(meant.get(word, word) for word in typed)
    return _as_named(connection, query, first) or query


def _as_named(connection: Reader, query: str, paper_id: int) -> str | None:
    """Return the paper's own spelling of a name."""
    row = connection.execute(
        "SELECT name FROM paper_name WHERE paper_id = ? AND key = ?",
        (paper_id, query.replace(" ", "")),
    ).fetchone()
    return row[0] if row else None

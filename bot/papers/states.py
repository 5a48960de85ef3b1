"""The state of a paper or a list, as far as a change touches it: plain values, fit for JSON.

Of a paper: the fields of its record, `list 12` (whether it is in the list of that id), `removed`,
`withdrawn`, `merged_into`, and `hidden` (from one server). Of a list: `name`, `year`, `position`,
`hidden`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.database import Connection, Value, fetch_in
from bot.papers import storing
from bot.papers.derived import derive
from bot.papers.paper import Record

State = dict[str, Any]

RECORD_FIELDS = ("title", "abstract", "authors", "url", "year", "venue", "ids")
FLAGS = ("removed", "withdrawn", "merged_into")
LIST_FIELDS = ("name", "year", "position")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is changed: a paper or a list."""

    paper_id: int | None = None
    list_id: int | None = None


async def state_of(
    connection: Connection, subject: Subject, fields: Collection[str], server_id: int | None
) -> State:
    """Return these fields as they are now."""
    whole = await _whole(connection, subject)
    for list_id in _list_ids(fields):
        whole[in_list(list_id)] = await _is_in(connection, subject, list_id)
    if "hidden" in fields:
        whole["hidden"] = await _is_hidden(connection, subject, server_id)
    return {field: whole[field] for field in fields}


async def bring_into(
    connection: Connection, subject: Subject, state: State, server_id: int | None, at: int
) -> None:
    """Set these fields, and all that is derived of them. `at` is in Unix seconds."""
    if subject.list_id is not None:
        await _set_list(connection, subject.list_id, state)
    elif subject.paper_id is not None:
        await _set_text(connection, subject.paper_id, state, at)
        await _set_flags(connection, subject.paper_id, state, at)
        for list_id in _list_ids(state):
            await _put_in(connection, subject.paper_id, list_id, put=state[in_list(list_id)])
    if "hidden" in state and server_id is not None:
        await _hide(connection, subject, server_id, hidden=state["hidden"])


async def _whole(connection: Connection, subject: Subject) -> State:
    if subject.list_id is not None:
        [row] = await fetch_in(
            connection, "SELECT name, year, position FROM list WHERE id = ?", (subject.list_id,)
        )
        return {field: row[field] for field in LIST_FIELDS}
    [row] = await fetch_in(connection, "SELECT * FROM paper WHERE id = ?", (subject.paper_id,))
    return {
        **state_of_record(storing.record_of(row)),
        "removed": row["removed_at"] is not None,
        "withdrawn": bool(row["withdrawn"]),
        "merged_into": row["merged_into"],
    }


def state_of_record(record: Record) -> State:
    """Return what a record says, fit for JSON."""
    fields = asdict(record)
    values = {field: fields[field] for field in RECORD_FIELDS}
    return values | {"authors": list(record.authors), "ids": list(record.ids)}


async def _is_hidden(connection: Connection, subject: Subject, server_id: int | None) -> bool:
    table, column = _hiding(subject)
    rows = await fetch_in(
        connection,
        f"SELECT 1 FROM {table} WHERE guild_id = ? AND {column} = ?",
        (server_id, _id(subject)),
    )
    return bool(rows)


async def _set_text(connection: Connection, paper_id: int, state: State, at: int) -> None:
    texts = {field: state[field] for field in RECORD_FIELDS if field in state}
    if not texts:
        return
    for field in ("authors", "ids"):
        if field in texts:
            texts[field] = tuple(texts[field])
    record = replace(await storing.stored_record(connection, paper_id), **texts)
    derived = await asyncio.to_thread(derive, record.title, record.abstract)
    await storing.update_paper(connection, paper_id, record, derived, at=at)


async def _set_flags(connection: Connection, paper_id: int, state: State, at: int) -> None:
    values: dict[str, Value] = {flag: state[flag] for flag in FLAGS if flag in state}
    if "removed" in values:
        values["removed_at"] = at if values.pop("removed") else None
    if values:
        columns = ", ".join(f"{name} = ?" for name in values)
        await connection.execute(
            f"UPDATE paper SET {columns} WHERE id = ?", (*values.values(), paper_id)
        )


def in_list(list_id: int) -> str:
    """Return the field that tells whether a paper is in a list."""
    return f"list {list_id}"


def _list_ids(fields: Iterable[str]) -> list[int]:
    return [int(field[5:]) for field in fields if field.startswith("list ")]


async def _is_in(connection: Connection, subject: Subject, list_id: int) -> bool:
    rows = await fetch_in(
        connection,
        "SELECT 1 FROM entry WHERE list_id = ? AND paper_id = ?",
        (list_id, subject.paper_id),
    )
    return bool(rows)


async def _put_in(connection: Connection, paper_id: int, list_id: int, *, put: bool) -> None:
    if put:
        await storing.put_in_list(connection, list_id, paper_id)
    else:
        await connection.execute(
            "DELETE FROM entry WHERE list_id = ? AND paper_id = ?", (list_id, paper_id)
        )


async def _set_list(connection: Connection, list_id: int, state: State) -> None:
    values = {field: state[field] for field in LIST_FIELDS if field in state}
    if values:
        columns = ", ".join(f"{name} = ?" for name in values)
        await connection.execute(
            f"UPDATE list SET {columns} WHERE id = ?", (*values.values(), list_id)
        )


async def _hide(connection: Connection, subject: Subject, server_id: int, *, hidden: bool) -> None:
    table, column = _hiding(subject)
    statement = (
        f"INSERT OR IGNORE INTO {table} (guild_id, {column}) VALUES (?, ?)"
        if hidden
        else f"DELETE FROM {table} WHERE guild_id = ? AND {column} = ?"
    )
    await connection.execute(statement, (server_id, _id(subject)))
    if subject.list_id is not None:
        await connection.execute(
            _HIDE_ITS_PAPERS if hidden else _SHOW_ITS_PAPERS,
            {"guild_id": server_id, "list_id": subject.list_id},
        )


# Those that are in no other list the server sees.
_HIDE_ITS_PAPERS = """
    INSERT OR IGNORE INTO hidden_paper (guild_id, paper_id, list_id)
    SELECT :guild_id, paper_id, :list_id FROM entry WHERE list_id = :list_id AND NOT EXISTS (
        SELECT 1 FROM entry other JOIN list ON list.id = other.list_id
        WHERE other.paper_id = entry.paper_id
          AND (list.guild_id IS NULL OR list.guild_id = :guild_id)
          AND other.list_id NOT IN (SELECT list_id FROM hidden_list WHERE guild_id = :guild_id)
    )
"""
_SHOW_ITS_PAPERS = """
    DELETE FROM hidden_paper WHERE guild_id = :guild_id AND list_id <> 0 AND paper_id IN (
        SELECT paper_id FROM entry WHERE list_id = :list_id
    )
"""


def _hiding(subject: Subject) -> tuple[str, str]:
    if subject.list_id is not None:
        return "hidden_list", "list_id"
    return "hidden_paper", "paper_id"


def _id(subject: Subject) -> int:
    one = subject.list_id if subject.list_id is not None else subject.paper_id
    assert one is not None
    return one

"""CSV and TSV, with whatever separator and column names their makers chose."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from bot.papers.paper import Record
from bot.papers.readers.contract import Listed, Reading, Refusal
from bot.papers.readers.exact import exactly
from bot.papers.readers.fields import reading_of, record_of
from bot.papers.readers.named import field_of, split_names, with_numbers
from bot.papers.writers.table import COLUMNS, said_in, undefused

SEPARATORS = ",;\t|"
# One cell may hold an abstract; csv's own limit is 128 KiB, which a stray quote mark exceeds.
csv.field_size_limit(2**24)


def columns(text: str) -> tuple[str, list[str | None]] | None:
    """Return the separator and what each column is; None if the first line names fewer than two."""
    head = next((line for line in text.lstrip("\ufeff").splitlines() if line.strip()), "")
    found = []
    for separator in SEPARATORS:
        names = next(csv.reader([head], delimiter=separator), [])
        fields = [field_of(name) for name in names]
        found.append((sum(field is not None for field in fields), separator, fields))
    count, separator, fields = max(found, key=lambda one: one[0])
    is_table = count > 1 and ("title" in fields or "abstract" in fields)
    return (separator, fields) if is_table else None


def read(text: str) -> Reading:
    """Read a table whose first line names its columns."""
    return reading_of(_rows(text))


def _rows(text: str) -> Iterator[Record | Listed | Refusal]:
    known = columns(text)
    if known is None:
        return
    separator, fields = known
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=separator)
    begun, head = 1, tuple[str, ...]()
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Refusal(begun, f"not a line of the table: {error}")
            begun = rows.line_num + 1
            continue
        if row is None:
            return
        line, begun = begun, rows.line_num + 1
        if not any(cell.strip() for cell in row):
            continue
        if not head:
            head = tuple(row)
            continue
        ours = head == COLUMNS and len(row) == len(COLUMNS)
        yield exactly(said_in(row), line) if ours else _record(row, fields, line)


def _record(row: Sequence[str], fields: list[str | None], line: int) -> Record | Refusal:
    if len(row) > len(fields) and any(cell.strip() for cell in row[len(fields) :]):
        return Refusal(line, f"{len(row)} cells, but {len(fields)} columns")
    said: dict[str, object] = {}
    for field, cell in zip(fields, map(undefused, row), strict=False):
        if field and cell.strip():
            said.setdefault(field, split_names(cell) if field == "authors" else cell)
    return record_of(with_numbers(said), line)

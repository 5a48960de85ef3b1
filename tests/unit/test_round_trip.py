"""What we export comes back as it was, and importing it changes nothing."""

from __future__ import annotations

import pytest

from bot.papers.changes import By
from bot.papers.files import read_bytes
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.writers.formats import FORMATS
from tests.library import NOW, Library

RECORDS = [
    Record("Boats of Paper", "We fold boats of paper, & float them.", ("Ada Byron",), year=2024),
    Record(
        "Kites: 50 % of {all} #1_x",
        "We fly kites ~ in 3^2 ways.",
        ("Bo Kettle", "Émile Noël"),
        "https://arxiv.org/abs/2401.01234",
        year=2023,
        venue="Kite Days",
        ids=("doi:10.1145/1.2",),
    ),
    Record(abstract="We study herons that wait for the tide at forty estuaries of the north."),
    Record("=SUM(1)", '"Quoted", and; separated\nin two lines.', ("O'Neil, Sam",)),
    Record("标题：纸船", "我们折叠纸船，并且让它们漂浮。", ("张伟",)),
]


@pytest.mark.parametrize("name", ["bibtex", "ris", "csv", "jsonl"])
async def test_importing_our_own_export_changes_nothing(library: Library, name: str) -> None:
    await library.hold([*RECORDS])
    before = await library.papers()
    form = FORMATS[name]
    text = form.head + "".join(map(form.write, before))
    reading = read_bytes(f"export{form.suffix}", text.encode())
    assert len(reading.records) == len(RECORDS)
    assert reading.refused == []
    receipt = await import_reading(library.database, reading, "export", By.operator(NOW))
    assert (receipt.new, receipt.updated) == (0, 0)
    after = await library.papers()
    assert [(one.title, one.abstract, one.authors, one.url, one.year) for one in after] == [
        (one.title, one.abstract, one.authors, one.url, one.year) for one in before
    ]


@pytest.mark.parametrize("name", ["csv", "jsonl"])
async def test_tables_and_json_say_all_as_it_is_stored(library: Library, name: str) -> None:
    await library.hold([*RECORDS])
    papers = await library.papers()
    form = FORMATS[name]
    records = read_bytes("x", (form.head + "".join(map(form.write, papers))).encode()).records
    for record, paper in zip(records, papers, strict=True):
        assert (record.title, record.abstract) == (paper.title, paper.abstract)
        assert (record.url, record.year, record.venue) == (paper.url, paper.year, paper.venue)
        assert record.ids == paper.ids

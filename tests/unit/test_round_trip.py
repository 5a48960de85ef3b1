"""What we export comes back as it was, and importing it changes nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.papers.changes import By
from bot.papers.derived import derive
from bot.papers.files import read_bytes
from bot.papers.importing import import_reading
from bot.papers.paper import Paper, Record
from bot.papers.states import RECORD_FIELDS
from bot.papers.writers.formats import FORMATS
from bot.papers.writers.keepsake import FIELDS
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


def stored(record: Record, number: int, lists: tuple[str, ...]) -> Paper:
    """Return the paper that a record becomes."""
    derived = derive(record.title, record.abstract)
    return Paper(
        id=number,
        guild_id=None,
        **{field: getattr(record, field) for field in RECORD_FIELDS},
        headline=derived.headline,
        plain=derived.plain,
        names=(),
        lists=lists,
    )


def there_and_back(name: str, papers: list[Paper]) -> list[tuple[Record, set[str | None]]]:
    """Return what our own export says, and in which lists, in the order of first appearance."""
    form = FORMATS[name]
    reading = read_bytes("export", (form.head + "".join(map(form.write, papers))).encode())
    assert reading.refused == []
    found: dict[int, tuple[Record, set[str | None]]] = {}
    for section in reading.sections:
        for record in section.records:
            found.setdefault(record.line, (record, set()))[1].add(section.name)
    return [found[line] for line in sorted(found)]


# What spoils one format or another, among letters that do not.
SIGNS = (
    "aZ \\{}$%&#_^~@=+-'\";,.:|<>()[]!`*\t\n\r/0é中纸μ’—😀\u200d\u202e\u2028\x85\xa0\u3000\u0301"
)
TRAPS = [
    *("  ", "\n\n", " and ", "others", "&amp;", r"\textbf{x}", "$x^2$", "'=", ";=", "; -", "=7B"),
    *(
        "}, note = {",
        "@misc{a,",
        r"\input{/etc/passwd}",
        "\nER  - ",
        "\r\nTI  - x",
        "https://e.org/?a=b",
    ),
]
PIECES = st.sampled_from([*SIGNS, *TRAPS])
TEXTS = st.lists(PIECES, max_size=12).map("".join)
LONG_TEXTS = TEXTS.map(lambda text: f"We{text}".strip())
LINES = TEXTS.map(lambda text: " ".join(text.split())).filter(bool)
IDS = st.sampled_from(["doi:10.1145/a_b<1>", "arxiv:2401.01234", "acl:P19-1001", "openreview:x_Y"])
RECORDS_OF_ANY_KIND = st.builds(
    Record,
    title=st.none() | LINES.map(lambda text: f"On {text}"),
    abstract=LONG_TEXTS,
    authors=st.lists(LINES, max_size=3).map(tuple),
    url=st.sampled_from(
        [
            None,
            "https://arxiv.org/abs/2401.01234v2",
            "https://e.org/a_{b}%20c?d=1&e=#f",
            "http://a.b",
        ]
    ),
    year=st.none() | st.integers(1600, 2100),
    venue=st.none() | LINES,
    ids=st.lists(IDS, max_size=3, unique=True).map(tuple),
)
LISTS = st.lists(LINES, max_size=2, unique=True).map(tuple)


@pytest.mark.parametrize("name", ["bibtex", "ris", "csv", "jsonl"])
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(RECORDS_OF_ANY_KIND, LISTS), min_size=1, max_size=3))
def test_every_record_comes_back_exactly(
    name: str, said: list[tuple[Record, tuple[str, ...]]]
) -> None:
    papers = [stored(record, number, lists) for number, (record, lists) in enumerate(said, 1)]
    back = there_and_back(name, papers)
    assert [replace(record, line=0) for record, _ in back] == [record for record, _ in said]
    assert [lists for _, lists in back] == [set(lists) or {"export"} for _, lists in said]


@pytest.mark.parametrize("file_format", ["bibtex", "ris", "csv", "jsonl"])
async def test_the_seeds_move_to_another_library(
    seeded: Library, library: Library, file_format: str
) -> None:
    form, papers = FORMATS[file_format], await seeded.papers()
    text = form.head + "".join(map(form.write, papers))
    reading = read_bytes(f"export{form.suffix}", text.encode())
    await import_reading(library.database, reading, "export", By.operator(NOW))
    assert await library.papers() == papers
    lists = "SELECT name, venue, year FROM list"
    assert [*map(tuple, await library.database.fetch_all(lists))] == [
        *map(tuple, await seeded.database.fetch_all(lists))
    ]
    before = await seeded.everything()
    receipt = await import_reading(seeded.database, reading, "export", By.operator(NOW))
    assert (receipt.new, receipt.updated) == (0, 0)
    after = await seeded.everything()
    for table in ("paper", "paper_name", "entry", "list", "revision"):
        assert after[table] == before[table]


EDITED = Record(r"Boats of $\ell_1$", r"We \textbf{fold} boats.", ("Ada Byron",), year=2024)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("bibtex", "title = {{Boats of ℓ₁}}", "title = {{Kites} of {L1}}"),
        ("ris", "TI  - Boats of ℓ₁", "TI  - Kites of L1"),
    ],
)
def test_who_corrects_the_file_means_it(name: str, old: str, new: str) -> None:
    text = FORMATS[name].write(stored(EDITED, 7, ("Shelf",)))
    assert old in text
    [record] = read_bytes("export", text.replace(old, new).encode()).records
    assert replace(record, line=0) == replace(EDITED, title="Kites of L1")


@pytest.mark.parametrize("name", ["bibtex", "ris"])
def test_a_title_given_in_the_file_is_one_though_the_note_stays(name: str) -> None:
    paper = stored(replace(EDITED, title=None), 7, ())
    text = FORMATS[name].write(paper).replace(paper.headline, "Kites")
    [record] = read_bytes("export", text.encode()).records
    assert record.title == "Kites"


def test_a_long_field_may_be_folded() -> None:
    text = FORMATS["bibtex"].write(stored(EDITED, 7, ("Shelf",)))
    [record] = read_bytes("export", re.sub(r"(?<=\S) (?=[^=])", "\n    ", text).encode()).records
    assert replace(record, line=0) == EDITED


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
@example({"title": "Boats", "url": "javascript:alert(1)"})
@example({"title": "Bo\0ats\ud800", "year": 99999, "ids": ["no:id", "doi:10.1/x"]})
@example({"title": "Boats", "lists": [f"List {number}" for number in range(1000)]})
def test_a_forged_export_says_nothing_that_could_not_be_stored(said: dict[str, object]) -> None:
    line = json.dumps({"code": "P-1", **said})
    reading = read_bytes("export", f'{{"code": "P-1", "title": "Boats"}}\n{line}'.encode())
    assert len(reading.sections) <= 201
    for record in reading.records:
        assert not set("\0\ud800") & set(f"{record.title}{record.abstract}{record.venue}")
        assert record.year is None or 1600 <= record.year <= 2100
        assert record.url is None or record.url.startswith(("http://", "https://"))

"""Files in the formats librarians have: every good record comes in, every bad one is named."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.errors import BotError
from bot.papers.files import read_bytes, read_file
from bot.papers.paper import MAX_ABSTRACT, Record
from bot.papers.readers import atom, bibtex, json_lists, listing, ris, tables
from bot.papers.readers.recognising import reader_of

BIBTEX = r"""
@string{days = "Paper Days "}
A comment that nobody reads.
@inproceedings{byron, title = {{Boats} of {\"u}ber {CO$_2$}}, author = {Byron, Ada and
  {The Atlas Team} and Smith, Jr., Ann and others}, booktitle = days # "2024", year = 2024,
  doi = {10.1145/1.2}, eprint = {2401.01234}, archiveprefix = {arXiv}, month = jan}
@article(kettle, title = "Kettles # sing", journal = {Journal of Tea} year = {2023})
@misc{broken, title = {Never closed, year = 2020

@misc{fine, title = {Right After}, abstract = {We go on.}}
@misc{empty, author = {Nobody}}
"""
RIS = """TY  - CONF
TI  - Boats of Paper
AU  - Byron, Ada
AU  - Kettle, Bo
PY  - 2024/05/01
T2  - Paper Days
AB  - We fold boats
of paper.
DO  - 10.1145/1.2
ER  -

TY  - JOUR
T1  - No End
TY  - JOUR
TI  - After It
UR  - https://example.org/x
ER  -
"""


def titles(records: list[Record]) -> list[str | None]:
    return [record.title for record in records]


def test_bibtex_as_people_have_it() -> None:
    reading = bibtex.read(BIBTEX)
    assert titles(reading.records) == ["Boats of über CO₂", "Kettles # sing", "Right After"]
    boats, kettles, _ = reading.records
    assert boats.authors == ("Ada Byron", "The Atlas Team", "Ann Smith Jr.")
    assert (boats.year, boats.venue) == (2024, "Paper Days 2024")
    assert (boats.url, boats.ids) == ("https://doi.org/10.1145/1.2", ("arxiv:2401.01234",))
    assert (kettles.venue, kettles.year) == ("Journal of Tea", 2023)
    assert [(one.line, one.reason) for one in reading.refused] == [
        (8, "the entry's braces do not close"),
        (11, "no words in it"),
    ]


def test_ris_with_a_lost_end_and_a_long_line() -> None:
    reading = ris.read(RIS)
    assert titles(reading.records) == ["Boats of Paper", "No End", "After It"]
    boats = reading.records[0]
    assert boats.authors == ("Ada Byron", "Bo Kettle")
    assert (boats.abstract, boats.year, boats.venue) == (
        "We fold boats of paper.",
        2024,
        "Paper Days",
    )
    assert [record.line for record in reading.records] == [1, 12, 14]


@pytest.mark.parametrize(
    "text",
    [
        "Title;Authors;Year\nBoats of Paper;Byron, Ada;2024\n",
        "\ufefftitle\tAUTHORS\tpublication_year\r\nBoats of Paper\tAda Byron\t2024\r\n\r\n",
        '标题,作者,年份\n"Boats of Paper",Ada Byron,2024',
        'id,Paper Title,author names,date\n7,"Boats of Paper","Ada Byron",2024-05-01\n',
    ],
)
def test_tables_of_any_separator_and_language(text: str) -> None:
    [record] = tables.read(text).records
    assert (record.title, record.authors, record.year) == ("Boats of Paper", ("Ada Byron",), 2024)


def test_a_table_names_the_lines_it_refuses() -> None:
    text = 'title,abstract\nBoats,"First line.\nSecond."\n,\nKites,We fly.,too much\n,,\nLast,\n'
    reading = tables.read(text)
    assert [(one.line, one.title) for one in reading.records] == [(2, "Boats"), (7, "Last")]
    assert [(one.line, one.reason) for one in reading.refused] == [(5, "3 cells, but 2 columns")]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("标题,摘要\n纸船,我们折叠纸船。这是一个很好的方法。\n", "gb18030"),
        ("title;abstract\nGröße;x\n", "utf-16"),
    ],
)
def test_the_encoding_is_found(text: str, encoding: str) -> None:
    [record] = read_bytes("t.csv", text.encode(encoding)).records
    assert record.title in ("纸船", "Größe")


JSONS = [
    [{"title": "Boats of Paper", "author": "Ada Byron;Bo Kettle", "year": "2024"}],
    {"papers": [{"Title": "Boats of Paper", "authors": ["Ada Byron", "Bo Kettle"], "year": 2024}]},
    {
        "notes": [
            {
                "forum": "abcDEF1234",
                "content": {
                    "title": {"value": "Boats of Paper"},
                    "authors": {"value": ["Ada Byron", "Bo Kettle"]},
                    "pdf": {"value": "/pdf/1.pdf"},
                },
            }
        ]
    },
    {
        "data": [
            {
                "paperId": "x",
                "externalIds": {"ArXiv": "2401.01234", "DOI": "10.1145/1.2"},
                "title": "Boats of Paper",
                "authors": [{"name": "Ada Byron"}, {"name": "Bo Kettle"}],
                "year": 2024,
            }
        ]
    },
]


@pytest.mark.parametrize("said", JSONS)
def test_json_of_any_shape(said: object) -> None:
    [record] = json_lists.read(json.dumps(said)).records
    assert (record.title, record.authors) == ("Boats of Paper", ("Ada Byron", "Bo Kettle"))


def test_one_bad_line_does_not_spoil_the_others() -> None:
    bad = '{"title": \n\n{"title": ["no"]}\n{"title": "Withdrawn"}'
    text = f'{{"title": "Boats"}}\n{bad}\n{{"title": "Kites"}}'
    reading = json_lists.read(text)
    assert [(one.line, one.title) for one in reading.records] == [(1, "Boats"), (6, "Kites")]
    assert [one.line for one in reading.refused] == [2, 4, 5]


def test_a_list_that_is_cut_gives_what_is_whole() -> None:
    reading = json_lists.read('[\n{"title": "Boats"},\n{"title": "Kites"},\n{"title": "Ket')
    assert [(one.line, one.title) for one in reading.records] == [(2, "Boats"), (3, "Kites")]
    assert [(one.line, one.reason) for one in reading.refused] == [(4, "not JSON from here on")]


FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<entry><id>http://arxiv.org/abs/2401.01234v2</id><published>2024-01-02T10:00:00Z</published>
<title>Boats of
  Paper</title><summary>We fold &lt;b&gt; boats.</summary><author><name>Ada Byron</name></author>
<arxiv:doi>10.1145/1.2</arxiv:doi></entry></feed>"""


def test_a_feed_of_arxiv() -> None:
    [record] = atom.read(FEED).records
    assert (record.title, record.authors, record.year) == ("Boats of Paper", ("Ada Byron",), 2024)
    assert (record.url, record.ids) == ("https://arxiv.org/abs/2401.01234", ("doi:10.1145/1.2",))


def test_a_feed_that_would_explode_is_refused() -> None:
    bomb = '<!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    text = FEED.replace("<feed", f"{bomb}<feed").replace("Paper", "&b;")
    reading = atom.read(text)
    assert (reading.records, [one.line for one in reading.refused]) == ([], [1])


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (BIBTEX, bibtex.read),
        (RIS, ris.read),
        (FEED, atom.read),
        ("title,abstract\nBoats,x", tables.read),
        (json.dumps(JSONS[0]), json_lists.read),
        ('{"title": "Boats"}\n{"title": "Kites"}', json_lists.read),
        ("Boats 2024\n\nFolding boats of paper", listing.read),
        ("Title, abstract and author: a study of names\n\nWe study names.", listing.read),
        ("@everyone reads papers\n\nWe study readers.", listing.read),
        ("[1] A list with numbers\n[2] Another paper", listing.read),
    ],
)
def test_the_format_is_told_from_the_content(text: str, reader: object) -> None:
    assert reader_of(text) is reader


def packed(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_a_zip_of_several_formats(tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    path.write_bytes(
        packed(**{"a/boats.bib": BIBTEX.encode(), "kites.csv": b"title,year\nKites,2024"})
    )
    reading = read_file(path)
    assert [section.name for section in reading.sections] == ["boats", "kites"]
    assert len(reading.records) == 4
    assert len(reading.refused) == 2


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"../x.bib": b"@misc{a, title={A}}"}, "lead outside"),
        ({"/etc/x.bib": b"@misc{a, title={A}}"}, "lead outside"),
        ({"c:\\x.bib": b"@misc{a, title={A}}"}, "lead outside"),
        ({"inner.zip": packed(a=b"@misc{a, title={A}}")}, "within an archive"),
        ({"bomb.txt": b"0" * 20_000_000}, "far more than it should"),
        ({f"{n}.txt": b"A" for n in range(201)}, "more than 200 files"),
    ],
)
def test_a_zip_that_means_no_good_is_refused(files: dict[str, bytes], reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        read_bytes("x.zip", packed(**files))


def test_a_zip_that_is_cut_is_refused() -> None:
    whole = packed(a=BIBTEX.encode())
    for data in (whole[:40], whole[:-30], b"PK\x03\x04"):
        with pytest.raises(BotError, match="cannot be read"):
            read_bytes("x.zip", data)


def test_what_is_too_long_is_named_and_not_cut() -> None:
    long = {"title": "Boats", "abstract": "We fold. " * (MAX_ABSTRACT // 9 + 1)}
    reading = json_lists.read(json.dumps([long, {"title": "Kites"}]))
    assert titles(reading.records) == ["Kites"]
    assert "longer than 20,000" in reading.refused[0].reason


NOISE = st.text(st.sampled_from('@{}()="\\,#\n\t ;:[]<>&%$_abtitle1TYER-'), max_size=200)


@settings(max_examples=150, deadline=None)
@given(NOISE)
@example("@misc{a, title = {")
@example('[{"title": "')
@example("@a{@b{@c{")
def test_no_reader_ever_fails(noise: str) -> None:
    for reader in (bibtex.read, ris.read, tables.read, json_lists.read, atom.read):
        for text in (
            noise,
            f"@misc{{a, title = {{{noise}",
            f"title,abstract\n{noise}",
            f"[{noise}",
        ):
            reading = reader(text)
            assert all(record.title or record.abstract for record in reading.records)
            assert all(one.reason and one.line >= 1 for one in reading.refused)

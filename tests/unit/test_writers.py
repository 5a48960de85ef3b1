"""Papers written for other programs: right, escaped, and unable to do anything there."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from bot.papers.derived import derive
from bot.papers.paper import Paper
from bot.papers.writers import bibtex, json_lines, markdown, ris, table
from bot.papers.writers.citing import STYLES, apa
from bot.papers.writers.fields import UNTITLED
from bot.papers.writers.formats import FORMATS


def paper(number: int = 17, **said: Any) -> Paper:
    """Return a paper that says this, and little else."""
    fields: dict[str, Any] = {
        **{"title": "Boats of Paper", "abstract": "We fold boats.", "authors": ("Ada Byron",)},
        **{"url": None, "year": 2024, "venue": None, "ids": (), "lists": ("Sea 2024",)},
        **said,
    }
    derived = derive(fields["title"], fields["abstract"])
    return Paper(
        id=number, guild_id=None, headline=derived.headline, plain=derived.plain, names=(), **fields
    )


def test_an_entry_says_all_that_is_known() -> None:
    known = paper(
        url="https://arxiv.org/abs/2401.01234v2", ids=("doi:10.1145/1.2",), venue="Paper Days"
    )
    assert bibtex.entry(known) == (
        "@inproceedings{byron2024boats-p17,\n"
        "  title = {{Boats of Paper}},\n"
        "  author = {Ada Byron},\n"
        "  booktitle = {Paper Days},\n"
        "  year = {2024},\n"
        "  doi = {10.1145/1.2},\n"
        "  eprint = {2401.01234},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://arxiv.org/abs/2401.01234v2},\n"
        "  keywords = {Sea 2024},\n"
        "  abstract = {We fold boats.},\n"
        "}\n\n"
    )


def test_a_paper_without_a_title_goes_by_its_headline() -> None:
    entry = bibtex.entry(paper(title=None, authors=(), year=None))
    assert entry.startswith("@misc{")
    assert "title = {{We fold boats}}" in entry
    assert f"note = {{{UNTITLED}}}" in entry


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("50 % of R&D_costs #1 for $5", r"50 \% of R\&D\_costs \#1 for \$5"),
        ("a } b { c", "a b c"),
        (r"\input{/etc/passwd}", "etc/passwd"),
        ("Über Größe 中文", "Über Größe 中文"),
    ],
)
def test_no_title_breaks_out_of_its_field(title: str, written: str) -> None:
    entry = bibtex.entry(paper(title=title))
    assert written in entry
    bare = entry.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")


def test_keys_are_unique_and_stay() -> None:
    keys = {bibtex.key(paper(number)) for number in range(1, 30)}
    assert len(keys) == 29
    assert bibtex.key(paper()) == bibtex.key(paper(title="Boats of Silk"))


def test_a_reference_is_a_line_a_field() -> None:
    odd = paper(title="Boats\nER  - \nTY  - HACK", venue="Paper Days", url="https://example.org")
    reference = ris.reference(odd)
    lines = reference.split("\r\n")
    assert lines[0] == "TY  - CONF"
    assert [line for line in lines if line.startswith("ER")] == ["ER  - "]
    assert "AU  - Ada Byron" in lines
    assert "UR  - https://example.org" in lines


@pytest.mark.parametrize("title", ["=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", "\t=1"])
def test_no_cell_is_a_formula(title: str) -> None:
    text = table.HEAD + table.row(paper(title=title, authors=("=1+1",)))
    assert text.startswith("\ufeffcode,title,")
    [_, row] = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert row[1] == f"'{title}"
    assert row[2] == "'=1+1"


def test_a_line_of_json_says_what_is_stored() -> None:
    raw = paper(title="Boats of $\\ell_1$", ids=("arxiv:2401.01234",))
    line = json_lines.line(raw)
    said = json.loads(line)
    assert said["title"] == "Boats of $\\ell_1$"
    assert said["ids"] == ["arxiv:2401.01234"]
    assert said["lists"] == ["Sea 2024"]
    assert "venue" not in said


def test_markdown_is_for_people_and_literal() -> None:
    shown = markdown.line(paper(title="**@everyone** [x](https://e.org)"))
    assert "\\*\\*" in shown
    assert "@everyone" not in shown.replace("@\u200beveryone", "")
    assert shown.endswith("P-17")


@pytest.mark.parametrize(
    ("authors", "people"),
    [
        (("Ada King Byron",), "Byron, A. K."),
        (("Byron, Ada", "Émile Noël"), "Byron, A., & Noël, É."),
        (("Byron, Ada", "Émile Noël", "Plato"), "Byron, A., Noël, É., & Plato"),
        ((), ""),
    ],
)
def test_apa_names_people_as_its_manual_says(authors: tuple[str, ...], people: str) -> None:
    reference = apa(paper(authors=authors, ids=("doi:10.1145/1.2",)))
    end = "https://doi.org/10.1145/1.2"
    begun = f"{people} (2024). Boats of Paper." if people else "Boats of Paper. (2024)."
    assert reference == f"{begun} {end}"


def test_of_many_authors_the_last_follows_an_ellipsis() -> None:
    many = tuple(f"A Writer{number}" for number in range(25))
    reference = apa(paper(authors=many))
    assert "Writer18, A., … Writer24, A." in reference


def test_every_format_and_style_takes_the_barest_paper() -> None:
    bare = paper(title=None, abstract="…", authors=(), year=None, lists=())
    for form in FORMATS.values():
        assert form.write(bare)
    for style in STYLES.values():
        assert style(bare)

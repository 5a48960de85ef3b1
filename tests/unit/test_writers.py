"""Papers written for other programs: right, escaped, and unable to do anything there."""

from __future__ import annotations

import csv
import io
import json
import re
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
    headline = fields.pop("headline", derived.headline)
    return Paper(
        id=number, guild_id=None, headline=headline, plain=derived.plain, names=(), **fields
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
        "  paperboy = {P-17},\n"
        "}\n\n"
    )


def test_a_paper_without_a_title_goes_by_its_headline() -> None:
    entry = bibtex.entry(paper(title=None, authors=(), year=None))
    assert entry.startswith("@misc{")
    assert "title = {{We fold boats}}" in entry
    assert f"note = {{{UNTITLED}}}" in entry


@pytest.mark.parametrize(
    ("said", "begins", "holds"),
    [
        ({"venue": "Journal of Tea"}, "@article{", "journal = {Journal of Tea}"),
        ({"venue": "Proceedings of the Tea Journal Workshop"}, "@inproceedings{", "booktitle = "),
        ({"venue": "NeurIPS"}, "@inproceedings{", "booktitle = {NeurIPS}"),
        ({"venue": "NeurIPS", "year": None}, "@misc{", "howpublished = {NeurIPS}"),
        ({"venue": "NeurIPS", "authors": ()}, "@misc{", "howpublished = {NeurIPS}"),
        ({}, "@misc{", "year = {2024}"),
    ],
)
def test_an_entry_claims_no_type_whose_fields_are_unknown(
    said: dict[str, Any], begins: str, holds: str
) -> None:
    entry = bibtex.entry(paper(**said))
    assert entry.startswith(begins)
    assert holds in entry


def test_what_a_name_is_made_of_survives() -> None:
    authors = ("Guido van Rossum", "The Atlas Team", "Smith and Sons", "Ann Smith Jr.")
    assert (
        "author = {Guido van Rossum and {The Atlas Team} and {Smith and Sons} and Ann Smith Jr.},"
        in bibtex.entry(paper(authors=authors))
    )
    lines = ris.reference(paper(authors=authors)).split("\r\n")
    assert [line for line in lines if line.startswith("AU")] == [
        "AU  - van Rossum, Guido",
        "AU  - The Atlas Team",
        "AU  - Smith and Sons",
        "AU  - Smith, Ann, Jr.",
    ]


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("50 % of R&D_costs #1 for $5", r"50 \% of R\&D\_costs \#1 for \$5"),
        ("a } b { c", "a b c"),
        (r"\input{/etc/passwd}", "etc/passwd"),
        ("Left\u202eright", "{Leftright}"),
        ("Über Größe 中文", "Über Größe 中文"),
    ],
)
def test_no_title_breaks_out_of_its_field(title: str, written: str) -> None:
    entry = bibtex.entry(paper(title=title))
    assert written in entry
    assert entry.count("{") == entry.count("}")
    assert "\\input" not in entry


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
    assert "AU  - Byron, Ada" in lines
    assert "UR  - https://example.org" in lines


@pytest.mark.parametrize(
    "title", ["=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", "\t=1", "＝1", "\r-"]
)
def test_no_cell_is_a_formula(title: str) -> None:
    text = table.HEAD + table.row(paper(title=title, authors=("=1+1",)))
    assert text.startswith("\ufeffcode,title,")
    [_, row] = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert row[1].startswith("'")
    assert row[1].replace("'", "") == title.replace("'", "")
    assert row[3] == "'=1+1"


@pytest.mark.parametrize("end", [";", "\n", "\t", '; "', ';"'])
def test_no_inside_of_a_cell_is_a_formula_where_semicolons_part_cells(end: str) -> None:
    text = table.row(paper(abstract=f"We fold{end}=cmd|' /C calc'!A0{end}"))
    assert "=" not in [cell.lstrip('" ')[:1] for cell in re.split(r"[;\t\r\n]", text)]


def test_a_line_of_json_says_what_is_stored() -> None:
    raw = paper(title="Boats of $\\ell_1$", ids=("arxiv:2401.01234",))
    line = json_lines.line(raw)
    said = json.loads(line)
    assert said["title"] == "Boats of $\\ell_1$"
    assert said["ids"] == ["arxiv:2401.01234"]
    assert said["lists"] == ["Sea 2024"]
    assert "venue" not in said


def test_a_line_of_json_ends_nowhere_else() -> None:
    line = json_lines.line(paper(abstract="We\x85fold\u2028paper\u2029boats\x0b\x1c."))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["abstract"] == "We\x85fold\u2028paper\u2029boats\x0b\x1c."


def test_an_address_ends_no_field() -> None:
    odd = paper(url="https://e.org/a_{b}<c>?d=1&e=#f", ids=("doi:10.1/<1::aid>{2",))
    entry = bibtex.entry(odd)
    assert "url = {https://e.org/a_%7Bb%7D%3Cc%3E?d=1&e=#f}," in entry
    assert "doi = {10.1/<1::aid>%7B2}," in entry
    assert apa(odd).endswith("https://doi.org/10.1/%3C1::aid%3E%7B2")


def test_markdown_is_for_people_and_literal() -> None:
    shown = markdown.line(paper(title="**@everyone** [x](https://e.org)"))
    assert "\\*\\*" in shown
    assert "@everyone" not in shown.replace("@\u200beveryone", "")
    assert shown.endswith("P-17")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        (r"a <img src=x onerror=alert(1)>", r"a \<img src=x onerror=alert(1)>"),
        (r"back\<b>", r"back\\\<b>"),
        ("AT&amp;T & co", r"AT\&amp;T & co"),
        ("see https://e.org/a_b~c<b>", r"see https://e.org/a_b~c\<b>"),
        ("@octocat and me@e.org", "@\u200boctocat and me@e.org"),
        ("[x](javascript:alert(1))", r"\[x](javascript:alert(1))"),
        ("**](<https://e.org>)", r"\*\*](\<https://e.org>)"),
        ("Left\u202eright", "Leftright"),
    ],
)
def test_no_title_is_markup_on_discord_or_github(title: str, shown: str) -> None:
    about = paper(title=None, headline=title, abstract=None)
    assert markdown.line(about).startswith(f"**{shown}**. ")


@pytest.mark.parametrize(
    ("authors", "people"),
    [
        (("Ada King Byron",), "Byron, A. K."),
        (("Byron, Ada", "Émile Noël"), "Byron, A., & Noël, É."),
        (("Byron, Ada", "Émile Noël", "Plato"), "Byron, A., Noël, É., & Plato."),
        (("Jean-Luc van der Berg", "Ann B. Smith Jr."), "van der Berg, J.-L., & Smith, A. B., Jr."),
        (("The Atlas Team",), "The Atlas Team."),
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


@pytest.mark.parametrize("title", ["Are We There?", "We Are There!", "We Are."])
def test_a_title_that_ends_a_sentence_gets_no_second_end(title: str) -> None:
    assert apa(paper(title=title)) == f"Byron, A. (2024). {title}"


def test_every_format_and_style_takes_the_barest_paper() -> None:
    bare = paper(title=None, abstract="…", authors=(), year=None, lists=())
    for form in FORMATS.values():
        assert form.write(bare)
    for style in STYLES.values():
        assert style(bare)

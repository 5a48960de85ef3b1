"""Plain lists as people write them; nothing is lost without a word."""

from __future__ import annotations

import textwrap
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.derived import derive
from bot.papers.paper import MAX_ABSTRACT, Record
from bot.papers.readers.contract import Reading
from bot.papers.readers.listing import read

BOATS = (
    "We study how paper boats behave in the rain, and find that they do not last. Large Boats"
    " sink sooner than small ones, whatever the paper that they are folded from."
)
KITES = BOATS.replace("boats", "kites").replace("Boats", "Kites")
WRAPPED = textwrap.fill(BOATS, 60)
AUTHORS = ("Ada Byron", "Bob van Dam", "C. Wu")
LINK = "https://arxiv.org/abs/1706.03762"

Papers = list[tuple[str | None, str | None]]

TWO_TITLES: Papers = [("Paper Boats in the Rain", None), ("On kites and their strings", None)]
TWO_ABSTRACTS: Papers = [(None, BOATS), (None, KITES)]
TWO_PAPERS: Papers = [("Paper Boats in the Rain", BOATS), ("On kites and their strings", KITES)]

FORMATS: dict[str, tuple[str, Papers]] = {
    "paragraphs": (f"{BOATS}\n\n{KITES}", TWO_ABSTRACTS),
    "many blank lines": (f"\n\n{BOATS}\n \n\t\n\u3000\n\n{KITES}\n\n\n", TWO_ABSTRACTS),
    "hard-wrapped": (f"{WRAPPED}\n\n{textwrap.fill(KITES, 50)}", TWO_ABSTRACTS),
    "1. abstract": (f"1. {BOATS}\n2. {KITES}", TWO_ABSTRACTS),
    "1. 1. abstract": (f"1. {BOATS}\n1. {KITES}", TWO_ABSTRACTS),
    "1. abstract, wrapped": (f"1. {WRAPPED}\n\n2. {KITES}", TWO_ABSTRACTS),
    "- abstract": (f"- {BOATS}\n- {KITES}", TWO_ABSTRACTS),
    "rules": (f"-----\n{BOATS}\n* * *\n{KITES}\n===", TWO_ABSTRACTS),
    "1.": ("1. Paper Boats in the Rain\n2. On kites and their strings", TWO_TITLES),
    "2)": ("1) Paper Boats in the Rain\n\n2) On kites and their strings", TWO_TITLES),
    "[3]": ("[1] Paper Boats in the Rain\n[2] On kites and their strings", TWO_TITLES),
    "(4)": ("(1) Paper Boats in the Rain\n(2) On kites and their strings", TWO_TITLES),
    "一、": ("一、Paper Boats in the Rain\n二、On kites and their strings", TWO_TITLES),
    "１．": ("１．Paper Boats in the Rain\n２．On kites and their strings", TWO_TITLES),
    "-": ("- Paper Boats in the Rain\n- On kites and their strings", TWO_TITLES),
    "*": ("* Paper Boats in the Rain\n* **On kites and their strings**", TWO_TITLES),
    "•": ("• Paper Boats in the Rain\n•On kites and their strings", TWO_TITLES),
    "·": ("· Paper Boats in the Rain\n· On kites and their strings", TWO_TITLES),
    "wrapped titles": ("- Paper Boats\n  in the Rain\n- On kites and\n  their strings", TWO_TITLES),
    "bare titles": ("Paper Boats in the Rain\nOn kites and their strings", TWO_TITLES),
    "title paragraph above": (
        f"Paper Boats in the Rain\n\n{BOATS}\n\nOn kites and their strings\n\n{KITES}",
        TWO_PAPERS,
    ),
    "title line above": (
        f"Paper Boats in the Rain\n{WRAPPED}\n\nOn kites and their strings\n{KITES}",
        TWO_PAPERS,
    ),
    "numbered title above": (
        f"1. Paper Boats in the Rain\n{BOATS}\n\n2. On kites and their strings\n\n{WRAPPED}",
        [TWO_PAPERS[0], (TWO_PAPERS[1][0], BOATS)],
    ),
    "wrapped title above": (
        f"Fast and Frugal Folding of Boats and Kites from a Paper by\nUnread Poets\n{WRAPPED}\n\n"
        f"Fast and frugal folding of kites and boats from a paper by\nUnread poets\n\n{KITES}",
        [
            ("Fast and Frugal Folding of Boats and Kites from a Paper by Unread Poets", BOATS),
            ("Fast and frugal folding of kites and boats from a paper by Unread poets", KITES),
        ],
    ),
    "hard-wrapped before capitals": (
        f"Some methods, such as Neural Paper Folding (NeuPF) and\nKite Nets, last.\n{WRAPPED}",
        [
            (
                None,
                f"Some methods, such as Neural Paper Folding (NeuPF) and Kite Nets, last. {BOATS}",
            )
        ],
    ),
    "many bare titles": (
        "Paper Boats in Rain\niACOS: Kites for All\nDrive on Walks. A Kite Dataset\nBoats vs. Kites"
        "\nIs Paper All You Need?\nUnfinished titles such as this, the\nFolding Paper Zeppelins",
        [
            ("Paper Boats in Rain", None),
            ("iACOS: Kites for All", None),
            ("Drive on Walks. A Kite Dataset", None),
            ("Boats vs. Kites", None),
            ("Is Paper All You Need?", None),
            ("Unfinished titles such as this, the Folding Paper Zeppelins", None),
        ],
    ),
    "labels": (
        f"Title: Paper Boats in the Rain\nAbstract: {WRAPPED}\n\n"
        f"TITLE: On kites and their strings\n\nabstract:\n{KITES}",
        TWO_PAPERS,
    ),
    "bold labels": (
        f"**Title:** Paper Boats in the Rain\n**Abstract**: {BOATS}\n---\n"
        f"- **Title:** On kites and their strings\n- **Abstract:** {KITES}",
        TWO_PAPERS,
    ),
    "an untitled paper before a labelled one": (
        f"{BOATS}\n\nTitle: On kites and their strings\nAbstract: {KITES}",
        [TWO_ABSTRACTS[0], TWO_PAPERS[1]],
    ),
    "Markdown": (
        f"## Paper Boats in the Rain\n\n{BOATS}\n\n## 2. On kites and their strings ##\n\n"
        f"### Abstract\n\n{KITES}",
        TWO_PAPERS,
    ),
    "Chinese": (
        "题目：纸船研究\n摘要：我们研究纸船。\n\n标题：风筝\n摘要：我们研究风筝，并放飞它。",
        [("纸船研究", "我们研究纸船。"), ("风筝", "我们研究风筝，并放飞它。")],
    ),
}


def papers(reading: Reading) -> Papers:
    """Return title and abstract of each record, with line breaks read as blanks."""
    return [(r.title, r.abstract and " ".join(r.abstract.split())) for r in reading.records]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("heading", ["ICML 2025 papers\n\n", "# ICML 2025\n", ""])
@pytest.mark.parametrize("kind", FORMATS)
def test_each_way_to_write_a_list_is_read(kind: str, heading: str, end: str) -> None:
    body, expected = FORMATS[kind]
    reading = read((heading + body).replace("\n", end))
    assert papers(reading) == expected
    assert not reading.refused
    name = "ICML 2025" if heading else None
    assert [section.name for section in reading.sections] == [name]


@pytest.mark.parametrize(
    ("heading", "name", "venue", "year"),
    [
        ("NeurIPS 2026 论文列表", "NeurIPS 2026", "NeurIPS", 2026),
        ("ICML 2025 accepted papers", "ICML 2025", "ICML", 2025),
        ("# ICML 2025: accepted papers", "ICML 2025", "ICML", 2025),
        ("Accepted Papers – ACL 2024 (Findings)", "ACL 2024 Findings", "ACL Findings", 2024),
        ("2024 ACL Findings", "ACL Findings 2024", "ACL Findings", 2024),
        ("2025年ICLR论文清单", "ICLR 2025", "ICLR", 2025),
        ("CVPR'24 papers", "CVPR 2024", "CVPR", 2024),
        ("第38届NeurIPS会议论文（2024）", "NeurIPS 2024", "NeurIPS", 2024),
        ("The 38th Conference on Neural Systems (NeurIPS 2024)", "NeurIPS 2024", "NeurIPS", 2024),
        ("Proceedings of ICML 2025", "ICML 2025", "ICML", 2025),
        ("EMNLP papers", "EMNLP", "EMNLP", None),
        ("Summer reading", "Summer reading", None, None),
        ("My papers:", "My papers", None, None),
        ("my reading list 2025", "my reading list 2025", None, 2025),
        ("ICLR 2023–2024", "ICLR 2023–2024", None, None),
        ("ISO 19115", "ISO 19115", None, None),
        ("论文列表", "论文列表", None, None),
        ("2024", "2024", None, 2024),
        ("-----", None, None, None),
        ("\u200b", None, None, None),
    ],
)
def test_the_heading_names_list_venue_and_year(
    heading: str, name: str | None, venue: str | None, year: int | None
) -> None:
    reading = read(f"\n{heading}\n\n{BOATS}\n")
    [section] = reading.sections
    assert (section.name, section.venue, section.year) == (name, venue, year)
    assert section.records == [Record(abstract=BOATS, line=4)]
    assert not reading.refused


@pytest.mark.parametrize(
    "title", ["ImageNet 2012 Revisited", "A Survey of Papers from 2020", "Paper Boats: A List"]
)
def test_a_title_with_a_year_or_the_word_papers_is_no_heading(title: str) -> None:
    reading = read(f"ICML 2025\n\n{KITES}\n\n{title}\n\n{BOATS}")
    assert papers(reading) == [(None, KITES), (title, BOATS)]


def test_a_file_may_hold_several_lists() -> None:
    text = f"ICML 2025 papers\n\n{BOATS}\n\nNeurIPS 2024 论文列表\n{KITES}\n\n{BOATS}"
    assert [(s.name, len(s.records)) for s in read(text).sections] == [
        ("ICML 2025", 1),
        ("NeurIPS 2024", 2),
    ]


def test_markdown_headings_over_several_papers_are_lists_within_the_list_above() -> None:
    text = (
        "# ICML 2025\n## Oral\n- Paper Boats\n- Kites\n## Poster\n- Zeppelins in Spring\n- Gliders"
    )
    assert [(s.name, s.venue, s.year, len(s.records)) for s in read(text).sections] == [
        ("ICML 2025", "ICML", 2025, 0),
        ("ICML 2025 Oral", "ICML", 2025, 2),
        ("ICML 2025 Poster", "ICML", 2025, 2),
    ]


@pytest.mark.parametrize(
    ("text", "authors", "url"),
    [
        (
            f"Title: Paper Boats\nAuthors: Ada Byron, Bob van Dam and C. Wu\nURL: {LINK}",
            AUTHORS,
            LINK,
        ),
        (
            f"Author: Byron, Ada; Wu, C.\nTitle: Paper Boats\nLink: <{LINK}>",
            ("Byron, Ada", "Wu, C."),
            LINK,
        ),
        (f"标题：Paper Boats\n作者：张三、李四\n链接：{LINK}。", ("张三", "李四"), LINK),
        (f"## Paper Boats\n\nAda Byron, Bob van Dam, C. Wu\n\n{BOATS}", AUTHORS, None),
        (f"- [Paper Boats]({LINK})", (), LINK),
        (f"- Paper Boats – {LINK}", (), LINK),
        (f"- Paper Boats\n  Link: {LINK}", (), LINK),
    ],
)
def test_authors_and_links_stay_with_their_paper(
    text: str, authors: tuple[str, ...], url: str | None
) -> None:
    reading = read(f"ICML 2025\n\n{text}\n\n- Kites")
    assert [r.title for r in reading.records] == ["Paper Boats", "Kites"]
    assert (reading.records[0].authors, reading.records[0].url) == (authors, url)
    assert not reading.refused


def test_labels_before_a_title_are_not_given_to_the_paper_above() -> None:
    reading = read(f"Title: Kites\nAbstract: {KITES}\n\nAuthors: C. Wu\nTitle: Boats\nLink: {LINK}")
    assert [(r.title, r.authors, r.url) for r in reading.records] == [
        ("Kites", (), None),
        ("Boats", ("C. Wu",), LINK),
    ]


def test_what_is_no_paper_is_refused_with_line_and_reason() -> None:
    text = (
        f"ICML 2025\n\n{BOATS}\n\nToo short.\n\n{'— ' * 50}\n\n{'word ' * 5000}\n\n"
        f"- {LINK}\n- arXiv:hep-th/9901001\n- 10.48550/arXiv.2401.05678\n- Boats.\n  Kites.\n\n"
        f"Hm\n\nURL: javascript:alert(1)\n\nSee also what was said of boats, kites, and all"
        f" other things folded from paper, in:\n"
    )
    reading = read(text)
    assert [record.line for record in reading.records] == [3]
    assert list(map(str, reading.refused)) == [
        "line 5: too short for an abstract (10 characters)",
        "line 7: no words in it",
        f"line 9: longer than {MAX_ABSTRACT:,} characters",
        "line 11: a link alone; write the paper’s title or abstract with it",
        "line 12: an id alone; write the paper’s title or abstract with it",
        "line 13: an id alone; write the paper’s title or abstract with it",
        "lines 14–15: too short for an abstract (13 characters)",
        "line 17: too short for a title (2 characters)",
        "line 19: no web address in it",
        "line 21: neither a title nor an abstract",
    ]


def test_a_list_from_windows_with_marks_of_every_kind() -> None:
    # Made after C04: a byte-order mark, CRLF, one lone CR, numbers, bullets, links and ids.
    text = (
        "# my reading list\r\n1. Reading Under Noise\r\n2) https://arxiv.org/abs/2401.01234v2\r\n"
        '- arXiv:hep-th/9901001\r\n* "Quoted Title"\r\n\r\n   \r\nReading Under Noise\r\n'
        "A Very Old Mac Line\rAnother Old Mac Line\r\n10.48550/arXiv.2401.05678\r\n"
    )
    reading = read(text)
    assert [section.name for section in reading.sections] == ["my reading list"]
    assert [(r.line, r.title) for r in reading.records] == [
        (2, "Reading Under Noise"),
        (5, '"Quoted Title"'),
        (8, "Reading Under Noise"),
        (9, "A Very Old Mac Line"),
        (10, "Another Old Mac Line"),
    ]
    assert [refusal.line for refusal in reading.refused] == [3, 4, 11]


def test_an_abstract_is_kept_to_the_letter() -> None:
    abstract = (
        f"{BOATS}\n  indented,  doubled \\emph{{x}}\t$1$\x0c \u2028 \u00a0\n- a\n2. b\nlast line"
    )
    for end in ("\n", "\r\n", "\r"):
        text = f"ICML\n\n{abstract}\n\n(7) {abstract}".replace("\n", end)
        assert [record.abstract for record in read(text).records] == [abstract, abstract]


def test_a_hard_wrapped_abstract_reads_as_if_it_were_not() -> None:
    text = f"{BOATS} It is a \\emph{{multi-agent}} system of pre- and post-folded boats, $a + b$."
    plain = derive(None, text).plain
    for width in (30, 44, 61):
        [record] = read(f"ICML\n\n{textwrap.fill(text, width)}").records
        assert derive(None, record.abstract).plain == plain
    assert "multi-agent" in plain


SIGNS = st.sampled_from(
    [
        *("", " ", "\t", "\u3000", "---", "* * *", "# ", "## ", "- ", "1. ", "2) ", "[3] ", "一、"),
        *(
            "Title: ",
            "**Abstract:** ",
            "Authors: ",
            "Link: https://a.example/",
            "摘要：",
            "# Abstract",
        ),
        *("ICML 2025 papers ", "NeurIPS 2024 论文列表", "https://a.example/", "10.1234/", "\u200b"),
    ]
)
TAILS = st.one_of(
    st.sampled_from(
        ["", ".", ":", ",", "?", " and", "。", f" {BOATS}", " Of Paper Boats", " lower x"]
    ),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=20),
)


@st.composite
def files(draw: st.DrawFn) -> list[str]:
    """Lines of every kind in any order; each that says something has a word of its own."""
    count = draw(st.integers(0, 14))
    lines = []
    for number in range(1, count + 1):
        word = draw(st.sampled_from([f"Zq{number}x", f"zq{number}x", ""]))
        lines.append(draw(SIGNS) + word + draw(TAILS))
    return lines


@given(files(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_is_in_one_heading_record_or_refusal(lines: list[str], end: str) -> None:
    reading = read(end.join(lines))
    refused = [n for r in reading.refused for n in range(r.line, r.line + r.lines)]
    assert len(refused) == len(set(refused))
    headings = " ".join(section.name or "" for section in reading.sections)
    said = [
        " ".join([r.title or "", r.abstract or "", " ".join(r.authors), r.url or ""])
        for r in reading.records
    ]
    for number, line in enumerate(lines, 1):
        word = next((w for w in (f"Zq{number}x", f"zq{number}x") if w in line), None)
        if word:
            assert (number in refused) + sum(word in part for part in [headings, *said]) == 1
        elif line.strip() and number not in refused and any(map(str.isalpha, line)):
            assert reading.records or reading.sections


@given(st.one_of(st.text(max_size=400), files().map("\n".join)))
def test_no_text_makes_it_raise_or_give_what_cannot_be_stored(text: str) -> None:
    reading = read(text)
    for section in reading.sections:
        assert section.name is None or section.name.strip()
        assert section.year is None or 1900 <= section.year <= 2099
    for record in reading.records:
        assert record.title or record.abstract
        assert record.title is None or record.title == " ".join(record.title.split())
        assert record.url is None or record.url.startswith(("http://", "https://"))
    assert [r.line for r in reading.records] == sorted({r.line for r in reading.records})


@pytest.mark.parametrize(
    "unit", [f"{BOATS}\n\n", f"{WRAPPED}\n\n", f"1. {BOATS}\n", f"# Boats\n{BOATS}\n"]
)
def test_a_megabyte_is_read_whole(unit: str) -> None:
    count = 1_000_000 // len(unit)
    assert len(read(unit * count).records) == count


@pytest.mark.parametrize(
    "unit",
    ["a ", "A", " ", "-", "(", "* ", "a-\nb", "- x\n", "# a b\n", "A b c\n", "Title: x\n", "。"],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text, started = unit * (size // len(unit)), process_time()
        read(text)
        return process_time() - started

    seconds(10_000)
    assert seconds(320_000) < 0.3 + 16 * seconds(40_000)


SEEDS = sorted((Path(__file__).parents[2] / "seeds").glob("*.txt"))


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_the_real_lists_are_one_untitled_abstract_a_paragraph(path: Path) -> None:
    heading, *abstracts = path.read_text(encoding="utf-8").strip().split("\n\n")
    reading = read(path.read_text(encoding="utf-8"))
    assert heading == "NeurIPS 2026 论文列表"
    assert [(s.name, s.venue, s.year) for s in reading.sections] == [
        ("NeurIPS 2026", "NeurIPS", 2026)
    ]
    assert [(r.title, r.abstract) for r in reading.records] == [(None, a) for a in abstracts]
    assert (len(abstracts), reading.refused) == (19, [])

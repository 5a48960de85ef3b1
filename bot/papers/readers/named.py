"""Names under which tables and JSON have a paper's fields, in any case and language we met."""

from __future__ import annotations

import re

_SPELLINGS = {
    "title": "title|paper title|papertitle|name|标题|题目|论文题目|论文标题|タイトル",
    "abstract": "abstract|summary|paper abstract|tldr abstract|摘要|要旨|概要",
    "authors": "authors|author|author names|authors names|creators|作者|著者",
    "year": "year|publication year|published|date|publication date|年份|年|出版年",
    "venue": "venue|journal|booktitle|conference|publication title|source title|container title"
    "|会议|期刊|刊名",
    "url": "url|link|site|paper url|pdf|pdf url|urls|href|forum url|链接|网址",
    "doi": "doi|digital object identifier",
    "arxiv": "arxiv|arxiv id|arxivid|eprint",
    "ids": "ids",
    "openreview": "forum|openreview|openreview id",
}
_FIELDS = {name: field for field, names in _SPELLINGS.items() for name in names.split("|")}


def field_of(name: str) -> str | None:
    """Return which field a column or key is, such as `abstract` for “摘要”; None for any other."""
    return _FIELDS.get(re.sub(r"[\s_.-]+", " ", name.strip("\ufeff \t\"'")).casefold())


def split_names(text: str) -> list[str]:
    """Return the people in one cell: between semicolons, bars or “and”, else between commas."""
    for separator in (";", "|", "；", "、", "\n", " and "):
        if separator in text:
            return re.split(rf"\s*{re.escape(separator)}\s*(?:and\s+)?", text)
    last, comma, first = text.partition(",")
    if comma and "," not in first and len(last.split()) == 1:
        return [text]  # one person, the last name first
    return re.split(r"\s*[,，]\s*(?:and\s+)?", text)


def with_numbers(said: dict[str, object]) -> dict[str, object]:
    """Return the fields with arXiv, DOI and OpenReview numbers among the `ids`."""
    names = said.get("ids")
    ids = [*names] if isinstance(names, list) else str(names or "").split(";")
    if arxiv := said.get("arxiv"):
        text = str(arxiv)
        ids.append(text if ":" in text else f"arXiv:{text}")
    if doi := said.get("doi"):
        ids.append(str(doi))
    if forum := said.get("openreview"):
        ids.append(f"https://openreview.net/forum?id={forum}")
    return {**said, "ids": [str(one) for one in ids if one]}

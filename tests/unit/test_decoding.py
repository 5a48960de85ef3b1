"""The encoding of a list is found from what is in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.readers.decoding import decode

CHINESE = "NeurIPS 2026 论文列表\r\n\r\n一、纸船研究\n摘要：我们研究纸船在雨中的行为。\n"
ENGLISH = "ICML 2025\n\nGödel’s boats — a “study” of μ-folds, 3×4 😀.\n"


@pytest.mark.parametrize("text", [CHINESE, ENGLISH, "ICML 2025\n"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("gb18030", b""),
    ],
)
def test_every_encoding_comes_out_as_it_went_in(text: str, encoding: str, mark: bytes) -> None:
    assert decode(mark + text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["gbk", "gb2312"])
def test_older_chinese_encodings_are_read_too(encoding: str) -> None:
    assert decode(CHINESE.encode(encoding)) == CHINESE


@pytest.mark.parametrize(
    "data",
    [
        b"a\0b",
        bytes(1000),
        b"\xff\xfe\xfd",
        b"\xff\xfea\0\0\0",
        "Größe zählt für Müller".encode("latin-1"),
        "Étude des réseaux profonds : où ça mène".encode("latin-1"),
        "Het is “goed”, zei hij – ’t kan".encode("cp1252"),
        CHINESE.encode("big5", "ignore"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(900),
    ],
)
def test_what_is_none_of_them_is_refused(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decode(data)


@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail_in_another_way(data: bytes) -> None:
    try:
        text = decode(data)
    except UnicodeDecodeError:
        return
    assert "\0" not in text
    assert text.encode("utf-8").decode("utf-8") == text

"""What a pasted link, DOI or arXiv id names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.identifiers import identifiers

ARXIV = "arxiv:2401.01234"
READ = [
    *((typed, ARXIV) for typed in (
        "2401.01234", "2401.01234v2", " 2401.01234. ", "<2401.01234>", "arXiv:2401.01234",
        "ARXIV: 2401.01234v12", "arxiv 2401.01234", "arXiv:2401.01234v2 [cs.CL]",
        "https://arxiv.org/abs/2401.01234", "http://www.arxiv.org/abs/2401.01234v3",
        "https://arxiv.org/pdf/2401.01234", "https://arxiv.org/pdf/2401.01234v2.pdf",
        "https://arxiv.org/html/2401.01234v1", "https://export.arxiv.org/abs/2401.01234",
        "https://ar5iv.org/abs/2401.01234", "https://ar5iv.labs.arxiv.org/html/2401.01234",
        "https://www.alphaxiv.org/abs/2401.01234", "https://alphaxiv.org/overview/2401.01234v1",
        "https://huggingface.co/papers/2401.01234", "arxiv.org/abs/2401.01234",
        "www.arxiv.org/pdf/2401.01234", "<https://arxiv.org/abs/2401.01234>",
        "https://arxiv.org/abs/2401.01234/", "https://arxiv.org/abs/2401.01234#comments",
        "https://arxiv.org/abs/2401.01234?context=cs.CL", "HTTPS://ArXiv.org/abs/2401.01234",
        "https://arxiv.org/abs/2401.01234).", "10.48550/arXiv.2401.01234",
        "https://doi.org/10.48550/arXiv.2401.01234", "doi:10.48550/ARXIV.2401.01234v2",
    )),
    ("0704.0001", "arxiv:0704.0001"),
    ("1412.6980", "arxiv:1412.6980"),
    ("1706.03762", "arxiv:1706.03762"),
    ("cs/0112017", "arxiv:cs/0112017"),
    ("hep-th/9901001v1", "arxiv:hep-th/9901001"),
    ("arXiv:hep-th/9901001", "arxiv:hep-th/9901001"),
    ("math.GT/0309136", "arxiv:math/0309136"),
    ("https://arxiv.org/abs/hep-th/9901001v1", "arxiv:hep-th/9901001"),
    ("https://arxiv.org/pdf/cs/0112017.pdf", "arxiv:cs/0112017"),
    ("10.48550/arXiv.cs/0112017", "arxiv:cs/0112017"),
    ("10.1145/123", "doi:10.1145/123"),
    ("10.1145/3292500.3330701.", "doi:10.1145/3292500.3330701"),
    ("doi:10.1145/ABC", "doi:10.1145/abc"),
    ("DOI: 10.1145/123,", "doi:10.1145/123"),
    ("https://doi.org/10.1145/123", "doi:10.1145/123"),
    ("http://dx.doi.org/10.1145/123", "doi:10.1145/123"),
    ("doi.org/10.1145/123", "doi:10.1145/123"),
    ("https://doi.org/10.1145%2F123", "doi:10.1145/123"),
    ("10.1145/123)", "doi:10.1145/123"),
    ("10.1016/S0004-3702(97)00043-X", "doi:10.1016/s0004-3702(97)00043-x"),
    ("10.1016/S0004-3702(97)", "doi:10.1016/s0004-3702(97)"),
    ("https://openreview.net/forum?id=abcDEF12", "openreview:abcDEF12"),
    ("https://openreview.net/pdf?id=abcDEF12", "openreview:abcDEF12"),
    ("https://openreview.net/forum?noteId=x&id=a-C_1#all", "openreview:a-C_1"),
    ("openreview.net/forum?id=abcDEF12", "openreview:abcDEF12"),
    ("https://aclanthology.org/P19-1001/", "acl:P19-1001"),
    ("https://aclanthology.org/P19-1001.pdf", "acl:P19-1001"),
    ("https://www.aclanthology.org/p19-1001", "acl:P19-1001"),
    ("https://www.aclweb.org/anthology/P19-1001/", "acl:P19-1001"),
    ("https://aclanthology.org/2023.acl-long.1v2.pdf", "acl:2023.acl-long.1"),
    ("https://www.Example.org/A/b/?utm_source=x&q=1&utm_medium=y#top", "url:example.org/A/b?q=1"),
    ("https://example.org/x?UTM_Source=y&page=2", "url:example.org/x?page=2"),
    ("http://example.org", "url:example.org"),
    ("https://example.org:8080/x/", "url:example.org:8080/x"),
    ("https://example.org:443/x", "url:example.org/x"),
    ("https://me:secret@example.org/x", "url:example.org/x"),
    ("https://arxiv.org/list/cs.CL/recent", "url:arxiv.org/list/cs.CL/recent"),
    ("https://openreview.net/group?id=ICLR.cc", "url:openreview.net/group?id=ICLR.cc"),
    ("https://例え.jp/論文", "url:例え.jp/論文"),
]  # fmt: skip
NOTHING = [
    *("", " ", "<>", "graph", "2024.2026", "2010.2012", "2012.2026", "1.1.6", "2413.01234"),
    *("2400.01234", "2401.012345", "2401.123", "0607.1234", "24010.1234", "2401.01234x"),
    *("foo/0112017", "cs/0113017", "cs/011201", "and/or", "10.1145", "10.1145/", "10.12/x"),
    *("see 2401.01234", "2401.01234 2402.01234", "https://a.org/x https://b.org/y"),
    *("Node.js/Deno", "example.org/x", "ftp://arxiv.org/abs/2401.01234", "https://", "https://["),
    *("javascript:alert(1)", "https://example.org:port/x", "https:///x", "arXiv:", "doi:"),
    *("https://example.org/a b", "(2401.01234", "file:///etc/passwd", "xarxiv.org/abs/2401.01234"),
]


@pytest.mark.parametrize(("typed", "read"), READ)
def test_a_link_or_id_is_known_by_one_name(typed: str, read: str) -> None:
    assert identifiers(typed) == (read,)


@pytest.mark.parametrize("typed", NOTHING)
def test_other_text_names_nothing(typed: str) -> None:
    assert identifiers(typed) == ()


PIECES = st.sampled_from(
    "https:// http:// www. arxiv.org/abs/ openreview.net/forum?id= 2401.01234 v2 doi: 10.1145/"
    " [ ] ( ) < > / : @ # ? % %2F &utm_x=1 .".split()
)


@given(st.text(st.characters()) | st.lists(PIECES | st.text(max_size=3)).map("".join))
def test_any_text_is_read(typed: str) -> None:
    found = identifiers(typed)
    assert len(found) <= 1
    assert all(name.split(":")[0] in {"arxiv", "doi", "openreview", "acl", "url"} for name in found)

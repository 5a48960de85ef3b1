"""Text from bytes: the encoding is found from the content, by strict decoders in this order.

1. what a byte-order mark says (UTF-8, UTF-16);
2. UTF-16 without a mark, if there are zero bytes, which text has in no other encoding;
3. UTF-8;
4. GB18030, and so GBK and GB2312, if what comes out reads as Chinese lists do.
"""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# GB18030 also decodes most Latin-1. But Latin-1 letters come singly, or from 0xE0 on, and so
# miss these rows of GB2312: marks, Greek, Cyrillic, and the 3,755 common characters.
_BEYOND_ASCII = re.compile(
    rb"(?P<common>[\xa1-\xa9\xb0-\xd7][\xa1-\xfe]|[\x81-\xfe][0-9][\x81-\xfe][0-9])"
    rb"|[\x81-\xfe][\x40-\x7e\x80-\xfe]"
)


def decode(data: bytes) -> str:
    """Return the text without its byte-order mark.

    Raises `UnicodeDecodeError`, which says where UTF-8 fails, for what is no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _checked(data, data[len(mark) :].decode(encoding))
    if b"\0" in data:
        return _checked(data, data.decode(_utf_16(data)))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _gb18030(data)
        if text is None:
            raise error
        return text


def _utf_16(data: bytes) -> str:
    """Return the byte order in which its ASCII, at least its line ends, has the zero bytes."""
    is_little = data[1::2].count(0) >= data[::2].count(0)
    return "utf-16-le" if is_little else "utf-16-be"


def _checked(data: bytes, text: str) -> str:
    at = text.find("\0")
    if at >= 0:
        raise UnicodeDecodeError("utf-8", data, at, at + 1, "a zero character")
    return text


def _gb18030(data: bytes) -> str | None:
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    kinds = [match["common"] is not None for match in _BEYOND_ASCII.finditer(data)]
    return text if sum(kinds) > len(kinds) / 2 else None

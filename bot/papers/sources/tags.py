"""Finding tags in HTML and JATS, in time that grows with the text alone.

The standard library's HTML parser takes minutes for a megabyte of `<a <a <a`.
"""

from __future__ import annotations

import html
import re

# No part of it crosses a `<`, so no character is looked at twice from two beginnings.
TAG = re.compile(
    r"""<(?P<closes>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*)(?=[\s/>])"""
    r"""(?P<rest>(?:[^<>"']|"[^"<]*"|'[^'<]*'|["'])*+)>"""
)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def attributes(tag: re.Match[str]) -> dict[str, str]:
    """Return the attributes of a tag that `TAG` found, names in lower case, values unescaped."""
    return {
        name.lower(): html.unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(tag["rest"])
    }


def bare_name(tag: re.Match[str]) -> str:
    """Return a tag's name in lower case, without a prefix such as `jats:`."""
    return tag["name"].lower().rpartition(":")[2]

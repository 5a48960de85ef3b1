"""Text without the characters that nobody sees and nobody means to type."""

from __future__ import annotations

import re

# Marks of writing direction, joiners, fillers, selectors of a glyph and halves of surrogate
# pairs: nobody means to type them, and SQLite takes no surrogate.
_UNSEEN = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def visible(text: str) -> str:
    """Return the text on one line, with single blanks and without unseen characters."""
    return one_line(_CONTROLS.sub(" ", _UNSEEN.sub("", text)))


def one_line(text: str) -> str:
    """Return the text with a single blank for each stretch of white space, and none around."""
    return " ".join(text.split())

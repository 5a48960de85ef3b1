"""Where the sentences of an abstract begin and end, and which speak of the paper itself."""

import re
from itertools import pairwise
from typing import Final

_END: Final = re.compile(
    r"""[.!?。！？](?:(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!cf\.)(?<!\bal\.)(?<!\bFig\.)(?<!\bEq\.)(?<!\bDr\.)
    (?<!w\.r\.t\.)(?<![A-Z]\.[A-Z]\.)(?<!\s[A-Z]\.)
    ["”’)\]]*\s+(?=["“‘(\[]?[^\Wa-z])
    | (?<=[a-z)]\.)(?=[A-Z][a-z]+\s)      # "analysis.To obtain": a lost blank
    | (?<=[。！？]))""",
    re.VERBOSE,
)
_OWN: Final = re.compile(
    r"\b(?=[wouith])(?:we|our|us|i|(?:this|the present|the proposed) (?:paper|work|article|study"
    r"|letter|survey|report|thesis|method|framework|approach|position paper)|in this \w+"
    r"|the paper \w+s|here,|herein)\b",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of plain `text`, each with its full stop, none empty."""
    ends = [end.end() for end in _END.finditer(text)]
    parts = (text[start:end].strip() for start, end in pairwise((0, *ends, len(text))))
    return [part for part in parts if part]


def speaks_of_itself(sentence: str) -> bool:
    """True if `sentence` says what this paper does: "we", "our", "this paper"."""
    return " we " in sentence or sentence.startswith("We ") or _OWN.search(sentence) is not None

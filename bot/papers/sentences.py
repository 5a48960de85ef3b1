"""Where the sentences of an abstract begin and end, and which speak of the paper itself."""

import re
from typing import Final

_END: Final = re.compile(
    r"""[.!?](?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!cf\.)(?<!\bal\.)(?<!\bFig\.)(?<!\bEq\.)(?<!\bDr\.)
    (?<!w\.r\.t\.)(?<![A-Z]\.[A-Z]\.)(?<!\s[A-Z]\.)
    ["”’)\]]*\s+(?=["“‘(\[]?[^\Wa-z])
    | \.(?<=[a-z)]\.)(?=[A-Z][a-z]+\s)      # "analysis.To obtain": a lost blank
    | [。！？]""",
    re.VERBOSE,
)
_OWN: Final = re.compile(
    r"\b(?:we|our|us|i|(?:this|the present|the proposed) (?:paper|work|article|study|letter|survey"
    r"|report|thesis|method|framework|approach|position paper)|in this \w+|the paper \w+s|here,"
    r"|herein)\b",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of plain `text`, each with its full stop, none empty."""
    sentences: list[str] = []
    at = 0
    for end in _END.finditer(text):
        sentences.append(text[at : end.end()].strip())
        at = end.end()
    sentences.append(text[at:].strip())
    return [sentence for sentence in sentences if sentence]


def speaks_of_itself(sentence: str) -> bool:
    """True if `sentence` says what this paper does: "we", "our", "this paper"."""
    return _OWN.search(sentence) is not None

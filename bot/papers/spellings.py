"""Other spellings one word may have: British and American, umlauts typed as two letters."""

from __future__ import annotations

import re

_ENDING = "(?=(s|ed|ing|al|able|ful|ite|hood)?$)"
_VERBAL = "(?=(e|es|ed|er|ers|ing|ation|ations|able)$)"
_RULES = [
    (re.compile(pattern), to)
    for pattern, to in (
        *((f"our{_ENDING}", "or"), (f"or{_ENDING}", "our")),
        *((f"is{_VERBAL}", "iz"), (f"iz{_VERBAL}", "is")),
        *((f"ys{_VERBAL}", "yz"), (f"yz{_VERBAL}", "ys")),
        *((r"(?<=[^el])l(?=(ed|er|ers|ing|ings)$)", "ll"), (r"ll(?=(ed|er|ers|ing|ings)$)", "l")),
        *((r"(?<=e)l(?=(ed|er|ers|ing|ings)$)", "ll"),),
        *(("re(?=s?$)", "er"), ("er(?=s?$)", "re"), ("ogue(?=s?$)", "og"), ("og(?=s?$)", "ogue")),
        *(("ence(?=s?$)", "ense"), ("ense(?=s?$)", "ence")),
    )
]
_UMLAUTS = [
    (re.compile(typed), letter) for typed, letter in (("ae", "a"), ("oe", "o"), ("ue", "u"))
]
_TYPED_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def respelt(word: str) -> set[str]:
    """Return spellings a folded word may also have, whether or not there is such a word."""
    rules = (*_RULES, *_UMLAUTS, (re.compile("ae|oe"), "e"))
    return {pattern.sub(to, word, count=1) for pattern, to in rules} - {word}


def name_spellings(name: str) -> list[str]:
    """Return a person's name as typed, with umlauts as two letters, and the other way round."""
    two_letters = name.translate(_TYPED_UMLAUTS)
    bare = name
    for typed, letter in _UMLAUTS:
        bare = typed.sub(letter, bare)
    return list(dict.fromkeys([name, two_letters, bare]))

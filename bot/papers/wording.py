"""How abstracts are worded: the words that claim, sort and join, shared by the rules."""

from typing import Final


def any_of(words: str) -> str:
    """Return a pattern for any of the blank-separated `words`; `_` in one stands for a blank.

    Words that begin with the same letter are put together, so that it is looked at once.
    That letter must not be optional.
    """
    alternatives = words.replace("_", r"\s").split()
    if not all(word[0].isalpha() for word in alternatives):
        return f"(?:{'|'.join(alternatives)})"
    alike: dict[str, list[str]] = {}
    for word in alternatives:
        alike.setdefault(word[0], []).append(word[1:])
    grouped = (f"{letter}(?:{'|'.join(rests)})" for letter, rests in alike.items())
    return f"(?:{'|'.join(grouped)})"


START: Final = r"\b(?=\w)"  # of a word; `\b` alone also tries what follows at each word's end

_MADE_STEMS: Final = (
    "introduc propos present develop design devis creat construct releas contribut establish"
    " formulat describ offer unveil launch curat implement build invent instantiat employ train"
)
MAKE: Final = (
    rf"(?:{any_of(_MADE_STEMS)}(?:e|es|ed|s|ing)?|built|put\sforward|contributions?\s(?:is|are))"
)
KIND: Final = (
    any_of(
        "algorithm approach architecture benchmark corpus dataset data_set engine environment"
        " estimator framework language library loss mechanism method metric model module network"
        " optimi[sz]er package paradigm pipeline platform policy procedure protocol resource scheme"
        " simulator solution strategy suite system task taxonomy technique testbed test_bed tool"
        " toolkit agent methodology attack defen[sc]e layer operator robot representation feature"
        " measure planner extension variant detector contribution regulari[sz]er training hand"
        " gripper"
    )
    + "s?"
)
ARTICLE: Final = (
    r"(?:(?:here|also|then|further|a|an|the|our|its|novel|new|simple|first|so-called|\w+ing|\w+ly)"
    r"\s+){0,4}"
)
WORD: Final = r"[^\W_](?:[\w*+@&/’'.^-]{0,60}[\w*+@])?"
CAPITAL: Final = r"(?=[^\Wa-z_]|[a-z]{1,9}+-?[A-Z0-9])" + WORD
_LINKING: Final = any_of("of and for with via in from to by the on & as using through")
PHRASE: Final = rf"{CAPITAL}(?:(?:\s{_LINKING}(?:\sthe)?)?\s{CAPITAL}){{0,9}}"
OPEN: Final = "[“\"‘'(]?"
CLOSE: Final = "[”\"’']?"
END: Final = r"(?=[”\"’'\s,;:.(–—)-]|$)"

# "we", "this paper": whose deed the sentence tells
SUBJECT: Final = (
    r"\b(?:[Ww]e|[Tt]his\s(?:(?:research|present|demo|short|position|survey)\s)?"
    r"(?:paper|work|article|study|letter|survey|report|thesis)"
    r"|[Oo]ur\s(?:paper|work|study|main\scontribution|approach|method))\b"
)

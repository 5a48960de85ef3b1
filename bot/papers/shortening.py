"""Making a clause short enough for a headline: at a seam of the sentence, rarely with "…"."""

import re
from collections.abc import Iterator
from typing import Final

from bot.papers.markup import cut
from bot.papers.wording import any_of

_PARENTHESIS: Final = re.compile(
    r"\s*\((?!\w\))[^()]*\)"
    r"|,\s(?:each|namely|respectively|i\.e\.,?|e\.g\.,?)\s[^,]*(?=,\s?)(?:,(?=\s[a-z]+s\s))?"
)
_PREDICATE: Final = any_of(
    "us show demonstrat prov evaluat find found apply appli introduc propos develop analy[sz] stud"
    " provid validat conduct compar deriv establish report releas discuss identif construct design"
    " present outlin extend investigat examin explor characteri[sz] test measur distinguish call"
    " train implement instantiat achiev refer"
)
_STOPS: Final = re.compile(
    rf"""
      ,?\s(?:and|then|but)\s(?:(?:then|also|further|\w+ly)\s)?
        (?:we\b|it\b|{_PREDICATE}\w{{0,3}}\s(?:it|that|a|an|the|how|this|them|our|its)\b)
    | ,\s{_PREDICATE}\w{{0,3}}s\s
    | \snot\s(?:as|only|just|merely|by|through)\b
    | :\s(?:it|we|they|first|i\.e)\b
    | ,\s(?:i\.e\.|e\.g\.|where\b|in\swhich\b|built\son\b|so\sthat\b|but\b|yet\b|thereby\b|thus\b
        |with\seach\b)
    | ;\s | \s[—–]\s | :\s\( | (?<![A-Z])\.(?:\s|$)
    """,
    re.VERBOSE,
)
_ADJECTIVES: Final = re.compile(
    r"\b(an?\s(?:\w+ly\s)?[\w-]+)(?:,\s(?:and\s)?[\w-]+)+(?=\s[a-z-]+\s)"
)
_COLLECTION: Final = re.compile(
    r"\b(into|of|with|for|to|on|by|from)\sa\s(?:set|series|collection|number|variety|range)\sof\s"
)
_PARTICIPLE: Final = any_of(
    "comprising featuring covering reflecting spanning consisting using based_on leveraging"
    " exploiting built across"
)
_SEAMS: Final = (
    (
        re.compile(
            r",?\s(?:that|which|whose|while|where|when|because|since|without|such that|not)\s"
        ),
        1.0,
    ),
    (re.compile(r"\sand\s\w+s\s(?!and\b|or\b|of\b|in\b|to\b|for\b|is\b|are\b|with\b)"), 0.97),
    (re.compile(rf"\s{_PARTICIPLE}\s"), 0.95),
    (re.compile(r",\s"), 0.92),
    (re.compile(r"\s(?:by|via|through|under|over|for|in|on|between)\s"), 0.9),
    (re.compile(r"\s(?:with|from|at|towards?|\w{3,}ing)\s"), 0.8),
    (re.compile(r"\s(?:and|of|to|into)\s"), 0.7),
)
_WANTS_MORE: Final = any_of(
    r"a an the of that which and or for to in on by with from as at is are be its their our new"
    r" novel both between under over via into such e\.g how whether not can than more across"
    r" through using while where this these"
)
_LOOSE_END: Final = re.compile(rf"(?:[\s,;:–—-]+|\s{_WANTS_MORE})+$")
_ENOUGH: Final = 80  # a cut that keeps this many characters keeps enough


def clause_of(text: str) -> str:
    """Return the first clause of `text`, without parentheses and the next predicate."""
    text = _PARENTHESIS.sub("", text)
    stop = _STOPS.search(text, 12)
    return re.sub(r"\s+", " ", text[: stop.start()] if stop else text).strip(" ,:;.")


def shorten(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters as a phrase that is whole if possible.

    It ends at a seam ("that …", "for …") if enough is left, else at a word with
    "…"; never in "the", "of" or another word that wants a next one.
    """
    if len(text) <= limit:
        return _trimmed(text) or text
    terse = _COLLECTION.sub(r"\1 ", _ADJECTIVES.sub(r"\1", text))
    variants = (
        (text, 1.0),
        (without_article(text), 0.98),
        (terse, 0.96),
        (without_article(terse), 0.94),
    )
    scored = [
        (worth * quality * min(len(short), _ENOUGH) / min(len(text), _ENOUGH), short)
        for variant, worth in variants
        for short, quality in _candidates(variant, limit)
    ]
    return max(scored, key=lambda pair: pair[0])[1]


def _candidates(text: str, limit: int) -> Iterator[tuple[str, float]]:
    if len(text) <= limit:
        yield text, 1.05
        return
    ended = cut(text, limit)
    yield _trimmed(ended.rstrip("…"))[: limit - 1] + "…", 0.78
    for seam, quality in _SEAMS:
        for found in seam.finditer(text, 0, limit + 14):
            if found.start() <= limit and _may_end(text[: found.start()]):
                in_clause = re.search(
                    r"\s(?:that|which|whose|how|whether|to)\s", text[: found.start()]
                )
                yield (
                    text[: found.start()],
                    quality * (0.88 if in_clause and quality <= 0.9 else 1.0),
                )


def _may_end(text: str) -> bool:
    """False if `text` leaves something open: a list, "whether …", a small word."""
    if _LOOSE_END.search(text) or re.search(r"\b(?:whether|if|between|both|not|either)\b", text):
        return False
    if (
        re.search(r"\b(?:an?|the)\s(?:\w+ly\s)?[\w-]+(?:,\s[\w-]+)*,?$", text.rpartition(": ")[2])
        and "," in text
    ):
        return False  # inside "a fast, small, and …"
    return not re.search(r"(?:ed|ing|ly|ive|ous|al|ic|able)$", text.rpartition(", ")[2])


def _trimmed(text: str) -> str:
    trimmed = _LOOSE_END.sub("", text)
    while trimmed != text:
        text, trimmed = trimmed, _LOOSE_END.sub("", trimmed)
    return text


def without_article(text: str) -> str:
    """Return `text` without the article at its head or after "Name: "."""
    return re.sub(
        r"^((?:\S+\s){0,3}?\S+: )?(?:an?|the)\s", lambda found: found[1] or "", text, count=1
    )

"""Where a sentence claims a name for the paper's own work: "we propose HyperTree, a …"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.papers.acronyms import expands, expansion_before, is_coined, is_common, is_proper
from bot.papers.claim_rules import ALL_RULES, ANY_RULES
from bot.papers.sentences import speaks_of_itself
from bot.papers.wording import (
    ARTICLE,
    CAPITAL,
    CLOSE,
    KIND,
    MAKE,
    OPEN,
    START,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A name, the words it stands for, and how surely (0–8) the sentence calls it ours."""

    text: str
    expansion: str | None
    weight: float


_BRACKET: Final = re.compile(
    rf"{CLOSE}\s*\(\s*(?:(?:called|named|dubbed|termed|or|i\.e\.,?|denoted\sas|abbreviated\sas"
    rf"|a\.k\.a\.?|short\sfor)\s+)?{OPEN}([^()]{{2,90}}?){CLOSE}\s*\)"
)
_ACRONYM: Final = re.compile(rf"\((?:[a-z.\s]+\s)?{OPEN}(?P<acronym>{CAPITAL}){CLOSE}\)")
_DEFINITE: Final = re.compile(
    rf"{CLOSE}\s*(?:,\s(?:a|an|the|which|our)\b|:|\(|[–—-]\s)|\san?\s(?:novel|new|\w+[- ]\w+)"
)
_TASK: Final = re.compile(
    r"\b(?:task|problem|setting|field|area)s?\s(?:setting\s)?(?:of|named|called|is)\s(?:the\s)?$"
)
_TASK_LENGTH: Final = 40  # characters; no match is longer
_ITS_NAME_FOLLOWS: Final = re.compile(
    rf"[^.;]{{0,60}}\)\s{KIND},?\s(?:namely|called|named|dubbed|termed)\b"
)
# A part of the whole: what a paper is named after is rarely its module or its loss.
_PART: Final = re.compile(
    r"(?i:\b(?:module|loss|mechanism|attention|layer|block|strategy|operator|head|unit)s?$)"
)
_ADJECTIVAL: Final = re.compile(
    r"\b(?:an?|novel|new|simple|first|efficient|\w+ing|\w+ive|\w+al)\s$"
)
_STYLED: Final = re.compile(
    rf"\b(?:{MAKE}|called|named|dubbed|termed)\s+{ARTICLE}([\w-]+(?:\s[\w-]+){{0,2}})"
)
_NAME: Final = re.compile(CAPITAL)
_LOWER_WORD: Final = re.compile(r"\s[a-z]")
_KIND_NEXT: Final = re.compile(rf"\s{KIND}\b")
_EXPLAINED: Final = re.compile(r"[”\"’']?(?:,\s(?:a|an|the|which|our)\b|:)")
_CLAUSE_END: Final = re.compile(r"[;:]\s|\b(?:that|which|where)\b")
_MADE: Final = re.compile(rf"{START}{MAKE}\s")
_CAPITAL_INSIDE: Final = re.compile(r"[A-Z0-9\u0080-\U0010ffff]")  # or what may be one
_USUAL_START: Final = re.compile(r"[A-Za-z][a-z-]*,?(?: |$)")


def find_claims(sentence: str) -> Iterator[Claim]:
    """Yield every claim in a `sentence` of plain text; the same name may come more than once."""
    if _has_no_name(sentence):
        return
    is_own = speaks_of_itself(sentence)
    for rule in ALL_RULES if is_own else ANY_RULES:
        for found in rule.matches(sentence):
            yield from _claims_at(sentence, found, rule.weight)
    if is_own:
        yield from _defined(sentence)


def _has_no_name(sentence: str) -> bool:
    """True for most sentences: their only capital is that of the first word, which is a word.

    Rules that take the first word for a name weigh too little for one that is not coined.
    """
    if _CAPITAL_INSIDE.search(sentence, 1) or "http" in sentence:
        return False
    return _USUAL_START.match(sentence) is not None


def find_styled(sentence: str, styled: set[str]) -> Iterator[Claim]:
    """Yield names that are plain words but set in a face of their own: **hyperagents**."""
    for found in _STYLED.finditer(sentence):
        for size in (3, 2, 1):
            words = " ".join(found[1].split()[:size])
            if words in styled and not is_common(words):
                yield Claim(words, None, 7.0)


def _claims_at(sentence: str, found: re.Match[str], weight: float) -> Iterator[Claim]:
    """Yield what the rule found, read together with the bracket that explains it."""
    phrase, after = found["phrase"], sentence[found.end("phrase") :]
    before = sentence[: found.start("phrase")]
    inside = bracket[1] if (bracket := _BRACKET.match(after)) else ""
    if _LOWER_WORD.match(after) and _ADJECTIVAL.search(before, before.rfind(" ", 0, -1) + 1):
        weight -= 3  # "a novel LNL framework": LNL says what kind, it is not the name
    weight -= _doubt(before, phrase, after)
    names_it = _NAME.fullmatch(inside) is not None and is_coined(inside)
    explains = inside if expands(phrase, inside) else None
    if names_it:
        yield Claim(inside, phrase, weight)
    if " " in phrase:
        if not names_it:
            yield from _from_words(phrase, after, weight)
    elif is_coined(phrase) or (
        not names_it and is_proper(phrase) and _is_set_off(before, after, weight)
    ):
        yield Claim(phrase, explains, weight)


def _doubt(before: str, phrase: str, after: str) -> float:
    """Return how unlikely it is the paper's main name: a part's, a task's, a field's."""
    if _TASK.search(before, max(0, len(before) - _TASK_LENGTH)) or _ITS_NAME_FOLLOWS.match(after):
        return 3.0
    nearby = " ".join(after.split()[:3]).rstrip(" ,.:;")
    return 1.5 if _PART.search(phrase) or _PART.search(nearby) else 0.0


def _is_set_off(before: str, after: str, weight: float) -> bool:
    """True if a word stands where only a name can: "called Pyramid-BERT", "Heuresis, a"."""
    is_marked = (
        before.endswith(("“", '"', "‘", "'"))
        or _DEFINITE.match(after) is not None
        or (before.endswith(", ") and after.startswith(","))
        or (before.endswith("the ") and _KIND_NEXT.match(after) is not None)
    )
    return weight > 6 or (weight >= 4 and is_marked)


def _from_words(phrase: str, after: str, weight: float) -> Iterator[Claim]:
    words = phrase.split()
    coined = [word for word in words if is_coined(word)]
    if len(words) <= 3 and weight >= 4 and _EXPLAINED.match(after):
        yield Claim(phrase, None, weight)
    elif coined:
        yield Claim(coined[0], None, weight - 1)


def _defined(sentence: str) -> Iterator[Claim]:
    """Yield acronyms that the sentence itself defines: "total evaluation error (TEE)"."""
    for found in _ACRONYM.finditer(sentence):
        acronym = found["acronym"]
        if not is_coined(acronym):
            continue
        before = sentence[: found.start()].rstrip()
        expansion = expansion_before(before, acronym)
        clause = _CLAUSE_END.split(before)[-1]
        is_object = _MADE.search(clause) is not None and not _doubt(
            before.removesuffix(expansion or ""), "", sentence[found.end() - 1 :]
        )
        if expansion or is_object:
            yield Claim(acronym, expansion, 5.0 if is_object else 0.5)

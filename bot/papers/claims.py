"""Where a sentence claims a name for the paper's own work: "we propose HyperTree, a …"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.papers.acronyms import expands, expansion_before, is_common
from bot.papers.sentences import speaks_of_itself
from bot.papers.wording import ARTICLE, CAPITAL, CLOSE, END, KIND, MAKE, OPEN, PHRASE, any_of


@dataclass(frozen=True, slots=True)
class Claim:
    """A name, the words it stands for, and how surely (0–8) the sentence calls it ours."""

    text: str
    expansion: str | None
    weight: float


_OBJECT: Final = re.compile(
    rf"(?<!recently )(?<!previously )\b{MAKE}\s+{ARTICLE}(?:{KIND}\s)?"
    rf"{OPEN}(?P<phrase>{PHRASE}){END}"
)
_NAMING: Final = any_of(
    r"called named? dubbed termed titled entitled coined namely nicknamed denoted(?:_as|_by)?"
    r" a\.k\.a\.? abbreviated_as short_for referred_to_as together_as"
    r" (?:refer|abbreviate)d?_(?:\S+_){0,5}as"
    r" (?:we|which_we)_(?:call|name|term|dub)(?:_(?:it|this|the|our)(?:_[\w-]+){0,3}?)?"
)
_CALLED: Final = re.compile(
    rf"\b{_NAMING},?:?\s+(?:as\s+)?(?:the\s+)?{OPEN}(?P<phrase>{PHRASE}){END}"
)
_APPOSED: Final = re.compile(
    rf"\b(?:with|via|through|by|using|is|in|of|to)\s+{OPEN}(?P<phrase>{PHRASE})"
    rf"(?:\s\([^()]*\))?{CLOSE},\s(?:a|an|our|the\sfirst)\s"
)
_KINDED: Final = re.compile(rf"\b{KIND}(?:\s?,|:|\s[-–—]+)?\s+{OPEN}(?P<phrase>{PHRASE}){END}")
_NEW_KIND: Final = re.compile(
    r"\b(?:novel|new|propos\w+|present\w*|introduc\w+|develop\w*)\b[^.;:()]{0,90}?"
    rf"(?:,|:|\s[-–—]+)\s+{OPEN}(?P<phrase>{CAPITAL})"
    rf"(?={CLOSE}(?:,|\.|$|\s\(|\swhich|\sthat|\sfor|\sto))"
)
_OURS: Final = re.compile(
    r"\b(?:[Oo]ur|[Tt]he\s(?:proposed|resulting|new)|[Rr]esulting)\s+"
    rf"(?:(?:proposed|new|novel)\s+)?(?:{KIND}\s?,?\s+)?{OPEN}(?P<phrase>{PHRASE}){END}"
)
_IS_A: Final = re.compile(rf"^(?P<phrase>{CAPITAL})(?:\s\([^()]*\))?\s(?:is|are)\s(?:a|an|our)\s")
_REPOSITORY: Final = re.compile(
    r"https?://\S{1,200}/(?P<phrase>[A-Za-z][\w+-]*[A-Za-z0-9])/?[.)]*(?=\s|$)"
)
_ACHIEVING: Final = any_of(
    r"achiev outperform improv surpass obtain enabl leverag learns uses employs combines reduces"
    r" introduces attain consists provides can\b is_able supports exploits builds yields"
    r" generali[sz]es"
)
_ACHIEVES: Final = re.compile(
    rf"(?<![\w-])(?P<phrase>{CAPITAL})\s+"
    rf"(?:(?:also|further|consistently|significantly|substantially|then|first)\s+)?{_ACHIEVING}"
)
_SHOWN: Final = re.compile(
    r"\b(?:effectiveness|efficacy|performance|demonstrates?|shows?|superiority)"
    rf"(?:\sthat|\sof)?\s+(?P<phrase>{CAPITAL})"
)
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
_SUFFIX: Final = re.compile(
    any_of(
        "based aware free driven like level style specific oriented agnostic only centric friendly"
        r" shot time invariant equivariant optimal hard complete compatible \w{2,}(?:ed|ing)"
    )
)
_OWN_RULES: Final = (
    (_OBJECT, 6.0),
    (_APPOSED, 4.0),
    (_KINDED, 3.0),
    (_NEW_KIND, 4.5),
    (_OURS, 4.0),
    (_SHOWN, 1.5),
)
_OPEN_RULES: Final = (
    (_CALLED, 6.5),
    (_IS_A, 3.0),
    (_REPOSITORY, 5.5),
    (_ACHIEVES, 1.0),
    (_OURS, 3.0),
)


def find_claims(sentence: str) -> Iterator[Claim]:
    """Yield every claim in `sentence`; the same name may come more than once."""
    is_own = speaks_of_itself(sentence)
    for rule, weight in (*_OPEN_RULES, *(_OWN_RULES if is_own else ())):
        for found in rule.finditer(sentence):
            yield from _claims_at(sentence, found, weight)
    if is_own:
        yield from _defined(sentence)


def find_styled(sentence: str, styled: set[str]) -> Iterator[Claim]:
    """Yield names that are plain words but set in a face of their own: **hyperagents**."""
    rule = re.compile(
        rf"\b(?:{MAKE}|called|named|dubbed|termed)\s+{ARTICLE}([\w-]+(?:\s[\w-]+){{0,2}})"
    )
    for found in rule.finditer(sentence):
        for size in (3, 2, 1):
            words = " ".join(found[1].split()[:size])
            if words in styled and not is_common(words):
                yield Claim(words, None, 7.0)


def is_coined(word: str) -> bool:
    """True if `word` looks made up: HyperTree, GISA, Psy-CoT, ACT*ONOMY, T5."""
    if is_common(word) or " " in word or re.fullmatch(r"[IVX]+|.|\W*\d[\d.,]*[A-Za-z]?", word):
        return False
    parts = word.split("-")
    if len(parts) > 1 and (_SUFFIX.fullmatch(parts[-1]) or all(map(_is_ordinary, parts))):
        return False  # "LLM-based", "Quality-Diversity", "RGB-D": put together, not made up
    capitals = sum(character.isupper() for character in word)
    is_odd = (
        re.fullmatch(r"[A-Z][\w’'-]*", word) is None or re.search(r"[A-Za-z]\d", word) is not None
    )
    return capitals >= 2 or (capitals == 1 and is_odd)


def _is_ordinary(part: str) -> bool:
    return is_common(part) or re.fullmatch(r"[A-Z]?[a-z]{2,}|[a-z]|\d+", part) is not None


def _claims_at(sentence: str, found: re.Match[str], weight: float) -> Iterator[Claim]:
    """Yield what the rule found, read together with the bracket that explains it."""
    phrase, after = found["phrase"], sentence[found.end("phrase") :]
    before = sentence[: found.start("phrase")]
    inside = bracket[1] if (bracket := _BRACKET.match(after)) else ""
    if re.match(r"\s[a-z]", after) and _ADJECTIVAL.search(before):
        weight -= 3  # "a novel LNL framework": LNL says what kind, it is not the name
    weight -= _doubt(before, phrase, after)
    names_it = re.fullmatch(CAPITAL, inside) is not None and is_coined(inside)
    explains = inside if expands(phrase, inside) else None
    if names_it:
        yield Claim(inside, phrase, weight)
    if " " in phrase:
        if not names_it:
            yield from _from_words(phrase, after, weight)
    elif is_coined(phrase) or (
        not names_it and _is_proper(phrase) and _is_set_off(before, after, weight)
    ):
        yield Claim(phrase, explains, weight)


def _doubt(before: str, phrase: str, after: str) -> float:
    """Return how unlikely it is the paper's main name: a part's, a task's, a field's."""
    if _TASK.search(before) or _ITS_NAME_FOLLOWS.match(after):
        return 3.0
    nearby = " ".join(after.split()[:3]).rstrip(" ,.:;")
    return 1.5 if _PART.search(phrase) or _PART.search(nearby) else 0.0


def _is_set_off(before: str, after: str, weight: float) -> bool:
    """True if a word stands where only a name can: "called Pyramid-BERT", "Heuresis, a"."""
    is_marked = (
        before[-1:] in set("“\"‘'")
        or _DEFINITE.match(after) is not None
        or (before.endswith(", ") and after.startswith(","))
        or (before.endswith("the ") and re.match(rf"\s{KIND}\b", after) is not None)
    )
    return weight > 6 or (weight >= 4 and is_marked)


def _is_proper(word: str) -> bool:
    """True for "Heuresis" and "Harbor-Mix": a capital, and no word that all use."""
    return (
        word[0].isupper()
        and len(word) > 2
        and not is_common(word)
        and not _SUFFIX.fullmatch(word.rsplit("-", maxsplit=1)[-1])
    )


def _from_words(phrase: str, after: str, weight: float) -> Iterator[Claim]:
    words = phrase.split()
    coined = [word for word in words if is_coined(word)]
    if (
        len(words) <= 3
        and weight >= 4
        and re.match(r"[”\"’']?(?:,\s(?:a|an|the|which|our)\b|:)", after)
    ):
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
        clause = re.split(r"[;:]\s|\b(?:that|which|where)\b", before)[-1]
        is_object = re.search(rf"\b{MAKE}\s", clause) is not None and not _doubt(
            before.removesuffix(expansion or ""), "", sentence[found.end() - 1 :]
        )
        if expansion or is_object:
            yield Claim(acronym, expansion, 5.0 if is_object else 0.5)

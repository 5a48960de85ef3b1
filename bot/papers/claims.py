"""Where a sentence claims a name for the paper's own work: "we propose HyperTree, a …"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.papers.acronyms import expands, expansion_before, is_common
from bot.papers.sentences import speaks_of_itself


@dataclass(frozen=True, slots=True)
class Claim:
    """A name, the words it stands for, and how surely (0–8) the sentence calls it ours."""

    text: str
    expansion: str | None
    weight: float


_WORD: Final = r"[^\W_](?:[\w*+@&/’'.^-]*[\w*+@])?"
_CAPITAL: Final = r"(?=[^\Wa-z_]|[a-z]+-?[A-Z0-9])" + _WORD
_LINKING: Final = r"(?:of|and|for|with|via|in|from|to|by|the|on|&|as|using|through)"
_PHRASE: Final = rf"{_CAPITAL}(?:(?:\s{_LINKING}(?:\sthe)?)?\s{_CAPITAL}){{0,9}}"
_OPEN: Final = "[“\"‘'(]?"
_END: Final = r"(?=[”\"’'\s,;:.(–—)-]|$)"
_VERB: Final = (
    r"(?:(?:introduc|propos|present|develop|design|devis|creat|construct|releas|contribut|establish|formulat"
    r"|describ|offer|unveil|launch|curat|implement|build|invent|instantiat|employ|train)(?:e|es|ed|s|ing)?"
    r"|built|put forward|contributions? (?:is|are))"
)
_KIND: Final = (
    r"(?:algorithm|approach|architecture|benchmark|corpus|data ?set|engine|environment|estimator|framework|language"
    r"|library|loss|mechanism|method|metric|model|module|network|optimi[sz]er|package|paradigm|pipeline|platform"
    r"|policy|procedure|protocol|resource|scheme|simulator|solution|strategy|suite|system|task|taxonomy|technique"
    r"|test ?bed|tool|toolkit|agent|methodology|attack|defen[sc]e|layer|operator|robot|representation|feature"
    r"|measure|planner|extension|variant|detector|contribution|regulari[sz]er|dataset|training|hand|gripper)s?"
)
_ARTICLE: Final = r"(?:(?:here|also|then|further|a|an|the|our|its|novel|new|simple|first|so-called|\w+ing|\w+ly)\s+){0,4}"
_OBJECT: Final = re.compile(
    rf"\b{_VERB}\s+{_ARTICLE}(?:{_KIND}\s)?{_OPEN}(?P<phrase>{_PHRASE}){_END}"
)
_CALLED: Final = re.compile(
    r"\b(?:called|named?|dubbed|termed|titled|entitled|coined|namely|nicknamed|denoted(?: as| by)?|a\.k\.a\.?"
    r"|abbreviated as|short for|referred to as|(?:refer|abbreviate)d? (?:\S+ ){0,5}as|together as"
    rf"|(?:we|which we) (?:call|name|term|dub)(?: (?:it|this|the|our)(?: [\w-]+){{0,3}}?)?)"
    rf",?:?\s+(?:as\s+)?(?:the\s+)?{_OPEN}(?P<phrase>{_PHRASE}){_END}"
)
_APPOSED: Final = re.compile(
    rf"\b(?:with|via|through|by|using|is|in|of|to)\s+{_OPEN}(?P<phrase>{_PHRASE})(?:\s\([^()]*\))?[”\"’]?,\s(?:a|an|our|the first)\s"
)
_KINDED: Final = re.compile(rf"\b{_KIND}(?:\s?,|:|\s[-–—]+)?\s+{_OPEN}(?P<phrase>{_PHRASE}){_END}")
_NEW_KIND: Final = re.compile(
    rf"\b(?:novel|new|propos\w+|present\w*|introduc\w+|develop\w*)\b[^.;:()]{{0,90}}?(?:,|:|\s[-–—]+)\s+{_OPEN}(?P<phrase>{_CAPITAL})(?=[”\"’']?(?:,|\.|$|\s\(|\swhich|\sthat|\sfor|\sto))"
)
_OURS: Final = re.compile(
    rf"\b(?:[Oo]ur|[Tt]he (?:proposed|resulting|new)|[Rr]esulting)\s+(?:proposed\s+|new\s+|novel\s+)?(?:{_KIND}\s?,?\s+)?{_OPEN}(?P<phrase>{_PHRASE}){_END}"
)
_IS_A: Final = re.compile(rf"^(?P<phrase>{_CAPITAL})(?:\s\([^()]*\))?\s(?:is|are) (?:a|an|our)\s")
_REPOSITORY: Final = re.compile(
    r"https?://\S+/(?P<phrase>[A-Za-z][\w+-]*[A-Za-z0-9])/?[.)]*(?=\s|$)"
)
_ACHIEVES: Final = re.compile(
    rf"(?<![\w-])(?P<phrase>{_CAPITAL})\s+(?:(?:also|further|consistently|significantly|substantially|then|first)\s+)?"
    r"(?:achiev|outperform|improv|surpass|obtain|enabl|leverag|learns|uses|employs|combines|reduces|introduces|attain"
    r"|consists|provides|can\b|is able|supports|exploits|builds|yields|generali[sz]es)"
)
_SHOWN: Final = re.compile(
    rf"\b(?:effectiveness|efficacy|performance|demonstrates?|shows?|show that|superiority)(?: that| of)?\s+(?P<phrase>{_CAPITAL})"
)
_BRACKET: Final = re.compile(
    r"[”\"’']?\s*\(\s*(?:(?:called|named|dubbed|termed|or|i\.e\.,?|denoted as|abbreviated as|a\.k\.a\.?|short for)\s+)?[“\"‘]?([^()]{2,90}?)[”\"’]?\s*\)"
)
_ACRONYM: Final = re.compile(rf"\((?:[a-z.\s]+\s)?{_OPEN}(?P<acronym>{_CAPITAL})[”\"’']?\)")
_DEFINITE: Final = re.compile(r"[”\"’']?\s*(?:,\s(?:a|an|the|which|our)\b|:|\(|[–—-]\s)")
_ADJECTIVAL: Final = re.compile(
    r"\b(?:an?|novel|new|simple|first|efficient|\w+ing|\w+ive|\w+al)\s$"
)
_SUFFIX: Final = re.compile(
    r"based|aware|free|driven|like|level|style|specific|oriented|agnostic|only|centric|friendly|shot|time|invariant"
    r"|equivariant|optimal|hard|complete|compatible|\w{2,}(?:ed|ing)"
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
    (_REPOSITORY, 1.5),
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
        rf"\b(?:{_VERB}|called|named|dubbed|termed)\s+{_ARTICLE}([\w-]+(?:\s[\w-]+){{0,2}})"
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
    names_it = re.fullmatch(_CAPITAL, inside) is not None and is_coined(inside)
    if names_it:
        yield Claim(inside, phrase, weight)
    if " " in phrase:
        if not names_it:
            yield from _from_words(phrase, after, weight)
    elif is_coined(phrase):
        yield Claim(phrase, inside if expands(phrase, inside) else None, weight)
    elif (
        not names_it
        and weight >= 4
        and _is_proper(phrase)
        and (_DEFINITE.match(after) or before[-1:] in set("“\"‘'"))
    ):
        yield Claim(phrase, inside if expands(phrase, inside) else None, weight - 1)


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
        before = sentence[: found.start()]
        expansion = expansion_before(before, acronym)
        clause = re.split(r"[;:]\s|\b(?:that|which|where)\b", before)[-1]
        is_object = re.search(rf"\b{_VERB}\s", clause) is not None
        if expansion or is_object:
            yield Claim(acronym, expansion, 5.0 if is_object else 1.5)

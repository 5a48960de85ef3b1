"""Making a clause short enough for a headline: at a seam of the sentence, rarely with "…"."""

import re
from collections.abc import Iterator
from typing import Final

from bot.papers.markup import cut
from bot.papers.wording import any_of

_PARENTHESIS: Final = re.compile(
    r"\s*\((?!\w\))[^()]*\)|\s\[[\d,;–\s-]+\]|,?\sfor\sthe\sfirst\stime,?(?=\s)"
    r"|,\s(?:each|namely|respectively|i\.e\.,?|e\.g\.,?)\s[^,]*(?=,\s?)(?:,(?=\s[a-z]+s\s))?"
)
_PREDICATE: Final = any_of(
    "us show demonstrat prov evaluat find found apply appli introduc propos develop analy[sz] stud"
    " provid validat conduct compar deriv establish report releas discuss identif construct design"
    " present outlin extend investigat examin explor characteri[sz] test measur distinguish call"
    " train implement instantiat achiev refer"
)
_BARE_PREDICATE: Final = any_of(
    "show prove demonstrate give evaluate introduce propose provide describe analyze derive address"
    " investigate validate apply present discuss illustrate establish examine verify argue"
)
_STOPS: Final = re.compile(
    rf"""
      ,?\s(?:and|then|but)\s(?:(?:then|also|further|\w+ly)\s)?
        (?:we\b|it\b|{_PREDICATE}\w{{0,3}}\s(?:it|that|a|an|the|how|this|them|our|its)\b)
    | ,?\sand\s(?:\w+ly\s)?{_BARE_PREDICATE}\s
    | ,\s{_PREDICATE}\w{{0,3}}s\s
    | \snot\s(?:as|only|just|merely|by|through)\b
    | :\s(?:it|we|they|first|i\.e)\b
    | ,\s(?:i\.e\.|e\.g\.|where\b|in\swhich\b|built\son\b|so\sthat\b|but\b|yet\b|thereby\b|thus\b
        |given\b|with\seach\b|(?:with|which\sincludes?|including)\s(?:two|three|four|several)\b)
    | ,?\s(?:with|for|to|in|on|from|by)\swhich\b | \swithin\swhich\b
    | ;\s | \s[—–-]\s | :\s\( | (?<![A-Z])\.(?:\s|$)
    """,
    re.VERBOSE,
)
_VAGUE_TAIL: Final = re.compile(
    r"(?<!able),?\s(?:to|that|which|for)\s(?:better\s|effectively\s|jointly\s|directly\s)?"
    r"(?:address|tackl|solv|overcom|mitigat|handl|alleviat|resolv|bridg|fill|show|demonstrat|prov"
    r"|achiev|remed|verif|validat|evaluat)\w*\s(?:all\sof\s)?"
    r"(?:this|these|those|such|that|the\s(?:above|aforementioned|issues?|problems?|challenges?|gap"
    r"|limitations?)|our|its|them|it|both)\b.*"
)
_NOVEL: Final = re.compile(
    r"\b(?:(?P<article>[Aa]n?)\s(?:\w+ly\s)?(?:novel|new)(?:,\s|\sand\s|\s)"
    r"|(?:(?<=[Tt]he\s)|(?<=[Tt]wo\s)|(?<=three\s)|(?<=several\s))(?:novel|new)\s)(?P<next>[\w\"“]\w{0,2})"
)
_ADJECTIVES: Final = re.compile(
    r"\b(an?\s(?:\w+ly\s)?[\w-]+)(?:,\s(?:and\s)?[\w-]+)+(?=\s[a-z-]+\s)"
)
_QUALIFIED: Final = re.compile(r"\b(for|of|on|in|to|with|from|between)\s\w+ly\s\w+ed\s(?=[a-z])")
_COLLECTION: Final = re.compile(
    r"\b(into|of|with|for|to|on|by|from)\sa\s(?:set|series|collection|number|variety|range)\sof\s"
)
_PARTICIPLE: Final = any_of(
    "comprising featuring covering reflecting spanning consisting using based_on leveraging"
    " exploiting built designed aimed aiming tailored enabling allowing"
)
_PURPOSE: Final = r"\sto\s(?!a\b|an\b|the\b|\w+ing\b|\w+s\b)(?=[a-z]+\s)"
_NOUNS: Final = any_of(
    r"\w*learning \w*training \w*planning \w*modell?ing clustering embedding reasoning tracking"
    r" matching \w*processing understanding rendering pruning sampling editing tuning prompting"
    r" mapping grasping driving setting imaging computing parsing ranking coding masking"
    r" \w*forecasting hashing programming engineering walking testing \w*bounding scheduling"
    r" mining routing decoding encoding quantization finding meaning monitoring sensing handling"
    r" answering clothing string shading lighting captioning labell?ing unlearning steering"
)
# Where a long clause may end, the better places first; the figure is what such an end is worth.
_SEAMS: Final = (
    (
        re.compile(r",?\s(?:that|which|whose|while|where|when|because|since|without|such\sthat)\s"),
        1.0,
    ),
    (re.compile(r"\sand\s\w+s\s(?!and\b|or\b|of\b|in\b|to\b|for\b|is\b|are\b|with\b)"), 0.97),
    (re.compile(rf",?\s{_PARTICIPLE}\s|,\s(?=\w+ing\s|with\s|for\s|from\s|by\s)"), 0.95),
    (re.compile(r"\s(?:by|via|through|under)\s"), 0.93),
    (re.compile(_PURPOSE), 0.88),
    (
        re.compile(r"\s(?:over|for|in|on|between|with|from|at|towards?|across|against|within)\s"),
        0.86,
    ),
    (re.compile(rf"\s(?!{_NOUNS}\b)\w{{4,}}ing\s(?=\w)"), 0.84),
    (re.compile(r"\sinto\s"), 0.8),
    (re.compile(r",\s"), 0.6),
    (re.compile(r"\sand\s"), 0.52),
)
_CUT: Final = 0.45  # what ending with "…" is worth
_FITS: Final = 1.05  # what is worth a wording that is short enough as it is
_LEAST: Final = 20  # characters; less says too little
_ENOUGH: Final = 70  # characters that say enough
_WANTS_MORE: Final = any_of(
    r"a an the of that which and or for to in on by with from as at is are be its their our new"
    r" novel both between under over via into such e\.g how whether not can than more across"
    r" through using while where this these whose when who within towards? against i\.e if even"
    r" also only just very most any some each every other about after before during per been could"
    r" would will may might should rather more less so but w\.r\.t i\.e\.? e\.g\.? And Of"
    r" The With For To able have has we it they"
)
_LOOSE_END: Final = re.compile(rf"(?:[\s,;:–—-]+|\s{_WANTS_MORE})+$")
_LOOSE_LENGTH: Final = 10  # characters; no word that wants more is longer
_MODIFIER: Final = re.compile(r"(?:ed|ly|ive|ous|al|ic|able|ible|ing|free|specific|wide|aware)$")
_VERBAL: Final = re.compile(r"(?:ed|ly|ing)$")
_NOUN: Final = re.compile(_NOUNS)
_ASKING: Final = re.compile(r"(?:[Hh]ow|[Ww]h(?:y|at|en))\s")
_OPEN: Final = re.compile(
    r"""\b(?:whether|if|not)\b
    | \b(?:between|both|either)\b(?!.*\s(?:and|or)\s)
    | \b(?:that|which),\s[^,]*$                                    # "that, given a graph, | …"
    | ^(?=.*,).*\b(?:an?|the)\s(?:\w+ly\s)?[\w-]+(?:,\s[\w-]+)*,?$   # "a fast, small, | and …"
    """,
    re.VERBOSE,
)
_ASKS_FOR: Final = re.compile(  # "ability | to", "based | on": what follows belongs to the word
    r"\b(?:able|ability|how|need|needs|attempts?|used|order|way|ways|due|similar|robust|applied"
    r"|compared?|according|leads?|access|close|adapt\w*|relat\w+|contrast|invariant|prior|respect"
    r"|trade-?offs?|relationships?|gaps?|differences?|connections?|links?|equivalent|suitable|responsible|subject|designed|aims?|seeks?|helps?|approach|extension|capacity|set|number|part"
    r"|kind|type|focus\w*|relies|rel[yi]\w*|depends?|based|consists?|belongs?|allows?\s\w+|enables?"
    r"|uses?|learns?|maps?|models?\sthe|is|are|be|has|have|we|it|they|one|two|three)$"
)


def clause_of(text: str) -> str:
    """Return the first clause of `text`, without parentheses, the next predicate and vague ends."""
    text = _PARENTHESIS.sub("", text)
    stop = _STOPS.search(text, 12)
    text = re.sub(r"\s+", " ", text[: stop.start()] if stop else text).strip(" ,:;.")
    text = re.sub(r"^our\s(?!.*s$)", "a ", _VAGUE_TAIL.sub("", text).replace(", that ", " that "))
    text = _NOVEL.sub(_without_novel, text)
    for opening, closing in ("“”", "()", '""'):
        if text.count(opening) != text.count(closing) or text.count('"') % 2:
            text = re.sub(rf"[{opening}{closing}]", "", text)
    return text


def _without_novel(found: re.Match[str]) -> str:
    """ "a novel approach" is "an approach": every title is about something new."""
    if not found["article"]:
        return found["next"]
    takes_an = re.match(r"[aeio]|u[lmp]|un[^i]", found["next"].lower().lstrip('"“'))
    article = found["article"][0] + ("n" if takes_an else "")
    return f"{article} {found['next']}"


def shorten(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters as a phrase that is whole if possible.

    It ends at a seam ("that …", "for …") if enough is left, else at a word with
    "…"; never in "the", "of" or another word that wants a next one.
    """
    if len(text) <= limit:
        return _trimmed(text) or text
    best, highest = "", _CUT
    for variant, worth in _variants(text).items():
        if len(variant) <= limit and worth * _FITS > highest:
            best, highest = variant, worth * _FITS
        for short, seam, quality in _ends(variant, limit):
            if worth * quality > highest and _may_end(short, seam):
                best, highest = short, worth * quality
    if not best:
        return _trimmed(cut(text, limit).rstrip("…")) + "…"
    return best if best.endswith("…") else _trimmed(best) or best


def _variants(text: str) -> dict[str, float]:
    """Return terser wordings of `text`, each with its worth."""
    terse = _COLLECTION.sub(r"\1 ", _QUALIFIED.sub(r"\1 ", _ADJECTIVES.sub(r"\1", text)))
    variants = {text: 1.0}
    variants.setdefault(without_article(text), 0.98)
    variants.setdefault(terse, 0.96)
    variants.setdefault(without_article(terse), 0.94)
    return variants


def _ends(text: str, limit: int) -> Iterator[tuple[str, str, float]]:
    """Yield beginnings of too long a `text` within `limit`, the seam behind each, its worth."""
    for seam, quality in _SEAMS if len(text) > limit else ():
        for found in seam.finditer(text):
            if found.start() > limit:
                break
            short = text[: found.start()]
            body = len(_body(short))
            if body >= _LEAST:
                yield short, found[0], quality * min(body, _ENOUGH) / _ENOUGH


def _body(text: str) -> str:
    """Return what `text` says behind "Name: "."""
    return text.rpartition(": ")[2]


def _may_end(text: str, seam: str) -> bool:
    """False if `text` leaves something open: a list, "whether …", "between …", a small word."""
    if _LOOSE_END.search(text, len(text) - _LOOSE_LENGTH):
        return False
    body = _body(text)
    if _ASKS_FOR.search(text, _last_two(text)) or _OPEN.search(body):
        return False
    if len(body) < 45 and _ASKING.match(body):
        return False
    last = body.split()[-1]
    if _NOUN.fullmatch(last):
        return True
    loose = _MODIFIER if seam.startswith((",", " and", " to")) else _VERBAL
    return loose.search(last) is None


def _last_two(text: str) -> int:
    """Return where the last two words of `text` begin."""
    return text.rfind(" ", 0, max(0, text.rfind(" "))) + 1


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

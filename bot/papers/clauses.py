"""Which clause of an abstract says what was done, as a noun phrase or short sentence."""

import re
from collections.abc import Iterator
from typing import Final

from bot.papers.sentences import speaks_of_itself
from bot.papers.shortening import clause_of
from bot.papers.wording import SUBJECT, any_of

_LEAST: Final = 25  # characters; a shorter clause says too little

_MAKING: Final = any_of(
    "introduc propos present develop design devis provid establish prov build contribut construct"
    " creat releas formulat deriv giv describ offer synthesi[sz] collect curat"
)
# What may stand between "we" and its verb, so that "the design problem" is no deed of ours.
_LEAD: Final = (
    r"(?:[^.;:]{0,90}?(?:\w+ly|,(?!\s\w+ing\s)|\s(?:we|and|to|then|also|first|here|have|has|will|can|further|thus|next"
    r"|instead|paper|work|study|therefore|method|approach)))??"
)
_MADE: Final = re.compile(
    rf"{SUBJECT}{_LEAD}\s{_MAKING}(?:e|es|ed|s|ing)?\s(?:\(\w\)\s)?(?P<object>.+)"
)
_MADE_PASSIVELY: Final = re.compile(
    r"(?:^|,\s|(?:paper|work|study)\s)(?P<object>[^\s.;,:][^.;,:]{20,200}?)"
    r"\s(?:is|are|was|were|(?:has|have)\sbeen)\s(?:\w+ly\s)?"
    r"(?:proposed|presented|introduced|developed|described|designed|investigated|studied|reported"
    r"|discussed|examined|analy[sz]ed|demonstrated|established|derived)\b"
)
_FIRST: Final = re.compile(r"\b(?:[Tt]his|[Oo]urs?(?:\s\w+)?)\sis\s(?P<object>the\sfirst\s.+)")
_STUDYING: Final = any_of(
    "stud investigat examin analy[sz] explor consider revisit evaluat compar address tackl ask"
    " survey review discuss characteri[sz] focus"
)
_STUDIED: Final = re.compile(
    rf"{SUBJECT}{_LEAD}\s{_STUDYING}(?:y|ies|e|es|ed|s|ing)?\s(?:on\s)?(?P<object>.+)"
)
_FINDING: Final = any_of(
    "show find found demonstrat prov observ reveal argu report discover confirm establish"
)
_FOUND: Final = re.compile(
    rf"{SUBJECT}[^.;:]{{0,60}}?\b{_FINDING}(?:e|es|ed|s)?(?:\s\w+)?\sthat\s(?P<object>.+)"
)
_DID: Final = re.compile(
    r"\b(?:[Tt]his\s(?:paper|work|article|study)|[Ww]e)\s(?:(?:also|first|then)\s)?"
    r"(?P<object>(?!(?:are|do|can|have|is|will|refer|call|believe|hope|assume|note|conclude|think|obtain|compare|show"
    r"|find|test|verify|conduct|perform|validate|demonstrate|need|require|call)(?:s|es)?\b)[a-z]{3,20}(?<!ly)\s.+)"
)
_VAGUE: Final = re.compile(
    r"(?:which|this|these|those|such|as|at|in|within|for|on|it|its|them|they|our|here|that|whether\sthis|how\sthis|how\sthese"
    r"|the\s(?:result|experimental\sresult|main\sresult|technical\sresult|work|paper)s?\b"
    r"|the\s(?:(?:proposed|above|same|problem\sof)\s)?"
    r"(?:method|model|framework|question|problem|gap|approach|idea|algorithm|system|concept)\b"
    r"(?!\sof)"
    r"|(?:(?:extensive|comprehensive|some|several|new|novel|two|three|four|further|more)\s)*"
    r"(?:experiment|evaluation\sresult|technique|result|insight|evidence|guidance|analys[ei]s\sof\sth"
    r"|mechanism|contribution|example|discussion|both|and|to|that|by|a\sdetailed)\w*\b)",
    re.IGNORECASE,
)
_ANAPHORA: Final = re.compile(
    r"\b(?:this|these|those|such)\s(?:problem|issue|task|question|approach|method|technique|concept"
    r"|context|setting|goal|challenge|paradigm|limitation|gap|kind|idea|aspect|system)s?\b"
)
_BARE_KIND: Final = re.compile(
    r"(?:an?|the|novel|new)\s(?:\w+\s)?(?:framework|method|approach|model|algorithm)s?"
)
_HEAD: Final = re.compile(
    r"^(?:(?:is|are|here)\s|(?:the\s)?(?:problem|task|issue|question)s?\sof\s"
    r"|(?:the\s)?(?:use|design|development)\sof\s(?=\w+ing\s))+"
)
_INTENDING: Final = re.compile(
    r"^(?:(?:aims?|aiming|seeks?|tr(?:y|ies)|attempts?|proposes?|is\sdesigned|are\sdesigned|wants?"
    r"|learns?\show|helps?)\sto\s)"
)
_MAKING_OR_STUDYING: Final = re.compile(rf"(?:{_MAKING}|{_STUDYING})(?:y|ies|e|es|s)?\s")
_NOUN_PHRASE: Final = r"(?:an?|the|our|two|three|several|how|whether)\s"
_ASKED: Final = any_of(
    "improv help reduc increas affect lead mak enabl generali[sz] transfer requir matter outperform"
    " influenc depend hold exist"
)
_WHETHER: Final = r"(?:whether|if)(?:\sand\s\w+)?\s(?P<who>.+?)\s"
_MODAL: Final = re.compile(
    _WHETHER + r"(?P<verb>can|could|do|does|is|are|should|will|would|have|has)\s(?P<rest>.+)"
)
_THIRD_PERSON: Final = re.compile(_WHETHER + rf"(?P<verb>{_ASKED}(?:e|ze|se)?)s\s(?P<rest>.+)")


def best_clause(sentences: list[str]) -> str | None:
    """Return the clause that a title would say, or None: what was made, studied, or found."""
    for rules in ((_MADE, _FIRST), (_MADE_PASSIVELY,), (_STUDIED,), (_FOUND,), (_DID,)):
        for sentence in sentences:
            if speaks_of_itself(sentence) or rules[-1] in (_FIRST, _MADE_PASSIVELY):
                for clause in _clauses(sentence, rules):
                    return clause
    return None


def deed(sentence: str) -> str | None:
    """Return what `sentence` says this paper does, as "decomposing …", or None."""
    found = _DID.search(sentence)
    return act(clause_of(found["object"])) if found else None


def is_vague(clause: str) -> bool:
    """True if `clause` could stand for any paper, or points at what was said before."""
    return bool(_VAGUE.match(clause) or _BARE_KIND.fullmatch(clause) or _ANAPHORA.search(clause))


def act(clause: str) -> str:
    """Return "aims to split a task" as "splitting a task" and "presents a tool" as "a tool".

    Return "" for what is made without being said, as in "propose NetX".
    """
    clause = _INTENDING.sub("", clause)
    made = _MAKING_OR_STUDYING.match(clause)
    if made:
        return clause[made.end() :] if re.match(_NOUN_PHRASE, clause[made.end() :]) else ""
    return gerund(clause)


def _clauses(sentence: str, rules: tuple[re.Pattern[str], ...]) -> Iterator[str]:
    for rule in rules:
        found = rule.search(sentence)
        if found is None:
            continue
        clause = _after_colon(clause_of(found["object"])).split(", which ", 1)[0]
        clause = _HEAD.sub("", clause)
        if len(clause) >= _LEAST and not is_vague(clause):
            yield act(clause) if rule is _DID else as_question(clause)


def _after_colon(clause: str) -> str:
    """ "a general solution: merging as averaging" is about the merging."""
    head, colon, rest = clause.partition(": ")
    return rest if colon and len(head.split()) <= 4 and len(rest) >= 20 else clause


def as_question(clause: str) -> str:
    """Return "whether LLMs can plan" as "can LLMs plan?"; any other clause as it is."""
    found = _MODAL.match(clause)
    if found and not re.search(rf"\b{_ASKED}\w*s\b|,", found["who"]):
        return f"{found['verb']} {found['who']} {found['rest']}?"
    found = _THIRD_PERSON.match(clause)
    return f"does {found['who']} {found['verb']} {found['rest']}?" if found else clause


def gerund(clause: str) -> str:
    """Return "decomposes a task" or "decompose a task" as "decomposing a task"."""
    verb, _, rest = clause.partition(" ")
    stem = verb
    if verb.endswith("s") and not verb.endswith("ss"):
        takes_es = re.search(r"(?:ss|sh|ch|x|zz)es$", verb)
        stem = verb[:-2] if takes_es else verb[:-1]
    stem = re.sub(r"ie$", "y", re.sub(r"(?<!e)ed$", "", stem) if len(stem) > 5 else stem)
    if re.fullmatch(r"[^aeiou]{1,3}[aeiou][^aeiouwxy]", stem):
        stem += stem[-1]  # "running"
    if stem.endswith("e") and not stem.endswith("ee"):
        stem = stem[:-1]
    return f"{stem}ing {rest}"

"""Which wordings claim a name: "we propose X", "called X", "our X", "X achieves", each weighed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.papers.wording import ARTICLE, CAPITAL, CLOSE, END, KIND, MAKE, OPEN, PHRASE, START, any_of


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a claim stands, as a pattern, and how much it weighs.

    One of the `cues` is in every sentence that the pattern fits: to look for them first is
    ten times as fast. A rule that begins with the name says what it `leads_to`: if that is
    in the sentence, the rule is tried where a name can begin.
    """

    pattern: re.Pattern[str]
    weight: float
    cues: tuple[str, ...] = ("",)
    leads_to: re.Pattern[str] | None = None

    def matches(self, sentence: str) -> Iterable[re.Match[str]]:
        """Return what `pattern.finditer` would."""
        if self.leads_to is not None:
            return self._leading(sentence) if self.leads_to.search(sentence) else ()
        for cue in self.cues:
            if cue in sentence:
                return self.pattern.finditer(sentence)
        return ()

    def _leading(self, sentence: str) -> Iterator[re.Match[str]]:
        at = 0
        for start in (0, *(found.end() for found in _BEFORE_NAME.finditer(sentence))):
            if start >= at and (found := self.pattern.match(sentence, start)):
                at = found.end()
                yield found


_OBJECT: Final = re.compile(
    rf"{START}(?<!recently )(?<!previously ){MAKE}\s+{ARTICLE}(?:{KIND}\s)?"
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
_KINDED: Final = re.compile(rf"{START}{KIND}(?:\s?,|:|\s[-–—]+)?\s+{OPEN}(?P<phrase>{PHRASE}){END}")
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
_BEFORE_NAME: Final = re.compile(r"[^A-Za-z0-9](?=[A-Z0-9\u0080-\U0010ffff]|[a-z]++-?[A-Z0-9])")
_OUR: Final = ("Our ", "our ", "he proposed ", "he new ", "esulting ")
_OWN_RULES: Final = (
    Rule(_OBJECT, 6.0),
    Rule(_APPOSED, 4.0, (", a ", ", an ", ", our ", ", the first ")),
    Rule(_KINDED, 3.0),
    Rule(_NEW_KIND, 4.5, ("novel", "new", "propos", "present", "introduc", "develop")),
    Rule(_OURS, 4.0, _OUR),
    Rule(_SHOWN, 1.5, ("effectiv", "efficacy", "performance", "demonstrate", "show", "superior")),
)
ANY_RULES: Final = (
    Rule(
        _CALLED,
        6.5,
        (
            *("called", "we call", "name", "dubbed", "we dub", "termed", "we term", "titled"),
            *("coined", "denoted", "a.k.a", "abbreviate", "short for", "refer", "together as"),
        ),
    ),
    Rule(_IS_A, 3.0, leads_to=re.compile(" (?:is|are) (?:an?|our) ")),
    Rule(_REPOSITORY, 5.5, ("http",)),
    Rule(_ACHIEVES, 1.0, leads_to=re.compile(f" {_ACHIEVING}")),
    Rule(_OURS, 3.0, _OUR),
)
ALL_RULES: Final = (*ANY_RULES, *_OWN_RULES)

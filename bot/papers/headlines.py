"""One line for a paper: its title, or what its abstract lets us say in a title's place."""

import re
from collections.abc import Iterator
from typing import Final

from bot.papers.acronyms import is_common
from bot.papers.clauses import act, best_clause, deed, is_vague
from bot.papers.markup import Document, cut, parse, plain
from bot.papers.naming import LONGEST, Name, names_in
from bot.papers.sentences import split_sentences
from bot.papers.shortening import clause_of, shorten
from bot.papers.wording import CLOSE, OPEN, SUBJECT, any_of

LIMIT: Final = 100  # Discord's limit for an autocomplete choice
_LEAST: Final = 14  # characters; "a backbone" says too little of a name
_NOTHING: Final = "A paper without title or abstract"
_NOT_A_NOUN: Final = any_of(
    r"and or which that to where we as by for is are it but in on with while whose who can \w+ing"
    r" \w+ly \w+ed outperforms i\.e\."
)
_BOASTING: Final = re.compile(
    "achiev|requir|need|consist|perform|run|yield|exceed|outperform|improv|surpass|show|demonstrat"
    "|overcom|can "
)
_PROPOSING: Final = any_of(
    "introduc propos present develop design establish describ releas construct creat build"
)
# What stands before and behind a name. It is looked for where the name stands, as to compile a
# pattern with the name in it takes longer than all else that a headline needs.
_EXPLAINED: Final = re.compile(
    rf"{CLOSE}\)?(?:\s\([^()]*\))?{CLOSE}(?:(?:,|:|\s[–—-])\s|\s(?=an?\s))"
    rf"(?P<what>(?!{_NOT_A_NOUN}\b)\w.+)"
)
_PROPOSED: Final = re.compile(
    rf"{SUBJECT}[^.;:]{{0,60}}?\s{_PROPOSING}(?:e|es|ed|s|ing)?\s(?P<before>[^.;]{{5,120}}?),?\s"
    rf"(?:\(|(?:called|named|dubbed|termed|namely)\s)?{OPEN}\Z"
)
_CLOSED: Final = re.compile(rf"{CLOSE}\)?")
_THING: Final = re.compile(
    r"\b(?P<before>(?:[Aa]n?|[Tt]he)\s[^.;,()]{10,120}?)"
    rf",?\s(?:\(|(?:called|named|dubbed)\s){OPEN}\Z"
)
_IS_PROPOSED: Final = re.compile(
    rf"{CLOSE}\)?,?"
    r"\s(?:is|are|was|has\sbeen)\s(?:proposed|presented|introduced|developed|designed)"
)
_PROPOSING_IT: Final = re.compile(rf"(?P<before>{_PROPOSING}(?:e|es|ed|s|ing)?)\s{OPEN}\Z")
_FOR_A_PURPOSE: Final = re.compile(
    rf"{CLOSE}(?:\s\([^()]*\))?,?\sto\s(?:\w+ly\s)?(?P<what>[a-z]{{3,}}\s.+)"
)
_REACH: Final = 250  # characters; nothing that is looked for before a name is longer
_PREDICATED: Final = re.compile(r"(?:\s\([^()]*\))?\s(?:is|are)\s(?P<what>(?:an?|the|our)\s.+)")
_ACTIVE: Final = re.compile(
    r"(?:,?\swhich|\sthat)?\s(?!(?:is|has|was|does)\b)(?P<what>[a-z]{3,}s\s.+)"
)
_POINTING_BACK: Final = re.compile(r"(?:this|these|that|it|such)\b")
_VERB_NEXT: Final = re.compile(r"\s(?:has|have|is|are|was|were|can|\w+[^s]s)\s")
_ACRONYM: Final = re.compile(r"\b[A-Z]{2,6}\b")
_APPOSITION: Final = re.compile(r"(?:an?|the|our|[\w-]+s|(?:[\w-]+\s){1,3}(?:that|which|for|to))\b")


def headline(title: str | None, abstract: str | None) -> str:
    """Return plain text of at most 100 characters that stands for the paper; never empty.

    A real title always wins. Else "Name: what it is", else the clause of the
    abstract that says what was done, cut at a seam or at a word.
    """
    if title and (shown := plain(parse(title, markdown=False))):
        return cut(shown, LIMIT)
    document = parse((abstract or "")[:LONGEST])
    return headline_without_title(document, names_in(document))


def headline_without_title(document: Document, names: tuple[Name, ...]) -> str:
    """Return what `headline` does for an abstract that is read and whose `names` are found."""
    text = plain(document)
    if not any(character.isalnum() for character in text):
        return _NOTHING
    sentences = split_sentences(text)
    said = _of_name(names[0], sentences) if names else None
    said = said or _of_clause(sentences, text) or sentences[0].rstrip(".。") or text
    return _capitalised(_fitted(said))


def _fitted(said: str) -> str:
    if not said.endswith("?"):
        return shorten(said, LIMIT)
    short = shorten(said[:-1], LIMIT - 1)
    return short if short.endswith("…") else f"{short}?"


def _of_name(name: Name, sentences: list[str]) -> str | None:
    """Return "HyperTree: a framework for …" from the sentences that speak of it."""
    for rule in _RULES:
        for sentence in sentences:
            if name.text in sentence and (what := rule(name, sentence)) and _says(what, name):
                return f"{name.text}: {_without_name(what, name)}"
    return _by_deed(name, sentences)


def _after(name: Name, rule: re.Pattern[str], sentence: str) -> re.Match[str] | None:
    """Return where `rule` first fits right behind the name."""
    return next((found for _, found in _behind(name, rule, sentence)), None)


def _behind(
    name: Name, rule: re.Pattern[str], sentence: str
) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield where the name stands and how `rule` fits right behind it."""
    at = sentence.find(name.text)
    while at >= 0:
        if found := rule.match(sentence, at + len(name.text)):
            yield at, found
        at = sentence.find(name.text, at + 1)


def _around(
    name: Name, before: re.Pattern[str], after: re.Pattern[str], sentence: str
) -> tuple[str, re.Match[str]] | None:
    """Return what stands `before` the name, and `after`, as one pattern would find both."""
    pairs = (
        (found, behind)
        for at, behind in _behind(name, after, sentence)
        if (found := before.search(sentence, max(0, at - _REACH), at))
    )
    first = min(pairs, key=lambda pair: _precedence(pair[0]), default=None)
    return (first[0]["before"], first[1]) if first else None


def _precedence(found: re.Match[str]) -> tuple[int, int, int, int]:
    """Order matches as a pattern tries them: early, lazy up to the group, then greedy."""
    return found.start(), *found.span("before"), -found.end()


def _apposition(name: Name, sentence: str) -> str | None:
    """ "HARC (Harmfulness-And-Refusal Coupling), a method that …" """
    found = _after(name, _EXPLAINED, sentence)
    if found is None or not _APPOSITION.match(found["what"]):
        return None
    what = clause_of(re.sub(r"^our ", "a ", found["what"]))
    if len(what) < 8:
        return None
    expansion = name.expansion if name.expansion and name.expansion not in what else None
    if expansion is None:
        return what
    kind = re.split(r"\s(?:that|which|for|to|in)\s", what)[0]
    return (
        f"{expansion}, {what}" if len(f"{name.text}: {expansion}, {kind}") <= LIMIT else expansion
    )


def _object_before(name: Name, sentence: str) -> str | None:
    """ "we propose a Reasoning agent framework (HierRR), which …", "a method called X for …" """
    found = _around(name, _PROPOSED, _CLOSED, sentence)
    if found is None or _POINTING_BACK.match(found[0]):
        return None
    before, after = found[0], sentence[found[1].end() :]
    # "factor analysis (FA) has …": what follows says something of it, not what it is
    return clause_of(before if _VERB_NEXT.match(after) else before + after)


def _object_of_passive(name: Name, sentence: str) -> str | None:
    """ "an augmented Bug algorithm (OA-Bug) is proposed for swarms" """
    found = _around(name, _THING, _IS_PROPOSED, sentence)
    return clause_of(found[0] + sentence[found[1].end() :]) if found else None


def _purpose(name: Name, sentence: str) -> str | None:
    """ "we introduce PlatonicGAN to discover …" """
    found = _around(name, _PROPOSING_IT, _FOR_A_PURPOSE, sentence)
    return act(clause_of(found[1]["what"])) if found else None


def _predicate(name: Name, sentence: str) -> str | None:
    """ "SPARK is a solver for …" """
    found = _after(name, _PREDICATED, sentence)
    return clause_of(found["what"]) if found else None


def _activity(name: Name, sentence: str) -> str | None:
    """ "FedSoft, which trains both …", "FedSoft trains both …" """
    found = _after(name, _ACTIVE, sentence)
    if found is None or _BOASTING.match(found["what"]):
        return None
    return act(clause_of(found["what"]))


_RULES: Final = (
    _apposition,
    _object_before,
    _object_of_passive,
    _predicate,
    _purpose,
    _activity,
)


def _without_name(what: str, name: Name) -> str:
    """Return "RADDLE benchmark, a collection of tools" as "a collection of tools"."""
    if name.text not in what:
        return what
    return re.sub(rf"^(?:an?\s|the\s)?{re.escape(name.text)}\s\w+,\s", "", what)


def _says(what: str, name: Name) -> bool:
    """True if `what` tells more of a paper than its name does."""
    if name.text in what and len(re.sub(rf"{re.escape(name.text)}(?!\w)", "", what)) < _LEAST:
        return False
    return len(what) >= _LEAST and not is_vague(what)


def _by_deed(name: Name, sentences: list[str]) -> str | None:
    """Join the name with what its sentence says was done, else with any clause."""
    sentence = next((sentence for sentence in sentences if name.text in sentence), "")
    what = deed(sentence) or ""
    if not _says(what, name):
        what = best_clause(sentences) or ""
    if not what:
        return f"{name.text}: {name.expansion}" if name.expansion else None
    what = _without_name(what, name)
    long_form = f"{name.expansion} ({name.text})"
    is_news = name.expansion is not None and name.expansion.lower() not in what.lower()
    return f"{long_form if is_news and len(long_form) < 50 else name.text}: {what}"


def _of_clause(sentences: list[str], text: str) -> str | None:
    clause = best_clause(sentences)
    return _spelled_out(clause, text) if clause else None


def _spelled_out(clause: str, text: str) -> str:
    """Replace an acronym that only the abstract explains by its words."""
    for acronym in _ACRONYM.findall(clause):
        if f"({acronym})" not in text or is_common(acronym):
            continue
        if explained := re.search(rf"((?:[\w-]+\s){{1,5}})\({acronym}\)", text):
            words = explained[1].split()[-len(acronym) :]
            if "".join(word[0].upper() for word in words) == acronym:
                spelled = " ".join(word.lower() if word.istitle() else word for word in words)
                clause = clause.replace(acronym, spelled, 1)
    return clause


def _capitalised(text: str) -> str:
    """Raise the first letter, but not of a name like "signSGD"."""
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first[1:] == first[1:].lower() else text

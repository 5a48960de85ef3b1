"""What a paper calls its own system, data set or method, read from its abstract."""

from dataclasses import dataclass
from typing import Final

from bot.papers.claims import Claim, find_claims, find_styled
from bot.papers.markup import Document, Face, parse, plain
from bot.papers.sentences import speaks_of_itself, split_sentences

_ENOUGH: Final = 3.0  # the least score of a name; tuned on 2,000 papers whose titles give theirs

LONGEST: Final = 10_000  # characters; only a handful of 87,000 real abstracts are longer
_JOINING: Final = frozenset("_/")  # what joins a name to what stands before it
_STYLES: Final = Face.BOLD | Face.ITALIC
_LATER: Final = 0.25  # what a sentence's delay costs a name in rank: the main one comes first


@dataclass(frozen=True)
class Name:
    """A name and, if the abstract says so, the words it stands for."""

    text: str
    expansion: str | None


@dataclass(slots=True)
class _Standing:
    """What the whole abstract says for one name."""

    score: float
    first_at: int  # index of the sentence that claims it first
    expansion: str | None


def find_names(raw_or_plain: str) -> tuple[Name, ...]:
    """Return what the abstract calls its own work, the most important first; often ().

    Acronyms it merely mentions (LLM, GPU, a rival's method) are not its names.
    """
    return names_in(parse(raw_or_plain[:LONGEST]))


def names_in(document: Document) -> tuple[Name, ...]:
    """Return the names that an abstract claims once it is read, as `find_names` does."""
    sentences = split_sentences(plain(document))
    styled = _styled_words(document)
    standings: dict[str, _Standing] = {}
    for at, sentence in enumerate(sentences):
        for claim in find_claims(sentence):
            _add(standings, claim, at, sentences)
        for claim in find_styled(sentence, styled) if styled else ():
            _add(standings, claim, at, sentences)
    return _ranked(standings)


def _styled_words(document: Document) -> set[str]:
    runs = (run for paragraph in document.paragraphs for run in paragraph)
    return {run.text.strip() for run in runs if run.face is not Face.PLAIN and run.face & _STYLES}


def _add(standings: dict[str, _Standing], claim: Claim, at: int, sentences: list[str]) -> None:
    """Weigh `claim`: often said is important; said before it was claimed is another's."""
    said = [_mentions(claim.text, sentence) for sentence in sentences]
    mentions = sum(said)
    if mentions < (2 if claim.weight < 2 else 1):  # a repository's address alone is no mention
        return
    background = sum(count > 0 for count in said[:at])
    defined = f"({claim.text})"
    borrowed = any(
        defined in sentence and not speaks_of_itself(sentence) for sentence in sentences[:at]
    )
    score = claim.weight + 0.5 * min(mentions, 6) - background - 0.15 * at - 3 * borrowed
    standing = standings.setdefault(claim.text, _Standing(score, at, claim.expansion))
    standing.score = max(standing.score, score)
    standing.expansion = standing.expansion or claim.expansion


def _mentions(name: str, sentence: str) -> int:
    """Count where `name` stands by itself, in no longer word and no address.

    By hand, because a pattern would have to be compiled for each name.
    """
    count = 0
    at = sentence.find(name)
    while at >= 0:
        end = at + len(name)
        before, after = sentence[at - 1 : at], sentence[end : end + 1]
        is_apart = not (before.isalnum() or before in _JOINING or after.isalnum() or after == "_")
        count += is_apart
        at = sentence.find(name, end if is_apart else at + 1)
    return count


def _ranked(standings: dict[str, _Standing]) -> tuple[Name, ...]:
    expansions = {standing.expansion for standing in standings.values()}
    ranked = sorted(standings.items(), key=lambda item: item[1].first_at * _LATER - item[1].score)
    return tuple(
        Name(text, standing.expansion)
        for text, standing in ranked
        if standing.score >= _ENOUGH and (text not in expansions or " " not in text)
    )

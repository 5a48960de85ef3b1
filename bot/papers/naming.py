"""What a paper calls its own system, data set or method, read from its abstract."""

import re
from dataclasses import dataclass
from typing import Final

from bot.papers.claims import Claim, find_claims, find_styled
from bot.papers.markup import Document, Face, parse, plain
from bot.papers.sentences import speaks_of_itself, split_sentences

_ENOUGH: Final = 3.0  # the least score of a name; tuned on 2,000 papers whose titles give theirs

_LONGEST: Final = 10_000  # characters; only a handful of 87,000 real abstracts are longer
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
    return names_in(parse(raw_or_plain[:_LONGEST]))


def names_in(document: Document) -> tuple[Name, ...]:
    """Return the names that an abstract claims once it is read, as `find_names` does."""
    sentences = split_sentences(plain(document))
    styled = _styled_words(document)
    standings: dict[str, _Standing] = {}
    for at, sentence in enumerate(sentences):
        for claim in (*find_claims(sentence), *find_styled(sentence, styled)):
            _add(standings, claim, at, sentences)
    return _ranked(standings)


def _styled_words(document: Document) -> set[str]:
    faces = Face.BOLD | Face.ITALIC
    return {run.text.strip() for runs in document.paragraphs for run in runs if run.face & faces}


def _add(standings: dict[str, _Standing], claim: Claim, at: int, sentences: list[str]) -> None:
    """Weigh `claim`: often said is important; said before it was claimed is another's."""
    said = re.compile(rf"(?<![\w/]){re.escape(claim.text)}(?!\w)")
    mentions = sum(len(said.findall(sentence)) for sentence in sentences)
    background = sum(said.search(sentence) is not None for sentence in sentences[:at])
    if mentions < (2 if claim.weight < 2 else 1):  # a repository's address alone is no mention
        return
    defined = f"({claim.text})"
    borrowed = any(
        defined in sentence and not speaks_of_itself(sentence) for sentence in sentences[:at]
    )
    score = claim.weight + 0.5 * min(mentions, 6) - background - 0.15 * at - 3 * borrowed
    standing = standings.setdefault(claim.text, _Standing(score, at, claim.expansion))
    standing.score = max(standing.score, score)
    standing.expansion = standing.expansion or claim.expansion


def _ranked(standings: dict[str, _Standing]) -> tuple[Name, ...]:
    expansions = {standing.expansion for standing in standings.values()}
    ranked = sorted(standings.items(), key=lambda item: item[1].first_at * _LATER - item[1].score)
    return tuple(
        Name(text, standing.expansion)
        for text, standing in ranked
        if standing.score >= _ENOUGH and (text not in expansions or " " not in text)
    )

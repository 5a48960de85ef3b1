"""Words that the first answers have in common, for questions asked in sentences.

This is pseudo-relevance feedback after Rocchio, with BM25 weights.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from bot.papers.search.documents import Document, average_length, saturated
from bot.papers.search.groups import STOP_WORDS, Group, weight
from bot.papers.search.vocabulary import Vocabulary

TERMS = 15  # stems taken; more of them are noise
BEHIND = 0.07  # what an answer's word loses of its weight for each answer before it
CONSIDERED = 120  # stems whose rarity is looked up
MAX_SHARE = 0.1  # of all papers; a word in more of them tells nothing ...
FEW_PAPERS = 10  # ... unless it is in so few
MIN_LETTERS = 3


def common_words(
    documents: Sequence[Document], vocabulary: Vocabulary, terms: int = TERMS
) -> list[Group]:
    """Return the `terms` words most telling of these papers; their weights add up to 1."""
    average = average_length(list(documents))
    counts = [_counts(document) for document in documents]
    held = Counter(word for words in counts for word in words)
    shared = [word for word, by in held.items() if by > 1 or len(documents) == 1]
    known = vocabulary.look_up(shared)
    said = defaultdict[str, float](float)
    for rank, (document, words) in enumerate(zip(documents, counts, strict=True)):
        of_stem = defaultdict[str, float](float)
        for word, counted in words.items():
            if word in known:
                of_stem[known[word].stem] += counted
        for stem, count in of_stem.items():
            said[stem] += saturated(count, document.length, average) * (1 - BEHIND * rank)
    groups = [
        _group(stem, value, vocabulary)
        for stem, value in sorted(said.items(), key=lambda one: (-one[1], one[0]))[:CONSIDERED]
    ]
    most = max(MAX_SHARE * vocabulary.papers, FEW_PAPERS)
    telling = [group for group in groups if 1 < group.papers <= most]
    telling.sort(key=lambda group: (-group.weight, group.word))
    return _normalised(telling[:terms], vocabulary)


def _counts(document: Document) -> dict[str, float]:
    return {word: count for word, count in document.counts.items() if _may_tell(word)}


def _may_tell(word: str) -> bool:
    return len(word) >= MIN_LETTERS and not word.isdigit() and word not in STOP_WORDS


def _group(stem: str, said: float, vocabulary: Vocabulary) -> Group:
    papers = vocabulary.in_texts(stem)
    return Group(stem, papers=papers, weight=said * weight(papers, vocabulary))


def _normalised(groups: list[Group], vocabulary: Vocabulary) -> list[Group]:
    total = sum(group.weight for group in groups) or 1.0
    words = vocabulary.with_stems(group.word for group in groups)
    for group in groups:
        group.weight /= total
        group.forms = {word: 1.0 for word, stem in words if stem == group.word}
    return groups

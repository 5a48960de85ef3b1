"""Each word of a query, with the other words that would do in its place."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from bot.papers.search.stems import stems
from bot.papers.search.vocabulary import Known, Vocabulary
from bot.papers.spellings import respelt
from bot.papers.words import is_ideographic, pairs

# How much a word counts that stands for the one typed; 1 is the word itself.
SPELLING = 0.97  # British for American, ae for ä
JOINED = 0.95
SAME_STEM = 0.92
ONE_SLIP = 0.8
COMPLETED = 0.7
TWO_SLIPS = 0.6
UNSIGNED = 0.3  # C for C++

MIN_ALONE = 4  # letters; a slip in a shorter word makes any word of it
MIN_FUZZY = 3  # letters, where other words are there to judge by
LONG_WORD = 8  # letters; two slips leave enough of a word this long to know it by
MIN_COMPLETED = 3
MAX_COMPLETIONS = 30
MAX_LOOSENED = 16  # words of one query that are looked up so
MAX_MEANT = 12  # near words tried in place of one
RARE = 2  # papers; a word in no more of them may well be a misspelt one
SENTENCE = 6  # telling words; so many are a title or a question, and slips matter less
FILLER = 0.6  # weight of a stop word

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before
    being below between both but by can cannot could did do does doing done down during each few
    for from further had has have having he her here hers him his how i if in into is it its just
    let may me might more most must my no nor not now of off on one only or other our out over own
    paper papers per same shall she should so some something such than that the their them then
    there these they this those through thus to too under until up upon us very via was we were
    what when where whether which while who whom why will with within without would you your
    using used use""".split()
)
_SIGN = re.compile(r"^dot|(plus){1,2}$|sharp$|star$")


@dataclass(slots=True)
class Group:
    """One word as typed, and every form that may stand for it, with its worth (0 to 1).

    A form of several words, with blanks between, asks for all of them; one ending in `*`
    for any word that begins so. `mates` are words with the stem of a form. `times` is how
    often it was typed, `papers` how many hold it, `weight` the higher the fewer these are.
    """

    word: str
    times: int = 1
    forms: dict[str, float] = field(default_factory=dict)
    mates: dict[str, float] = field(default_factory=dict)
    papers: int = 0
    weight: float = FILLER

    @property
    def telling(self) -> bool:
        """Whether it tells papers apart; stop words do not."""
        return self.word not in STOP_WORDS

    @property
    def exact(self) -> list[str]:
        """The forms that are the word itself, in whatever spelling."""
        return [form for form, worth in self.forms.items() if worth >= JOINED]

    def offer(self, form: str, worth: float) -> None:
        """Let a form stand for the word."""
        self.forms[form] = max(worth, self.forms.get(form, 0.0))


def group_words(words: Sequence[str], signed: Sequence[str], vocabulary: Vocabulary) -> list[Group]:
    """Return a group for each distinct word, in the order typed; unknown ones are loosened.

    `signed` are words with a sign spelt out, such as `cplusplus` for `C++`.
    """
    apart = [part for word in words for part in _parts(word)]
    groups = {word: Group(word, times) for word, times in Counter(apart).items()}
    known = _offer_spellings(groups, apart, signed, vocabulary)
    telling = [group for group in groups.values() if group.telling] or list(groups.values())
    unsure = 0
    for group in telling:
        _weigh(group, known, vocabulary)
        in_headings = known[group.word].headings if group.word in known else 0
        rare = group.papers <= RARE or (len(telling) < SENTENCE and in_headings <= RARE)
        if rare and unsure < MAX_LOOSENED:
            unsure += 1
            loosen(group, vocabulary, MIN_FUZZY if len(telling) > 1 else MIN_ALONE)
    add_mates(telling, vocabulary)
    return list(groups.values())


def _offer_spellings(
    groups: dict[str, Group], apart: Sequence[str], signed: Sequence[str], vocabulary: Vocabulary
) -> dict[str, Known]:
    """Offer each word itself and its other spellings, if known; return what is known of them."""
    neighbours = [pair for pair in pairwise(apart) if pair[0] != pair[1]]
    spellings = {word: respelt(word) for word in groups}
    joined = ["".join(pair) for pair in neighbours]
    known = vocabulary.look_up([*groups, *joined, *signed, *chain(*spellings.values())])
    for word, group in groups.items():
        if word in known or is_ideographic(word) or word.endswith("*"):
            group.offer(word, 1.0)
        for spelling in spellings[word] & known.keys():
            group.offer(spelling, SPELLING)
    _offer_stems([g for g in groups.values() if not g.forms], spellings, vocabulary)
    for pair, whole in zip(neighbours, joined, strict=True):
        for word in pair:
            if whole in known:
                groups[word].offer(whole, JOINED)
    _offer_signed(groups, [spelt for spelt in signed if spelt in known])
    return known


def _offer_stems(
    unknown: Sequence[Group], spellings: dict[str, set[str]], vocabulary: Vocabulary
) -> None:
    """Offer known words of the same stem for words that no paper holds."""
    asked = [(spelling, group) for group in unknown for spelling in _with(group, spellings)]
    if not asked:
        return
    by_stem: dict[str, list[Group]] = {}
    for stem, (_, group) in zip(stems([word for word, _ in asked]), asked, strict=True):
        by_stem.setdefault(stem, []).append(group)
    mates = dict(vocabulary.with_stems(by_stem))
    for word in vocabulary.look_up(mates):
        for group in by_stem[mates[word]]:
            group.offer(word, SAME_STEM)


def _with(group: Group, spellings: dict[str, set[str]]) -> list[str]:
    return [] if is_ideographic(group.word) else [group.word, *spellings[group.word]]


def _offer_signed(groups: dict[str, Group], signed: Iterable[str]) -> None:
    for spelt in signed:
        group = groups.get(_SIGN.sub("", spelt))
        if group:
            group.forms = {form: worth * UNSIGNED for form, worth in group.forms.items()}
            group.offer(spelt, 1.0)


def add_mates(groups: Iterable[Group], vocabulary: Vocabulary) -> None:
    """Let words with the stem of a form stand for it."""
    known = vocabulary.look_up({form for group in groups for form in group.forms})
    by_stem: dict[str, list[tuple[Group, float]]] = {}
    for group in groups:
        for form in group.forms.keys() & known.keys():
            by_stem.setdefault(known[form].stem, []).append((group, group.forms[form]))
    for word, stem in vocabulary.with_stems(by_stem):
        for group, worth in by_stem[stem]:
            if word not in group.forms:
                group.mates[word] = max(worth * SAME_STEM, group.mates.get(word, 0.0))


def _parts(word: str) -> list[str]:
    """Return the ideographs of a run in pairs; one alone as a beginning; other words whole."""
    if not is_ideographic(word):
        return [word]
    return pairs(word)[:-1] or [word + "*"]


def _weigh(group: Group, known: dict[str, Known], vocabulary: Vocabulary) -> None:
    """Count the papers that hold the word; those of another form only if none does."""
    counted = [group.word] if group.word in known else list(group.forms)
    counts = (vocabulary.in_texts(known[form].stem if form in known else form) for form in counted)
    group.papers = max(counts, default=0)
    group.weight = weight(group.papers, vocabulary)


def weight(papers: int, vocabulary: Vocabulary) -> float:
    """Return how telling a word in so many papers is (BM25's inverse document frequency)."""
    return math.log(1 + vocabulary.papers / (papers + 0.5))


def loosen(group: Group, vocabulary: Vocabulary, shortest: int = MIN_FUZZY) -> None:
    """Offer what the word may have been meant for: near words, its halves, what it begins.

    A word of fewer than `shortest` letters is never taken for a misspelt one.
    """
    word = group.word
    if is_ideographic(word) or word.isdigit():
        return
    meant: dict[str, float] = {}
    if len(word) >= shortest:
        meant = dict.fromkeys(_held(vocabulary.near(word, 1), vocabulary), ONE_SLIP)
    if not meant and group.papers <= RARE and len(word) >= LONG_WORD:
        meant = dict.fromkeys(_held(vocabulary.near(word, 2), vocabulary), TWO_SLIPS)
    if group.papers <= RARE and len(word) >= MIN_COMPLETED:
        longer = _held(vocabulary.beginning_with(word, MAX_COMPLETIONS), vocabulary)
        meant |= dict.fromkeys(longer, COMPLETED)
    if halves := _halves(word, vocabulary):
        meant[halves] = JOINED
    for other, worth in meant.items():
        group.offer(other, worth)
    if meant and not group.papers:
        likely = [other.split()[0] for other in meant if meant[other] == max(meant.values())]
        group.papers = max(one.headings for one in vocabulary.look_up(likely).values())
        group.weight = weight(group.papers, vocabulary)


def _held(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Return the words that papers hold, the most common in headings first."""
    known = vocabulary.look_up(words)
    held = [
        word for word, (stem, headings) in known.items() if headings or vocabulary.in_texts(stem)
    ]
    return sorted(held, key=lambda word: -known[word].headings)[:MAX_MEANT]


def _halves(word: str, vocabulary: Vocabulary) -> str | None:
    """Return the likeliest two known words that make it up together, if any."""
    cuts = [(word[:at], word[at:]) for at in range(2, len(word) - 1)]
    known = vocabulary.look_up([half for cut in cuts for half in cut])
    held = {
        cut: min(known[half].headings for half in cut)
        for cut in cuts
        if all(half in known and vocabulary.in_texts(known[half].stem) for half in cut)
    }
    best = max(held, key=lambda cut: held[cut], default=None)
    return " ".join(best) if best else None

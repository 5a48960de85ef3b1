"""Known-item queries of fifteen kinds, made of the papers by seeded rules.

A query is kept only if its words, before anything is done to them, mean one paper alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import islice
from typing import Final

from tests.bench.search_concordance import Concordance, fold, joined, words
from tests.bench.search_data import SEED, Ask, Doc

MADE: Final = 100  # queries of each kind, where the papers give so many
QUOTED: Final = 5 * MADE  # papers of which passages are tried
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SPELLINGS: Final = """
    color colour  behavior behaviour  behavioral behavioural  neighbor neighbour
    neighborhood neighbourhood  labeled labelled  labeling labelling  unlabeled unlabelled
    modeling modelling  modeled modelled  signaling signalling  center centre  fiber fibre
    defense defence  catalog catalogue  gray grey  artifact artefact  analyze analyse
    analyzing analysing  generalized generalised  regularized regularised  randomized randomised
    optimized optimised  optimizing optimising  personalized personalised  stylized stylised
    factorized factorised  optimization optimisation  generalization generalisation
    regularization regularisation  quantization quantisation  localization localisation
    factorization factorisation  normalization normalisation  minimization minimisation
    maximization maximisation  visualization visualisation  characterization characterisation
    summarization summarisation  discretization discretisation  tokenization tokenisation
""".split()
_AMERICAN, _BRITISH = SPELLINGS[::2], SPELLINGS[1::2]
OTHER_SPELLING: Final = dict(zip(_AMERICAN + _BRITISH, _BRITISH + _AMERICAN, strict=True))
# Long words by which nobody looks for a paper.
EMPTY: Final = frozenset(
    "with that from into over under using based toward towards their this when what does between"
    " through without within about some more than".split()
)
# A coined name: a capital inside a word, two in a row, or a digit after a letter.
COINED: Final = re.compile(r"\b(?=\S*(?:[a-z][A-Z]|[A-Z]{2}|[A-Za-z]\d))\w[\w*+-]{1,18}\w\b")
SEAM: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|-")

# Makes a query that means the paper of this number, or "" if it has none of the kind.
Maker = Callable[[Concordance, int, random.Random], str]
# Makes another word of a folded one, or "".
Change = Callable[[Concordance, str, random.Random], str]


def make_queries(docs: list[Doc]) -> list[Ask]:
    """Return up to `MADE` queries of each kind, shuffled; the same for the same papers."""
    chance, order = random.Random(SEED), list(range(len(docs)))
    chance.shuffle(order)
    held, asks = Concordance(docs, order[:QUOTED]), list[Ask]()
    for kind, make in MAKERS.items():
        made = ((text, number) for number in order if (text := make(held, number, chance)))
        asks += [Ask(text, kind, {docs[n]["id"]: 1}) for text, n in islice(made, MADE)]
    chance.shuffle(asks)
    return asks


def _title(held: Concordance, number: int, chance: random.Random) -> str:
    title = held.docs[number]["title"]
    return title if len(words(title)) > 2 and held.begun(title) == 1 else ""


def _three_words(change: Change) -> Maker:
    """Three longer words of the title in any order, one of them changed."""

    def make(held: Concordance, number: int, chance: random.Random) -> str:
        longer = _longer_words(held.docs[number])
        chance.shuffle(longer)
        changed = ((word, other) for word in longer if (other := change(held, word, chance)))
        word, other = next(changed, ("", ""))
        rest = [each for each in longer if each != word][:2]
        if not other or len(rest) < 2:
            return ""
        three = [other, *rest]
        chance.shuffle(three)
        return " ".join(three) if held.sole(number, [word, other], *([w] for w in rest)) else ""

    return make


def _longer_words(doc: Doc) -> list[str]:
    title = dict.fromkeys(words(doc["title"]))
    return [word for word in title if len(word) > 3 and word not in EMPTY]


def _slip(held: Concordance, word: str, chance: random.Random) -> str:
    """One letter other, missing, doubled or swapped with the next, after the first."""
    if len(word) < 5:
        return ""
    at = chance.randrange(1, len(word) - 1)
    slips = (
        word[:at] + chance.choice(LETTERS) + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    slipped = chance.choice(slips)
    return "" if slipped in held.known else slipped


def _other_first_letter(held: Concordance, word: str, chance: random.Random) -> str:
    other = chance.choice(LETTERS) + word[1:]
    return "" if other in held.known or len(word) < 5 else other


def _other_form(held: Concordance, word: str, chance: random.Random) -> str:
    """One for many, many for one, a participle for another; a form that some paper has."""
    forms = [
        re.sub("ies$", "y", word),
        re.sub("(?<=[^sui])s$", "", word),
        re.sub("(?<=[^aeiou])y$", "ies", word),
        re.sub("ing$", "ed", word),
        re.sub("ed$", "ing", word),
        re.sub("(?<=[^sy])$", "s", word),
    ]
    known = [form for form in forms if form != word and form in held.known]
    return known[0] if known else ""


def _prefix(held: Concordance, number: int, chance: random.Random, least: int = 5) -> str:
    """The shortest beginning of the title that no other has, cut off within a word."""
    typed = held.docs[number]["title"].lower().split()
    for whole in range(min(4, len(typed))):
        cut = typed[whole][: chance.randint(2, 4) if whole else least]
        text = " ".join([*typed[:whole], cut])
        if len(cut) < len(typed[whole]) and len(joined(text)) >= least and held.begun(text) == 1:
            return text
    return ""


def _prefix_typo(held: Concordance, number: int, chance: random.Random) -> str:
    typed = _prefix(held, number, chance, least=8)
    longest = max(re.findall(r"\w+", typed), key=len, default="")
    slipped = _slip(held, longest, chance)
    text = typed.replace(longest, slipped, 1) if slipped else ""
    return text if text and not held.begun(text) else ""


def _name_variant(held: Concordance, number: int, chance: random.Random) -> str:
    """A coined name of the title in other capitals, with a hyphen or a space, or with none."""
    coined = COINED.findall(held.docs[number]["title"])
    name = next((each for each in coined if held.sole_name(number, each)), "")
    forms = (name.lower(), name.upper(), *(SEAM.sub(seam, name).lower() for seam in ("-", " ", "")))
    others = [form for form in dict.fromkeys(forms) if form != name]
    text = chance.choice(others) if others else ""
    return text if text and held.sole(number, *([word] for word in words(text))) else ""


def _author_word(held: Concordance, number: int, chance: random.Random) -> str:
    doc = held.docs[number]
    surnames = [by.split()[-1].lower() for by in doc["authors"].split("; ") if by.split()]
    longer = _longer_words(doc)
    if not surnames or not longer:
        return ""
    pair = [chance.choice(surnames), chance.choice(longer)]
    return " ".join(pair) if held.sole(number, *([w] for w in words(" ".join(pair)))) else ""


def _joined_or_split(held: Concordance, number: int, chance: random.Random) -> str:
    """Some words of the title in a row: two typed as one, or one as the two it is made of."""
    title = words(held.docs[number]["title"])
    start = chance.randrange(max(len(title) - 4, 1))
    some = title[start : start + 5]
    long = [at for at, word in enumerate(some[:-1]) if min(len(word), len(some[at + 1])) > 3]
    if len(some) < 4 or not long:
        return ""
    at = chance.choice(long)
    word, after = some[at : at + 2]
    halves = [(word[:cut], word[cut:]) for cut in range(4, len(word) - 3)]
    made_of = [f"{one} {two}" for one, two in halves if {one, two} <= held.known]
    typed = [made_of[0], after] if made_of else [word + after]
    text = " ".join([*some[:at], *typed, *some[at + 2 :]])
    return text if held.sole(number, *([each] for each in some)) else ""


def _swapped(held: Concordance, number: int, chance: random.Random) -> str:
    title = words(held.docs[number]["title"])
    chance.shuffle(title)
    return " ".join(title) if len(title) > 3 and held.sole(number, *([w] for w in title)) else ""


def _accents(held: Concordance, number: int, chance: random.Random) -> str:
    """A word or surname without its accents, or with those that others write; two title words."""
    doc = held.docs[number]
    for word in re.findall(r"\w{4,}", f"{doc['title']} {doc['authors']}".lower()):
        plain = fold(word)
        typed = plain if plain != word else held.accented.get(word, "")
        rest = [each for each in _longer_words(doc) if each != plain][:2]
        if typed and rest and held.sole(number, [plain], *([each] for each in rest)):
            return " ".join([typed, *rest])
    return ""


def _phrase(held: Concordance, number: int, chance: random.Random) -> str:
    return " ".join(held.passages[number].run) if number in held.passages else ""


def _sentence(held: Concordance, number: int, chance: random.Random) -> str:
    return held.passages[number].sentence if number in held.passages else ""


MAKERS: Final[dict[str, Maker]] = {
    "title_exact": _title,
    "title_3words": _three_words(lambda held, word, chance: word),
    "title_3words_typo": _three_words(_slip),
    "first_letter": _three_words(_other_first_letter),
    "word_form": _three_words(_other_form),
    "british_american": _three_words(lambda held, word, chance: OTHER_SPELLING.get(word, "")),
    "accents": _accents,
    "swapped_order": _swapped,
    "join_split": _joined_or_split,
    "author_word": _author_word,
    "name_variant": _name_variant,
    "prefix": _prefix,
    "prefix_typo": _prefix_typo,
    "abstract_phrase": _phrase,
    "sentence": _sentence,
}

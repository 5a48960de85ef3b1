"""From the words of a query to papers: groups → candidates → ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.papers.scope import EVERYTHING, Filter
from bot.papers.search.candidates import Candidates
from bot.papers.search.documents import Document
from bot.papers.search.feedback import common_words
from bot.papers.search.groups import JOINED, SENTENCE, Group, add_mates, group_words, loosen
from bot.papers.search.ranking import Ranking
from bot.papers.search.vocabulary import Vocabulary
from bot.papers.words import index_words, phrase_words
from bot.questions import Reader

MAX_EQUAL = 20  # papers of one title or name
MAX_HEADINGS = 400  # papers ranked by their headings
MAX_TEXTS = 100  # papers whose texts are read
ENOUGH = 50  # papers whose heading has all the words: others need not be looked for
PHRASE = 4  # telling words; of so many, papers that lack one may still be meant
VERBATIM = 4  # words; fewer follow each other by chance
MAX_VERBATIM = 20  # papers; what more of them say is a turn of speech
QUOTE = 9  # telling words; who has so many, and all of them, is quoted
FEW = 10  # papers; fewer are filled up with such
FILLING = 30  # papers read to fill up what a heading answers already
MAX_MOST = 60  # papers ranked whose headings have most of the words
READ_HEADINGS = 15  # papers whose texts are read, as their headings rank high
MAX_QUOTING = 300  # papers read for a phrase in quotes
PHRASE_PART = 0.4  # of the words, by number or weight; papers that hold fewer are no answer
QUESTION_WORDS = 2  # ... of a question in a sentence
ANSWERS = 10  # first papers, which tell what a question is about
SHARE = 0.4  # weight of the words these have in common, against the question's own


@dataclass(frozen=True, slots=True)
class Place:
    """Where a search looks: one database, as one guild sees it, through one filter."""

    connection: Reader
    guild_id: int
    among: Filter
    vocabulary: Vocabulary

    @property
    def filtered(self) -> bool:
        """Whether anything but the guild limits what is seen from here."""
        return self.among != EVERYTHING

    @property
    def candidates(self) -> Candidates:
        """The indexes as they are seen from here."""
        return Candidates(self.connection, self.guild_id, self.among)


class Search:
    """The words of one query on their way from the strictest reading to the most forgiving."""

    def __init__(
        self,
        place: Place,
        typed: Sequence[str],
        signed: Sequence[str] = (),
        phrases: Sequence[str] = (),
    ) -> None:
        self._vocabulary = place.vocabulary
        self._candidates = place.candidates
        self.groups = group_words(typed, signed, place.vocabulary)
        self.telling = [group for group in self.groups if group.telling] or self.groups
        self._met = [group for group in self.telling if group.forms]
        self._typed = typed
        self._key = " ".join(index_words(" ".join(typed)))
        self._name = "".join(typed) if len(signed) != 1 else signed[0]
        self.ranking = Ranking(place.connection, self.groups, self._key)
        self._phrases = [phrase_words(phrase) for phrase in phrases]
        self._saying: set[int] = set()
        self.truncated = False

    def complete(self, paper_id: int) -> bool:
        """Whether the paper has every telling word, in one form or another."""
        return all(self.ranking.meets(paper_id)) or paper_id in self.ranking.equal

    def answers(self, paper_id: int) -> bool:
        """Whether the paper has enough of the words, and every phrase, to be shown."""
        if self._phrases and paper_id not in self._saying:
            return False
        if paper_id in self.ranking.equal:
            return True
        worths = self.ranking.meets(paper_id)
        met = [group for group, worth in zip(self.telling, worths, strict=True) if worth]
        if len(self.telling) >= SENTENCE:
            return len(met) >= QUESTION_WORDS
        weight = sum(group.weight for group in met) / sum(g.weight for g in self.telling)
        return max(len(met) / len(self.telling), weight) >= PHRASE_PART

    def rank(self) -> list[int]:
        """Return papers, best first; `ranking` knows what is known of each."""
        self.ranking.equal = self._candidates.equal(self._key, self._name, MAX_EQUAL)
        self.ranking.look_at(self.ranking.equal)
        if self._phrases:
            self._collect_phrases()
        elif self._met:
            self._collect()
        return self.ranking.order()

    def _collect(self) -> None:
        self.ranking.verbatim = self._verbatim()
        headings, texts = self._with_all()
        texts = list(dict.fromkeys([*self.ranking.verbatim, *texts]))
        if not headings and not texts and 1 < len(self._met) == len(self.telling) < SENTENCE:
            for group in self._met:
                loosen(group, self._vocabulary)
            add_mates(self._met, self._vocabulary)
            self.ranking.regroup(self.groups)
            self.ranking.look_at(self.ranking.equal)
            headings, texts = self._with_all()
        self.ranking.look_at(headings)
        self._fill_up(texts, len({*headings, *texts}))

    def _verbatim(self) -> list[int]:
        """Return papers that say what was typed word for word, if it is long enough to quote."""
        if len(self._typed) < VERBATIM or self.ranking.equal:
            return []
        phrase = '"' + " ".join(phrase_words(" ".join(self._typed))) + '"'
        return self._candidates.matching("text_index", phrase, MAX_VERBATIM)

    def _collect_phrases(self) -> None:
        """Read the papers in which the stems of every phrase follow each other."""
        phrases = " AND ".join('"' + " ".join(words) + '"' for words in self._phrases)
        found = self._candidates.matching("text_index", phrases, MAX_QUOTING)
        self.truncated = len(found) == MAX_QUOTING
        self.ranking.look_at(found)
        documents = self.ranking.read(found)
        self._saying = {
            document.paper_id
            for document in documents
            if all(document.says(phrase) for phrase in self._phrases)
        }

    def _with_all(self) -> tuple[list[int], list[int]]:
        """Return papers that have every word in the heading, and anywhere."""
        known = [group for group in self.groups if group.forms]
        headings = self._matching("heading_index", known, MAX_HEADINGS)
        if len(headings) >= ENOUGH or self.ranking.equal:
            return headings, []
        return headings, self._matching("text_index", self._met, MAX_TEXTS)

    def _matching(self, index: str, known: Sequence[Group], limit: int) -> list[int]:
        found = self._candidates.with_all(index, self._met, limit)
        if len(found) < limit:
            return found
        self.truncated = True
        exactly = self._candidates.with_exactly(index, known, limit)
        return list(dict.fromkeys([*exactly, *found]))

    def _fill_up(self, texts: list[int], found: int) -> None:
        """Look for papers with most of the words where few have all, and read the best."""
        whole = any(heading.whole for heading in self.ranking.headings.values())
        lacking = not found or (len(self._met) >= PHRASE and found < FEW)
        if lacking and self._is_quoted(texts):
            return
        if lacking and not whole and not self.ranking.sure:
            self.ranking.look_at(self._candidates.with_most("heading_index", self._met, MAX_MOST))
        lacking = lacking and not self.ranking.sure
        if lacking:
            count = FILLING if whole else MAX_TEXTS
            texts = [*texts, *self._candidates.with_most("text_index", self._met, count)]
        self.ranking.look_at(texts)
        best = self.ranking.order()[:READ_HEADINGS]
        documents = self.ranking.read(dict.fromkeys([*texts, *best]))
        if lacking and not whole and len(self._met) >= PHRASE:
            self._feed_back(documents)

    def _is_quoted(self, texts: list[int]) -> bool:
        """Whether one of these papers says all that was typed, so that no other is meant."""
        quoted = bool(self.ranking.verbatim)
        if not quoted and len(self._met) < QUOTE:
            return False
        self.ranking.look_at(texts)
        self.ranking.read(texts)
        return quoted or any(min(self.ranking.meets(paper_id)) >= JOINED for paper_id in texts)

    def _feed_back(self, documents: list[Document]) -> None:
        """Let the words that the first answers share add to the score of each paper read."""
        shared = common_words(documents[:ANSWERS], self._vocabulary)
        own = sum(group.times * group.weight for group in self.telling)
        for group in shared:
            group.weight *= SHARE * own
        self.ranking.add(shared, documents)

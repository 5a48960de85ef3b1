"""What a look-up found, or why it found nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.papers.paper import Record


class Reason(Enum):
    """Why there is no record; its value is the sentence for people, with the site's name."""

    NO_NETWORK = "{site} cannot be reached right now."
    TIME_OUT = "{site} took too long to answer."
    NOT_FOUND = "{site} does not know that paper."
    ODD_ANSWER = "{site} gave an answer that could not be read."
    REFUSED = "{site} does not let Paperboy read about that paper."
    TOO_MANY = "{site} has been asked too often just now; try again in a few minutes."
    SEVERAL = "There are papers with a title like that; use the link of the one you mean."
    NOT_ASKED = "Details can be looked up from arXiv, DOI, OpenReview, ACL and PMLR links alone."


class NoAnswerError(Exception):
    """Raised inside this package alone: there is no record, for this reason."""

    def __init__(self, reason: Reason, possible: tuple[Record, ...] = ()) -> None:
        super().__init__(reason.name)
        self.reason = reason
        self.possible = possible


@dataclass(frozen=True)
class Found:
    """The answer to a look-up: either `record`, or `reason` and `said`.

    `id` is what was asked for, as `identifiers` writes it, and `url` its link, both there
    without a record too, so that a form can be opened with the link filled in; None for a title.
    `said` is a sentence to show as it stands. `possible` are papers, at most five, whose title
    is like the one asked for, when the reason is `SEVERAL`. All texts are raw, as in any `Record`.
    """

    record: Record | None = None
    reason: Reason | None = None
    id: str | None = None
    url: str | None = None
    said: str = ""
    possible: tuple[Record, ...] = ()

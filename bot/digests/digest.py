"""A digest: one standing order of a guild."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from bot.digests.calendar import Rule
from bot.papers.scope import Filter

MAX_PAPERS = 5  # a post; more do not fit Discord's 40 components and 4,000 characters
MAX_HEADER = 300  # characters


class Ordering(StrEnum):
    """In which order the papers of a digest come."""

    SHUFFLE = "shuffle"
    NEWEST = "newest"
    LIST = "list"
    SAVED = "saved"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which papers a digest brings.

    `query` is a standing search: of all papers only those that have its words. `unseen`
    leaves out what any digest of the guild brought before. `papers`, 1 to `MAX_PAPERS`, is
    how many come in one post. `refill`: once all have come they come again; otherwise the
    digest pauses.
    """

    list_id: int | None = None
    years: tuple[int | None, int | None] = (None, None)
    titled: bool = False
    query: str | None = None
    unseen: bool = False
    ordering: Ordering = Ordering.SHUFFLE
    papers: int = 1
    refill: bool = True

    @property
    def among(self) -> Filter:
        """The filter without the query."""
        lists = (self.list_id,) if self.list_id else ()
        return Filter(list_ids=lists, years=self.years, titled=self.titled)


@dataclass(frozen=True, slots=True)
class Look:
    """What a post has besides papers.

    `header` is plain text above them; `role_id` the one role a post may ping; `thread`
    whether people get a thread to discuss it in; `pin` whether it is pinned in place of the
    one before; `tag_id` the tag it has in a forum.
    """

    header: str | None = None
    role_id: int | None = None
    thread: bool = False
    pin: bool = False
    tag_id: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """What an organiser asks for. `post_late`: a slot missed is made up for the same day."""

    channel_id: int
    rule: Rule
    choice: Choice = Choice()
    look: Look = Look()
    post_late: bool = True


@dataclass(frozen=True, slots=True)
class Digest:
    """One standing order of a guild, as it is kept.

    Slots due before `active_since` (aware) are not owed. `seed` fixes the shuffled order of
    the papers. `told` is the trouble its organiser was told of last.
    """

    id: int
    guild_id: int
    order: Order
    seed: int
    state: str
    active_since: dt.datetime
    created_by: int
    told: str | None

    @property
    def channel_id(self) -> int:
        """Where it posts."""
        return self.order.channel_id

    @property
    def rule(self) -> Rule:
        """When it posts."""
        return self.order.rule

    @property
    def choice(self) -> Choice:
        """Which papers it brings."""
        return self.order.choice

    @property
    def active(self) -> bool:
        """Whether it posts; a paused or removed one does not."""
        return self.state == "active"

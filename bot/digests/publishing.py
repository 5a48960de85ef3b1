"""What the courier asks of whoever puts posts into channels."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Protocol

from bot.digests.digest import Digest
from bot.digests.entry import Entry
from bot.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class Post:
    """What one post shows. `extra`: it is nobody's slot. `due_at` is aware.

    `late` says that it comes well after `due_at`; `refilled` that all papers have been
    here once and a new round begins.
    """

    papers: tuple[Paper, ...]
    local_date: dt.date
    due_at: dt.datetime
    extra: bool = False
    refilled: bool = False
    late: bool = False


class RefusedError(Exception):
    """Discord will not take it, now or if asked again; says why and how to mend it."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Publisher(Protocol):
    """Whoever puts posts into channels.

    All but `tell` raise `RefusedError` for a lasting no. Any other exception means that nobody
    knows: whether the message stands, or whether it can be found.
    """

    async def publish(self, digest: Digest, entry: Entry, post: Post) -> int:
        """Send the post to the entry's channel and return the message's id."""
        ...

    async def find(self, digest: Digest, entry: Entry) -> int | None:
        """Return the id of the entry's message if it stands in its channel already."""
        ...

    def extras(self, digest: Digest) -> list[str]:
        """Return which of `extras.KINDS` are to follow a post in this digest's channel."""
        ...

    async def follow_up(self, digest: Digest, entry: Entry, kind: str) -> int | None:
        """Do one of `extras.KINDS`; return the id of what was made, if anything was.

        Done before, it does no harm.
        """
        ...

    async def tell(self, digest: Digest, trouble: str) -> None:
        """Tell whoever looks after the digest of a trouble, if anybody can be told."""
        ...

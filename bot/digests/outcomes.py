"""Why a post did not come, in words an organiser understands, and how to mend it."""

from __future__ import annotations

from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.digests.presence import Absence


class Outcome(NamedTuple):
    """A reason and a hint, each a sentence."""

    reason: str
    hint: str


BY_HAND = "Post it now from /digest status."
LATE = "The bot was not running when it fell due."
UNFINISHED = Outcome(
    "The bot was interrupted while posting, and the post is not in the channel.", BY_HAND
)
PAPER_GONE = Outcome("Its paper was removed from the library before it could be posted.", BY_HAND)
EMPTY = Outcome(
    "There was no paper to bring.",
    "Add papers, or widen what it brings with /digest edit.",
)
DRY = Outcome(
    "All its papers have been here, so the digest is paused.",
    "Add papers or widen what it brings with /digest edit, then /digest resume.",
)


def offline(zone: str, absence: Absence) -> str:
    """Return a sentence with both ends of the bot's absence as the zone's clocks show."""
    start, end = (one.astimezone(ZoneInfo(zone)) for one in (absence.start, absence.end))
    one_day = start.date() == end.date()
    since, until = (
        f"{moment:%H:%M}" if one_day else f"{moment.day} {moment:%b %H:%M}"
        for moment in (start, end)
    )
    if absence.stopped:
        return f"The bot was offline {since}–{until}."
    return f"The bot went offline some time after {since} and was back at {until}."

"""Which paper a digest brings next. Pure: the same question has the same answer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pick:
    """The paper chosen, and the number of the bag it was drawn from (from 1 on).

    `left` counts the papers still in that bag after it; `refilled` says that the bag
    before was used up and this is the first paper of a new one.
    """

    paper_id: int
    bag: int
    left: int
    refilled: bool = False


def pick(pool: Collection[int], drawn: Collection[int], bag: int, seed: int) -> Pick | None:
    """Draw the next paper of the pool; None if the pool is empty.

    `drawn` are the papers drawn from the present bag so far, in order. A bag's order is
    fixed by `seed`, its number and the papers' ids alone, so papers that join the pool take
    their place in it at once. The last paper of one bag is not the first of the next.
    """
    left = set(pool) - set(drawn)
    refilled = not left and bool(pool)
    if refilled:
        bag += 1
        last = list(drawn)[-1:] if len(pool) > 1 else []
        left = set(pool) - set(last)
    if not left:
        return None
    chosen = min(left, key=lambda paper_id: _place(seed, bag, paper_id))
    remaining = len(set(pool)) if refilled else len(left)
    return Pick(chosen, bag, remaining - 1, refilled)


def _place(seed: int, bag: int, paper_id: int) -> bytes:
    # hash() differs from process to process; a digest of the numbers does not.
    return hashlib.blake2b(f"{seed}:{bag}:{paper_id}".encode(), digest_size=8).digest()

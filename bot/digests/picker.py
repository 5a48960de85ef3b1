"""Which paper a digest brings next. Pure: the same question has the same answer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pick:
    """The paper chosen, and the number of the bag it was drawn from (from 1 on).

    `refilled`: the bag before was used up, and this is the first paper of a new one.
    """

    paper_id: int
    bag: int
    refilled: bool = False


def pick(pool: Collection[int], drawn: Sequence[int], bag: int, seed: int) -> Pick | None:
    """Draw the next paper of the pool; None if the pool is empty.

    `drawn` are the papers drawn from the present bag so far, in order. A bag's order is
    fixed by `seed`, its number and the papers' ids alone, so papers that join the pool take
    their place in it at once. The last paper of one bag is not the first of the next.
    """
    pool = set(pool)
    left = pool.difference(drawn)
    refilled = bool(pool) and not left
    if refilled:
        bag += 1
        left = pool.difference(drawn[-1:]) or pool
    if not left:
        return None
    return Pick(min(left, key=lambda paper_id: _place(seed, bag, paper_id)), bag, refilled)


def _place(seed: int, bag: int, paper_id: int) -> bytes:
    # hash() differs from process to process; a digest of the numbers does not.
    return hashlib.blake2b(f"{seed}:{bag}:{paper_id}".encode(), digest_size=8).digest()

"""Which papers a digest brings next: drawn from a bag, each once until the bag is empty.

A bag's order is fixed by the digest's ordering, its seed and the bag's number alone, so that
it can be explained, and papers that join the library take their place in it at once. Every
function runs on whatever connection `fetch` reads from, so that a choice made inside a
transaction holds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.database import Fetch, Value
from bot.digests.digest import Digest, Ordering
from bot.papers.scope import VISIBLE, seen_by

# Two primes just below 2^31, so that SQLite's integers hold every product.
PRIME, OTHER_PRIME = 2_147_483_647, 2_147_483_629


@dataclass(frozen=True, slots=True)
class Pick:
    """A paper chosen, and the number of the bag it is drawn from."""

    paper_id: int
    bag: int


@dataclass(frozen=True, slots=True)
class Pool:
    """What a digest draws from besides its own filter.

    `matched`: the papers its query finds, None without one. `unwanted`: left out.
    """

    matched: list[int] | None = None
    unwanted: Collection[int] = ()


async def draw(fetch: Fetch, digest: Digest, pool: Pool, date: str | None) -> list[Pick]:
    """Return the papers of the next post, fewer than asked for if there are no more.

    Those planned for the slot of `date` (ISO 8601; None: an extra post) come first. If the
    bag runs dry it is refilled, unless the digest is to pause then.
    """
    planned = await _planned(fetch, digest, pool, date) if date else []
    return await fill_up(fetch, digest, pool, planned)


async def fill_up(
    fetch: Fetch,
    digest: Digest,
    pool: Pool,
    picks: Sequence[Pick],
    without: Collection[int] = (),
) -> list[Pick]:
    """Return the picks with as many more as a post is to have; none of those in `without`."""
    bag = await present_bag(fetch, digest.id)
    whole = [*picks, *await _first(fetch, digest, pool, bag, picks, without)]
    if digest.choice.refill and len(whole) < digest.choice.papers:
        whole += await _fresh(fetch, digest, pool, bag + 1, whole, without)
    return whole


async def begins_anew(fetch: Fetch, digest: Digest, picks: Sequence[Pick]) -> bool:
    """Whether these are the first papers of a new bag, as all of the one before have come."""
    rows = await fetch(
        """
        SELECT max(bag) FROM pick
        WHERE digest_id = ? AND entry_id IS NOT NULL
        """,
        (digest.id,),
    )
    before = rows[0][0]
    return before is not None and any(pick.bag > before for pick in picks)


async def _fresh(
    fetch: Fetch,
    digest: Digest,
    pool: Pool,
    bag: int,
    picks: Sequence[Pick],
    without: Collection[int],
) -> list[Pick]:
    """Begin a new bag, not with what the last post brought unless there is nothing else."""
    rows = await fetch(
        """
        SELECT paper_id FROM pick WHERE digest_id = ? ORDER BY id DESC LIMIT ?
        """,
        (digest.id, digest.choice.papers),
    )
    recent = [row["paper_id"] for row in rows]
    fresh = await _first(fetch, digest, pool, bag, picks, {*without, *recent})
    return fresh or await _first(fetch, digest, pool, bag, picks, without)


async def present_bag(fetch: Fetch, digest_id: int) -> int:
    """Return the number of the bag a digest draws from, from 1 on."""
    rows = await fetch("SELECT ifnull(max(bag), 1) FROM pick WHERE digest_id = ?", (digest_id,))
    return int(rows[0][0])


async def papers_left(fetch: Fetch, digest: Digest, pool: Pool) -> int:
    """Return how many papers are left in the bag."""
    condition, values = _in_bag(digest, pool, await present_bag(fetch, digest.id), ())
    rows = await fetch(f"SELECT count(*) FROM heading h WHERE {condition}", values)
    return int(rows[0][0])


async def _planned(fetch: Fetch, digest: Digest, pool: Pool, date: str) -> list[Pick]:
    rows = await fetch(
        f"""
        SELECT pick.paper_id, pick.bag FROM pick JOIN heading h ON h.paper_id = pick.paper_id
        WHERE pick.digest_id = ? AND pick.planned_for = ? AND pick.entry_id IS NULL AND {VISIBLE}
          AND h.paper_id NOT IN (SELECT value FROM json_each(?))
        ORDER BY pick.id LIMIT ?
        """,
        (
            *(digest.id, date, *seen_by(digest.guild_id)),
            *(_json(pool.unwanted), digest.choice.papers),
        ),
    )
    return [Pick(row["paper_id"], row["bag"]) for row in rows]


async def _first(
    fetch: Fetch,
    digest: Digest,
    pool: Pool,
    bag: int,
    picks: Sequence[Pick],
    without: Collection[int],
) -> list[Pick]:
    """Return the first papers of a bag, as many as are wanted besides `picks`."""
    condition, values = _in_bag(digest, pool, bag, {*without, *(pick.paper_id for pick in picks)})
    ordering, ordered_by = _ordering(digest, bag)
    rows = await fetch(
        f"SELECT h.paper_id FROM heading h WHERE {condition} ORDER BY {ordering} LIMIT ?",
        (*values, *ordered_by, digest.choice.papers - len(picks)),
    )
    return [Pick(row["paper_id"], bag) for row in rows]


def _in_bag(
    digest: Digest, pool: Pool, bag: int, without: Collection[int]
) -> tuple[str, list[Value]]:
    among, parameters = digest.choice.among.sql()
    conditions = [VISIBLE, among, _NOT_DRAWN, "h.paper_id NOT IN (SELECT value FROM json_each(?))"]
    values: list[Value] = [*seen_by(digest.guild_id), *parameters, digest.id, bag]
    values.append(_json({*without, *pool.unwanted}))
    if pool.matched is not None:
        conditions.append("h.paper_id IN (SELECT value FROM json_each(?))")
        values.append(_json(pool.matched))
    if digest.choice.unseen:
        conditions.append(_NOT_SEEN)
        values.append(digest.guild_id)
    return " AND ".join(conditions), values


_NOT_DRAWN = """
    h.paper_id NOT IN (
        SELECT paper_id FROM pick WHERE digest_id = ? AND bag = ?
    )
"""
_NOT_SEEN = """
    h.paper_id NOT IN (
        SELECT pick.paper_id FROM digest
        JOIN ledger ON ledger.digest_id = digest.id AND ledger.state IN ('claimed', 'posted')
        JOIN pick ON pick.entry_id = ledger.id
        WHERE digest.guild_id = ?
    )
"""


def _ordering(digest: Digest, bag: int) -> tuple[str, list[Value]]:
    if digest.choice.ordering is Ordering.NEWEST:
        return "h.year DESC NULLS LAST, h.paper_id DESC", []
    if digest.choice.ordering is Ordering.LIST:
        return "h.paper_id", []
    shuffled, numbers = _shuffled(digest.seed, bag)
    if digest.choice.ordering is Ordering.SAVED:
        saved = "SELECT count(*) FROM mark WHERE guild_id = ? AND paper_id = h.paper_id"
        return f"({saved} AND kind = 'saved') DESC, {shuffled}", [digest.guild_id, *numbers]
    return shuffled, numbers


def _shuffled(seed: int, bag: int) -> tuple[str, list[Value]]:
    """Return SQL that gives each paper a place of its own in each bag of each digest.

    The square scatters what a factor alone would lay out at even steps.
    """
    # hash() differs from process to process; a digest of the numbers does not.
    numbers = hashlib.blake2b(f"{seed}:{bag}".encode(), digest_size=8).digest()
    factor = int.from_bytes(numbers[:4]) % (PRIME - 1) + 1
    shift = int.from_bytes(numbers[4:]) % PRIME
    place = f"((h.paper_id * ? + ?) % {PRIME})"
    return f"{place} * {place} % {OTHER_PRIME}, h.paper_id", [factor, shift, factor, shift]


def _json(paper_ids: Collection[int]) -> str:
    return json.dumps(sorted(paper_ids))

"""What a librarian wants of the next slot: this paper not now, or not at all.

Each function runs inside a transaction its caller opened. What is chosen then is kept for the
slot, whatever joins the library before it falls due.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from bot.database import Connection, fetch_in
from bot.digests.digest import Digest
from bot.digests.picker import Pick, Pool, draw, fill_up


async def replace_paper(
    connection: Connection,
    digest: Digest,
    pool: Pool,
    date: str,
    paper_id: int,
    *,
    passed_over: bool,
    without: Collection[int] = (),
) -> bool:
    """Let another paper come in the slot of `date` (ISO 8601) instead of this one.

    Passed over, the paper comes no more before the bag is refilled; otherwise it goes back into
    the bag. `without`: nor are these to come. False, and nothing changes, if the paper is not
    about to come or no other is left.
    """
    fetch = partial(fetch_in, connection)
    present = await draw(fetch, digest, pool, date)
    others = [pick for pick in present if pick.paper_id != paper_id]
    chosen = await fill_up(fetch, digest, pool, others, {paper_id, *without})
    if len(others) == len(present) or len(chosen) < len(present):
        return False
    gone = next(pick for pick in present if pick.paper_id == paper_id)
    chosen.insert(present.index(gone), chosen.pop())  # in its place
    await connection.execute(
        "DELETE FROM pick WHERE digest_id = ? AND planned_for = ? AND entry_id IS NULL",
        (digest.id, date),
    )
    await _keep(connection, digest, chosen, date)
    if passed_over:
        await _keep(connection, digest, [gone], None)
    return True


async def attach(
    connection: Connection, digest: Digest, entry_id: int, picks: Sequence[Pick], date: str | None
) -> None:
    """Let a post have these papers; what else was planned up to its date is in the bag again."""
    await connection.execute(
        "DELETE FROM pick WHERE digest_id = ? AND entry_id IS NULL AND planned_for <= ?",
        (digest.id, date or ""),
    )
    await connection.executemany(
        "INSERT INTO pick (digest_id, bag, paper_id, entry_id) VALUES (?, ?, ?, ?)",
        [(digest.id, pick.bag, pick.paper_id, entry_id) for pick in picks],
    )


async def _keep(
    connection: Connection, digest: Digest, picks: Sequence[Pick], date: str | None
) -> None:
    await connection.executemany(
        "INSERT INTO pick (digest_id, bag, paper_id, planned_for) VALUES (?, ?, ?, ?)",
        [(digest.id, pick.bag, pick.paper_id, date) for pick in picks],
    )

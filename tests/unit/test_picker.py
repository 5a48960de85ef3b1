"""Which papers come next: each once a bag, in an order that can be told again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.database import Database
from bot.digests.digest import Choice, Digest, Order, Ordering
from bot.digests.picker import Pool, papers_left
from tests.digest_store import CHANNEL, GUILD, NOON, Office, on, open_office, slot, stock, withdraw

ALL = Pool()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "picker.sqlite3")
    yield database
    await database.close()


async def office_for(database: Database, choice: Choice, papers: int = 7) -> Office:
    """Return an office whose digest brings what is chosen."""
    return await open_office(database, papers, order=Order(CHANNEL, NOON, choice))


async def bring(office: Office, days: int, pool: Pool = ALL) -> list[tuple[int, ...]]:
    """Claim so many slots and return their papers."""
    posts = []
    for day in range(1, days + 1):
        entry = await office.courier.ledger.claim(office.digest, slot(day), pool, on(day))
        assert entry
        posts.append(entry.paper_ids)
    return posts


def other_seed(office: Office, seed: int) -> Office:
    """Return the same digest with another seed."""
    return replace(office, digest=replace(office.digest, seed=seed))


@pytest.mark.parametrize("ordering", list(Ordering))
async def test_every_bag_brings_each_paper_once(database: Database, ordering: Ordering) -> None:
    office = await office_for(database, Choice(ordering=ordering))
    papers = [one for post in await bring(office, 21) for one in post]
    for start in (0, 7, 14):
        assert sorted(papers[start : start + 7]) == office.papers
    assert all(one != other for one, other in pairwise(papers))


async def test_the_shuffle_is_the_same_for_everybody_who_looks(database: Database) -> None:
    office = await office_for(database, Choice())
    first = await bring(other_seed(office, 7), 14)
    async with database.write() as connection:
        await connection.execute("DELETE FROM ledger")
    assert await bring(other_seed(office, 7), 14) == first
    assert first[:7] != first[7:], "each bag has an order of its own"
    async with database.write() as connection:
        await connection.execute("DELETE FROM ledger")
    assert await bring(other_seed(office, 8), 14) != first


async def test_the_order_is_the_same_in_every_release(database: Database) -> None:
    office = other_seed(await office_for(database, Choice(), papers=5), 7)
    papers = [one for post in await bring(office, 10) for one in post]
    assert papers == [1, 5, 3, 2, 4, 2, 1, 5, 3, 4]


async def test_the_newest_come_first(database: Database) -> None:
    office = await office_for(database, Choice(ordering=Ordering.NEWEST), papers=4)
    years = {1: 2020, 2: None, 3: 2024, 4: 2020}
    async with database.write() as connection:
        await connection.executemany(
            "UPDATE heading SET year = ? WHERE paper_id = ?", [(y, p) for p, y in years.items()]
        )
    assert await bring(office, 4) == [(3,), (4,), (1,), (2,)]


async def test_a_list_comes_in_its_order(database: Database) -> None:
    office = await office_for(database, Choice(ordering=Ordering.LIST))
    assert await bring(office, 7) == [(one,) for one in office.papers]


async def test_what_is_saved_most_comes_first(database: Database) -> None:
    office = await office_for(database, Choice(ordering=Ordering.SAVED), papers=4)
    marks = [(1, 3), (2, 3), (1, 2), *((user, 1) for user in range(5, 9))]
    async with database.write() as connection:
        await connection.executemany(
            "INSERT INTO mark (guild_id, user_id, paper_id, kind, by_librarian, at)"
            " VALUES (?, ?, ?, 'saved', 0, 0)",
            [(GUILD if paper != 1 else GUILD + 1, user, paper) for user, paper in marks],
        )
    posts = await bring(office, 4)
    assert posts[:2] == [(3,), (2,)], "what another server saved counts for nothing"


async def test_five_papers_a_post_and_the_rest_of_a_bag(database: Database) -> None:
    office = await office_for(database, Choice(papers=5), papers=7)
    first, second = await bring(office, 2)
    assert len({*first}) == len({*second}) == 5
    assert sorted({*first, *second[:2]}) == office.papers
    assert not {*second[2:]} & {*second[:2]}


async def test_a_bag_that_is_not_refilled_ends(database: Database) -> None:
    office = await office_for(database, Choice(papers=5, refill=False), papers=7)
    first, second = await bring(office, 2)
    assert (len(first), len(second)) == (5, 2)
    ledger = office.courier.ledger
    assert await ledger.claim(office.digest, slot(3), Pool(), on(3)) is None


async def test_only_what_fits_comes(database: Database) -> None:
    office = await office_for(database, Choice(years=(2020, 2022), titled=True), papers=6)
    async with database.write() as connection:
        await connection.execute("UPDATE heading SET year = 2018 + paper_id")
        await connection.execute("UPDATE heading SET titled = 0 WHERE paper_id = 3")
    posts = await bring(office, 4)
    assert {one for post in posts for one in post} == {2, 4}


async def test_what_is_unwanted_or_does_not_match_never_comes(database: Database) -> None:
    office = await office_for(database, Choice())
    posts = await bring(office, 6, Pool(matched=[1, 2, 3, 4], unwanted={2}))
    assert {one for post in posts for one in post} == {1, 3, 4}


async def test_what_another_digest_of_the_server_brought_can_be_left_out(
    database: Database,
) -> None:
    before = await office_for(database, Choice(), papers=7)
    brought = {one for post in await bring(before, 4) for one in post}
    order = Order(CHANNEL, NOON, Choice(unseen=True))
    digests = before.courier.digests
    fresh: Digest = await digests.create(order, guild_id=GUILD, by_user=1, now=on(1))
    posts = await bring(replace(before, digest=fresh), 3)
    assert {one for post in posts for one in post} == {*before.papers} - brought


async def test_a_new_paper_joins_the_present_bag_and_a_removed_one_leaves(
    database: Database,
) -> None:
    office = await office_for(database, Choice(), papers=4)
    first, second = await bring(office, 2)
    [gone, _] = [one for one in office.papers if (one,) not in (first, second)]
    await withdraw(database, gone)
    joined = await stock(database, 2)
    ledger, left = office.courier.ledger, [*office.papers, *joined]
    posts = [first, second]
    for day in (3, 4, 5):
        entry = await ledger.claim(office.digest, slot(day), Pool(), on(day))
        assert entry
        assert not entry.refilled
        posts.append(entry.paper_ids)
    assert sorted(one for post in posts for one in post) == sorted({*left} - {gone})


async def test_what_is_left_is_counted(database: Database) -> None:
    office = await office_for(database, Choice(papers=2), papers=7)
    for left in (7, 5, 3, 1):
        assert await papers_left(database.fetch_all, office.digest, Pool()) == left
        day = (7 - left) // 2 + 1
        await office.courier.ledger.claim(office.digest, slot(day), Pool(), on(day))

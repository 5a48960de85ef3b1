"""Which paper comes next: each once, in an order that can be told again."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.digests.picker import Pick, pick

pools = st.sets(st.integers(1, 10_000), min_size=1, max_size=12)
seeds = st.integers(0, 2**62)


def draw(pool: Collection[int], count: int, seed: int) -> list[Pick]:
    """Draw one paper after the other, as a digest does."""
    drawn: list[int] = []
    picks: list[Pick] = []
    bag = 1
    for _ in range(count):
        chosen = pick(pool, drawn, bag, seed)
        assert chosen is not None
        drawn = [chosen.paper_id] if chosen.refilled else [*drawn, chosen.paper_id]
        bag = chosen.bag
        picks.append(chosen)
    return picks


@given(pools, seeds)
def test_every_bag_brings_each_paper_once(pool: set[int], seed: int) -> None:
    picks = draw(pool, 3 * len(pool), seed)
    for number in (1, 2, 3):
        bag = [one.paper_id for one in picks if one.bag == number]
        assert sorted(bag) == sorted(pool)


@given(pools, seeds)
def test_only_the_first_of_a_new_bag_says_so(pool: set[int], seed: int) -> None:
    picks = draw(pool, 3 * len(pool), seed)
    assert [n for n, one in enumerate(picks) if one.refilled] == [len(pool), 2 * len(pool)]


@given(st.sets(st.integers(1, 99), min_size=2, max_size=4), seeds)
def test_no_paper_comes_twice_running(pool: set[int], seed: int) -> None:
    ids = [one.paper_id for one in draw(pool, 4 * len(pool), seed)]
    assert all(one != other for one, other in pairwise(ids))


@given(pools, seeds)
def test_the_same_question_has_the_same_answer(pool: set[int], seed: int) -> None:
    drawn = sorted(pool)[::2]
    backwards = sorted(pool, reverse=True)
    assert pick(backwards, drawn, 1, seed) == pick(sorted(pool), drawn, 1, seed)


@given(pools, seeds, st.integers(20_000, 30_000), st.data())
def test_a_new_paper_joins_the_present_bag(
    pool: set[int], seed: int, newcomer: int, data: st.DataObject
) -> None:
    before = data.draw(st.integers(0, len(pool)))
    drawn = [one.paper_id for one in draw(pool, before, seed)]
    wider = {*pool, newcomer}
    while len(drawn) < len(wider):
        chosen = pick(wider, drawn, 1, seed)
        assert chosen is not None
        assert not chosen.refilled
        drawn.append(chosen.paper_id)
    assert sorted(drawn) == sorted(wider)


@given(st.sets(st.integers(1, 99), min_size=2, max_size=12), seeds, st.data())
def test_a_removed_paper_leaves_and_the_order_of_the_rest_stays(
    pool: set[int], seed: int, data: st.DataObject
) -> None:
    removed = data.draw(st.sampled_from(sorted(pool)))
    order = [one.paper_id for one in draw(pool, len(pool), seed)]
    fewer = pool - {removed}
    assert [one.paper_id for one in draw(fewer, len(fewer), seed)] == [
        paper_id for paper_id in order if paper_id != removed
    ]


def test_the_order_is_the_same_in_every_release() -> None:
    assert [one.paper_id for one in draw(range(1, 6), 10, seed=7)] == [2, 3, 4, 1, 5, 2, 5, 3, 1, 4]


def test_seeds_and_bags_have_orders_of_their_own() -> None:
    orders = {tuple(one.paper_id for one in draw(range(9), 18, seed)) for seed in range(20)}
    assert len(orders) == 20
    assert all(order[:9] != order[9:] for order in orders)


def test_a_lone_paper_comes_again_and_an_empty_pool_has_none() -> None:
    assert pick([5], [5], 1, seed=7) == Pick(5, bag=2, refilled=True)
    assert pick([], [5], 1, seed=7) is None

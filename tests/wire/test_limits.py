"""That the stand-in turns away what Discord would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, repeat

import pytest
from aiohttp import web

from tests.wire.digests import posts_to
from tests.wire.limits import GLOBAL, IN_BUCKET, Limits, bucket_of


@pytest.mark.parametrize(
    ("channels", "most", "is_global"),
    [
        pytest.param(count(1), GLOBAL, True, id="in all"),
        pytest.param(repeat(1), IN_BUCKET, False, id="to one channel"),
    ],
)
def test_what_comes_too_fast_is_turned_away(
    channels: Iterator[int], most: int, is_global: bool
) -> None:
    now = 0.0
    limits = Limits(lambda: now)

    def ask() -> web.Response | None:
        return limits.refuse(bucket_of("POST", posts_to(next(channels))))

    assert [ask() for _ in range(most)] == [None] * most
    refusal = ask()
    assert refusal is not None
    said = json.loads(refusal.text or "")
    assert said["global"] is is_global
    now = said["retry_after"]
    assert ask() is None
    assert (limits.earned, limits.busiest) == (1, most)


def test_a_channel_has_a_bucket_for_each_kind_of_request() -> None:
    pin = bucket_of("PUT", "/channels/1/messages/pins/2")
    assert bucket_of("PUT", "/channels/1/messages/pins/3") == pin
    assert bucket_of("PUT", "/channels/2/messages/pins/2") != pin
    assert bucket_of("POST", "/channels/1/messages") != pin

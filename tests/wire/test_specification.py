"""That Discord's specification tells a right request from a wrong one; every test relies on it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire.digests import posts_to
from tests.wire.places import CHANNEL_ID
from tests.wire.specification import ABSENT, SPEC, faults
from tests.wire.standin import Request

pytestmark = pytest.mark.skipif(not SPEC.is_file(), reason=ABSENT)


def post(path: str, json: Any) -> Request:
    """Return a request of the bot."""
    return Request("POST", path, {}, json)


@pytest.mark.parametrize(
    ("request_made", "said"),
    [
        (post("/channels/1/letters", {}), "there is no such request"),
        (post(posts_to(CHANNEL_ID), {"content": "x" * 4001}), "content"),
        (post(posts_to(CHANNEL_ID), {"nonce": "n" * 26}), "nonce"),
        (post(posts_to(CHANNEL_ID), {"components": [{"type": 10}]}), "components"),
        (post("/channels/1/messages/2/crosspost", {"content": "x"}), "it has no body"),
    ],
)
def test_a_wrong_request_is_found(request_made: Request, said: str) -> None:
    [fault] = faults([request_made])
    assert said in fault


def test_a_right_request_is_no_fault() -> None:
    text = {"type": 10, "content": "A paper"}
    body = {"components": [text], "flags": 1 << 15, "nonce": "17", "enforce_nonce": True}
    assert faults([post(posts_to(CHANNEL_ID), body)]) == []

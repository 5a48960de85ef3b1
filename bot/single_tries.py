"""Requests that must not be repeated unasked.

discord.py sends a request again after a 500, 502 or 504 (up to five times), though Discord may
have carried out the first. A message has a nonce against that; a forum post has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import aiohttp

_sent: ContextVar[list[Any] | None] = ContextVar("sent", default=None)


class RepeatedError(Exception):
    """A request was about to be sent a second time."""


@contextmanager
def single_try() -> Iterator[None]:
    """Let no more than one request be sent inside; the next one raises `RepeatedError`."""
    token = _sent.set([])
    try:
        yield
    finally:
        _sent.reset(token)


def watch() -> aiohttp.TraceConfig:
    """Return what a client needs so that `single_try` has a say in its requests."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_count)
    return trace


async def _count(session: aiohttp.ClientSession, context: Any, request: Any) -> None:
    sent = _sent.get()
    if sent is None:
        return
    if sent:
        raise RepeatedError(f"{request.method} {request.url}")
    sent.append(request.url)

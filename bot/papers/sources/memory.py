"""Answers that are kept for a while, so that nobody asks the same twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """The newest `size` answers; who asks while an answer is on its way waits for that one."""

    def __init__(
        self, size: int, keep_s: Callable[[Value], float], now: Callable[[], float]
    ) -> None:
        self._size = size
        self._keep_s = keep_s
        self._now = now
        self._kept: OrderedDict[Key, tuple[float, Value]] = OrderedDict()
        self._coming: dict[Key, asyncio.Task[Value]] = {}

    async def get(self, key: Key, make: Callable[[], Coroutine[None, None, Value]]) -> Value:
        """Return the answer that is kept, or make one; `keep_s` says for how many seconds."""
        if (kept := self._kept.get(key)) and self._now() < kept[0]:
            self._kept.move_to_end(key)
            return kept[1]
        if key not in self._coming:
            task = self._coming[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: self._keep(key, done))
        # Shielded: who gives up waiting takes the answer from nobody else.
        return await asyncio.shield(self._coming[key])

    def _keep(self, key: Key, done: asyncio.Task[Value]) -> None:
        del self._coming[key]
        if done.cancelled() or done.exception():
            return
        seconds = self._keep_s(done.result())
        if seconds > 0:
            self._kept[key] = self._now() + seconds, done.result()
            self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Give up what is on its way."""
        coming = list(self._coming.values())
        for task in coming:
            task.cancel()
        await asyncio.gather(*coming, return_exceptions=True)

"""Questions asked while someone types: only the newest of each person is worth an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Keystrokes:
    """Drops what was asked for a beginning of what is typed by now."""

    def __init__(self) -> None:
        self._under_way: dict[int, asyncio.Task[Any]] = {}

    async def newest(self, user_id: int, question: Coroutine[Any, Any, Answer]) -> Answer | None:
        """Return the answer, or None as soon as this person asks anew.

        A question that still waits for its turn is then never asked.
        """
        task = asyncio.ensure_future(question)
        if earlier := self._under_way.get(user_id):
            earlier.cancel()
        self._under_way[user_id] = task
        try:
            return await task
        except asyncio.CancelledError:
            if self._under_way.get(user_id) is task:  # whoever waits is cancelled, too
                raise
            return None
        finally:
            if self._under_way.get(user_id) is task:
                del self._under_way[user_id]

"""Only the newest of what somebody types is answered."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.database import Database
from bot.keystrokes import Keystrokes
from bot.questions import Reader

ANN, BO = 1, 2


async def test_what_is_typed_over_is_never_looked_up(tmp_path: Path) -> None:
    database, keystrokes = await Database.open(tmp_path / "papers.db"), Keystrokes()
    asked: list[str] = []
    slow, may_end = threading.Event(), threading.Event()

    def answer(typed: str) -> str:
        asked.append(typed)
        if typed == "h":
            slow.set()
            may_end.wait()
        return typed.upper()

    async def ask(user_id: int, typed: str) -> str | None:
        def question(connection: Reader) -> str:
            return answer(typed)

        return await keystrokes.newest(user_id, database.ask(question, hurried=True))

    first = asyncio.ensure_future(ask(ANN, "h"))
    await asyncio.to_thread(slow.wait)
    later = [asyncio.ensure_future(ask(ANN, typed)) for typed in ("hy", "hyp", "hype")]
    other = asyncio.ensure_future(ask(BO, "psy"))
    try:
        async with asyncio.timeout(5):
            assert await asyncio.gather(first, *later[:2]) == [None, None, None]
    finally:
        may_end.set()
    assert await later[2] == "HYPE"
    assert await other == "PSY"
    assert asked == ["h", "hype", "psy"]
    await database.close()


async def test_whoever_waits_can_be_cancelled() -> None:
    keystrokes = Keystrokes()
    waiting = asyncio.ensure_future(keystrokes.newest(ANN, asyncio.sleep(60)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await keystrokes.newest(ANN, asyncio.sleep(0, "hype")) == "hype"

"""SIGTERM and Ctrl-C end the process in good order, whatever it is doing."""

from __future__ import annotations

from signal import SIGINT, SIGTERM, Signals

import pytest

from tests.wire.process import Ended, Paperboys
from tests.wire.standin import StandIn

pytestmark = pytest.mark.usefixtures("whole")


def assert_quiet(ended: Ended) -> None:
    """Check for success, and for nothing on standard error."""
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize("number", [SIGTERM, SIGINT])
async def test_a_running_bot(runner: Paperboys, standin: StandIn, number: Signals) -> None:
    process = await runner.start()
    await standin.until(standin.gateway.connected)
    await process.says("Invite")
    ended = await process.stop(number)
    assert_quiet(ended)
    assert ended.out.endswith("Stopped.\n")


@pytest.mark.parametrize(
    ("number", "method", "path"),
    [
        (SIGINT, "GET", "/users/@me"),
        (SIGTERM, "GET", "/gateway/bot"),
        (SIGTERM, "PUT", "/applications/*/commands"),
    ],
)
async def test_while_it_waits_for_discord_to_answer(
    runner: Paperboys, standin: StandIn, number: Signals, method: str, path: str
) -> None:
    held = standin.hold(method, path)
    process = await runner.start()
    await standin.until(lambda: held.caught)
    assert_quiet(await process.stop(number))


async def test_while_it_waits_for_the_gateway(runner: Paperboys, standin: StandIn) -> None:
    standin.gateway.greets.clear()
    process = await runner.start()
    await standin.until(lambda: standin.gateway.open)
    assert_quiet(await process.stop())


async def test_pressed_again_while_it_is_closing(runner: Paperboys, standin: StandIn) -> None:
    standin.gateway.hangs_up.clear()
    process = await runner.start()
    [session] = await standin.until(standin.gateway.connected)
    process.signal(SIGINT)
    await standin.until(lambda: session.leaving)
    process.signal(SIGINT)
    standin.gateway.hangs_up.set()
    assert_quiet(await process.ended())

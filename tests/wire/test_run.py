"""`paperboy run`: how it starts, what it says, when it gives up."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest

from bot.invite import permission_bits
from tests.wire import payloads
from tests.wire.process import Ended, Paperboys
from tests.wire.standin import StandIn

COMMANDS = f"/applications/{payloads.APPLICATION_ID}/commands"


@pytest.fixture
def unanswered_port() -> Iterator[int]:
    """A port that is taken, yet where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def assert_gave_up(ended: Ended) -> str:
    """Check for one paragraph on standard error and exit code 2; returns it on one line."""
    assert ended.code == 2, ended.err
    assert ended.err.strip()
    assert "Traceback" not in ended.err
    assert "\n\n" not in ended.err.strip()
    return " ".join(ended.err.split())


@pytest.mark.usefixtures("whole")
@pytest.mark.parametrize("token", [None, "", "not.the.token"])
async def test_without_a_good_token_it_says_where_to_get_one(
    runner: Paperboys, token: str | None
) -> None:
    said = assert_gave_up(await (await runner.start(DISCORD_TOKEN=token)).ended())
    assert "https://discord.com/developers/applications" in said
    assert "make demo" in said
    assert not runner.database.exists()


async def test_a_token_refused_by_the_gateway_is_no_different(
    runner: Paperboys, standin: StandIn
) -> None:
    standin.gateway.token = "another.token"
    said = assert_gave_up(await (await runner.start()).ended())
    assert "did not accept the token" in said


async def test_discord_out_of_reach(runner: Paperboys, unanswered_port: int) -> None:
    elsewhere = f"http://127.0.0.1:{unanswered_port}"
    said = assert_gave_up(await (await runner.start(PAPERBOY_API_BASE=elsewhere)).ended())
    assert "cannot be reached" in said


async def test_discord_in_trouble(runner: Paperboys, standin: StandIn) -> None:
    standin.fail("GET", "/users/@me", 503)
    assert "503" in assert_gave_up(await (await runner.start()).ended())


async def test_a_database_that_cannot_be_opened(runner: Paperboys) -> None:
    runner.database.mkdir()
    said = assert_gave_up(await (await runner.start()).ended())
    assert str(runner.database) in said


async def test_a_database_that_is_none(runner: Paperboys) -> None:
    runner.database.write_text("a shopping list " * 100)
    said = assert_gave_up(await (await runner.start()).ended())
    assert str(runner.database) in said


async def test_the_invite_link_asks_for_exactly_what_is_used(runner: Paperboys) -> None:
    link = urlsplit((await (await runner.start()).says("Invite")).split()[-1])
    assert f"{link.scheme}://{link.netloc}{link.path}" == "https://discord.com/oauth2/authorize"
    assert dict(parse_qsl(link.query, strict_parsing=True)) == {
        "client_id": payloads.APPLICATION_ID,
        "scope": "bot applications.commands",
        "permissions": str(permission_bits()),
    }


async def test_commands_are_sent_once_not_at_every_start(
    runner: Paperboys, standin: StandIn
) -> None:
    for _ in range(2):
        process = await runner.start()
        await process.says("Invite")
        await process.stop()
    assert len(standin.made("PUT", COMMANDS)) == 1
    assert {command["name"] for command in standin.rest.commands} >= {"paper", "digest", "library"}


@pytest.mark.parametrize(
    ("status", "code"),
    [
        pytest.param(400, 30034, id="200 commands made today"),
        pytest.param(503, 0, id="Discord in trouble"),
        pytest.param(0, 0, id="connection lost"),
    ],
)
async def test_commands_that_could_not_be_sent_do_not_keep_it_from_running(
    runner: Paperboys, standin: StandIn, status: int, code: int
) -> None:
    if status:
        standin.fail("PUT", COMMANDS, status, code)
    else:
        standin.cut("PUT", COMMANDS)
    process = await runner.start()
    await process.says("Invite")
    await standin.until(standin.gateway.connected)
    answer = await standin.answer_to(await standin.use("help"))
    assert answer["type"] == 4
    assert "could not be sent" in (await process.stop()).err

    await (await runner.start()).says("Invite")
    assert standin.rest.commands, "they are sent at the next start"


@pytest.mark.usefixtures("papers")
async def test_a_search_is_answered_with_components(runner: Paperboys, standin: StandIn) -> None:
    await runner.start()
    await standin.until(standin.gateway.connected)
    answer = await standin.answer_to(await standin.use("paper search", query="hypertre"))
    assert answer["type"] == 4
    assert answer["data"]["flags"] == 1 << 15, "Components V2, public"
    assert answer["data"]["allowed_mentions"] == {"parse": []}
    [container] = answer["data"]["components"]
    assert "HyperTree" in str(container)
    assert any(part["type"] == 9 for part in container["components"]), "a section a result"

"""Whatever the network does, a look-up ends in a reason and keeps the link."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from bot.papers.sources.found import Found, Reason
from bot.papers.sources.hosts import ARXIV, BASES, CROSSREF
from bot.papers.sources.look_up import LookUp
from tests.sites import Sites, Ticking, entry, message, run_sites, work

DOI = "10.1145/12345.67890"
WORK = f"{CROSSREF}/works/{DOI}"
FEED = f"{ARXIV}/api/query"
GOOD = json.dumps(message(work()))


@pytest.fixture
async def sites() -> AsyncIterator[Sites]:
    async with run_sites() as sites:
        yield sites


async def find(sites: Sites, text: str = DOI, time_out_s: float = 5.0) -> Found:
    look_up = sites.look_up(time_out_s)
    try:
        return await look_up.find(text)
    finally:
        await look_up.close()


def is_nothing(found: Found, reason: Reason, url: str = f"https://doi.org/{DOI}") -> bool:
    assert (found.record, found.reason, found.url) == (None, reason, url)
    assert found.id
    assert found.said.endswith(".")
    return "{" not in found.said


async def test_nobody_listens(unused_port: int) -> None:
    closed = f"http://127.0.0.1:{unused_port}"
    look_up = LookUp(dict.fromkeys(BASES, closed), clock=Ticking().clock)
    try:
        assert is_nothing(await look_up.find(DOI), Reason.NO_NETWORK)
        title = await look_up.find("Paper Boats in Shallow Water")
        assert (title.reason, title.id, title.url) == (Reason.NO_NETWORK, None, None)
    finally:
        await look_up.close()


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


async def test_no_answer_in_time(sites: Sites) -> None:
    never = asyncio.Event()

    async def silent(request: web.Request) -> web.Response:
        await never.wait()
        return web.Response()

    sites.answers[WORK] = silent
    assert is_nothing(await find(sites, time_out_s=0.05), Reason.TIME_OUT)


async def test_an_answer_that_never_ends(sites: Sites) -> None:
    never = asyncio.Event()

    async def slow(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        await response.write(b"{")
        await never.wait()
        return response

    sites.answers[WORK] = slow
    assert is_nothing(await find(sites, time_out_s=0.1), Reason.TIME_OUT)


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        *((400, Reason.NOT_FOUND), (404, Reason.NOT_FOUND), (410, Reason.NOT_FOUND)),
        *((401, Reason.REFUSED), (403, Reason.REFUSED), (429, Reason.TOO_MANY)),
        *((503, Reason.TOO_MANY), (500, Reason.ODD_ANSWER), (502, Reason.ODD_ANSWER)),
        *((204, Reason.ODD_ANSWER), (418, Reason.ODD_ANSWER), (206, Reason.ODD_ANSWER)),
    ],
)
async def test_statuses(sites: Sites, status: int, reason: Reason) -> None:
    sites.say(WORK, GOOD, "application/json", status)
    assert is_nothing(await find(sites), reason)
    assert len(sites.asked) == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<html><title>Paper Boats</title></html>", "text/html"),
        *((GOOD, "text/html"), (GOOD, "text/plain"), (GOOD, "application/octet-stream")),
        *((GOOD[:-20], "application/json"), ("", "application/json"), ("[]", "application/json")),
        *(("null", "application/json"), ("[" * 100_000, "application/json")),
        *((b"\xff\xfe{", "application/json"), ('{"message": []}', "application/json")),
        ('{"message": {"DOI": 5, "title": {"a": 1}}}', "application/json"),
        (json.dumps(message(work(title=[]))), "application/json"),
        (json.dumps(message(work(title=["\u202e\u200b…"]))), "application/json"),
        (json.dumps(message(work(abstract="a" * 3_000_000))), "application/json"),
    ],
)
async def test_odd_answers(sites: Sites, body: str | bytes, kind: str) -> None:
    sites.say(WORK, body, kind)
    assert is_nothing(await find(sites), Reason.ODD_ANSWER)


async def test_a_packed_answer_is_measured_unpacked(sites: Sites) -> None:
    import gzip

    packed = gzip.compress(b" " * 50_000_000)
    sites.say(WORK, packed, "application/json", Content_Encoding="gzip")
    assert is_nothing(await find(sites), Reason.ODD_ANSWER)
    sites.say(WORK, packed[:100], "application/json", Content_Encoding="gzip")
    assert is_nothing(await find(sites), Reason.ODD_ANSWER)


async def test_half_an_answer(sites: Sites) -> None:
    async def cut(request: web.Request) -> web.StreamResponse:
        headers = {"Content-Type": "application/json", "Content-Length": "1000"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        await response.write(GOOD[:50].encode())
        assert request.transport
        request.transport.close()
        return response

    sites.answers[WORK] = cut
    assert is_nothing(await find(sites), Reason.ODD_ANSWER)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_another_host_is_never_asked(sites: Sites, status: int) -> None:
    async with run_sites() as other:
        other.json("secret", message(work()))
        port = other.url.rpartition(":")[2]
        for place in (
            *(
                f"{other.url}/secret",
                f"http://localhost:{port}/secret",
                f"//127.0.0.1:{port}/secret",
            ),
            *("https://example.org/secret", "file:///etc/passwd", "http://[", "", "data:,x"),
            *("http://169.254.169.254/latest", sites.url.replace("http", "https") + "/secret"),
        ):
            sites.say(WORK, "", "text/plain", status, Location=place)
            assert is_nothing(await find(sites), Reason.ODD_ANSWER), place
        assert other.asked == []


async def test_the_same_host_may_send_us_on(sites: Sites) -> None:
    sites.say(WORK, "", "text/plain", 301, Location=f"/{CROSSREF}/works/10.1145/2")
    sites.json(f"{CROSSREF}/works/10.1145/2", message(work()))
    assert (await find(sites)).record
    sites.say(WORK, "", "text/plain", 301, Location=f"/{WORK}")
    sites.asked.clear()
    assert is_nothing(await find(sites), Reason.ODD_ANSWER)
    assert len(sites.asked) == 3


BOMB = """<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "boats boats boats">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>"""
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY c SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("head", [BOMB, OUTSIDE])
async def test_entities_are_not_resolved(sites: Sites, head: str) -> None:
    sites.feed(entry(title="Boats &c;"))
    body = (await answer_of(sites)).replace('<?xml version="1.0" encoding="UTF-8"?>', head)
    sites.say(FEED, body, "application/atom+xml")
    found = await find(sites, "2401.01234")
    assert is_nothing(found, Reason.ODD_ANSWER, "https://arxiv.org/abs/2401.01234")


async def answer_of(sites: Sites) -> str:
    import aiohttp

    async with aiohttp.ClientSession() as session, session.get(f"{sites.url}/{FEED}") as response:
        return await response.text()


@pytest.mark.parametrize(
    "body",
    [
        *("Rate exceeded.", "", "<feed>", "<feed/>", "<html><body/></html>", "<a>" * 100_000),
        '<?xml version="1.0" encoding="boats"?><feed/>',
    ],
)
async def test_odd_feeds(sites: Sites, body: str) -> None:
    sites.say(FEED, body, "application/atom+xml")
    assert (await find(sites, "2401.01234")).reason is Reason.ODD_ANSWER

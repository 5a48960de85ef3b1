"""Asking one of the known hosts, and reading its answer with care."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol
from urllib.parse import urlencode

import aiohttp
from yarl import URL

from bot.papers.sources.found import NoAnswerError, Reason
from bot.papers.sources.hosts import BASES, INTERVALS_S, PublicResolver
from bot.papers.sources.pace import Clock, Pace

MAX_BYTES = 2_000_000
MAX_REDIRECTS = 3
# How long a host is left alone after 429 or 503 if it does not say, and the most it may say.
REST_S, LONGEST_REST_S = 60, 3600


class Ask(Protocol):
    """Returns what a host answers to a path (quoted already) and a query.

    Raises `NoAnswerError` if there is no answer, or one of another content type than `accepted`.
    """

    async def __call__(
        self, host: str, path: str, accepted: frozenset[str], query: Mapping[str, str] | None = None
    ) -> bytes: ...


def user_agent() -> str:
    """Return the name we go by; Crossref's polite pool would want an e-mail address in it."""
    try:
        return f"Paperboy/{version('paperboy')}"
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "Paperboy"


class Asker:
    """Asks hosts over connections of its own, each at its pace."""

    def __init__(self, bases: Mapping[str, str], clock: Clock) -> None:
        self._bases = {**BASES, **bases}
        self._clock = clock
        self._paces: dict[str, Pace] = {}
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close the connections; asking again opens new ones."""
        if self._session:
            await self._session.close()
            self._session = None

    def until(self, deadline: float) -> Ask:
        """Return a way to ask that gives up at this time of the running loop."""

        async def ask(
            host: str, path: str, accepted: frozenset[str], query: Mapping[str, str] | None = None
        ) -> bytes:
            url = URL(self._bases[host] + path, encoded=True)
            if query:
                url = URL(f"{url}?{urlencode(query)}", encoded=True)
            return await self._ask_in_turn(host, url, accepted, deadline)

        return ask

    async def _ask_in_turn(
        self, host: str, url: URL, accepted: frozenset[str], deadline: float
    ) -> bytes:
        pace = self._paces.setdefault(host, Pace(INTERVALS_S[host], self._clock))
        await pace.begin(deadline - asyncio.get_running_loop().time())
        try:
            async with asyncio.timeout_at(deadline):
                return await self._follow(url, accepted, pace)
        except TimeoutError:
            raise NoAnswerError(Reason.TIME_OUT) from None
        except (aiohttp.ClientPayloadError, aiohttp.ClientResponseError):
            raise NoAnswerError(Reason.ODD_ANSWER) from None
        except (aiohttp.ClientError, OSError):
            raise NoAnswerError(Reason.NO_NETWORK) from None
        finally:
            pace.end()

    async def _follow(self, url: URL, accepted: frozenset[str], pace: Pace) -> bytes:
        """Ask, and ask again where the same host says it is; never another host."""
        for _ in range(MAX_REDIRECTS):
            async with self._opened().get(url, allow_redirects=False) as response:
                if response.status not in (301, 302, 303, 307, 308):
                    return await _read(response, accepted, pace)
                url = _elsewhere(url, response.headers.get("Location", ""))
        raise NoAnswerError(Reason.ODD_ANSWER)

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(resolver=PublicResolver(), limit=8),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": user_agent()},
                timeout=aiohttp.ClientTimeout(total=None),  # `timeout_at` keeps the deadline
            )
        return self._session


def _elsewhere(url: URL, location: str) -> URL:
    """Return where an answer sends us if that is on the same host, by the same scheme."""
    try:
        there = url.join(URL(location))
        if location and there.origin() == url.origin():
            return there
    except ValueError:  # no address, or none with a host
        pass
    raise NoAnswerError(Reason.ODD_ANSWER)


async def _read(response: aiohttp.ClientResponse, accepted: frozenset[str], pace: Pace) -> bytes:
    if reason := _trouble(response.status):
        if reason is Reason.TOO_MANY:
            pace.rest(_retry_after(response.headers.get("Retry-After", "")))
        raise NoAnswerError(reason)
    if response.content_type not in accepted:
        raise NoAnswerError(Reason.ODD_ANSWER)
    body = bytearray()
    async for chunk in response.content.iter_chunked(65_536):  # unpacked already if it was packed
        body += chunk
        if len(body) > MAX_BYTES:
            raise NoAnswerError(Reason.ODD_ANSWER)
    return bytes(body)


def _trouble(status: int) -> Reason | None:
    """Return what a status means. arXiv answers 400 to an id it has never given out."""
    if status == 200:
        return None
    if status in (400, 404, 410):
        return Reason.NOT_FOUND
    if status in (401, 403, 451):
        return Reason.REFUSED
    return Reason.TOO_MANY if status in (429, 503) else Reason.ODD_ANSWER


def _retry_after(text: str) -> float:
    """Return the seconds in a Retry-After; its other form, a date, counts as not said."""
    seconds = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else REST_S
    return min(seconds, LONGEST_REST_S)

"""The sites that look-ups ask, on loopback, with answers in the form that they document."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.papers.sources.hosts import BASES
from bot.papers.sources.look_up import LookUp
from bot.papers.sources.pace import Clock

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Ticking:
    """A clock that stands still until somebody waits."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.waits: list[float] = []
        self.clock = Clock(lambda: self.time, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds


@dataclass
class Sites:
    """Answers by host and path; an unknown path is 404. `asked` is each request's host and path."""

    url: str = ""
    ticking: Ticking = field(default_factory=Ticking)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answers: dict[str, Handler] = field(default_factory=dict)

    def say(self, where: str, body: str | bytes, kind: str, status: int = 200, **more: str) -> None:
        """Answer `host/path` with this body and content type."""
        data = body.encode() if isinstance(body, str) else body
        headers = {"Content-Type": kind, **{k.replace("_", "-"): v for k, v in more.items()}}

        async def handler(request: web.Request) -> web.Response:
            return web.Response(body=data, status=status, headers=headers)

        self.answers[where] = handler

    def feed(self, *entries: str) -> None:
        """Let arXiv answer with these entries."""
        self.say(
            "export.arxiv.org/api/query", atom(*entries), "application/atom+xml; charset=utf-8"
        )

    def json(self, where: str, value: Any) -> None:
        """Answer with JSON."""
        self.say(where, json.dumps(value), "application/json")

    def page(self, where: str, body: str) -> None:
        """Answer with a page."""
        self.say(where, body, "text/html; charset=utf-8")

    def bases(self) -> dict[str, str]:
        """Return where each host is to be found."""
        return {host: f"{self.url}/{host}" for host in BASES}

    def look_up(self, time_out_s: float = 5.0) -> LookUp:
        """Return a look-up that asks these sites; whoever calls closes it."""
        return LookUp(self.bases(), time_out_s=time_out_s, clock=self.ticking.clock)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        where = request.path.removeprefix("/")
        self.asked.append(request.path_qs.removeprefix("/"))
        self.headers.append(dict(request.headers))
        if where in self.answers:
            return await self.answers[where](request)
        return web.Response(status=404, text="Resource not found.")


@asynccontextmanager
async def run_sites() -> AsyncIterator[Sites]:
    """Serve the sites on a free port of 127.0.0.1 while the block runs."""
    sites = Sites()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", sites.serve)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    sites.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield sites
    finally:
        await runner.cleanup()


def atom(*entries: str) -> str:
    """Return a feed as in https://info.arxiv.org/help/api/user-manual.html."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?id_list=x" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: search_query=&amp;id_list=x&amp;start=0&amp;max_results=1</title>
  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <updated>2024-02-01T00:00:00-05:00</updated>
  <opensearch:totalResults
    xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{len(entries)}</opensearch:totalResults>
  {"".join(entries)}
</feed>"""


def entry(
    number: str = "2401.01234v2",
    title: str = "Paper Boats\n  in Shallow Water",
    summary: str = "We fold boats of paper\n  and float them, for $x<y$.\n",
    authors: tuple[str, ...] = ("Ada Byron", "Émile Noël"),
    more: str = "",
) -> str:
    """Return one entry of a feed, hard-wrapped as arXiv wraps them."""
    people = "".join(f"<author><name>{name}</name></author>" for name in authors)
    return f"""<entry>
    <id>http://arxiv.org/abs/{number}</id>
    <updated>2024-01-09T10:00:00Z</updated>
    <published>2024-01-02T10:00:00Z</published>
    <title>{title}</title>
    <summary>  {summary.replace("<", "&lt;")}</summary>
    {people}
    <link href="http://arxiv.org/abs/{number}" rel="alternate" type="text/html"/>
    <category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>
    {more}
  </entry>"""


def work(**fields: Any) -> dict[str, Any]:
    """Return a work of Crossref; dashes in names are written `_`."""
    said = {
        "DOI": "10.1145/12345.67890",
        "type": "proceedings-article",
        "title": ["Paper Boats in Shallow Water"],
        "author": [
            {"given": "Ada", "family": "Byron", "sequence": "first", "affiliation": []},
            {"given": "Émile", "family": "Noël", "sequence": "additional", "affiliation": []},
        ],
        "container-title": ["Proceedings of Paper Folding"],
        "issued": {"date-parts": [[2025, 6]]},
    }
    return {**said, **{name.replace("_", "-"): value for name, value in fields.items()}}


def message(body: Any, kind: str = "work") -> dict[str, Any]:
    """Return what Crossref wraps a work, or a list of works, in."""
    return {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": body}


def works(*found: dict[str, Any]) -> dict[str, Any]:
    """Return Crossref's answer to a search."""
    body = {"total-results": len(found), "items-per-page": 5, "items": list(found)}
    return message(body, "work-list")

"""The only hosts that are ever asked, how often, and that their addresses are public."""

from __future__ import annotations

import ipaddress
import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import DefaultResolver

ARXIV = "export.arxiv.org"
CROSSREF = "api.crossref.org"
OPENREVIEW = "api2.openreview.net"
OLD_OPENREVIEW = "api.openreview.net"
ACL = "aclanthology.org"
PMLR = "proceedings.mlr.press"

# Seconds between the beginnings of two requests. arXiv: https://info.arxiv.org/help/api/tou.html,
# “no more than one request every three seconds” and one connection at a time. Crossref:
# https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/,
# its slowest pool takes one search a second. OpenReview names no number and lets guests ask 20
# times a minute: https://github.com/openreview/openreview/issues/254.
INTERVALS_S = {ARXIV: 3.0, CROSSREF: 1.0, OPENREVIEW: 3.0, OLD_OPENREVIEW: 3.0, ACL: 1.0, PMLR: 1.0}
BASES = {host: f"https://{host}" for host in INTERVALS_S}


class PublicResolver(AbstractResolver):
    """Resolves names to addresses of the public internet alone.

    Whoever can spoof DNS could otherwise point a known name at this machine or its neighbours.
    """

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return where `host` lives; raises OSError if any of it is not public."""
        addresses = await self._inner.resolve(host, port, family)
        if not addresses or not all(is_public(address["host"]) for address in addresses):
            raise OSError(f"{host} does not resolve to public addresses")
        return addresses

    async def close(self) -> None:
        """Close the resolver that does the work."""
        await self._inner.close()


def is_public(address: str) -> bool:
    """Whether this is an address that anyone on the internet could reach."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return parsed.is_global and not parsed.is_multicast

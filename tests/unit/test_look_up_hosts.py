"""Which hosts are asked, and where they must live."""

from __future__ import annotations

import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.papers.sources.found import Reason
from bot.papers.sources.hosts import ARXIV, BASES, CROSSREF, PublicResolver, is_public
from bot.papers.sources.look_up import LookUp
from tests.sites import run_sites


class Resolver(AbstractResolver):
    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=one, port=port, family=family, proto=0, flags=0)
            for one in self.addresses
        ]

    async def close(self) -> None:
        pass


async def test_names_must_live_in_public() -> None:
    public = PublicResolver(Resolver("151.101.3.42", "2a04:4e42::42"))
    assert len(await public.resolve(ARXIV, 443)) == 2
    for addresses in ((), ("10.0.0.1",), ("151.101.3.42", "127.0.0.1")):
        with pytest.raises(OSError, match="public"):
            await PublicResolver(Resolver(*addresses)).resolve(ARXIV, 443)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "224.0.0.1", "ff0e::1", "100.64.0.1"),
        *("", "localhost", "fe80::1%eth0"),
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


async def test_a_known_name_of_this_machine_is_not_asked() -> None:
    async with run_sites() as sites:
        look_up = LookUp({CROSSREF: sites.url.replace("127.0.0.1", "localhost")})
        try:
            assert (await look_up.find("10.1145/1")).reason is Reason.NO_NETWORK
        finally:
            await look_up.close()
        assert sites.asked == []


def test_only_these_hosts_are_known() -> None:
    assert set(BASES.values()) == {
        "https://export.arxiv.org",
        "https://api.crossref.org",
        "https://api2.openreview.net",
        "https://api.openreview.net",
        "https://aclanthology.org",
        "https://proceedings.mlr.press",
    }

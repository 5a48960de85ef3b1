"""No text of a paper, a list or a member pings anybody, wherever it is shown."""

from __future__ import annotations

from typing import Any

from tests.conftest import World
from tests.screen import buttons, text

PINGS = "@everyone @here <@1> <@&1> <#1>"


async def test_nothing_that_is_sent_may_ping(world: World) -> None:
    env, member, librarian, channel = world.env, world.member, world.librarian, world.channel
    before = len(env.http_requests)
    form = await librarian.slash(channel, "library add")
    fields = {"title": f"x {PINGS}", "abstract": f"y {PINGS} " * 5, "authors": f"z {PINGS}"}
    await librarian.submit_modal(form, {**fields, "list": PINGS, "link": "example.org"})
    form = await librarian.slash(channel, "library add")
    asked = await librarian.submit_modal(form, fields)
    assert asked.response is not None
    await librarian.click(asked.response.message, label="Add anyway")
    removing = await librarian.slash(channel, "library remove", paper="P-39")
    assert removing.response is not None
    await librarian.click(removing.response.message, label="Remove")

    shown = [
        await member.slash(channel, "paper show", paper="P-38"),
        await member.slash(channel, "paper search", query=f"y {PINGS}"),
        await member.slash(channel, "paper search", query="@everyonezzz <@1>"),
        await member.slash(channel, "paper search", query="x", list=PINGS),
        await member.slash(channel, "paper random", list="@everyone"),
        await member.slash(channel, "paper random", list="nowhere"),
        await member.slash(channel, "help"),
    ]
    found = shown[1]
    assert found.response is not None
    opened = next(b["custom_id"] for b in buttons(found).values() if b["custom_id"] == "open:38")
    shown.append(await member.click(found.response.message, custom_id=opened))
    paged = await member.slash(channel, "paper search", query="agents")
    assert paged.response is not None
    await member.click(paged.response.message, label="Next ▶")
    await member.click(shown[4].response.message, label="Another")  # type: ignore[union-attr]

    for result in shown:
        for ping in ("@everyone", "@here", "<@1>", "<@&1>", "<#1>"):
            assert ping not in text(result)
    sent = [message for entry in env.http_requests[before:] if (message := _message(entry.json))]
    assert len(sent) >= 16
    for message in sent:
        assert message.get("allowed_mentions") == {"parse": []}, message


def _message(body: Any) -> dict[str, Any]:
    """Return the message in what was sent to Discord; empty if it is none, as a form is."""
    data = body.get("data") or body if isinstance(body, dict) else {}
    shows = "title" not in data and (data.get("components") or data.get("content"))
    return data if shows else {}

"""A tour in the terminal: what a member and a librarian would do, as a transcript."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from simcord import InteractionResult

from bot.demo.world import World, simulated_world
from bot.papers.markup import cut

WIDTH = 88
MAX_TEXT = 700
TEXT, BUTTON = 10, 2  # Discord's component types


async def tour_in_terminal(database: Path | None) -> None:
    """Play search with a typo, a card, random, add and the digest, and end."""
    async with simulated_world(database) as world:
        await _search_and_open(world)
        _show("member", "/paper random", await world.member.slash(world.channel, "paper random"))
        await _add(world)
        await _digest(world)
    click.echo("\nThat was the tour. For the same in your browser: make demo")


async def _search_and_open(world: World) -> None:
    found = await world.member.slash(world.channel, "paper search", query="hypertre")
    _show("member", "/paper search hypertre", found)
    assert found.response is not None
    card = await world.member.click(found.response.message, label="Open")
    _show("member", "presses [Open]", card)


async def _add(world: World) -> None:
    form = await world.librarian.slash(world.channel, "library add")
    _show("librarian", "/library add", form)
    values = {
        "title": "Attention Is All You Need",
        "authors": "Ashish Vaswani, Noam Shazeer, Niki Parmar",
        "link": "https://arxiv.org/abs/1706.03762",
    }
    added = await world.librarian.submit_modal(form, values)
    _show("librarian", f"fills in the form: {values['title']}", added)


async def _digest(world: World) -> None:
    digests = await world.librarian.slash(world.channel, "digest list")
    _show("librarian", "/digest list", digests)
    posts = [
        message
        for message in world.env.backend.messages[world.channel.id].values()
        if "about:" in str(message.components)
    ]
    _say("The channel", "today's digest, posted by itself", _lines(posts[-1].components))


def _show(who: str, what: str, result: InteractionResult) -> None:
    if result.modal is not None:
        fields = (row["label"] for row in result.modal["components"])
        _say(who, what, ["A form opens: " + ", ".join(fields)])
    elif result.response is not None:
        text = [result.response.content] if result.response.content else []
        private = ["(only you can see this)"] if result.ephemeral else []
        _say(who, what, [*text, *_lines(result.response.components), *private])


def _say(who: str, what: str, lines: Iterable[str]) -> None:
    click.echo()
    click.secho(f"{who}: {what}", bold=True)
    for line in lines:
        click.echo(click.wrap_text(line, WIDTH, "  │ ", "  │ "))


def _lines(components: list[dict[str, Any]]) -> list[str]:
    """Return the texts and buttons of a message, from the top down."""
    lines: list[str] = []
    for component in components:
        if component["type"] == TEXT:
            lines += [cut(_bare(line), MAX_TEXT) for line in component["content"].splitlines()]
        elif component["type"] == BUTTON:
            lines.append(f"[ {component['label']} ]")
        accessory = [component["accessory"]] if "accessory" in component else []
        lines += _lines([*component.get("components", []), *accessory])
    return lines


def _bare(markdown: str) -> str:
    """Return a line of Discord Markdown without its marks, times and channels spelt out."""
    line = re.sub(r"^(?:#{1,3}|-#|-) ", "", markdown)
    line = re.sub(r"<t:(\d+):[A-Za-z]>", lambda found: _moment(int(found[1])), line)
    line = re.sub(r"<#\d+>", "#reading-group", line)
    return re.sub(r"\\(.)", r"\1", re.sub(r"(?<!\\)\*\*|`", "", line))


def _moment(seconds: int) -> str:
    return f"{dt.datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}"

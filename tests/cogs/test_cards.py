"""Cards: every paper of the lists, and papers made to break out of their card."""

from __future__ import annotations

import re

import pytest

from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from tests.conftest import World
from tests.screen import buttons, components, text, walk

MAX_TEXT, MAX_COMPONENTS = 4_000, 40  # Discord's limits for one message
ESCAPED = re.compile(r"\\[\\*_`~|\[\]()<>#@:.\-]")


def is_within_limits(shown) -> bool:
    parts = list(walk(components(shown)))
    return len(text(shown)) <= MAX_TEXT and len(parts) <= MAX_COMPONENTS


def is_balanced(markdown: str) -> bool:
    """Whether every mark of emphasis that is opened is closed in its paragraph."""
    bare = ESCAPED.sub("", markdown)
    return all(
        len(re.findall(mark, line)) % 2 == 0
        for line in bare.splitlines()
        for mark in (r"\*\*", r"(?<!\*)\*(?!\*)", r"`", r"~~", r"\|\|")
    )


async def test_all_37_cards_read_decently(world: World) -> None:
    for number in range(1, 38):
        card = await world.member.slash(world.channel, "paper show", paper=f"P-{number}")
        shown = text(card)
        assert not card.ephemeral
        heading, origin = shown.splitlines()[:2]
        assert re.fullmatch(r"### \S.{10,}", heading), heading
        assert origin == f"-# NeurIPS 2026 · P-{number}"
        assert "Untitled" not in shown
        raw = ESCAPED.sub("", shown)
        assert not re.search(r"[${}\\]", raw), (number, re.findall(r".{20}[${}\\].{20}", raw))
        assert len(shown) > 500
        assert is_within_limits(card)
        assert is_balanced(shown), number


async def test_the_accents_and_formulas_of_the_lists_are_readable(world: World) -> None:
    [hyperagents] = (await world.bot.search.find("dgm hyperagents", world.guild.id)).paper_ids[:1]
    card = text(await world.member.slash(world.channel, "paper show", paper=f"P-{hyperagents}"))
    assert "Darwin Gödel Machine (DGM)" in card
    assert "**hyperagents**" in card


async def test_show_takes_a_name_and_says_when_there_is_none(world: World) -> None:
    card = await world.member.slash(world.channel, "paper show", paper="hypertre")
    assert text(card).startswith("### HyperTree")
    for nothing in ("P-99", "P-0", "zzzzqqqq", "P-999999999999999999", "?"):
        refused = await world.member.slash(world.channel, "paper show", paper=nothing)
        assert refused.ephemeral
        assert text(refused) == (
            "There is no such paper here. Pick one from the list that opens as you type."
        )


BREAKOUTS = [
    "**bold** __under__ *it* ~~no~~ ||spoiler|| `code` ```block```",
    "# heading\n> quote\n-# small\n- item\n1. one",
    "[click](https://evil.example) <https://evil.example>",
    "@everyone @here <@1> <@&1> <#1> </paper:1> <t:0:R> <:a:1> :smile:",
]


@pytest.mark.parametrize("mark", BREAKOUTS)
async def test_marks_in_title_authors_and_list_are_literal(world: World, mark: str) -> None:
    record = Record(title=f"x {mark}", authors=(f"y {mark}",), url="https://example.org/x")
    reading = Reading.single(f"z {' '.join(mark.split())}"[:80], None, None, [record])
    await import_reading(world.bot.database, reading, "hostile", By.operator(world.bot.now()))
    for command, option in (("show", "paper"), ("search", "query")):
        found = await world.member.slash(world.channel, f"paper {command}", **{option: "P-38"})
        shown = text(found)
        for live in (
            "**bold",
            "__under",
            "~~no",
            "||spo",
            "`code",
            "[click](",
            "@everyone",
            "@here",
        ):
            assert not re.search(rf"(?<!\\){re.escape(live)}", shown), shown
        assert not re.search(r"<(?:@|#|/|t:|:)", shown), shown
        assert not re.search(r"^(?:>|- |1\. |# )", shown, re.MULTILINE), shown
        assert next(iter(buttons(found))) == "example.org"

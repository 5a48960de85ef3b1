"""Cards and results of the longest texts: they fit into one message."""

from __future__ import annotations

from bot.database import fetch_in
from bot.papers import storing
from bot.papers.changes import By
from bot.papers.importing import import_reading
from bot.papers.paper import Record
from bot.papers.readers.contract import Reading
from tests.cogs.test_cards import is_balanced, is_within_limits
from tests.conftest import World
from tests.screen import text

LONG = [
    Record(title="*" * 300, abstract="_" * 20_000 + " word", authors=("|" * 200,) * 9, url=None),
    Record(title="x" * 300, abstract="words " * 3_000, authors=("A. Bee",) * 200),
    Record(title="[" * 300, abstract="**a** " * 3_000, url="https://" + "a." * 120 + "org"),
    Record(title="论" * 300, abstract="文" * 19_000, authors=("名" * 300,)),
    Record(title="👩‍👩‍👧‍👦" * 40 + " family", abstract="😀 " * 5_000 + "word"),
    Record(title="<@1>" * 75, abstract="@everyone " * 1_900),
]


async def put_in_long_lists(world: World, first_id: int) -> None:
    """Put the papers from `first_id` on into four lists whose names need escaping throughout."""
    async with world.bot.database.write() as connection:
        for number in range(4):
            name = f"{'*' * 75} {number}"
            list_id = await storing.ensure_list(connection, None, name)
            rows = await fetch_in(connection, "SELECT id FROM paper WHERE id >= ?", (first_id,))
            for row in rows:
                await storing.put_in_list(connection, list_id, row["id"])


async def test_the_longest_texts_fit_into_a_message(world: World) -> None:
    reading = Reading.single("Long", None, None, LONG)
    await import_reading(world.bot.database, reading, "long", By.operator(world.bot.now()))
    await put_in_long_lists(world, 38)
    for number in range(len(LONG)):
        card = await world.member.slash(world.channel, "paper show", paper=f"P-{38 + number}")
        assert f"P-{38 + number}" in text(card), number
        assert is_within_limits(card)
        assert is_balanced(text(card))


async def test_five_of_the_longest_results_fit_into_a_message(world: World) -> None:
    records = [
        Record(title="*zebra* " + "*" * 280 + str(n), abstract=f"*zebra{n}* " * 150)
        for n in range(5)
    ]
    reading = Reading.single("Long", None, None, records)
    await import_reading(world.bot.database, reading, "long", By.operator(world.bot.now()))
    await put_in_long_lists(world, 38)
    query = "zebra " + "*" * 194
    found = await world.member.slash(world.channel, "paper search", query=query)
    assert "5 papers" in text(found)
    assert is_within_limits(found)

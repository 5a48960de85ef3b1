"""A newcomer's walk through the demo in a real browser."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

import pytest
from playwright.async_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def choose_command(page: Page, name: str, option: str | None = None) -> None:
    """Type a command's name, take it from the list that opens, and go to its first option."""
    composer = page.locator("#channel-composer-input")
    await composer.click()
    await composer.press_sequentially(f"/{name}")
    await expect(page.locator("[role=option]").first).to_contain_text(f"/{name}")
    await composer.press("Enter")
    await expect(composer).not_to_be_visible()
    if option and not await page.get_by_role("combobox", name=option).is_visible():
        await page.get_by_role("option", name=option).first.click()
    if option:
        await expect(page.get_by_role("combobox", name=option)).to_be_focused()


async def send(page: Page) -> None:
    """Send the command in the composer; the page takes none while it fetches choices."""
    composer = page.locator("#channel-composer-input")
    for _ in range(3):
        await page.get_by_role("button", name="Send", exact=True).click()
        with suppress(AssertionError):
            await expect(composer).to_be_visible(timeout=2_000)
            return
    await expect(composer).to_be_visible()


def width_of(page: Page) -> int:
    """Return the width of the screen in pixels."""
    assert page.viewport_size
    return page.viewport_size["width"]


async def become_librarian(page: Page) -> None:
    """See the channel as the librarian does."""
    await page.get_by_label("Viewing as").select_option(label="librarian")
    # The librarian ordered today's digest; the answer is for the librarian's eyes alone.
    await expect(page.get_by_text("Digest #1 is set").first).to_be_visible()


async def test_todays_digest_stands_in_the_channel(page: Page) -> None:
    today = f"{dt.datetime.now():%A}, {dt.datetime.now().day} {dt.datetime.now():%B %Y}"
    await expect(page.get_by_text(f"Paper of the day · {today}").first).to_be_visible()


async def test_a_typo_still_finds_the_paper_and_a_pick_shows_it_at_once(page: Page) -> None:
    await choose_command(page, "paper search", "query")
    await page.keyboard.type("hypertre")
    await page.locator("[role=option]").filter(has_text="HyperTree").first.click()
    await send(page)
    await expect(page.get_by_text("Dasgupta's cost").last).to_be_visible()


async def test_search_open_and_random(page: Page) -> None:
    await choose_command(page, "paper search", "query")
    await page.keyboard.type("heirflow")
    await send(page)
    await expect(page.get_by_text("Showing results for").last).to_be_visible()
    await page.get_by_role("button", name="Open").last.click()
    await expect(page.get_by_text("Only you can see this").last).to_be_visible()

    await choose_command(page, "paper random")
    await send(page)
    another = page.get_by_role("button", name="Another").last
    await expect(another).to_be_visible()
    card = page.get_by_role("article").last
    before = await card.inner_text()
    await another.click()
    await expect(card).not_to_have_text(before)


async def test_a_librarian_adds_a_paper(page: Page) -> None:
    await become_librarian(page)
    width = width_of(page)
    await choose_command(page, "library add")
    await send(page)
    await page.get_by_label("Title").fill(f"Letters from a screen of {width} pixels")
    await page.get_by_label("Link").fill("arxiv.org/abs/1706.03762")
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_text("Added as").last).to_be_visible()


async def test_a_digest_for_the_next_minute_comes_by_itself(page: Page) -> None:
    if width_of(page) < 1000:
        pytest.skip("one screen is enough for a test that waits for the minute")
    await become_librarian(page)
    await choose_command(page, "digest create", "channel")
    await page.keyboard.type("reading")
    await page.locator("[role=option]").filter(has_text="reading-group").first.click()
    due = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1)
    await page.keyboard.type(f"{due:%H:%M}")
    await page.keyboard.press("Tab")
    await page.keyboard.type("utc")
    await page.locator("[role=option]").filter(has_text="UTC").first.click()
    posts = page.locator(".message-row", has_text="Paper of the day")
    await expect(posts).to_have_count(1)
    await send(page)
    await expect(posts).to_have_count(2, timeout=75_000)
    late = dt.datetime.now(dt.UTC) - due.replace(second=0, microsecond=0)
    assert late < dt.timedelta(seconds=10)

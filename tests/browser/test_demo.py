"""A newcomer's walk through the demo in a real browser."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def choose_command(page: Page, name: str) -> None:
    """Type a command's name and take it from the list that opens."""
    composer = page.locator("#channel-composer-input")
    composer.click()
    composer.press_sequentially(f"/{name}")
    expect(page.locator("[role=option]").first).to_contain_text(f"/{name}")
    composer.press("Enter")
    expect(composer).not_to_be_visible()


def send(page: Page) -> None:
    """Send the command in the composer; the page takes none while it fetches choices."""
    composer = page.locator("#channel-composer-input")
    for _ in range(3):
        page.get_by_role("button", name="Send", exact=True).click()
        with suppress(AssertionError):
            expect(composer).to_be_visible(timeout=2_000)
            return
    expect(composer).to_be_visible()


def width_of(page: Page) -> int:
    """Return the width of the screen in pixels."""
    assert page.viewport_size
    return page.viewport_size["width"]


def become_librarian(page: Page) -> None:
    """See the channel as the librarian does."""
    page.get_by_label("Viewing as").select_option(label="librarian")
    # The librarian ordered today's digest; the answer is for the librarian's eyes alone.
    expect(page.get_by_text("Digest #1 is set").first).to_be_visible()


def test_todays_digest_stands_in_the_channel(page: Page) -> None:
    today = f"{dt.datetime.now():%A}, {dt.datetime.now().day} {dt.datetime.now():%B %Y}"
    expect(page.get_by_text(f"Paper of the day · {today}").first).to_be_visible()


def test_a_typo_still_finds_the_paper_and_a_pick_shows_it_at_once(page: Page) -> None:
    choose_command(page, "paper search")
    page.keyboard.type("hypertre")
    page.locator("[role=option]").filter(has_text="HyperTree").first.click()
    send(page)
    expect(page.get_by_text("Dasgupta's cost").last).to_be_visible()


def test_search_open_and_random(page: Page) -> None:
    choose_command(page, "paper search")
    page.keyboard.type("heirflow")
    send(page)
    expect(page.get_by_text("Showing results for").last).to_be_visible()
    page.get_by_role("button", name="Open").last.click()
    expect(page.get_by_text("Only you can see this").last).to_be_visible()

    choose_command(page, "paper random")
    send(page)
    another = page.get_by_role("button", name="Another").last
    expect(another).to_be_visible()
    card = page.get_by_role("article").last
    before = card.inner_text()
    another.click()
    expect(card).not_to_have_text(before)


def test_a_librarian_adds_a_paper(page: Page) -> None:
    become_librarian(page)
    width = width_of(page)
    choose_command(page, "library add")
    send(page)
    page.get_by_label("Title").fill(f"Letters from a screen of {width} pixels")
    page.get_by_label("Link").fill("arxiv.org/abs/1706.03762")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Added as").last).to_be_visible()


def test_a_digest_for_the_next_minute_comes_by_itself(page: Page) -> None:
    if width_of(page) < 1000:
        pytest.skip("one screen is enough for a test that waits for the minute")
    become_librarian(page)
    choose_command(page, "digest create")
    page.keyboard.type("reading")
    page.locator("[role=option]").filter(has_text="reading-group").first.click()
    due = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1)
    page.keyboard.type(f"{due:%H:%M}")
    page.keyboard.press("Tab")
    page.keyboard.type("utc")
    page.locator("[role=option]").filter(has_text="UTC").first.click()
    posts = page.locator(".message-row", has_text="Paper of the day")
    expect(posts).to_have_count(1)
    send(page)
    expect(posts).to_have_count(2, timeout=75_000)
    late = dt.datetime.now(dt.UTC) - due.replace(second=0, microsecond=0)
    assert late < dt.timedelta(seconds=10)

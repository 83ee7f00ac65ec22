"""The first visit, with nothing cached: little traffic, no request twice, and a layout that does not jump."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house import PHONE, Browser, House, visiting
from tests.e2e.traffic import WATCH_SHIFTS, Traffic

MOST_HOME: Final = 125_000
MOST_FIRST_PLAY: Final = 200_000
FURTHEST_SHIFT: Final = 0.02
API: Final = "/api/v1/"
AHEAD: Final = ("me", "me/tables", "games", "today", "records?limit=6")
"""What `frontend/public/start.js` requests while the app loads; a request is useless if the app does not use it, or
uses another address."""
ASKED_ONCE: Final = {API + path: 1 for path in (*AHEAD, "lobby/stream")}
GERMAN: Final = {"locale": "de-DE"}
"""English is in the app itself; every other language is one more file."""
# The file with the texts of all other pages.
REST: Final = """() => JSON.parse(document.querySelector("meta[name=files]").content)["de?rest"]"""
# Elements without visible content and without a label.
SILENT: Final = """() => [...document.querySelectorAll("button, a, h1, h2, h3, label, p")]
    .filter((one) => one.checkVisibility() && !one.ariaLabel && !one.title && one.innerText.trim() === ""
        && one.ariaLive === null && one.querySelector("[alt]:not([alt='']), [aria-label]") === null)
    .map((one) => one.outerHTML)"""


def play_first_game(page: Page, game: str) -> None:
    """Begin a game from its card."""
    page.locator(f".card[data-game={game}] .button.primary").click()
    expect(page.locator(".main [data-tile]").first).to_be_visible()


@pytest.mark.parametrize("game", ["battle", "classic", pytest.param("solitaire", marks=pytest.mark.slow)])
def test_the_first_game_needs_little_traffic_and_shifts_no_layout(browser: Browser, house: House, game: str) -> None:
    with visiting(browser, house, fresh=True, **PHONE, **GERMAN) as visitor:
        visitor.prepare(WATCH_SHIFTS)
        traffic = Traffic(visitor)
        page = visitor.enter()
        expect(page.locator(".card")).to_have_count(3)
        page.wait_for_load_state("networkidle")
        assert traffic.bytes < MOST_HOME
        assert page.evaluate("window.__shift") < FURTHEST_SHIFT
        assert {path: times for path, times in traffic.asked.items() if path.startswith(API)} == ASKED_ONCE
        play_first_game(page, game)
        assert traffic.bytes < MOST_FIRST_PLAY
        visitor.check()


def test_the_front_page_does_not_wait_for_the_texts_of_other_pages(browser: Browser, house: House) -> None:
    with visiting(browser, house, fresh=True, **PHONE, **GERMAN) as visitor:
        page = visitor.enter()
        rest = page.evaluate(REST)
        page.route(f"**{rest}", lambda route: route.abort())
        page.reload()
        expect(page.get_by_role("heading", name="Nimm Platz")).to_be_visible()
        expect(page.locator(".card")).to_have_count(3)
        assert page.evaluate(SILENT) == []
        page.unroute(f"**{rest}")
        play_first_game(page, "solitaire")
        expect(page.get_by_role("button", name="Mischen")).to_be_visible()

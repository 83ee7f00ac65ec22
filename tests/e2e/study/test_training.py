"""Training in the browser: puzzles of a new server, on a phone. `test_study` covers training on slips."""

from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.house import PHONE, Browser, House, visiting

ENGINE_MS = 120_000


def answered(page: Page) -> None:
    """Answer the task with the first pair that can be taken."""
    expect(page.get_by_role("heading", name="What would you play?")).to_be_visible(timeout=ENGINE_MS)
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.by_keyboard(page)
    expect(page.locator(".callout[data-right]")).to_be_visible()


def test_a_new_server_has_puzzles_and_they_fit_a_phone(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as phone:
        page = phone.enter("/train")
        page.get_by_role("button", name="Solve puzzles: Mahjong Battle").click()
        answered(page)
        expect(page.get_by_text("Your strength")).to_be_visible()
        phone.check()
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".callout[data-right]")).to_have_count(0, timeout=ENGINE_MS)
        expect(page.locator(play.ABLE).first).to_be_visible(timeout=ENGINE_MS)
        answered(page)
        page.get_by_role("link", name="Analyse from here").click()
        expect(page.locator(".slot").first).to_be_visible()
        assert "position=to+move" in page.url

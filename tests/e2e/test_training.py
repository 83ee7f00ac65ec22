"""Training in the browser: a puzzle of a fresh house, the slips of a game that was played, and a phone."""

from playwright.sync_api import Browser, Page, expect

from tests.e2e import play
from tests.e2e.house import PHONE, House, Visitor, visiting

ENGINE_MS = 120_000
JUDGED_MS = 180_000


def answered(page: Page) -> None:
    """Answer what is shown with the first pair that can be taken."""
    expect(page.get_by_role("heading", name="What would you play?")).to_be_visible(timeout=ENGINE_MS)
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.by_keyboard(page)
    expect(page.locator(".callout[data-right]")).to_be_visible()


def test_a_fresh_house_has_puzzles_and_a_phone_has_room_for_them(browser: Browser, house: House) -> None:
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


def test_the_slips_of_a_game_become_cards_and_a_turning_point_is_added(visitor: Visitor) -> None:
    page = visitor.open_table("battle", clock="untimed", bots={"1": "hard"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.finish(page)
    page.locator(".end").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=JUDGED_MS)
    page.get_by_role("button", name="Train on this").first.click()
    expect(page.get_by_text("Added to your training.")).to_be_visible(timeout=ENGINE_MS)
    page.goto(page.url.split("/review")[0] + "/train")
    page.get_by_role("button", name="Train", exact=True).click()
    answered(page)
    expect(page.get_by_role("link", name="Analyse from here")).to_be_visible()
    expect(page.get_by_text("It comes again")).to_be_visible()
    visitor.check()

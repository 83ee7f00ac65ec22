"""A scorebook on two phones: joining, entering, confirming, a short loss of the network, undo."""

from playwright.sync_api import Browser, Page, expect

from tests.e2e.house import PHONE, House, Visitor, visiting

TILES = "123m 456m 789s 55p [234p]"


def enter_win(page: Page) -> None:
    """Ben wins by Cem's discard with a hand of tiles."""
    page.get_by_role("button", name="Enter how the deal ended").click()
    form = page.locator("form")
    form.get_by_role("group", name="Who went Mahjong?").locator("label").nth(1).click()
    form.get_by_label("The winning tile").select_option("discard")
    form.get_by_role("group", name="Whose tile was it?").get_by_text("West").click()
    form.get_by_label("Or write the hand").fill(TILES)
    form.get_by_role("group", name="Which tile won?").get_by_role("button").first.click()
    form.get_by_role("button", name="Write it down").click()


def test_two_phones_keep_one_scorebook(browser: Browser, house: House, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{house.url}/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    page.wait_for_url("**/scorebook/*")
    with visiting(browser, house, **PHONE) as friend:
        phone = friend.page
        phone.goto(page.url)
        phone.get_by_role("button", name="I sit here").first.click()
        expect(phone.get_by_text("· you")).to_be_visible()
        enter_win(page)
        expect(page.get_by_text("West pays")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Waiting for")).to_be_visible()
        expect(phone.get_by_text("is this right?")).to_be_visible()
        phone.context.set_offline(True)
        phone.get_by_role("button", name="Confirm").click()
        expect(phone.get_by_text("1 entry waits on this phone")).to_be_visible()
        phone.context.set_offline(False)
        expect(page.get_by_role("heading", name="Deals")).to_be_visible()
        expect(phone.get_by_role("heading", name="Deals")).to_be_visible()
        page.get_by_role("button", name="Undo the last deal").click()
        expect(phone.get_by_text("is this right?")).to_be_visible()

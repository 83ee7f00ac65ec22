"""The whole table settled in a real browser: four hands, who pays whom, and an address that contains everything."""

from playwright.sync_api import expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, visiting


def test_a_whole_table_is_settled_and_its_address_contains_everything(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as guest:
        page = guest.enter("/scorer/table")
        page.locator("article select").first.select_option("bmja")
        page.get_by_role("group", name="Who went Mahjong?").get_by_text("South").click()
        page.get_by_label("The winning tile").select_option("wall")
        hands = page.get_by_role("group", name="Whose hand do you enter?")
        hands.get_by_text("South").click()
        page.get_by_label("Or write the hand").fill("111m 222m 333p 99s [777z]")
        page.get_by_role("group", name="Which tile won?").get_by_label("Nine of Bamboo").click()
        hands.get_by_text("North").click()
        page.get_by_label("Or write the hand").fill("19m 19p 19s 1234567z")
        page.get_by_label("Had declared a ready hand").check()
        for wind in ("East", "West"):
            hands.get_by_text(wind).click()
            page.get_by_text("score we counted").click()
            page.get_by_label("Score of the hand").fill("8")
        outcome = page.locator("section.sheet")
        expect(outcome).to_contain_text("West: 8 points")
        expect(outcome).to_contain_text("East pays South")
        expect(outcome).to_contain_text("for a difference of 392")
        told = outcome.inner_text()
        page.reload()
        expect(outcome).to_contain_text("for a difference of 392")
        assert outcome.inner_text() == told
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        assert serious_findings(page) == []
        guest.check()

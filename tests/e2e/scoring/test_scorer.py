"""The scorer in a real browser."""

from playwright.sync_api import Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import Browser, House, Visitor, visiting

SCORE = ".score strong"


def pick(page: Page, *tiles: str) -> None:
    for tile in tiles:
        page.locator(f"[data-pick='{tile}']").click()


def test_a_hand_is_entered_by_tiles_and_scored_line_by_line(visitor: Visitor) -> None:
    page = visitor.enter("/scorer")
    pick(page, *["1m"] * 3, *["5p"] * 3, "1s", "2s", "3s")
    page.get_by_role("radio", name="open Pong").check(force=True)
    pick(page, "9s")
    page.get_by_role("radio", name="tile in hand").check(force=True)
    pick(page, "7z", "7z")
    page.get_by_role("radio", name="Five of Circles").check(force=True)
    expect(page.locator(SCORE)).to_have_text("40")
    expect(page.get_by_role("row", name="Drawn from the Wall")).to_contain_text("22")
    page.get_by_label("The winning tile").select_option("discard")
    expect(page.locator(SCORE)).to_have_text("36")
    pick(page, "1f")
    expect(page.get_by_role("row", name="Own Flower")).to_contain_text("× 2")
    assert serious_findings(page) == []
    total = page.locator(SCORE).inner_text()
    page.reload()
    expect(page.locator(SCORE)).to_have_text(total)
    assert "555p" in page.url


def test_a_hand_is_written_by_keyboard_alone_and_errors_are_exact(visitor: Visitor) -> None:
    page = visitor.enter("/scorer")
    page.get_by_label("Or write the hand").focus()
    page.keyboard.type("111m 555p 124s 77z [999s]")
    expect(page.locator("section.sheet")).to_contain_text(
        "This is not Mahjong: it takes four sets and a pair, or a special hand."
    )
    page.get_by_label("Or write the hand").fill("111m 555p 123s 77z [999s]")
    expect(page.locator(SCORE)).to_be_visible()
    page.locator("[data-pick='1m']").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("row", name="Own Flower")).to_be_visible()
    visitor.errors[:] = [error for error in visitor.errors if "422" not in error]


def test_the_scorer_fits_a_phone_and_speaks_german(browser: Browser, house: House) -> None:
    with visiting(browser, house, viewport={"width": 360, "height": 740}, locale="de", color_scheme="dark") as guest:
        page = guest.enter("/scorer")
        page.get_by_role("button", name="Beispiel zeigen").click()
        expect(page.locator(SCORE)).to_have_text("192")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.get_by_label("Der gewinnende Stein").select_option("earthly")
        expect(page.locator("section.sheet")).to_contain_text(
            "Eine Hand wie gegeben hat keine ausgelegten Sätze; hier ist es 1."
        )
        guest.errors[:] = [error for error in guest.errors if "422" not in error]
        assert serious_findings(page) == []
        guest.check()

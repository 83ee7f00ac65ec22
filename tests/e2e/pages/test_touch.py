"""Touch targets on a phone: only the tiles of a board may be smaller than 44 pixels."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.games import test_classic, test_solitaire
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.touch import targets, too_small


def scored(page: Page) -> None:
    """Show an example in the scorer."""
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".score strong")).to_be_visible()


def ready(page: Page) -> None:
    """Do nothing, because the page needs no action."""
    expect(page.locator("main")).to_be_visible()


def card(page: Page, button: str) -> None:
    """Press a button on the card of Battle that opens a dialog."""
    battle = page.locator(".card[data-game=battle]")
    battle.get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def header(page: Page, button: str) -> None:
    """Press a button in the header that opens a dialog."""
    page.locator("header").get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_be_visible()


IN_FRONT: Final[Mapping[str, Callable[[Page], None]]] = {
    "friend": lambda page: card(page, "Play a friend"),
    "settings": lambda page: header(page, "Settings"),
    "account": lambda page: header(page, "Guest"),
}
PAGES: Final[Mapping[str, Callable[[Page], None]]] = {
    "/rules/classic": lambda page: page.locator("summary").nth(1).click(),
    "/learn/solitaire": lambda page: expect(page.get_by_text("Step 1 of")).to_be_visible(),
    "/scorer": scored,
    "/replay": ready,
    "/nowhere": ready,
    "/rulesets": ready,
    "/train": ready,
    "/leaders": ready,
    "/games": ready,
    "/scorer/table": ready,
}
LONGEST: Final = "classic"  # its result has the most lines
TABLES: Final[Mapping[str, Callable[[Visitor], Page]]] = {
    "battle": play.at_table,
    "classic": test_classic.at_short_table,
    "solitaire": lambda visitor: test_solitaire.at_table(visitor, "turtle"),
}
# Makes the score wider than the phone, as many tiles or long names may do.
WIDEN: Final = "() => { document.querySelector('.end > :nth-child(2)').style.minWidth = '30rem'; }"
FITS: Final = "document.documentElement.scrollWidth <= innerWidth"


def check_touch(page: Page, where: str) -> None:
    """Check that everything fits the width of the phone and is large enough for a finger."""
    assert len(targets(page)) > 2, where
    assert too_small(page) == [], where
    assert page.evaluate(FITS), where


def test_touch_targets_are_large_enough_on_every_page(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter()
        expect(page.locator(".card")).to_have_count(3)
        check_touch(page, "home")
        for name, opens in IN_FRONT.items():
            opens(page)
            check_touch(page, name)
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)
        for path, there in PAGES.items():
            there(visitor.enter(path))
            check_touch(page, path)


@pytest.mark.parametrize("name", TABLES)
def test_touch_targets_are_large_enough_at_a_table_at_its_end_and_in_its_replay(
    browser: Browser, house: House, name: str
) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = TABLES[name](visitor)
        check_touch(page, "table")
        page.keyboard.press("r")
        page.get_by_role("dialog").locator(".primary").click()
        expect(page.locator(".end")).to_be_visible(timeout=60_000)
        check_touch(page, "result")
        page.locator(".end").get_by_role("link", name="Replay").click()
        expect(page.locator("input[type=range]")).to_be_visible()
        check_touch(page, "replay")
        visitor.check()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == LONGEST else pytest.mark.slow) for name in TABLES]
)
def test_the_whole_result_is_visible_on_a_small_phone(browser: Browser, house: House, name: str) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        for width, height in ((320, 568), (844, 390)):
            visitor.page.set_viewport_size({"width": width, "height": height})
            page = TABLES[name](visitor)
            page.evaluate("scrollTo(0, 200)")
            page.keyboard.press("r")
            page.get_by_role("dialog").locator(".primary").click()
            expect(page.locator(".end")).to_be_in_viewport(ratio=0.99)
            expect(page.locator(".end h2")).to_be_in_viewport(ratio=1)
            home = page.locator(".end").get_by_role("link", name="Home")
            expect(home).to_be_in_viewport(ratio=1)
            page.evaluate(WIDEN)
            expect(home).to_be_in_viewport(ratio=1)

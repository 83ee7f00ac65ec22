"""On a phone everything can be touched: nothing but the tiles of a board is smaller than 44 pixels."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import play, test_classic, test_solitaire
from tests.e2e.house import PHONE, House, visiting
from tests.e2e.touch import targets, too_small


def scored(page: Page) -> None:
    """An example in the scorer."""
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".score strong")).to_be_visible()


def ready(page: Page) -> None:
    """Nothing more is to be done."""
    expect(page.locator("main")).to_be_visible()


def card(page: Page, button: str) -> None:
    """What a button on the card of Battle opens."""
    page.locator(".card:has([name=level-battle])").get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def header(page: Page, button: str) -> None:
    """What a button at the top opens."""
    page.locator("header").get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_be_visible()


PAGES: Final[Mapping[str, tuple[str, Callable[[Page], None]]]] = {
    "home": ("/", lambda page: expect(page.locator(".card")).to_have_count(3)),
    "friend": ("/", lambda page: card(page, "Play a friend")),
    "settings": ("/", lambda page: header(page, "Settings")),
    "account": ("/", lambda page: header(page, "Guest")),
    "rules": ("/rules/classic", lambda page: page.locator("summary").nth(1).click()),
    "lesson": ("/learn/solitaire", lambda page: expect(page.get_by_text("Step 1 of")).to_be_visible()),
    "scorer": ("/scorer", scored),
    "record": ("/replay", ready),
    "nowhere": ("/nowhere", ready),
}
TABLES: Final[Mapping[str, Callable[[Page], None]]] = {
    "battle": play.start,
    "classic": test_classic.start,
    "solitaire": lambda page: test_solitaire.start(page, "turtle"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_finger_hits_everything_on_the_page(browser: Browser, house: House, name: str) -> None:
    path, there = PAGES[name]
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter(path)
        there(page)
        assert len(targets(page)) > 2
        assert too_small(page) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_finger_hits_everything_at_a_table_at_its_end_and_in_its_replay(
    browser: Browser, house: House, name: str
) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter()
        TABLES[name](page)
        assert too_small(page) == []
        page.keyboard.press("r")
        page.get_by_role("button", name="Give up").click()
        expect(page.locator(".end")).to_be_visible(timeout=60_000)
        assert too_small(page) == []
        page.locator(".end").get_by_role("link", name="Replay").click()
        expect(page.locator("input[type=range]")).to_be_visible()
        assert too_small(page) == []


@pytest.mark.parametrize("size", [(320, 568), (844, 390)], ids=["small", "sideways"])
@pytest.mark.parametrize("name", TABLES)
def test_the_result_is_seen_whole_on_a_small_phone(
    browser: Browser, house: House, name: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with visiting(browser, house, **(PHONE | {"viewport": viewport})) as visitor:
        page = visitor.enter()
        TABLES[name](page)
        page.evaluate("scrollTo(0, 200)")
        page.keyboard.press("r")
        page.get_by_role("button", name="Give up").click()
        expect(page.locator(".end")).to_be_in_viewport(ratio=0.99)
        expect(page.locator(".end h2")).to_be_in_viewport(ratio=1)
        expect(page.locator(".end").get_by_role("link", name="Front room")).to_be_in_viewport(ratio=1)

"""The tiles of a board in a real browser: bitmaps of exactly their size at rest, drawings when enlarged."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.games import test_solitaire
from tests.e2e.house import Browser, House, Visitor, visiting

# How many tiles of the board are bitmaps of exactly the size shown, and how many are drawings.
IMAGES: Final = """() => {
    const images = [...document.querySelectorAll('.frame .tile img')];
    const bitmaps = images.filter((one) => one.src.startsWith('data:image/png'));
    const isExact = (one) => Math.abs(one.naturalWidth - one.getBoundingClientRect().width * devicePixelRatio) < 0.1;
    return [bitmaps.filter(isExact).length, images.length - bitmaps.length];
}"""


def wait_for_images(page: Page, exact: int, drawings: int) -> None:
    """Wait until the board shows this many of each."""
    page.wait_for_function(f"(wanted) => String(({IMAGES})()) === String(wanted)", arg=[exact, drawings])


@pytest.mark.parametrize("ratio", [1, 2])
def test_tiles_at_rest_are_bitmaps_and_enlarged_ones_drawings(browser: Browser, house: House, ratio: int) -> None:
    with visiting(browser, house, device_scale_factor=ratio) as visitor:
        page = test_solitaire.at_table(visitor, "turtle")
        wait_for_images(page, 144, 0)
        page.locator(test_solitaire.FREE).first.dispatch_event("click")
        expect(page.locator(".slot .selected")).to_have_count(1)
        wait_for_images(page, 144, 0)
        page.keyboard.press("+")
        wait_for_images(page, 0, 144)
        page.keyboard.press("0")
        wait_for_images(page, 144, 0)
        visitor.check()


def test_a_board_of_another_size_gets_bitmaps_of_that_size(visitor: Visitor) -> None:
    page = play.at_table(visitor)
    wait_for_images(page, 108, 0)
    before = page.locator(".frame .tile img").first.get_attribute("src")
    page.set_viewport_size({"width": 1000, "height": 640})
    expect(page.locator(".frame .tile img").first).not_to_have_attribute("src", before or "")
    wait_for_images(page, 108, 0)

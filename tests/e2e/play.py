"""Ways to play Battle in a browser: with the mouse, the keyboard, or the table as text."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

MOST_MOVES: Final = 60
RESULT: Final = ".end"
ABLE: Final = ".slot.able"


def start(page: Page, level: str = "random") -> None:
    """Sit down against a bot, with one click."""
    card = page.locator(".card:has([name=level-battle])")
    card.locator(f"input[value={level}]").check(force=True)
    card.locator(".button.primary").click()
    expect(page.locator(ABLE).first).to_be_visible()


def by_mouse(page: Page) -> None:
    """Take a pair: one tile, then its partner."""
    page.locator(ABLE).first.click()
    page.locator(".slot:has(.paired):not(:has(.selected))").first.click()


def by_keyboard(page: Page) -> None:
    """Take the next pair."""
    page.keyboard.press("n")
    page.keyboard.press("Enter")


def by_text(page: Page) -> None:
    """Take the first pair that the text offers."""
    page.locator("section.text ol button").first.click()


def play_to_the_end(page: Page, take: Callable[[Page], None]) -> Locator:
    """Play until the result is shown."""
    result = page.locator(RESULT)
    for _ in range(MOST_MOVES):
        expect(page.locator(f"{ABLE}, {RESULT}").first).to_be_visible()
        if result.is_visible():
            return result
        left = page.locator(".slot").count()
        take(page)
        page.wait_for_function("left => document.querySelectorAll('.slot').length < left", arg=left)
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def figure(text: str) -> int:
    """A number as English shows it: `1,950`, `−30`."""
    return int(text.replace(",", "").replace("−", "-"))


def scores(page: Page) -> list[int]:
    """The points in the table of the result, game by game, seat by seat."""
    return [figure(text) for text in page.locator(f"{RESULT} tbody td").all_inner_texts()]

"""Ways to play Battle in a browser: with the mouse, the keyboard, or the table as text."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.e2e.house import Visitor

MOST_MOVES: Final = 60
RESULT: Final = ".end"
ABLE: Final = ".slot.able"
# Takes the first pair of the list until this few tiles are left, or the game is over.
PLAY_ON: Final = """async (left) => {
  for (let tries = 0; tries < 6000; tries++) {
    if (document.querySelector('.end') || document.querySelectorAll('.slot').length <= left) return;
    document.querySelector('.tray li button')?.click();
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('the game does not end');
}"""


def start(page: Page, level: str = "random") -> None:
    """Sit down against a bot with one click."""
    card = page.locator(".card[data-game=battle]")
    unfold(card)
    card.locator(f"input[value={level}]").check(force=True)
    card.locator(".button.primary").click()
    expect(page.locator(ABLE).first).to_be_visible()


def unfold(card: Locator) -> None:
    """Show the options of a card, which are folded away on a phone."""
    expect(card).to_be_visible()
    options = card.get_by_role("button", name="Options")
    if options.is_visible():
        options.click()


def at_table(visitor: Visitor, level: str = "random") -> Page:
    """Go to a table against a bot directly, because the front page would take as long as the rest of most tests."""
    page = visitor.open_table("battle", bots={"1": level}, clock="untimed")
    expect(page.locator(ABLE).first).to_be_visible()
    return page


def by_mouse(page: Page) -> None:
    """Take a pair: one tile, then its partner."""
    page.locator(ABLE).first.click()
    page.locator(".slot:has(.paired):not(:has(.selected))").first.click()


def by_keyboard(page: Page) -> None:
    """Take the next pair of the list."""
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
        take_some(page, take, 1)
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def take_some(page: Page, take: Callable[[Page], None], pairs: int = 3) -> None:
    """Take this many pairs, each in the player's own turn."""
    for _ in range(pairs):
        expect(page.locator(ABLE).first).to_be_visible()
        left = page.locator(".slot").count()
        take(page)
        page.wait_for_function("left => document.querySelectorAll('.slot').length < left", arg=left)


def play_on(page: Page, left: int) -> None:
    """Play any moves by a script in the page until this few tiles are left."""
    page.evaluate(PLAY_ON, left)


def finish(page: Page) -> Locator:
    """Play to the end by a script in the page."""
    play_on(page, 0)
    page.locator(RESULT).wait_for()
    return page.locator(RESULT)


def figure(text: str) -> int:
    """A number as English shows it: `1,950`, `−30`."""
    return int(text.replace(",", "").replace("−", "-"))


def scores(page: Page) -> list[int]:
    """The points in the table of the result, game by game, seat by seat."""
    return [figure(text) for text in page.locator(f"{RESULT} tbody td").all_inner_texts()]

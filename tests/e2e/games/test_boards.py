"""Classic and Solitaire for everybody: nothing serious for axe, and every language."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessible import WITH_TEXT, serious_findings
from tests.e2e.games import test_classic, test_solitaire
from tests.e2e.house import Browser, House, Visitor, visiting

STARTS: Final[dict[str, Callable[[Visitor], Page]]] = {
    "classic": test_classic.at_short_table,
    "solitaire": test_solitaire.opened,
}
PROVEN: Final = {
    "classic": "Every tile drawn later came from this wall",
    "solitaire": "solution clears the board",
}
"""The last check of a deal that the page shows."""
ALONE: Final[dict[str, dict[str, Any]]] = {
    "battle": {"bots": {"1": "random"}},
    "classic": {"bots": {"1": "easy", "2": "easy", "3": "easy"}},
    "solitaire": {},
}
SLOW: Final = pytest.mark.slow
# A text missing in the dictionary would be shown as its key.
RAW_KEYS: Final = """() => [...document.querySelectorAll('main *')]
    .flatMap((one) => [one.getAttribute('aria-label'), one.title, one.children.length ? '' : one.textContent])
    .filter((text) => text && /^[a-z]+\\.[a-zA-Z.]+$/.test(text.trim()))"""


@pytest.mark.parametrize("game", STARTS)
def test_no_board_result_or_replay_has_a_serious_finding_of_axe(visitor: Visitor, game: str) -> None:
    visitor.prepare(WITH_TEXT)
    page = STARTS[game](visitor)
    assert serious_findings(page) == []
    page.keyboard.press("r")
    page.get_by_role("dialog").locator(".answers .button").last.click()
    expect(page.locator("section.end")).to_be_visible()
    assert serious_findings(page) == []
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal is fair.")).to_be_visible()
    expect(page.locator("aside li:has(> b[aria-hidden])").last).to_contain_text(PROVEN[game])
    assert serious_findings(page) == []


@pytest.mark.parametrize(
    ("locale", "play", "words"),
    [
        ("de-DE", "Jetzt spielen", ("du bist dran", "Kong-Box", "Faktor")),
        pytest.param("fr-FR", "Jouer maintenant", ("à vous", "boîte à Kongs", "Facteur"), marks=SLOW),
        pytest.param("nl-NL", "Nu spelen", ("jij bent", "Kong-box", "Factor"), marks=SLOW),
    ],
)
def test_the_boards_speak_the_visitors_language(
    browser: Browser, house: House, locale: str, play: str, words: tuple[str, str, str]
) -> None:
    with visiting(browser, house, locale=locale) as visitor:
        page = visitor.enter()
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        expect(page.locator(".card").get_by_role("button", name=play)).to_have_count(3)
        for (game, wish), word in zip(ALONE.items(), words, strict=True):
            visitor.open_table(game, clock="untimed", **wish)
            expect(page.locator(".stage")).to_contain_text(word)
            assert page.evaluate(RAW_KEYS) == []
            page.keyboard.press("r")
            page.get_by_role("dialog").locator(".answers .button").last.click()
            expect(page.locator("section.end")).to_be_visible()
            assert page.evaluate(RAW_KEYS) == []
        visitor.check()

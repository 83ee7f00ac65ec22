"""Classic and Solitaire for everybody: nothing serious for axe, every language, a phone held upright."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import test_classic, test_solitaire
from tests.e2e.accessible import WITH_TEXT, serious_findings
from tests.e2e.house import PHONE, House, Visitor, visiting

STARTS: Final[dict[str, Callable[[Page], None]]] = {"classic": test_classic.start, "solitaire": test_solitaire.start}
SMALL_TARGETS: Final = """() => [...document.querySelectorAll('button, a, select, input, summary')]
    .filter((one) => !one.closest('.frame') && one.checkVisibility() && one.tagName !== 'SUMMARY')
    .map((one) => [one.outerHTML.slice(0, 160), (one.closest('label') ?? one).getBoundingClientRect()])
    .filter(([html, box]) => box.width > 1 && (box.height < 44 || box.width < 44) && !html.includes('skip'))
    .map(([html]) => html)"""
# Words that no dictionary has would be shown as their key.
RAW_KEYS: Final = """() => [...document.querySelectorAll('main *')]
    .flatMap((one) => [one.getAttribute('aria-label'), one.title, one.children.length ? '' : one.textContent])
    .filter((text) => text && /^[a-z]+\\.[a-zA-Z.]+$/.test(text.trim()))"""


@pytest.mark.parametrize("game", STARTS)
def test_no_board_result_or_replay_has_a_serious_finding_of_axe(visitor: Visitor, game: str) -> None:
    visitor.context.add_init_script(WITH_TEXT)
    page = visitor.enter()
    STARTS[game](page)
    assert serious_findings(page) == []
    page.keyboard.press("r")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("section.end")).to_be_visible()
    assert serious_findings(page) == []
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal holds.")).to_be_visible()
    assert serious_findings(page) == []


@pytest.mark.parametrize(
    ("locale", "buttons", "words"),
    [
        ("de-DE", ("Jetzt spielen", "Aufgeben"), ("du bist dran", "Kong-Box", "Faktor")),
        ("fr-FR", ("Jouer maintenant", "Abandonner"), ("à vous", "boîte à Kongs", "facteur")),
        ("nl-NL", ("Nu spelen", "Opgeven"), ("jij bent", "Kong-box", "factor")),
    ],
)
def test_the_boards_speak_the_visitors_language(
    browser: Browser, house: House, locale: str, buttons: tuple[str, str], words: tuple[str, str, str]
) -> None:
    play, give_up = buttons
    with visiting(browser, house, locale=locale) as visitor:
        for place, word in enumerate(words):
            page = visitor.enter()
            expect(page.locator("html")).to_have_attribute("lang", locale[:2])
            page.locator(".card").nth(place).get_by_role("button", name=play).click()
            expect(page.locator(".stage")).to_contain_text(word)
            assert page.evaluate(RAW_KEYS) == []
            page.keyboard.press("r")
            page.get_by_role("dialog").get_by_role("button", name=give_up).click()
            expect(page.locator("section.end")).to_be_visible()
            assert page.evaluate(RAW_KEYS) == []
        visitor.check()


@pytest.mark.parametrize("game", STARTS)
def test_on_a_phone_a_board_fits_and_can_be_touched(browser: Browser, house: House, game: str) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter()
        STARTS[game](page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL_TARGETS) == []
        page.keyboard.press("r")
        page.get_by_role("button", name="Give up").click()
        expect(page.locator("section.end")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".end").get_by_role("link", name="Replay").click()
        expect(page.locator("input[type=range]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        visitor.check()

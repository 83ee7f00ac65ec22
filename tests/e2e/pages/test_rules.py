"""The rules pages in a real browser."""

import pytest
from playwright.sync_api import expect

from teahouse.games import GAMES
from tests.e2e.accessible import serious_findings
from tests.e2e.house import Browser, House, Visitor, visiting
from tests.shares import shared

HEADINGS = {"en": "Every option", "de": "Alle Optionen", "fr": "Toutes les options", "nl": "Alle opties"}


@pytest.mark.parametrize("language", shared(HEADINGS, 1))
def test_the_rules_of_every_game_are_read_in_the_visitors_language(
    browser: Browser, house: House, language: str
) -> None:
    with visiting(browser, house, locale=language, viewport={"width": 390, "height": 844}) as guest:
        for game in GAMES:
            page = guest.enter(f"/rules/{game}")
            expect(page.get_by_role("heading", name=HEADINGS[language])).to_be_visible()
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert serious_findings(guest.page) == []
        guest.check()


def test_the_values_of_each_ruleset_are_shown_and_reconstructed_ones_marked(visitor: Visitor) -> None:
    page = visitor.enter("/rules/classic")
    expect(page.locator("summary").nth(1)).to_be_visible()
    for summary in page.locator("summary").all()[1:]:
        summary.click()
    limit = page.get_by_role("row", name="limit the most a hand can score")
    expect(limit).to_contain_text("2,000")
    expect(limit).to_contain_text("stated in the rule book")
    pong = page.get_by_role("row", name="sets.pong_minor")
    expect(pong).to_contain_text("reconstructed")
    page.get_by_label("Values of").select_option("bmja")
    expect(limit).to_contain_text("1,000")
    expect(pong).not_to_contain_text("reconstructed")  # BMJA's own table has it
    expect(page.locator("tbody tr").nth(120)).to_be_attached()


def test_the_language_of_the_rules_follows_the_switch(visitor: Visitor) -> None:
    page = visitor.enter("/rules/battle")
    expect(page.get_by_role("heading", name="A turn")).to_be_visible()
    page.get_by_label("Language").select_option("nl")
    expect(page.get_by_role("heading", name="Een beurt")).to_be_visible()

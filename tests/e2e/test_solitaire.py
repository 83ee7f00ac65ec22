"""Solitaire in a real browser: practice by mouse, keyboard and text, and a contest for the pot."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.house import House, Visitor, visiting

FREE = ".slot.free:not([inert])"
MOST_PAIRS = 80

# The slots of two free tiles with the same name; a pair of bonus tiles may differ, and is left to a shuffle.
ALIKE = """() => {
    const met = new Map();
    for (const slot of document.querySelectorAll('.slot.free:not([inert])')) {
        const name = slot.getAttribute('aria-label').split(', ')[0];
        if (name === 'covered') continue;  // on its way from the server
        if (met.has(name)) return [met.get(name), slot.dataset.slot];
        met.set(name, slot.dataset.slot);
    }
    return null;
}"""


def start(page: Page, layout: str = "nine-pillars") -> None:
    """Begin to practise on a layout."""
    card = page.locator(".card", has_text="Solitaire")
    card.get_by_label("Layout").select_option(layout)
    card.get_by_role("button", name="Play now").click()
    expect(page.locator(FREE).first).to_be_visible()


def take(page: Page, slots: list[str]) -> None:
    """Click two tiles."""
    for slot in slots:
        page.locator(f'[data-slot="{slot}"]:not([inert])').dispatch_event("click")
    expect(page.locator(f'[data-slot="{slots[1]}"]')).to_have_count(0)


def score(page: Page) -> int:
    """The score in the strip."""
    return int(page.locator(".strip .score b").inner_text())


@pytest.fixture
def friend(browser: Browser, house: House) -> Generator[Visitor]:
    with visiting(browser, house) as made:
        yield made
        made.check()


def test_practice_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    for _ in range(MOST_PAIRS):
        pair = page.evaluate(ALIKE)
        shuffle = page.get_by_role("button", name="Shuffle")
        if page.locator(".end").is_visible():
            break
        if pair is not None:
            take(page, pair)
        elif shuffle.is_enabled():
            left = shuffle.inner_text()
            shuffle.click()
            expect(shuffle).not_to_have_text(left)
        else:
            page.get_by_role("button", name="End game").click()
            page.get_by_role("dialog").get_by_role("button", name="End game").click()
            expect(page.locator(".end")).to_be_visible()
    expect(page.locator(".end .score")).to_have_text(str(score(page)))


def test_help_costs_its_price_and_an_undo_brings_the_pair_back(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    expect(page.locator(".slot")).to_have_count(144)
    page.keyboard.press("h")
    expect(page.locator(".slot.hint")).to_have_count(2)
    assert score(page) == -360
    take(page, page.locator(".slot.hint").evaluate_all("all => all.map((one) => one.dataset.slot)"))
    expect(page.locator(".slot")).to_have_count(142)
    page.keyboard.press("u")
    expect(page.locator(".slot")).to_have_count(144)
    expect(page.locator(".strip .score b")).to_have_text("-715")
    expect(page.get_by_role("button", name="Undo")).to_contain_text("4 left")
    page.keyboard.press("o")
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(page.locator(".strip .score b")).to_have_text("0")


def test_a_blocked_tile_cannot_be_chosen(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    page.locator(".slot:not(.free)").first.dispatch_event("click")
    expect(page.locator(".slot.chosen")).to_have_count(0)
    expect(page.locator("[aria-live=polite]")).to_contain_text("is not free")


def test_arrows_and_enter_choose_tiles(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.dataset.slot")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.slot")
    assert first is not None
    assert second not in (None, first)
    page.keyboard.press("Enter")
    expect(page.locator(f'.slot.chosen[data-slot="{second}"]')).to_have_count(1)


def test_a_pair_is_taken_by_the_text_table_alone(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    page.keyboard.press("t")
    for slot in page.evaluate(ALIKE):
        page.locator(f'section.text [data-free="{slot}"]').click()
    expect(page.locator("section.text")).to_contain_text("142 tiles left")


def test_a_contest_shows_the_rivals_score_and_the_pot_goes_to_the_best(visitor: Visitor, friend: Visitor) -> None:
    host = visitor.enter()
    host.locator(".card", has_text="Solitaire").get_by_role("button", name="Play a contest").click()
    host.get_by_label("Stake").select_option("50")
    host.get_by_role("button", name="Set the table").click()
    friend.page.goto(host.get_by_role("textbox", name="Invite link").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    expect(host.locator(FREE).first).to_be_visible()
    take(host, host.evaluate(ALIKE))
    own = score(host)
    assert own > 0
    expect(friend.page.get_by_role("list", name="Players and their scores")).to_contain_text(str(own))
    for page in (friend.page, host):
        page.keyboard.press("r")
        page.get_by_role("button", name="Give up").click()
    expect(host.locator(".end")).to_contain_text("The pot of 100 tallies")
    expect(host.locator(".end h2")).to_have_text("You win")

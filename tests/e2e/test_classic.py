"""Classic in a real browser: a deal against three bots, by mouse, by keyboard and by text."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.house import Visitor

MOST_STEPS = 400
PATIENCE_MS = 60_000
OPEN = ".hand .able, .actions .button, .end"


def start(page: Page, ruleset: str = "british", match: str = "single") -> None:
    """Sit down with three house players."""
    card = page.locator(".card:has([name=level-classic])")
    card.get_by_label("Rules").select_option(ruleset)
    card.get_by_label("Match").select_option(match)
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


def by_mouse(page: Page) -> None:
    """Take the first claim there is, or lay down the last tile."""
    claim = page.locator(".actions .button")
    (claim.first if claim.count() else page.locator(".hand .able").last).click()


def by_keyboard(page: Page) -> None:
    """Claim nothing but Mahjong, and lay down the tile the focus comes to."""
    for key in ("m", "x", "ArrowRight", "Enter"):
        page.keyboard.press(key)


def by_text(page: Page) -> None:
    """The last move that the text offers: passing, or laying down a tile."""
    mahjong = page.locator("section.text [data-move=declare_mahjong]")
    (mahjong if mahjong.count() else page.locator("section.text [data-move]")).last.click()


def play_to_the_end(page: Page, step: Callable[[Page], None]) -> None:
    """Play until the result is shown."""
    result = page.locator(".end")
    for _ in range(MOST_STEPS):
        expect(page.locator(OPEN).first).to_be_visible(timeout=PATIENCE_MS)
        if result.is_visible():
            return
        before = page.locator(".status").inner_text()
        step(page)
        page.wait_for_function(
            "before => document.querySelector('.status')?.innerText !== before || document.querySelector('.end')",
            arg=before,
        )
    raise AssertionError(f"not over after {MOST_STEPS} steps")


def check_result(page: Page) -> None:
    """Every line of the score adds up, and what one receives the others pay."""
    lines = page.locator(".end .lines tbody tr:not(.total)")
    points = [int(text) for text in lines.locator("td:nth-child(2)").all_inner_texts() if text]
    total = page.locator(".end .lines .total th")
    if total.count():
        assert total.first.inner_text().startswith(f"{sum(points)} points")
    paid = [text.replace("−", "-") for text in page.locator(".end .pay td:nth-child(2)").all_inner_texts()]
    assert len(paid) == 4
    assert sum(map(int, paid)) == 0


def test_a_deal_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    play_to_the_end(page, by_mouse)
    check_result(page)


def test_a_deal_is_played_by_keyboard_alone_and_the_session_goes_on(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, match="session")
    play_to_the_end(page, by_keyboard)
    check_result(page)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".end")).to_have_count(0)
    expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


def test_a_deal_of_the_association_is_played_by_the_text_table_alone(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "bmja")
    page.keyboard.press("t")
    play_to_the_end(page, by_text)
    check_result(page)


def test_the_hand_is_sorted_until_a_tile_is_moved(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    hand = "[...document.querySelectorAll('.hand [data-held]')].map((tile) => tile.dataset.held)"
    page.get_by_role("checkbox", name="Pass everything").check()
    expect(page.locator(".hand .able").first).to_be_visible(timeout=PATIENCE_MS)
    before = page.evaluate(hand)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_role("checkbox", name="Sort my hand")).not_to_be_checked()
    assert page.evaluate(hand) != before
    page.keyboard.press("o")
    expect(page.get_by_role("checkbox", name="Sort my hand")).to_be_checked()
    assert page.evaluate(hand) == before

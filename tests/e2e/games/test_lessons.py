"""The lessons in a real browser."""

from playwright.sync_api import Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.play import by_keyboard, by_mouse


def go_to(page: Page, step: int) -> None:
    for number in range(1, step):
        expect(page.get_by_role("heading", name=f"Step {number} of")).to_be_visible()
        page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("heading", name=f"Step {step} of")).to_be_visible()


def test_a_blocked_tile_is_explained_and_a_right_move_is_praised_and_leads_on(visitor: Visitor) -> None:
    page = visitor.enter("/learn/battle")
    page.locator(".slot:not(.free)").first.click(force=True)
    expect(page.locator(".hint")).to_contain_text("cannot be taken")
    by_keyboard(page)
    expect(page.locator(".praise")).to_be_visible()
    expect(page.locator(".slot")).to_have_count(106)
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Step 2 of 6")).to_be_visible()
    assert serious_findings(page) == []


def test_a_wrong_move_gets_a_hint_and_changes_nothing(visitor: Visitor) -> None:
    page = visitor.enter("/learn/battle")
    go_to(page, 3)
    pairs = page.locator(".tray li")
    left = page.locator(".slot").count()
    points = pairs.locator("b").all_inner_texts()
    lowest = min(range(len(points)), key=lambda at: int(points[at].split()[0]))
    for _ in range(2):
        pairs.nth(lowest).get_by_role("button").click()
        expect(page.locator(".hint")).to_contain_text("scores more")
    assert page.locator(".slot").count() == left
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".praise")).to_be_visible()


def test_classic_is_learnt_by_keyboard_from_the_first_discard_to_mahjong(visitor: Visitor) -> None:
    page = visitor.enter("/learn/classic")
    go_to(page, 3)
    page.keyboard.press("p")
    expect(page.locator(".praise")).to_contain_text("Pong")
    page.keyboard.press("Enter")
    page.keyboard.press("k")
    expect(page.locator(".praise")).to_contain_text("Kong")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Skip").click()
    page.keyboard.press("m")
    expect(page.locator(".praise")).to_contain_text("Mahjong")
    expect(page.get_by_role("button", name="Play your first game")).to_be_focused()


def test_solitaire_is_learnt_on_a_phone_in_dutch_with_the_table_as_text(browser: Browser, house: House) -> None:
    with visiting(browser, house, viewport={"width": 390, "height": 844}, locale="nl") as guest:
        page = guest.enter("/learn/solitaire")
        page.get_by_role("button", name="Als tekst").click()
        for _ in range(2):
            page.locator("section.text").get_by_role("button", name="Hint").click()
            expect(page.locator(".hint")).to_contain_text("hulp kost punten")
        page.get_by_role("button", name="Laat zien").click()
        expect(page.locator(".praise")).to_be_visible()
        page.get_by_role("button", name="Verder", exact=True).click()
        expect(page.get_by_role("heading", name="Stap 2 van 8")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        guest.check()


def test_on_a_phone_hand_and_task_are_visible_together(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter("/learn/classic")
        expect(page.locator(".hand .able").first).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(page.locator(".lesson .task")).to_be_in_viewport(ratio=1)
        visitor.check()


def test_a_game_without_a_lesson_gets_a_message(browser: Browser, house: House) -> None:
    with visiting(browser, house) as visitor:  # the console logs the 404
        page = visitor.enter("/learn/chess")
        expect(page.get_by_role("link", name="Back to the home page")).to_be_visible()


def test_a_newcomer_is_led_from_the_tiles_to_a_first_game_with_advice(visitor: Visitor) -> None:
    page = visitor.enter()
    page.get_by_role("region", name="New to mahjong?").get_by_role("link", name="Meet the tiles").click()
    tiles = page.get_by_role("group", name="Choose from these tiles").get_by_role("button")
    tiles.first.click()
    expect(page.get_by_text("Bamboo tiles show green sticks.")).to_be_visible()
    tiles.nth(1).click()
    expect(page.locator(".praise")).to_be_visible()
    assert serious_findings(page) == []
    page.keyboard.press("Enter")
    for step in range(2, 10):
        expect(page.get_by_role("heading", name=f"Step {step} of 10")).to_be_visible()
        page.get_by_role("button", name="Skip").click()
    for place in (0, 1, 3, 4):
        tiles.nth(place).click()
    page.get_by_role("link", name="Mahjong Battle").click()
    go_to(page, 6)
    by_mouse(page)
    page.get_by_role("button", name="Play your first game").click()
    expect(page.get_by_role("list", name="What the house would play")).to_be_visible()
    page.goto(visitor.url)
    expect(page.get_by_role("region", name="Your games")).to_be_visible()
    expect(page.get_by_role("region", name="New to mahjong?")).to_have_count(0)

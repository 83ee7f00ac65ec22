"""Solitaire in a real browser: practice by mouse, keyboard and text, and a contest for the pot."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, House, Visitor, visiting
from tests.e2e.play import figure
from tests.e2e.touch import too_small

SMALL = {"layout": "z0 y0/4/8/12: 0,4,8,12", "level": "gentle"}
"""Sixteen tiles, all of them free: no order of taking them leaves one."""
PILES = {"layout": "z0 y0: 0,4\nz1 y0: 0\nz2 y0: 0", "level": "wild"}
"""Four tiles alike, three of them in one pile: after the first pair one tile is free, and no shuffle can help."""
ROW = {"layout": "z0 y0: 0-38", "level": "classic"}
"""Twenty tiles of which two are free at any time: tiles that lie by chance are never cleared."""
FREE = ".slot.free:not([inert])"
MOST_PAIRS = 80
FIRST = "document.querySelector('.slot').getBoundingClientRect()"

# The slots of two free tiles that match: alike, or both Flowers or Seasons.
ALIKE = """() => {
    const met = new Map();
    for (const slot of document.querySelectorAll('.slot.free:not([inert])')) {
        const tile = slot.querySelector('.tile').dataset.tile;
        if (!tile) continue;  // on its way from the server
        const kind = tile.endsWith('f') ? 'f' : tile;
        if (met.has(kind)) return [met.get(kind), slot.dataset.slot];
        met.set(kind, slot.dataset.slot);
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
    return figure(page.locator(".strip .score b").inner_text())


def test_practice_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    for _ in range(MOST_PAIRS):
        pair = page.evaluate(ALIKE)
        shuffle = page.get_by_role("button", name="Shuffle")
        if page.locator(".slot").count() == 0:
            expect(page.locator(".end")).to_be_visible()
        if page.locator(".end").is_visible():
            break
        if pair is not None:
            before = page.locator(".strip .score b").inner_text()
            take(page, pair)
            expect(page.locator(".strip .score b")).not_to_have_text(before)  # the server has played it
        elif shuffle.is_enabled():
            left = shuffle.inner_text()
            shuffle.click()
            expect(shuffle).not_to_have_text(left)
        else:
            page.get_by_role("button", name="End game").click()
            page.get_by_role("dialog").get_by_role("button", name="End game").click()
            expect(page.locator(".end")).to_be_visible()
    expect(page.locator(".end .score")).to_have_text(f"{score(page):,}")


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


def test_an_impossible_shuffle_is_free_and_says_so(visitor: Visitor) -> None:
    page = visitor.open_table("solitaire", options=PILES)
    expect(page.locator(FREE).first).to_be_visible()
    take(page, page.evaluate(ALIKE))
    reached = score(page)
    told = page.locator("[role=status]", has_text="fewer than two tiles are free")
    expect(told).to_contain_text("No free pair. You can still: Undo, End game, or Start over.")
    shuffle = page.get_by_role("button", name="Shuffle")
    expect(shuffle).to_contain_text("not possible · 5 left")
    page.keyboard.press("s")
    expect(page.locator("[role=status]", has_text="No points charged, no use spent.")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("[role=status]", has_text="No hint: there is no free pair.")).to_be_visible()
    assert score(page) == reached
    expect(shuffle).to_contain_text("5 left")
    page.keyboard.press("u")
    expect(page.locator(".slot")).to_have_count(4)
    expect(shuffle).to_contain_text("−10 · 5 left")


def test_a_classic_deal_that_became_gentle_says_so(visitor: Visitor) -> None:
    page = visitor.open_table("solitaire", options=ROW)
    expect(page.get_by_text("so a gentle one was dealt")).to_be_visible()
    page.goto(visitor.url)
    start(page, "nine-pillars")
    expect(page.get_by_text("so a gentle one was dealt")).to_have_count(0)


def test_advice_costs_a_hint_and_is_shown_with_its_price(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    ask = page.get_by_role("button", name="What would the house play?")
    expect(page.get_by_role("complementary")).to_contain_text("costs 360 points and a hint; 5 left")
    ask.click()
    expect(page.get_by_role("list", name="What the house would play")).to_be_visible()
    assert score(page) == -360
    expect(page.get_by_role("complementary")).to_contain_text("paid with your hint")
    expect(page.locator(".slot.hint")).to_have_count(2)
    expect(page.locator(".tools button", has_text="Hint")).to_contain_text("4 left")
    ask.click()
    expect(ask).to_be_enabled()
    assert score(page) == -360


def test_no_button_of_the_heap_runs_under_the_panel(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page, "turtle")
    for width, height in ((1440, 900), (1366, 650), (1000, 700), (844, 390), (390, 844), (320, 700)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(FREE).first).to_be_visible()
        over = """() => {
            const edge = document.querySelector('.stage').getBoundingClientRect().right + 1;
            const tools = [...document.querySelectorAll('.tools *')];
            return tools.filter((one) => one.getBoundingClientRect().right > edge).length;
        }"""
        assert page.evaluate(over) == 0, f"{width} x {height}"


def test_a_taken_pair_leaves_the_focus_on_the_heap_to_who_plays_by_keyboard(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    for slot in page.evaluate(ALIKE):
        page.locator(f'[data-slot="{slot}"]').press("Enter")
    expect(page.locator(".slot.free:not([inert]):focus")).to_have_count(1)


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


def opened(visitor: Visitor) -> Page:
    """A small heap."""
    page = visitor.open_table("solitaire", options=SMALL)
    expect(page.locator(FREE).first).to_be_visible()
    return page


def go_to(page: Page, slot: str) -> None:
    """Step from free tile to free tile until this one has the focus."""
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.slot") == slot:
            return
        page.keyboard.press("n")
    raise AssertionError(f"no key leads to {slot}")


def test_practice_is_played_to_its_end_by_keyboard_alone(visitor: Visitor) -> None:
    page = opened(visitor)
    while page.locator(".slot").count():
        pair = page.evaluate(ALIKE)
        for slot in pair:
            go_to(page, slot)
            page.keyboard.press("Enter")
        expect(page.locator(f'[data-slot="{pair[1]}"]')).to_have_count(0)
    expect(page.locator(".end h2")).to_have_text("Cleared!")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


def test_practice_is_played_to_its_end_by_the_text_table_alone(visitor: Visitor) -> None:
    page = opened(visitor)
    page.keyboard.press("t")
    text = page.locator("section.text")
    while page.locator(".slot").count():
        pair = page.evaluate(ALIKE)
        for slot in pair:
            text.locator(f'[data-free="{slot}"]').click()
        expect(text.locator(f'[data-free="{pair[1]}"]')).to_have_count(0)
    expect(page.locator(".end h2")).to_have_text("Cleared!")
    expect(text).to_contain_text("0 tiles left")


def test_on_a_phone_the_heap_fits_is_enlarged_and_pushed_about(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter()
        start(page, "turtle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        before = page.locator(".slot").first.bounding_box()
        assert before is not None
        for _ in range(2):
            page.get_by_role("button", name="Closer").tap()
        page.wait_for_function(f"() => {FIRST}.width > 1.9 * {before['width']}")
        near = page.locator(".slot").first.bounding_box()
        assert near is not None
        frame = page.locator(".frame").bounding_box()
        assert frame is not None
        x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
        visitor.slide((x, y), (x + 60, y + 60))
        page.wait_for_function(f"() => {FIRST}.x >= {near['x'] + 40} && {FIRST}.y >= {near['y'] + 40}")
        pushed = page.locator(".slot").first.bounding_box()
        assert pushed is not None
        assert all(40 <= pushed[axis] - near[axis] <= 61 for axis in ("x", "y"))
        page.get_by_role("button", name="The whole board").tap()
        page.wait_for_function(f"() => {FIRST}.width <= {before['width']} && {FIRST}.x >= {before['x']}")
        assert page.locator(".slot").first.bounding_box() == before
        visitor.check()


def begin_for_50_coins(host: Page, friend: Visitor) -> None:
    """Open a contest for a stake; nothing is paid before its host begins."""
    host.locator(".card", has_text="Solitaire").get_by_role("button", name="Play a contest").click()
    host.get_by_label("Stake").select_option("50")
    host.get_by_role("button", name="Set the table").click()
    friend.page.goto(host.get_by_role("textbox", name="Invite link").input_value())
    terms = friend.page.locator(".waiting")
    expect(terms).to_contain_text("Everybody stakes 50 coins. The pot of 100 goes to the best.")
    expect(terms).to_contain_text("Turtle · Classic: can be cleared · 10 min")
    friend.page.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("button", name="Remove ")).to_be_visible()
    expect(host.locator("header .purse")).to_contain_text("2,000")
    host.get_by_role("button", name="Begin").click()
    expect(host.locator(FREE).first).to_be_visible()


def test_a_contest_shows_the_rivals_score_and_the_pot_goes_to_the_best(visitor: Visitor, friend: Visitor) -> None:
    host = visitor.enter()
    begin_for_50_coins(host, friend)
    expect(host.get_by_role("complementary")).to_contain_text("stake: 50 coins each")
    expect(host.locator("header .purse")).to_contain_text("1,950")
    take(host, host.evaluate(ALIKE))
    own = score(host)
    assert own > 0
    expect(friend.page.get_by_role("list", name="Players and their scores")).to_contain_text(f"{own:,}")
    for page in (friend.page, host):
        page.keyboard.press("r")
        page.get_by_role("button", name="Give up").click()
    expect(host.locator(".end")).to_contain_text("The pot of 100 coins")
    expect(host.locator(".end h2")).to_have_text("You win")
    expect(host.locator("header .purse")).to_contain_text("2,050")
    expect(friend.page.locator("header .purse")).to_contain_text("1,950")
    host.get_by_role("button", name="Play again").click()
    asked = host.get_by_role("dialog", name="Play again for 50 coins?")
    expect(asked).to_contain_text("You have 2,050 coins.")
    asked.get_by_role("button", name="Not now").click()
    expect(host.get_by_role("button", name="Play again")).to_be_visible()
    friend.page.locator("header .purse").click()
    postings = friend.page.locator("tbody tr")
    expect(postings).to_have_count(2)
    expect(postings.first).to_contain_text(re.compile(r"Stake · Mahjong Solitaire.*−50.*1,950"))
    friend.page.set_viewport_size(PHONE["viewport"])
    assert too_small(friend.page) == []
    assert serious_findings(friend.page) == []
    friend.page.go_back()
    host.locator("header .purse").click()
    expect(host.locator("tbody tr").first).to_contain_text(re.compile(r"Pot · Mahjong Solitaire.*\+100.*2,050"))
    host.get_by_role("row", name="Pot").get_by_role("link", name="Mahjong Solitaire").click()
    expect(host).to_have_url(re.compile(r"/replay/\w+/0"))
    host.go_back()
    host.go_back()
    host.locator(".end").get_by_role("link", name="Replay").click()
    eyes = host.get_by_role("combobox", name="Seen by")
    expect(eyes).to_have_value("0")
    host.keyboard.press("ArrowRight")
    expect(host.locator(".slot")).to_have_count(142)
    eyes.select_option("1")
    expect(host.locator(".slot")).to_have_count(144)

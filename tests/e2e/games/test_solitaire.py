"""Solitaire in a real browser: practice by mouse, keyboard and text, and a contest for the pot."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.games.test_battle import say
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.play import figure, unfold
from tests.e2e.touch import too_small

SMALL = {"layout": "z0 y0/4/8/12: 0,4,8,12", "level": "gentle"}
"""Sixteen tiles, all of them free: any order of taking pairs clears the board."""
PILES = {"layout": "z0 y0: 0,4\nz1 y0: 0\nz2 y0: 0", "level": "wild"}
"""Four tiles alike, three of them in one pile: after the first pair one tile is free, and no shuffle can help."""
ROW = {"layout": "z0 y0: 0-78", "level": "classic"}
"""Forty tiles of which two are free at any time: random deals can be cleared once in more than a billion."""
GENTLE = "so you got a gentle one"
FREE = ".slot.free:not([inert])"
SCORE = ".strip .score b"
FIRST = "document.querySelector('.slot').getBoundingClientRect()"

# The slots of two free tiles that match: equal, or both Flowers or Seasons.
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
    unfold(card)
    choose(card, layout)
    card.get_by_role("button", name="Play now").click()
    expect(page.locator(FREE).first).to_be_visible()


def at_table(visitor: Visitor, layout: str = "nine-pillars", level: str = "classic") -> Page:
    """Go to practice on a layout."""
    page = visitor.open_table("solitaire", options={"layout": layout, "level": level}, clock="untimed")
    expect(page.locator(FREE).first).to_be_visible()
    return page


def choose(card: Locator, layout: str) -> None:
    """Choose a layout by its picture."""
    card.locator(f'[data-value="{layout}"]').click()
    expect(card.locator(f'input[value="{layout}"]')).to_be_checked()


def take(page: Page, slots: list[str]) -> None:
    """Click two tiles."""
    for slot in slots:
        page.locator(f'[data-slot="{slot}"]:not([inert])').dispatch_event("click")
    expect(page.locator(f'[data-slot="{slots[1]}"]')).to_have_count(0)


def take_for_points(page: Page, slots: list[str]) -> None:
    """Click two tiles, and wait for the server's score; they disappear from the screen before."""
    before = page.locator(SCORE).inner_text()
    take(page, slots)
    expect(page.locator(SCORE)).not_to_have_text(before)


def score(page: Page) -> int:
    """The score in the status strip."""
    return figure(page.locator(SCORE).inner_text())


def test_practice_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = opened(visitor)
    the_letters_on_the_buttons_are_the_keys_that_were_chosen(page)
    shuffle = page.locator(".tools button", has_text="Shuffle")
    left = shuffle.inner_text()
    shuffle.click()
    expect(shuffle).not_to_have_text(left)
    while page.locator(".slot").count():
        take_for_points(page, page.evaluate(ALIKE))
    expect(page.locator(".end .score")).to_have_text(f"{score(page):,}")


def the_letters_on_the_buttons_are_the_keys_that_were_chosen(page: Page) -> None:
    undo = page.locator(".tools button", has_text="Undo")
    expect(undo.locator("kbd")).to_have_text("U")
    page.keyboard.press("?")
    page.get_by_role("button", name="U: Change this key").click()
    page.keyboard.press("z")
    page.keyboard.press("Escape")
    expect(undo.locator("kbd")).to_have_text("Z")
    take_for_points(page, page.evaluate(ALIKE))
    for _ in range(2):  # the first press shows the price
        page.keyboard.press("z")
    expect(page.locator(".slot")).to_have_count(16)


def test_help_costs_its_price_and_an_undo_brings_the_pair_back(visitor: Visitor) -> None:
    page = at_table(visitor, "turtle")
    expect(page.get_by_text(GENTLE)).to_have_count(0)
    expect(page.locator(".slot")).to_have_count(144)
    page.keyboard.press("h")
    expect(page.locator(".words")).to_contain_text("Hint costs 360 points. Press H again")
    assert score(page) == 0
    page.keyboard.press("h")
    expect(page.locator(".slot.hint")).to_have_count(2)
    page.locator(".tools button", has_text="Hint").dblclick()
    expect(page.locator(".words")).to_contain_text("This pair is marked already.")
    assert score(page) == -360
    take_for_points(page, page.locator(".slot.hint").evaluate_all("all => all.map((one) => one.dataset.slot)"))
    expect(page.locator(".slot")).to_have_count(142)
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator(".slot")).to_have_count(144)
    expect(page.locator(".strip .score b")).to_have_text("−715")
    expect(page.get_by_role("button", name="Undo")).to_contain_text("4 left")
    page.keyboard.press("o")
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(page.locator(".strip .score b")).to_have_text("0")
    page.locator(".tools button", has_text="Shuffle").dblclick()
    expect(page.get_by_role("button", name="Shuffle")).to_contain_text("4 left")
    assert score(page) == -360
    page.keyboard.press("o")
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(page.locator(".strip .score b")).to_have_text("0")
    advice_costs_a_hint_and_is_shown_with_its_price(page)


def advice_costs_a_hint_and_is_shown_with_its_price(page: Page) -> None:
    ask = page.get_by_role("button", name="What would the house play?")
    expect(page.get_by_role("complementary")).to_contain_text("Costs 360 points and a hint (you have 5)")
    ask.click()
    expect(page.get_by_role("list", name="What the house would play")).to_be_visible()
    assert score(page) == -360
    expect(page.get_by_role("complementary")).to_contain_text("your hint has paid for it")
    expect(page.locator(".slot.hint")).to_have_count(2)
    expect(page.locator(".tools button", has_text="Hint")).to_contain_text("4 left")
    ask.click()
    expect(ask).to_be_enabled()
    assert score(page) == -360


def test_arrow_keys_choose_tiles_the_focus_stays_and_every_button_fits(visitor: Visitor) -> None:
    page = at_table(visitor)
    no_button_of_the_field_runs_under_the_panel(page)
    a_blocked_tile_cannot_be_chosen(page)
    arrows_and_enter_choose_tiles(page)
    page.keyboard.press("Escape")
    for slot in page.evaluate(ALIKE):
        page.locator(f'[data-slot="{slot}"]').press("Enter")
    expect(page.locator(".slot.free:not([inert]):focus")).to_have_count(1)


def no_button_of_the_field_runs_under_the_panel(page: Page) -> None:
    for width, height in ((390, 844), (320, 700), (844, 390), (1000, 700), (1366, 650), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(FREE).first).to_be_visible()
        over = """() => {
            const edge = document.querySelector('.stage').getBoundingClientRect().right + 1;
            const tools = [...document.querySelectorAll('.tools *')];
            return tools.filter((one) => one.getBoundingClientRect().right > edge).length;
        }"""
        assert page.evaluate(over) == 0, f"{width} x {height}"


def a_blocked_tile_cannot_be_chosen(page: Page) -> None:
    page.locator(".slot:not(.free)").first.dispatch_event("click")
    expect(page.locator(".slot.chosen")).to_have_count(0)
    expect(page.locator("[aria-live=polite]")).to_contain_text("is not free")


def arrows_and_enter_choose_tiles(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.dataset.slot")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.slot")
    assert first is not None
    assert second not in (None, first)
    page.keyboard.press("Enter")
    expect(page.locator(f'.slot.chosen[data-slot="{second}"]')).to_have_count(1)


# Takes a pair and follows the link to the front page before a frame is drawn.
TAKE_AND_LEAVE = """slots => {
    for (const slot of slots) document.querySelector(`[data-slot="${slot}"]`).click();
    document.querySelector('header a').click();
}"""


def test_a_pair_chosen_while_leaving_is_taken_and_announced_only_at_the_table(visitor: Visitor) -> None:
    page = at_table(visitor)
    slots = page.evaluate(ALIKE)
    page.evaluate(TAKE_AND_LEAVE, slots)
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator("p.hidden-words[aria-live]")).to_have_text("")
    page.go_back()
    expect(page.locator(FREE).first).to_be_visible()
    for slot in slots:
        expect(page.locator(f'[data-slot="{slot}"]')).to_have_count(0)


def test_a_classic_deal_that_became_gentle_says_so(visitor: Visitor) -> None:
    page = visitor.open_table("solitaire", options=ROW)
    expect(page.get_by_text(GENTLE)).to_be_visible()


def test_a_casual_game_undoes_and_redoes_without_a_price_and_pauses_with_its_tiles_covered(visitor: Visitor) -> None:
    page = visitor.enter()
    card = page.locator(".card", has_text="Solitaire")
    card.get_by_label("Game").select_option("casual")
    card.get_by_label("Clock").select_option("5 minutes")
    start(page)
    expect(page.locator(".strip")).to_contain_text("Casual")
    expect(page.locator(".strip .score")).to_have_count(0)
    expect(page.locator(".strip .clock")).to_contain_text(re.compile(r"^[45]:"))
    expect(page.locator(".tools")).not_to_contain_text("left")
    pair = page.evaluate(ALIKE)
    page.locator(f'[data-slot="{pair[0]}"]').dispatch_event("click")
    expect(page.locator(f'.slot.mate[data-slot="{pair[1]}"]')).to_have_count(1)
    page.keyboard.press("Escape")
    take(page, pair)
    expect(page.locator("[aria-live=polite]")).to_contain_text("You take")  # the server has played it
    for key, left in (("s", 142), ("u", 142), ("Control+z", 144), ("Control+y", 142), ("y", 142)):
        moves = page.locator("[aria-live=polite]").inner_text()
        page.keyboard.press(key)
        expect(page.locator("[aria-live=polite]")).not_to_have_text(moves)
        expect(page.locator(".slot:not([inert])")).to_have_count(left)
    page.keyboard.press("b")
    expect(page.get_by_role("button", name="Resume").first).to_be_focused()
    expect(page.locator(".slot .tile[data-tile]")).to_have_count(0)
    stopped = page.locator(".strip .clock").inner_text()
    page.keyboard.press("t")
    expect(page.locator("section.text")).to_contain_text("the tiles are covered")
    expect(page.locator("section.text [data-free]")).to_have_count(0)
    page.reload()
    expect(page.locator(".cover")).to_be_visible()
    expect(page.locator(".strip .clock")).to_have_text(stopped)
    page.locator(".cover").get_by_role("button", name="Resume").click()
    expect(page.locator("section.text [data-free]").first).to_be_visible()
    assert page.evaluate(ALIKE) is not None


def test_the_end_offers_the_same_deal_and_shows_solutions_on_the_board(visitor: Visitor) -> None:
    page = opened(visitor)
    dealt = page.locator(".slot .tile").evaluate_all("all => all.map((one) => one.dataset.tile)")
    take(page, page.evaluate(ALIKE))
    expect(page.get_by_role("button", name="Give up")).to_have_count(0)
    page.get_by_role("group", name="Help").get_by_role("button", name="End game").click()
    expect(page.get_by_role("dialog")).to_contain_text("The score you have reached counts.")
    page.get_by_role("dialog").get_by_role("button", name="End game").click()
    end = page.locator(".end")
    expect(end).to_contain_text("ended")
    a_way_to_clear_it_is_played_on_the_board(page, end)
    the_best_line_of_the_house_is_played_on_the_board(page, end)
    end.get_by_role("button", name="Same deal again").click()
    expect(page.locator(".slot")).to_have_count(16)
    assert page.locator(".slot .tile").evaluate_all("all => all.map((one) => one.dataset.tile)") == dealt
    assert score(page) == 0


def a_way_to_clear_it_is_played_on_the_board(page: Page, end: Locator) -> None:
    end.get_by_role("button", name="Play a way to clear it").click()
    expect(end).to_have_count(0)
    line = page.get_by_role("region", name="A way to clear it")
    expect(page.locator(".slot")).to_have_count(16)
    expect(page.locator(".slot.hint")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slot:not([inert])")).to_have_count(14)
    line.get_by_role("button", name="To the end").click()
    expect(page.locator(".slot:not([inert])")).to_have_count(0)
    expect(line).to_contain_text("The line ends here.")
    line.get_by_role("button", name="Close").click()
    expect(end).to_be_visible()


def the_best_line_of_the_house_is_played_on_the_board(page: Page, end: Locator) -> None:
    end.get_by_role("button", name="Ask the house for the best line").click()
    # The search takes at most eight seconds, but in a process with low priority.
    show = end.get_by_role("button", name="Play the best line on the board")
    expect(show).to_be_visible(timeout=120_000)
    told = re.search(r"best known line scores ([\d,]+)", end.inner_text())
    assert told is not None, end.inner_text()
    show.click()
    expect(end).to_have_count(0)
    line = page.get_by_role("region", name="Best line")
    expect(page.locator(".slot.hint")).to_have_count(2)
    line.get_by_role("button", name="To the end").click()
    expect(page.locator(".slot:not([inert])")).to_have_count(0)
    expect(line).to_contain_text(told[1])
    page.keyboard.press("Escape")
    expect(show).to_be_visible()


def test_a_contest_can_be_played_against_house_players_only(visitor: Visitor) -> None:
    page = visitor.enter()
    page.locator(".card", has_text="Solitaire").get_by_role("button", name="Play a contest").click()
    dialog = page.get_by_role("dialog")
    choose(dialog, "nine-pillars")
    dialog.get_by_text("house players only").click()
    dialog.get_by_role("combobox", name=re.compile("^Players")).select_option("4")
    dialog.get_by_label("Level of the house players").select_option("careful")
    dialog.get_by_role("button", name="Play now").click()
    expect(page.locator(FREE).first).to_be_visible()
    expect(page.get_by_role("list", name="Players and their scores").get_by_role("listitem")).to_have_count(4)
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


def test_an_impossible_shuffle_is_free_and_says_so(visitor: Visitor) -> None:
    page = visitor.open_table("solitaire", options=PILES)
    expect(page.locator(FREE).first).to_be_visible()
    take_for_points(page, page.evaluate(ALIKE))
    reached = score(page)
    told = page.locator("[role=status]", has_text="fewer than two tiles are free")
    expect(told).to_contain_text("No free pair left")
    expect(told).to_contain_text("You can still: Undo (−5), Start over, or End game.")
    nothing_is_covered_by(page, told.locator(".panel"))
    shuffle = page.locator(".tools button", has_text="Shuffle")
    expect(shuffle).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("s")
    expect(page.locator(".words", has_text="No points charged, no use spent.")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".words", has_text="No hint: there is no free pair.")).to_be_visible()
    assert score(page) == reached
    expect(shuffle).to_contain_text("5 left")
    page.locator(".tools button", has_text="Undo").click()
    expect(page.locator(".slot")).to_have_count(4)
    expect(shuffle).to_contain_text("−10 · 5 left")
    take(page, page.evaluate(ALIKE))
    expect(told.locator(".panel")).to_be_visible()
    page.locator(".tools button", has_text="End game").click()
    page.get_by_role("dialog").get_by_role("button", name="End game").click()
    expect(page.locator(".end")).to_be_visible()


def nothing_is_covered_by(page: Page, words: Locator) -> None:
    for width, height in ((390, 844), (844, 390), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        expect(words).to_have_text("No free pair left")
        covered = """(words) => {
            const {left, top, right, bottom} = words.getBoundingClientRect();
            return [...document.querySelectorAll('.slot, .score b, .tools button')].filter((one) => {
                const other = one.getBoundingClientRect();
                return other.right > left && other.left < right && other.bottom > top && other.top < bottom;
            }).length;
        }"""
        assert words.evaluate(covered) == 0, f"{width} x {height}"


def opened(visitor: Visitor) -> Page:
    """A small layout."""
    page = visitor.open_table("solitaire", options=SMALL)
    expect(page.locator(FREE).first).to_be_visible()
    return page


def go_to(page: Page, slot: str) -> None:
    """Move the focus from free tile to free tile until this one has it."""
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
    expect(page.get_by_role("button", name="New deal")).to_be_focused()


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


def test_on_a_phone_the_board_fits_and_can_be_zoomed_and_panned(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = at_table(visitor, "turtle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        before = page.locator(".slot").first.bounding_box()
        assert before is not None
        for _ in range(2):
            page.get_by_role("button", name="Zoom in").tap()
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
        page.get_by_role("button", name="Show the whole board").tap()
        page.wait_for_function(f"() => {FIRST}.width <= {before['width']} && {FIRST}.x >= {before['x']}")
        assert page.locator(".slot").first.bounding_box() == before
        visitor.check()


def begin_for_50_coins(host: Page, friend: Visitor) -> None:
    """Open a contest for a stake, which is paid only when the host begins."""
    host.locator(".card", has_text="Solitaire").get_by_role("button", name="Play a contest").click()
    host.get_by_label("Stake").select_option("50")
    host.get_by_role("button", name="Create table").click()
    friend.page.goto(host.get_by_role("textbox", name="Invite link").input_value())
    terms = friend.page.locator(".waiting")
    expect(terms).to_contain_text("Each player stakes 50 coins. The winner takes the pot of 100.")
    expect(terms).to_contain_text("Turtle · Classic: random, can be cleared · 10 min")
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
    take_for_points(host, host.evaluate(ALIKE))
    own = score(host)
    assert own > 0
    say(friend.page, "well done")
    expect(host.locator(".said .bubble")).to_contain_text("well done")
    expect(friend.page.get_by_role("list", name="Players and their scores")).to_contain_text(f"{own:,}")
    for page in (friend.page, host):
        page.keyboard.press("r")
        page.get_by_role("dialog").get_by_role("button", name="End game").click()
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

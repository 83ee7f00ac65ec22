"""Battle in a real browser, from the first click to the result."""

import re
import time
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house import PATIENCE_MS, STILL_MS, Browser, Visitor, opened_house, visiting
from tests.e2e.play import (
    ABLE,
    at_table,
    by_keyboard,
    by_mouse,
    by_text,
    play_on,
    play_to_the_end,
    scores,
    start,
    take_some,
)

FEW_LEFT = 32  # tiles between which a script plays; the beginning and the end are played by mouse
NOTICE = """() => {
    const [notice, header, name] = ['.connection .lost', 'header', 'header .who'].map((place) =>
        document.querySelector(place).getBoundingClientRect());
    return {below: notice.bottom - header.bottom, beyond: notice.right - name.left,
        notice: notice.toJSON(), header: header.toJSON(), scrolled: scrollY};
}"""
"""How far the notice of a lost connection reaches below the header and over the name there, and where they are."""
BAR = """() => {
    const [bar, words, mine, theirs] = ['', ' .left > span', ' .mine', ' .theirs'].map((part) =>
        document.querySelector('.bar' + part).getBoundingClientRect());
    if (words.top >= bar.bottom - 2) return 'hidden';
    return words.left >= mine.right && words.right <= theirs.left ? 'whole' : 'cut';
}"""
"""Are the words on the score bar hidden, whole between the points of both players, or cut?"""


def test_a_visitor_plays_within_one_click_and_to_the_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    take_some(page, by_mouse)
    bar = [page.evaluate(BAR)]
    for left in (60, 50, 40, FEW_LEFT):
        play_on(page, left)
        bar.append(page.evaluate(BAR))
    assert bar[0] == "whole"
    assert "cut" not in bar
    play_to_the_end(page, by_mouse)
    assert 0 < sum(scores(page)) <= 270
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


def test_a_game_is_played_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.enter()
    expect(page.locator(".card").first).to_be_visible()
    page.locator("[name=level-battle][value=random]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Tab")  # "Play now" comes before the options
    page.keyboard.press("Enter")
    expect(page.locator(ABLE).first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    take_some(page, by_keyboard)
    focus = page.locator(".slot.free:focus:not([inert])")
    expect(focus).to_have_count(1)
    focus.evaluate("tile => { tile.inert = true; }")  # like a tile that the opponent takes next
    expect(focus).to_have_count(1)
    page.keyboard.press("t")
    page.locator("section.text ol button").first.press("Enter")
    expect(page.locator("section.text")).to_be_focused()
    page.keyboard.press("t")
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").press("Enter")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(ABLE).first).to_be_visible()
    assert page.locator(".slot").count() >= 106  # the bot may have moved first


def test_the_board_explains_refusals_marks_tiles_and_can_be_used_with_arrow_keys(visitor: Visitor) -> None:
    page = at_table(visitor)
    a_tile_that_cannot_be_taken_says_why(page)
    a_row_of_the_list_marks_its_two_tiles_and_what_they_uncover(page)
    arrows_go_from_tile_to_tile_and_enter_takes_the_pair(page)
    an_own_move_is_on_the_screen_before_the_server_answers(page)


def arrows_go_from_tile_to_tile_and_enter_takes_the_pair(page: Page) -> None:
    expect(page.locator(ABLE).first).to_be_visible()
    left = page.locator(".slot").count()
    first, second = page.evaluate("""() => {
        const able = [...document.querySelectorAll('.slot.able')].map((slot) => slot.getAttribute('aria-label'));
        const [, at, others] = /, (\\w\\d), pairs with (\\w\\d)/.exec(able[0]);
        return [at, others];
    }""")
    for slot in (first, second):
        page.keyboard.press("ArrowUp")
        for _ in range(24):
            here = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
            if f", {slot}" in here.split(", pairs")[0]:
                break
            page.keyboard.press("ArrowDown" if here.split(", pairs")[0].split(", ")[1][0] == slot[0] else "ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator(".slot").nth(left - 2)).to_be_hidden()


def test_a_game_is_played_by_the_text_table_alone(visitor: Visitor) -> None:
    page = at_table(visitor)
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="The table as text")).to_be_focused()
    expect(page.get_by_role("heading", name="The table as text")).to_be_in_viewport()
    take_some(page, by_text)
    page.keyboard.press("r")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(ABLE).first).to_be_visible()
    page.locator(".slot:not(.able)").first.dispatch_event("click")
    expect(page.locator(".why")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".end")).to_contain_text("gave up")
    assert page.locator(".why").count() == 0  # the explanation disappears with its position
    assert sum(scores(page)) == 270  # the other player gets the rest
    expect(page.locator("section.text")).to_contain_text("The game is over")
    expect(page.locator("[aria-live=polite]")).to_contain_text("The game is over")


def an_own_move_is_on_the_screen_before_the_server_answers(page: Page) -> None:
    page.locator(ABLE).first.click()
    counts = page.evaluate("""async () => {
        const partner = document.querySelector('.slot:has(.paired):not(:has(.selected))');
        const open = () => document.querySelectorAll('.tray button[aria-disabled=false]').length;
        const before = open();
        const send = WebSocket.prototype.send;
        let sent = 0;
        WebSocket.prototype.send = function () { sent += 1; };
        partner.click();
        await new Promise(requestAnimationFrame);
        const chosen = document.querySelectorAll('.slot .selected').length;
        await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
        WebSocket.prototype.send = send;
        return [before > 0, chosen, open(), sent];
    }""")
    assert counts == [True, 2, 0, 1]  # both tiles are raised in the first frame and fly in the next


def a_row_of_the_list_marks_its_two_tiles_and_what_they_uncover(page: Page) -> None:
    page.keyboard.press("Escape")  # no tile is selected
    row = page.locator(".tray button").first
    first, second = row.locator(".where").inner_text().split()
    marks = "all => all.map((one) => 'abcdefghijkl'[Math.floor(one.dataset.slot / 9)] + (one.dataset.slot % 9 + 1))"
    for point in (row.hover, row.focus):
        point()
        assert page.locator(".slot:has(.paired)").evaluate_all(marks) == sorted([first, second])
        assert len(page.locator(".slot.next").evaluate_all(marks)) == 2
        page.mouse.move(0, 0)
    box = page.locator(".tray").bounding_box()
    row.click()
    page.wait_for_function("() => document.querySelectorAll('.slot:not([inert])').length < 108")
    assert page.locator(".tray").bounding_box() == box


def a_tile_that_cannot_be_taken_says_why(page: Page) -> None:
    page.locator('[data-slot="4"]').click(force=True)
    told = "The tile at a5 lies between a1 and a9: only the ends of a column can be taken."
    expect(page.locator(".why")).to_have_text(told)
    expect(page.locator("[aria-live=polite]")).to_have_text(told)
    lonely = page.locator(".slot.free:not(.able)").first
    where = (lonely.get_attribute("aria-label") or "").split(", ")
    lonely.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".why")).to_have_text(f"{where[0]} at {where[1]} has no free partner yet.")
    page.locator(ABLE).first.click()
    expect(page.locator(".why")).to_have_count(0)


def test_with_three_equal_tiles_the_pair_can_be_chosen(visitor: Visitor) -> None:
    for _ in range(12):
        page = at_table(visitor)
        labels = page.locator(".slot.able").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        wide = next((at for at, label in enumerate(labels) if label.count(", ") >= 3), None)
        if wide is not None:
            page.locator(ABLE).nth(wide).click()
            expect(page.locator(".slot:has(.paired):not(:has(.selected))").nth(1)).to_be_visible()
            return
    pytest.fail("no deal with three alike in twelve")


def test_single_keys_can_be_changed_and_switched_off(visitor: Visitor) -> None:
    page = at_table(visitor)
    resign, keys = (page.get_by_role("dialog", name=name) for name in ("Give up this game?", "Keys"))
    page.keyboard.press("?")
    keys.get_by_role("button", name="R: Change this key").click()
    page.keyboard.press("g")
    expect(keys.get_by_role("button", name="G: Change this key")).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.keyboard.press("r")
    page.keyboard.press("g")
    expect(resign).to_be_visible()
    page.keyboard.press("Escape")
    expect(resign).to_have_count(0)
    page.keyboard.press("s")
    page.get_by_role("checkbox", name="Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator(ABLE).first).to_be_visible()
    for key in ("g", "?", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".slot:focus")).to_have_count(1)
    expect(page.locator("dialog")).to_have_count(0)


def test_a_hint_in_practice_can_be_played_with_a_click(visitor: Visitor) -> None:
    page = at_table(visitor)
    advice = page.get_by_role("list", name="What the house would play")
    ask_for_advice(page)
    expect(advice).to_be_visible()
    visitor.errors = [error for error in visitor.errors if "503" not in error]  # its engine was still warming up
    page.mouse.move(0, 0)  # the pointer would mark the tile under it
    expect(page.locator(".slot:has(.tile.paired)")).to_have_count(2)
    advice.get_by_role("button").first.click()
    expect(page.locator(".slot").nth(106)).to_be_hidden()
    expect(advice).to_have_count(0)


def ask_for_advice(page: Page) -> None:
    """Ask for a hint, again while the engine is starting."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        with page.expect_response("**/advice") as told:
            page.keyboard.press("w")
        if told.value.ok:
            return
        assert time.monotonic() < until, told.value.text()
        page.wait_for_timeout(STILL_MS)


def invited(host: Page, guest: Visitor, *, match: str) -> None:
    """Create a private table, and have a friend join by the link."""
    host.locator(".card[data-game=battle]").get_by_role("button", name="Play a friend").click()
    host.get_by_role("dialog").get_by_label("Match").select_option(match)
    host.get_by_role("button", name="Create table").click()
    link = host.get_by_role("textbox", name="Invite link").input_value()
    expect(host.locator("svg[role=img][aria-label*=QR] path")).to_have_count(1)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").click()
    expect(host.locator(ABLE).first).to_be_visible()
    expect(guest.page.locator(".slot").first).to_be_visible()


TILES: Final = "all => all.map((one) => one.dataset.tile)"


# Is a part of the result above the row of buttons, which covers what must be scrolled to?
IS_ABOVE_BUTTONS = """part => {
    const box = (one) => document.querySelector(`.end ${one}`).getBoundingClientRect();
    return box(part).bottom <= box('.buttons').top;
}"""


def test_two_browsers_play_each_other_and_see_the_same_result(visitor: Visitor, friend: Visitor) -> None:
    host = visitor.enter()
    invited(host, friend, match="single")
    pages = (host, friend.page)
    for number in range(8):
        mover, other = pages[number % 2], pages[1 - number % 2]
        expect(mover.locator(ABLE).first).to_be_visible()
        left = other.locator(".slot").count()
        by_mouse(mover)
        expect(other.locator(".slot")).to_have_count(left - 2)
    host.keyboard.press("r")
    host.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for page in pages:
        expect(page.locator(".end")).to_be_visible()
    expect(host.locator(".end .lost h2")).to_be_visible()
    expect(friend.page.locator(".end .won h2")).to_be_visible()
    assert scores(host) == scores(friend.page)
    fans = friend.page.locator(".end .fan")
    expect(fans.locator(".tile")).to_have_count(8)
    won, lost = ([int(tile[0]) for tile in fan.locator(".tile").evaluate_all(TILES)] for fan in fans.all())
    assert (len(won), sum(lost)) == (4, min(scores(host)))
    assert (won, lost) == (sorted(won, reverse=True), sorted(lost, reverse=True))
    friend.page.get_by_role("button", name="Play again").click()
    expect(host.locator(".end .asks")).to_contain_text("would like to play again.")
    expect(host.locator(".clock").first).to_be_visible()
    visitor.is_marked = True  # its window gets another size
    host.set_viewport_size({"width": 844, "height": 390})
    for part in (".asks", ".standing"):
        host.wait_for_function(IS_ABOVE_BUTTONS, arg=part)


def test_typing_in_chat_triggers_no_game_keys_and_muted_people_are_hidden(visitor: Visitor, friend: Visitor) -> None:
    host = visitor.enter()
    invited(host, friend, match="single")
    friend.page.keyboard.press("c")
    friend.page.keyboard.type("n r t h ? 1")
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    expect(friend.page.locator("section.text")).to_have_count(0)
    friend.page.get_by_label("Write a message").fill("")
    heard = host.get_by_role("log")
    say(friend.page, "first words")
    expect(host.locator(".far .bubble")).to_have_text("first words")
    expect(host.locator("#chat-fold .badge")).to_have_text("1 new")
    expect(heard).not_to_be_visible()
    host.get_by_text("1 new").click()
    expect(host.locator("#chat-fold .badge")).to_have_count(0)
    host.reload()
    host.locator("#chat-fold summary").click()
    expect(heard).to_contain_text("first words")
    host.get_by_role("button", name="Mute ").click()
    expect(heard).not_to_contain_text("first words")
    say(friend.page, "unheard words")
    expect(friend.page.get_by_role("log")).to_contain_text("unheard words")
    host.get_by_role("button", name="Unmute ").click()
    expect(heard).to_contain_text("first words")
    say(friend.page, "last words")
    expect(heard).to_contain_text("last words")
    expect(heard).not_to_contain_text("unheard words")


def say(page: Page, words: str) -> None:
    """Send a chat message at the table."""
    page.keyboard.press("c")
    page.get_by_label("Write a message").fill(words)
    page.get_by_role("button", name="Send").click()
    page.locator(".main").click(position={"x": 1, "y": 1})


def test_a_lost_connection_is_shown_and_play_continues_when_the_server_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with opened_house(tmp_path) as house, visiting(browser, house) as visitor:
        page = visitor.enter()
        expect(page.locator(".card").first).to_be_visible()
        house.kill()
        page.get_by_role("button", name="Play now").first.click()
        expect(page.get_by_text(re.compile("The server does not answer"))).to_be_visible()
        page.locator("a[href='/rules/battle']").click()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        house.open()
        expect(page.get_by_role("heading", name="Mahjong Battle")).to_be_visible()
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        page.go_back()
        start(page)
        left = page.locator(".slot").count()  # the bot may have moved first
        by_mouse(page)
        expect(page.locator(".slot")).to_have_count(left - 4)
        expect(page.locator(ABLE).first).to_be_visible()
        house.kill()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        notice = page.evaluate(NOTICE)
        assert notice["below"] <= 0, f"the notice lies over the board: {notice}"
        assert notice["beyond"] <= 0, f"the notice lies over the name: {notice}"
        by_mouse(page)  # shown at once, and sent as soon as the server is back
        expect(page.locator(".slot")).to_have_count(left - 6)
        house.open()
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=PATIENCE_MS)
        expect(page.locator(".slot")).to_have_count(left - 8)
        take_some(page, by_mouse)
        page.keyboard.press("r")
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.locator(".end")).to_be_visible()
        page.reload()
        expect(page.locator(".end")).to_be_visible()


def test_a_finished_game_is_replayed_downloaded_and_verified(visitor: Visitor) -> None:
    page = at_table(visitor)
    by_mouse(page)
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator(".slot")).to_have_count(108)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slot")).to_have_count(106)
    expect(page.locator("[aria-current=step] .tile")).to_have_count(2)
    own = page.locator(".near .player-name").get_attribute("title")
    page.keyboard.press("f")
    expect(page.locator(".far .player-name")).to_have_attribute("title", str(own))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".slot")).to_have_count(108)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"\?ply=\d+$"))
    page.keyboard.press("Home")
    page.locator("input[type=range]").fill("1")
    expect(page.locator(".slot")).to_have_count(106)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert Path(download.value.path()).read_text().startswith('{"format":2,"game":"battle"')
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal is fair.")).to_be_visible()
    expect(page.locator("aside li b:text('✓')")).to_have_count(3)

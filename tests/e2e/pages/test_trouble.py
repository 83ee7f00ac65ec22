"""Errors: a refused move, a lost session, a full or ended table; each page offers a way to continue."""

from playwright.sync_api import expect

from tests.e2e.house import Browser, House, Visitor, visiting
from tests.e2e.play import ABLE, at_table, by_mouse

# Replaces the next move by an illegal one.
SPOIL_NEXT = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const said = JSON.parse(text);
        if (said.t !== 'act') return send.call(this, text);
        WebSocket.prototype.send = send;
        const middle = {type: 'take_pair', first: 4, second: 13};
        send.call(this, JSON.stringify({...said, move: middle}));
    };
}"""


def test_a_refused_move_is_explained_and_its_tiles_come_back(visitor: Visitor) -> None:
    page = at_table(visitor)
    page.evaluate(SPOIL_NEXT)
    by_mouse(page)
    expect(page.get_by_role("alert")).to_have_text("The rules do not allow this move. Choose another one.")
    expect(page.locator(".slot")).to_have_count(108)
    by_mouse(page)
    expect(page.locator(".slot").nth(106)).to_be_hidden()


def test_a_third_person_finds_a_full_table_and_watches(visitor: Visitor, browser: Browser, house: House) -> None:
    page = at_table(visitor)
    with visiting(browser, house) as third:
        third.enter("/" + page.url.split("/", 3)[3])
        expect(third.page.get_by_text("You are watching.")).to_be_visible()
        expect(third.page.locator(".slot").first).to_be_visible()
        expect(third.page.locator(ABLE)).to_have_count(0)
        third.check()


def test_an_ended_game_shows_its_result_to_late_visitors(visitor: Visitor, browser: Browser, house: House) -> None:
    page = at_table(visitor)
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".end")).to_be_visible()
    with visiting(browser, house) as late:
        late.enter("/" + page.url.split("/", 3)[3])
        expect(late.page.locator(".end")).to_contain_text("gave up")
        late.page.locator(".end").get_by_role("link", name="Home").click()
        expect(late.page.locator(".card").first).to_be_visible()
        late.check()


def test_a_player_who_lost_the_session_comes_back_as_a_watching_guest(visitor: Visitor) -> None:
    page = at_table(visitor)
    visitor.context.clear_cookies()
    page.reload()
    expect(page.get_by_text("You are watching.")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()

"""A scorebook on several phones: joining, entering, confirming, a short loss of the network, undo, paper and CSV."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house import PHONE, Browser, House, Visitor, visiting

TILES = "123m 456m 789s 55p [234p]"


def enter_win(page: Page, tiles: str = TILES) -> None:
    """Enter that Ben wins on Cem's discard with a hand of tiles."""
    page.get_by_role("button", name="Enter how the deal ended").click()
    form = page.locator("form")
    form.get_by_role("group", name="Who went Mahjong?").locator("label").nth(1).click()
    form.get_by_label("The winning tile").select_option("discard")
    form.get_by_role("group", name="Whose tile was it?").get_by_text("West").click()
    form.get_by_label("Or write the hand").fill(tiles)
    form.get_by_role("group", name="Which tile won?").get_by_role("button").first.click()
    form.get_by_role("button", name="Enter the result").click()


def test_two_phones_keep_one_scorebook(browser: Browser, house: House, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{house.url}/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    page.wait_for_url("**/scorebook/*")
    with visiting(browser, house, **PHONE) as friend:
        phone = friend.page
        phone.goto(page.url)
        phone.get_by_role("button", name="Sit here").first.click()
        expect(phone.get_by_text("· you")).to_be_visible()
        enter_win(page)
        expect(page.get_by_text("West pays")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Waiting for")).to_be_visible()
        expect(phone.get_by_text("is this right?")).to_be_visible()
        phone.context.set_offline(True)
        phone.get_by_role("button", name="Confirm").click()
        expect(phone.get_by_text("1 entry waits on this phone")).to_be_visible()
        phone.context.set_offline(False)
        expect(page.get_by_role("heading", name="Deals")).to_be_visible()
        expect(phone.get_by_role("heading", name="Deals")).to_be_visible()
        page.get_by_role("button", name="Undo the last deal").click()
        expect(phone.get_by_text("is this right?")).to_be_visible()


AWAY = range(2, 4)
"""The deals during which the last phone is offline. It enters its hand in the first, and a penalty in the others."""
PENALTY = 30


def call(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """The server's answer to a request of this phone."""
    ask = """async ([method, path, body]) => {
      const answer = await fetch(`/api/v1/scorebooks/${location.pathname.split("/").at(-1)}${path}`, {
        method, headers: {"content-type": "application/json"}, body: body && JSON.stringify(body)});
      return answer.ok ? await answer.json() : {refused: (await answer.json()).code};
    }"""
    return page.evaluate(ask, [method, path, body])


def write(page: Page, name: str, **action: Any) -> Any:
    return call(page, "POST", "/entries", {"id": name, "action": action})


def play_quickly(phones: Sequence[Page], deal: int) -> None:
    """Everybody present enters their own hand and agrees; the keeper does it for an absent player."""
    begin_deal(phones, deal)
    enter_hands(phones, deal, range(4))
    settle(phones[0], deal)


def begin_deal(phones: Sequence[Page], deal: int) -> None:
    write(phones[0], f"deal {deal}", type="enter_deal", draft=0, entry={"winner": deal % 4, "source": "wall"})


def enter_hands(phones: Sequence[Page], deal: int, seats: Sequence[int]) -> None:
    there = [0, 1, 2] if deal in AWAY else [0, 1, 2, 3]
    for seat in seats:
        phone = phones[seat if seat in there else 0]
        hand = {"counted": 40 if seat == deal % 4 else 6 * seat}
        for _ in range(2):  # sent twice, stored once
            write(phone, f"hand {deal} {seat}", type="enter_hand", deal=deal, seat=seat, hand=hand)


def settle(keeper: Page, deal: int) -> None:
    draft = call(keeper, "GET", "")["draft"]["draft"]["number"]
    write(keeper, f"settle {deal}", type="settle_now", draft=draft)


def enter_own_hand_offline(phones: Sequence[Page], deal: int) -> None:
    """On the last phone, enter a hand without a network; the phone sends it when it is online again."""
    keeper, away = phones[0], phones[3]
    begin_deal(phones, deal)
    expect(away.get_by_role("heading", name=f"Deal {deal + 1}: is this right?")).to_be_visible()
    expect(away.get_by_role("button", name="Enter the hand of")).to_be_visible()
    away.context.set_offline(True)
    expect(away.get_by_text("Connection lost")).to_be_visible()
    enter_hands(phones, deal, range(3))
    away.get_by_text("score we counted").click()
    away.get_by_label("Score of the hand").fill("18")
    away.get_by_role("button", name="Enter the hand of").click()
    expect(away.get_by_text("1 entry waits on this phone")).to_be_visible()
    assert call(keeper, "GET", "")["draft"]["lacking"] == [3]
    away.context.set_offline(False)
    expect(keeper.get_by_role("button", name="Count it without waiting")).to_be_visible()
    settle(keeper, deal)


def enter_penalty_offline(away: Page) -> None:
    """Enter a penalty of the second player without a network."""
    away.context.set_offline(True)
    expect(away.get_by_text("Connection lost")).to_be_visible()
    away.get_by_text("Penalty", exact=True).click()
    form = away.locator("form").filter(has_text="Who pays")
    form.get_by_label("Who pays").select_option("1")
    form.get_by_label("Tallies").fill(str(PENALTY))
    form.get_by_role("button", name="Enter the penalty").click()
    expect(away.get_by_text("1 entry waits on this phone")).to_be_visible()


@pytest.mark.parametrize("deals", [6, pytest.param(16, marks=pytest.mark.slow)])
def test_four_phones_keep_many_deals_while_one_is_offline(
    browser: Browser, house: House, visitor: Visitor, deals: int
) -> None:
    """Most deals go through the pages' own requests, the first and the last through the forms."""
    keeper = visitor.page
    keeper.goto(f"{house.url}/scorebook")
    keeper.locator("article select").first.select_option("bmja")
    keeper.get_by_role("button", name="Open the scorebook").click()
    keeper.wait_for_url("**/scorebook/*")
    with ExitStack() as stack:
        guests = [stack.enter_context(visiting(browser, house, **PHONE)) for _ in range(3)]
        phones = [keeper, *(guest.page for guest in guests)]
        for phone in phones[1:]:
            phone.goto(keeper.url)
            phone.get_by_role("button", name="Sit here").first.click()
            expect(phone.get_by_text("· you")).to_be_visible()
        away = phones[3]
        for deal in range(deals - 1):
            if deal == AWAY.start:
                enter_own_hand_offline(phones, deal)
                enter_penalty_offline(away)
            else:
                play_quickly(phones, deal)
            if deal == AWAY.stop - 1:
                away.context.set_offline(False)
        expect(away.get_by_text("Connection lost")).to_have_count(0)
        expect(keeper.get_by_text("Penalty: false Mahjong")).to_be_visible()
        keeper.get_by_role("button", name="Enter how the deal ended").click()
        keeper.get_by_text("Nobody (drawn)").click()
        keeper.get_by_role("button", name="Enter the result").click()
        for phone in phones[1:]:
            expect(phone.get_by_role("heading", name=f"Deal {deals}: is this right?")).to_be_visible()
            phone.get_by_role("button", name="Confirm").click()
        for phone in phones:
            expect(phone.get_by_role("row")).to_have_count(deals + 2)
        book = call(away, "GET", "")
        assert [one["amounts"] for one in book["adjustments"]] == [[PENALTY, -3 * PENALTY, PENALTY, PENALTY]]
        assert book["deals"][AWAY.start]["scores"][3]["score"] == 18
        assert [sum(deal["receipts"]) for deal in book["deals"]] == [0] * deals
        assert sum(seat["tallies"] for seat in book["seats"]) == 4 * 2000
        keeper.emulate_media(media="print")
        expect(keeper.get_by_role("row")).to_have_count(deals + 2)
        with keeper.expect_download() as table:
            keeper.emulate_media(media="screen")
            keeper.get_by_role("link", name="Spreadsheet").click()
        assert len(table.value.path().read_text(encoding="utf-8").splitlines()) == deals + 2
        for guest in guests:
            guest.errors.clear()  # the phone that was offline


NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  addEventListener("copy", () => (window.copied = getSelection().toString()));
}"""


def test_the_address_is_copied_on_a_page_without_a_clipboard(house: House, visitor: Visitor) -> None:
    """Plain http has none, and real tables share the address of a computer at home."""
    page = visitor.page
    page.goto(f"{house.url}/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    page.wait_for_url("**/scorebook/*")
    page.evaluate(NO_CLIPBOARD)
    page.get_by_text("Invite the others").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == page.url


def test_a_refused_deal_stays_in_its_form(house: House, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{house.url}/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    page.wait_for_url("**/scorebook/*")
    enter_win(page, "123m 456m 789s 57p [234p]")
    expect(page.get_by_role("alert")).to_contain_text("four sets and a pair")
    expect(page.get_by_label("Or write the hand")).to_have_value("123m 456m 789s 57p [234p]")
    page.get_by_label("Or write the hand").fill(TILES)
    page.get_by_role("group", name="Which tile won?").get_by_role("button").first.click()
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_role("heading", name="Deals")).to_be_visible()
    visitor.errors.clear()  # the refusal

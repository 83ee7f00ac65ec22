"""Opponents in real browsers: two seeks meet, a rated double match, rematch, challenges, following, notices."""

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from teahouse.service.seeks.pairing import HOUSE_AFTER_MS
from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.played import let_seeks_wait

TABLE: Final = re.compile(r"/table/[0-9a-f]+$")
PASSWORD: Final = "seven green dragons"  # noqa: S105 - a password of tests
ASK: Final = """async ([method, path, body]) => {
  const answer = await fetch(`/api/v1${path}`, body === null ? {method} :
    {method, headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.status === 204 ? null : answer.json();
}"""


def ask(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """The server's answer to a request of this page."""
    return page.evaluate(ASK, [method, path, body])


def with_account(visitor: Visitor, name: str) -> Page:
    """Create an account and go to the front page."""
    visitor.post("/me/guest")
    visitor.post("/account", name=name, password=PASSWORD)
    page = visitor.enter()
    expect(page.locator(".card")).to_have_count(3)
    return page


def seek(page: Page, game: str = "battle") -> None:
    """Press the button for an opponent on the card."""
    page.locator(f".card[data-game={game}]").get_by_role("button", name="Find an opponent").click()


def give_up(page: Page) -> None:
    """Resign the running game."""
    expect(page.locator(".end")).to_have_count(0)
    expect(page.locator(".slot").first).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".end")).to_be_visible()


def test_two_seeks_meet_and_a_rated_match_changes_both_ratings(visitor: Visitor, friend: Visitor) -> None:
    ann, bob = with_account(visitor, "Pair Ann"), with_account(friend, "Pair Bob")
    expect(ann.locator(".card[data-game=battle] .terms")).to_contain_text("rated")
    seek(ann)
    strip = ann.get_by_role("region", name="Opponents")
    expect(strip).to_contain_text("Looking for an opponent")
    ann.reload()  # the server remembers it
    expect(strip).to_contain_text("rating within")
    assert serious_findings(ann) == []
    second = visitor.context.new_page()  # a hidden tab
    second.add_init_script("Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})")
    second.goto(visitor.url)
    expect(second.get_by_role("region", name="Opponents").get_by_role("listitem")).to_have_count(1)
    expect(bob.get_by_role("button", name="Play Pair Ann")).to_be_visible()

    seek(bob)
    for page in (ann, bob):
        expect(page).to_have_url(TABLE)
    assert ann.url == bob.url
    expect(second.get_by_role("region", name="Opponents")).to_contain_text("Your table is open in another tab.")
    second.close()

    give_up(ann)
    for page in (ann, bob):
        page.locator(".end .button.primary").click()
    give_up(ann)
    expect(bob.locator(".end")).to_be_visible()
    table = ann.url.rpartition("/")[2]
    changes = {one["person"]: one["after"] - one["before"] for one in ask(ann, "GET", f"/tables/{table}/ratings")}
    me, other = ask(ann, "GET", "/me")["id"], ask(bob, "GET", "/me")["id"]
    assert changes[me] < 0 < changes[other]

    for page in (ann, bob):
        page.locator(".end .button.primary").click()
    expect(ann.locator(".end")).to_have_count(0)


def test_a_challenge_is_declined_then_accepted_and_its_person_followed_and_blocked(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    ann = with_account(visitor, "Call Ann")
    with visiting(browser, house, **PHONE) as guest:
        cleo = with_account(guest, "Call Cleo")
        guest.enter("/rules/battle")
        expect(cleo.get_by_role("button", name="Notices")).to_be_visible()
        strip = ann.get_by_role("region", name="Opponents")
        for answer in ("Decline", "Accept"):
            ann.get_by_role("button", name="Challenge somebody").click()
            ann.get_by_label("Name").fill("Call Cleo")
            ann.get_by_role("dialog").get_by_text("Casual", exact=True).click()
            ann.get_by_role("button", name="Send challenge").click()
            expect(strip).to_contain_text("You challenged Call Cleo")
            expect(cleo.get_by_role("region", name="Opponents")).to_contain_text("Call Ann challenges you")
            if answer == "Decline":
                assert serious_findings(cleo) == []
                assert cleo.evaluate("document.documentElement.scrollWidth <= innerWidth")
                cleo.get_by_role("button", name="Decline the challenge").click()
                expect(strip).to_contain_text("Call Cleo cannot play now.")
                strip.get_by_role("button", name="Dismiss").click()
            else:
                cleo.get_by_role("button", name="Accept the challenge").focus()
                cleo.keyboard.press("Enter")
        for page in (ann, cleo):
            expect(page).to_have_url(TABLE)
        assert ann.url == cleo.url

        ann.locator("#chat-fold summary").click()
        ann.get_by_role("button", name="Call Cleo", exact=True).click()
        dialog = ann.get_by_role("dialog")
        dialog.get_by_role("button", name="Follow Call Cleo").click()
        expect(dialog.get_by_role("button", name="Unfollow Call Cleo")).to_be_visible()
        assert [one["name"] for one in ask(ann, "GET", "/me/following")] == ["Call Cleo"]
        dialog.get_by_role("button", name="Block", exact=True).click()
        expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
        assert ask(ann, "GET", "/me/following") == []
        guest.check()


def test_the_bell_counts_notices_until_they_are_read_and_a_kind_can_be_switched_off(
    visitor: Visitor, friend: Visitor
) -> None:
    ann, bob = with_account(visitor, "Bell Ann"), with_account(friend, "Bell Bob")
    ask(bob, "PUT", f"/me/following/{ask(ann, 'GET', '/me')['id']}")
    ann.reload()
    ann.get_by_role("button", name="Notices: 1 unread notice").click()
    dialog = ann.get_by_role("dialog")
    expect(dialog).to_contain_text("Bell Bob follows you.")
    expect(dialog).to_contain_text("You follow nobody yet.")
    assert serious_findings(ann) == []
    dialog.get_by_role("button", name="Mark all as read").click()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("button", name="Notices", exact=True)).to_be_visible()
    table = ask(bob, "POST", "/tables", {"game": "battle", "private": True, "clock": "untimed"})["table"]["id"]
    friend.enter(f"/table/{table}")
    bob.get_by_role("button", name="Notices").click()
    bob.get_by_role("button", name="Invite Bell Ann to this table").click()
    ann.get_by_role("button", name="Notices: 1 unread notice").click()  # the page updates itself
    expect(dialog).to_contain_text("Bell Bob invites you to a table.")
    dialog.get_by_role("link", name="Go to the table").click()
    expect(ann).to_have_url(re.compile(rf"/table/{table}\?invite="))
    expect(ann.get_by_role("button", name="Sit down").first).to_be_visible()

    ann.keyboard.press("s")
    dialog.get_by_label("Private profile").check()
    ann.wait_for_function("async () => (await (await fetch('/api/v1/me/profile')).json()).private")
    ann.get_by_label("new followers").uncheck()
    ann.wait_for_function("async () => (await (await fetch('/api/v1/me/notices')).json()).off.includes('follow')")


def test_after_a_while_a_seek_on_a_phone_is_offered_a_matching_house_player(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as guest:
        page = guest.enter()
        seek(page)
        strip = page.get_by_role("region", name="Opponents")
        expect(strip.get_by_role("button", name="Play a house player now")).to_be_visible()
        page.keyboard.press("t")  # the table as text
        let_seeks_wait(house.database, ask(page, "GET", "/me")["id"], HOUSE_AFTER_MS)
        expect(strip.get_by_text("Nobody yet.")).to_be_visible()  # the page updates itself
        assert serious_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        offered = strip.get_by_role("button", name=re.compile("^Play "))
        name = offered.inner_text().removeprefix("Play ")
        offered.click()
        expect(page).to_have_url(TABLE)
        expect(page.locator("section.text")).to_be_visible()
        expect(page.get_by_text(name).first).to_be_attached()
        expect(strip).to_have_count(0)
        guest.check()


def test_a_guest_seeks_casually_and_takes_a_house_player_at_once_or_the_seek_of_another(
    visitor: Visitor, friend: Visitor
) -> None:
    page = visitor.enter()
    expect(page.locator(".card[data-game=battle] .terms")).to_contain_text("casual")
    seek(page)
    page.get_by_role("region", name="Opponents").get_by_role("button", name="Play a house player now").click()
    expect(page).to_have_url(TABLE)
    expect(page.locator(".slot").first).to_be_visible()
    expect(page.get_by_role("region", name="Opponents")).to_have_count(0)

    other = friend.enter()
    seek(other)
    expect(other.get_by_role("region", name="Opponents")).to_be_visible()
    name = ask(other, "GET", "/me")["name"]
    visitor.enter()
    page.keyboard.press("t")  # the table as text
    page.get_by_role("button", name=re.compile(f"^Play {re.escape(name)}")).click()
    for one in (page, other):
        expect(one).to_have_url(TABLE)
    assert page.url == other.url
    expect(page.locator("section.text")).to_be_visible()

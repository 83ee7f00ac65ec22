"""Claims among people: the time that a claim stays open, and the answers that are shown."""

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.games.test_between import HELD, TWO, seated
from tests.e2e.house import Browser, House, Visitor, opened_house, visiting
from tests.e2e.one_deal import CLAIMABLE

BAR = ".claim[role=timer]"
FEW_DISCARDS = 2
# Records all texts of the status line and all times of the claim bar, because a lively claim is open for only a
# second, and a busy machine may check later.
LISTEN = """() => {
  const status = document.querySelector(".status");
  window.__said = [];
  window.__told = [];
  const every = {characterData: true, childList: true, subtree: true};
  new MutationObserver(() => window.__said.push(status.textContent)).observe(status, every);
  const bar = () => document.querySelector(".claim[role=timer]")?.textContent.trim();
  new MutationObserver(() => bar() && window.__told.push(bar())).observe(document.body, every);
}"""
TOLD = "() => window.__told.some((time) => /^[1-8] s$/.test(time))"
# Records every called word, with its side of the table.
HEAR_CALLS = """() => {
  window.__calls = [];
  const side = (call) => ['near', 'right', 'far', 'left'].find((one) => call.classList.contains(one));
  const note = (node) => node.dataset?.call && window.__calls.push(`${side(node)} ${node.textContent.trim()}`);
  const hear = (changes) => changes.forEach((change) => change.addedNodes.forEach(note));
  new MutationObserver(hear).observe(document.querySelector(".felt"), {childList: true});
}"""


@pytest.fixture
def one_deal(tmp_path: Path) -> Generator[House]:
    """A server whose deals are all the same."""
    with opened_house(tmp_path, "tests.e2e.one_deal") as made:
        yield made


def lay_down(pages: tuple[Page, Page], which: str = "[data-held]") -> Page:
    """Let the player whose turn it is discard the last tile, or the last of these."""
    for _ in range(400):
        for page in pages:
            if page.locator(".hand .able").count():
                page.locator(f".hand .able{which}").last.click()
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody came to move")


@pytest.mark.parametrize("claims", ["lively", "sealed"])
def test_everybody_sees_how_long_a_claim_stays_open(visitor: Visitor, friend: Visitor, claims: str) -> None:
    pages = seated((visitor, friend), "classic", HELD, options=TWO, match="single", claims=claims, clock="untimed")
    for page in pages:
        page.evaluate(LISTEN)
    for _ in range(FEW_DISCARDS):
        for page in pages:
            page.evaluate("window.__told = []")
        lay_down(pages)
        for page in pages:
            page.wait_for_function(TOLD)
        for page in pages:
            expect(page.locator(BAR)).to_have_count(0)
    who_can_claim_nothing_is_not_told_that_they_passed(pages)
    what_somebody_says_is_seen_at_their_seat(*pages)


def who_can_claim_nothing_is_not_told_that_they_passed(pages: tuple[Page, Page]) -> None:
    said = [text for page in pages for text in page.evaluate("window.__said")]
    assert any("Does anybody want this tile?" in text for text in said)
    assert not any("You passed" in text for text in said)


def what_somebody_says_is_seen_at_their_seat(one: Page, other: Page) -> None:
    one.locator("#chat-fold summary").click()
    one.get_by_label("Write a message").fill("good luck")
    one.get_by_role("button", name="Send").click()
    expect(other.locator(".side.far .bubble")).to_have_text("good luck")
    expect(one.locator(".side.near .bubble")).to_have_text("good luck")


def test_a_claim_can_be_withdrawn_while_others_may_answer_and_is_called_when_settled(
    browser: Browser, one_deal: House
) -> None:
    with visiting(browser, one_deal) as one, visiting(browser, one_deal) as two:
        who_claims_is_told_so_and_can_take_it_back(seated_for_claims((one, two), "sealed"))
        a_claim_is_called_out_and_it_stays_plain_whose_tile_it_was(seated_for_claims((one, two), "lively"))
        for visitor in (one, two):
            visitor.check()


def seated_for_claims(pair: tuple[Visitor, Visitor], claims: str) -> tuple[Page, Page]:
    return seated(pair, "classic", HELD, options=TWO, match="single", claims=claims, clock="untimed")


def who_claims_is_told_so_and_can_take_it_back(pages: tuple[Page, Page]) -> None:
    mover = lay_down(pages, f"[data-held^='{CLAIMABLE}']")
    other = next(page for page in pages if page is not mover)
    other.get_by_role("button", name="Pong").click()
    expect(other.locator(".status")).to_contain_text("You called Pong, waiting for the others")
    expect(other.locator(".actions")).to_have_count(0)
    other.get_by_role("button", name="Take back").click()
    expect(other.locator(".actions .button")).to_have_text([re.compile("Pong"), re.compile("Pass")])
    expect(mover.locator(".status")).to_contain_text("Does anybody want this tile?")


def a_claim_is_called_out_and_it_stays_plain_whose_tile_it_was(pages: tuple[Page, Page]) -> None:
    for page in pages:
        page.evaluate(HEAR_CALLS)
    mover = lay_down(pages, f"[data-held^='{CLAIMABLE}']")
    other = next(page for page in pages if page is not mover)
    other.get_by_role("button", name="Pong").click()
    lay_down(pages)  # the word disappears, although something else happens meanwhile
    for page in pages:
        expect(page.locator(".meld .turned")).to_have_count(1)
        expect(page.locator("ol.discards .taken")).to_have_count(1)
        expect(page.locator("[data-call]")).to_have_count(0)
        assert page.evaluate("window.__calls") == [f"{'near' if page is other else 'far'} Pong"]
    other.reload()
    expect(other.locator(".meld .turned")).to_have_count(1)
    expect(other.locator("ol.discards .taken")).to_have_count(1)

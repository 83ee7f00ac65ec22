"""Claims among people: everybody sees how long one stays open, and who has answered what they have claimed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house import Visitor
from tests.e2e.test_between import HELD, TWO, seated

BAR = ".claim[role=timer]"
MOST_DISCARDS = 40


def lay_down(pages: tuple[Page, Page]) -> Page:
    """Whoever is at turn lays down the last tile."""
    for _ in range(400):
        for page in pages:
            if page.locator(".hand .able").count():
                page.locator(".hand .able").last.click()
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody came to move")


@pytest.mark.parametrize("claims", ["lively", "sealed"])
def test_everybody_sees_how_long_a_claim_stays_open(visitor: Visitor, friend: Visitor, claims: str) -> None:
    pages = seated((visitor, friend), "classic", HELD, options=TWO, match="single", claims=claims, clock="untimed")
    lay_down(pages)
    for page in pages:
        expect(page.locator(BAR)).to_have_text(re.compile(r"^\s*[1-8] s$"))
    for page in pages:
        expect(page.locator(BAR)).to_have_count(0)


def test_who_claims_is_told_what_they_claimed_while_others_may_answer(visitor: Visitor, friend: Visitor) -> None:
    pages = seated((visitor, friend), "classic", HELD, options=TWO, match="single", claims="sealed", clock="untimed")
    for _ in range(MOST_DISCARDS):
        mover = lay_down(pages)
        other = next(page for page in pages if page is not mover)
        expect(other.locator(BAR)).to_be_visible()
        claim = other.locator(".actions .button").first
        if claim.count() == 0:
            expect(other.locator(BAR)).to_have_count(0)
            continue
        name = claim.inner_text().split("\n")[0].strip()
        claim.click()
        expect(other.locator(".status")).to_contain_text(f"You claimed {name.split(' ')[0]}")
        expect(other.locator(".actions")).to_have_count(0)
        expect(mover.locator(".status")).to_contain_text("Does anybody want this tile?")
        return
    pytest.fail(f"nothing could be claimed in {MOST_DISCARDS} discards")

"""Profiles: a person's games, filtered, drawn, compared and private; leaders and records; on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.play import ABLE
from tests.e2e.played import give_a_past
from tests.e2e.touch import too_small

PASSWORD = "seven green dragons"  # noqa: S105 - a password of tests


def account(visitor: Visitor, name: str) -> dict[str, Any]:
    made: dict[str, Any] = visitor.post("/account", name=name, password=PASSWORD)
    return made


@pytest.fixture
def two(visitor: Visitor, friend: Visitor, house: House) -> tuple[Visitor, Visitor]:
    """Two people who have played each other."""
    one, other = account(visitor, "J. Doe"), account(friend, "Emily Reed")
    give_a_past(house.database, one["id"], other["id"])
    return visitor, friend


def test_a_profile_shows_games_and_can_be_compared_filtered_and_made_private(
    two: tuple[Visitor, Visitor], browser: Browser, house: House
) -> None:
    own, other = two
    page = other.enter("/@J.%20Doe")
    expect(page.get_by_role("heading", name="J. Doe")).to_be_visible()
    expect(page.get_by_text("25 rated matches")).to_be_visible()
    curve = page.get_by_role("img", name="Rating over time,")
    expect(curve).to_be_visible()
    assert "highest" in (curve.get_attribute("aria-label") or "")
    page.get_by_text("As a table").first.click()
    expect(page.locator("figure").first.locator("tbody tr")).to_have_count(25)
    page.get_by_role("link", name="Classic Mahjong").click()
    expect(page.get_by_text("Deal-in rate")).to_be_visible()
    expect(page.get_by_role("link", name="Imperial Jade")).to_be_visible()

    rows = page.locator("section[aria-labelledby=deals] li")
    expect(rows).to_have_count(10)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(20)
    page.get_by_role("combobox", name="Game").select_option("battle")
    page.get_by_role("combobox", name="Result").select_option("Lost")
    expect(rows.filter(has_text="Won")).to_have_count(0)
    expect(rows.first).to_contain_text("Mahjong Battle · Emily Reed")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Block or report").click()
    asking = page.get_by_role("dialog")
    expect(asking.get_by_role("button", name="Block", exact=True)).to_be_visible()
    expect(asking.get_by_role("heading", name="Report")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("link", name="Compare with me").click()
    expect(page.get_by_role("heading", name="J. Doe and Emily Reed")).to_be_visible()
    expect(page.get_by_text("J. Doe: 18 won")).to_be_visible()

    page.goto(f"{other.url}/leaders")
    expect(page.get_by_text("25 rated matches").first).to_be_visible()
    expect(page.get_by_role("heading", name="Records of the house")).to_be_visible()
    expect(page.get_by_role("rowheader", name="J. Doe")).to_be_visible()

    mine = own.enter("/@J.%20Doe")
    with own.page.expect_response("**/api/v1/me/profile") as changed:
        mine.get_by_label("Private profile").check()
    assert changed.value.ok
    page.goto(f"{other.url}/@J.%20Doe")
    expect(page.get_by_text("J. Doe keeps this profile private.")).to_be_visible()
    page.goto(f"{other.url}/@nobody.here")
    expect(page.get_by_text("Nobody has this name")).to_be_visible()
    other.errors = [error for error in other.errors if "403" not in error and "404" not in error]  # as expected
    check_on_a_phone(browser, house)


def check_on_a_phone(browser: Browser, house: House) -> None:
    """Profiles and comparisons of people and house players fit a phone."""
    with visiting(browser, house, **PHONE) as stranger:
        small = stranger.enter("/@Emily%20Reed")
        expect(small.get_by_role("img", name="Rating over time,")).to_be_visible()
        assert small.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert too_small(small) == []
        stranger.enter("/@Tavi")
        expect(small.get_by_text("House player", exact=True)).to_be_visible()
        stranger.enter("/@Jonas%20Weber/@Tavi")
        expect(small.get_by_text("Tavi is a house player.")).to_be_visible()
        stranger.check()


def give_up(page: Page) -> None:
    expect(page.locator(".slot").first).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator("section.end")).to_be_visible()


def test_a_rated_match_shows_ratings_at_the_seats_and_what_it_changed(visitor: Visitor) -> None:
    page = visitor.open_table("battle", clock="2+2", rated=True, match="double", bots={"1": "greedy"})
    expect(page.locator(ABLE).first).to_be_visible()
    seats = page.get_by_role("list", name="Ratings of the players")
    expect(seats).to_contain_text("1500?")
    expect(seats).to_contain_text("1111")
    give_up(page)
    page.locator("section.end .button.primary").click()
    expect(page.locator("section.end")).to_have_count(0)
    give_up(page)
    expect(page.get_by_role("list", name="Ratings", exact=True)).to_contain_text("1500 →")
    page.goto(f"{visitor.url}/")
    card = page.locator(".card[data-game=battle]")
    expect(card.get_by_text("your level")).to_be_visible()


def test_a_rated_table_is_created_with_a_clock_and_the_kind_of_match_that_is_rated(visitor: Visitor) -> None:
    page = visitor.enter()
    page.locator(".card[data-game=battle]").get_by_role("button", name="Play a friend").click()
    page.get_by_role("dialog").get_by_label("Clock").select_option("untimed")
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".terms")).to_contain_text("Rated · ")
    expect(page.locator(".terms")).not_to_contain_text("without a clock")

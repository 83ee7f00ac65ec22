"""Finished games, searched with filters in the address."""

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e import play
from tests.e2e.house import PHONE, STILL_MS, Browser, House, Visitor, visiting

LABELS = "slots => slots.map((slot) => slot.ariaLabel)"
FITS = "document.documentElement.scrollWidth <= 390"


def test_a_finished_game_is_repeated_by_link_and_found_with_filters(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    page = visitor.open_table("battle", clock="untimed", bots={"1": "greedy"})
    name = visitor.page.evaluate("() => fetch('/api/v1/me').then((r) => r.json()).then((me) => me.name)")
    expect(page.locator(play.ABLE).first).to_be_visible()
    tiles = page.locator(".slot").evaluate_all(LABELS)
    play.finish(page).wait_for()
    page.locator(".end").get_by_role("link", name="Play this deal again").click()
    expect(page).to_have_url(re.compile("/deal/[0-9a-f]{16}$"))
    expect(page.get_by_role("listitem")).to_have_count(1)
    with visiting(browser, house, **PHONE) as stranger:
        a_known_deal_is_played_and_its_results_are_compared(
            stranger.page, page.get_by_role("textbox").input_value(), tiles
        )
        a_finished_game_is_found_by_its_filters_and_the_address_can_be_shared(page, stranger.page, name)
        stranger.check()
    visitor.enter("/deal?game=battle")
    page.get_by_label("Word or seed").fill("tea")
    page.get_by_role("button", name="Deal these tiles").click()
    expect(page.get_by_text("Nobody has played these tiles yet.")).to_be_visible()


def a_known_deal_is_played_and_its_results_are_compared(page: Page, link: str, tiles: list[str]) -> None:
    page.goto(link)
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Play these tiles").click()
    expect(page.locator(play.ABLE).first).to_be_visible()
    assert page.locator(".slot").evaluate_all(LABELS) == tiles
    expect(page.get_by_text("Known deal")).to_have_count(1)
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.locator(".end").get_by_role("link", name="Results of this deal").click()
    expect(page.get_by_role("listitem")).to_have_count(2)


def a_finished_game_is_found_by_its_filters_and_the_address_can_be_shared(page: Page, other: Page, name: str) -> None:
    page.goto(page.url.split("/deal/")[0] + "/games")
    found = page.get_by_role("region", name="Games found").get_by_role("listitem")
    expect(found.first).to_be_visible()
    page.get_by_label("Player").fill(name)
    page.get_by_label(re.compile("^GameAny")).select_option("battle")
    page.get_by_label("Result").select_option(index=0)
    page.get_by_text("More filters").click()
    page.get_by_label("How it ended").select_option("no pair left")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile("game=battle&ending=no_pairs$"))
    expect(found).to_have_count(1)
    expect(found).to_contain_text("no pair left")
    other.goto(page.url)
    hit = other.get_by_role("region", name="Games found").get_by_role("listitem")
    expect(hit).to_have_count(1)
    assert other.evaluate(FITS)
    other.get_by_label("Result").select_option("Drawn")
    other.get_by_role("button", name="Search").click()
    expect(other.get_by_text("No game found")).to_be_visible()
    other.go_back()
    hit.get_by_role("link", name="Replay").click()
    expect(other).to_have_url(re.compile("/replay/"))


LATE = {
    "table": "late",
    "deal": 0,
    "game": "battle",
    "variant": "",
    "ended": 0,
    "length": 40,
    "names": ["Late", "Later"],
    "result": {"scores": [1, 2], "winners": [1], "ending": "no_pairs"},
}


def test_the_late_answer_to_an_earlier_search_is_ignored(house: House, visitor: Visitor) -> None:
    page, held = visitor.page, list[Route]()

    def keep(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/api/v1/deals"), keep)
    page.goto(f"{house.url}/games")
    page.get_by_role("combobox", name="Game", exact=True).select_option(label="Mahjong Battle")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile("game=battle"))
    earlier, later = held
    later.fulfill(json={"deals": [], "after": None, "back_to": None})
    expect(page.get_by_text("No game found")).to_be_visible()
    earlier.fulfill(json={"deals": [LATE], "after": None, "back_to": None})
    page.wait_for_timeout(STILL_MS)
    expect(page.get_by_text("No game found")).to_be_visible()


def test_a_refused_search_leaves_no_games_of_the_search_before(house: House, visitor: Visitor) -> None:
    page = visitor.page
    page.route(
        re.compile("/api/v1/deals$"),
        lambda route: route.fulfill(json={"deals": [LATE], "after": None, "back_to": None}),
    )
    page.goto(f"{house.url}/games")
    found = page.get_by_role("region", name="Games found").get_by_role("listitem")
    expect(found).to_have_count(1)
    page.get_by_label("Player", exact=True).fill("nobody here")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("alert")).to_contain_text("no person with this name")
    expect(found).to_have_count(0)
    visitor.errors = [error for error in visitor.errors if "404" not in error]  # the browser logs the refusal

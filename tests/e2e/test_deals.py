"""Finished games: found with filters that the address keeps."""

import re

from playwright.sync_api import Browser, expect

from tests.e2e import play
from tests.e2e.house import PHONE, House, Visitor, visiting


def test_a_finished_game_is_found_by_its_filters_and_the_address_can_be_shared(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    page = visitor.open_table("battle", clock="untimed", bots={"1": "greedy"})
    name = visitor.page.evaluate("() => fetch('/api/v1/me').then((r) => r.json()).then((me) => me.name)")
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.finish(page).wait_for()
    page.goto(f"{house.url}/games")
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
    with visiting(browser, house, **PHONE) as stranger:
        stranger.page.goto(page.url)
        hit = stranger.page.get_by_role("region", name="Games found").get_by_role("listitem")
        expect(hit).to_have_count(1)
        assert stranger.page.evaluate("document.documentElement.scrollWidth") <= 390
        stranger.page.get_by_label("Result").select_option("Drawn")
        stranger.page.get_by_role("button", name="Search").click()
        expect(stranger.page.get_by_text("No game found")).to_be_visible()
        stranger.page.go_back()
        hit.get_by_role("link", name="Replay").click()
        expect(stranger.page).to_have_url(re.compile("/replay/"))
        stranger.check()


def test_a_finished_deal_is_played_again_by_link_and_the_results_are_compared(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    page = visitor.open_table("battle", clock="untimed", bots={"1": "greedy"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    tiles = page.locator(".slot").evaluate_all("slots => slots.map((slot) => slot.ariaLabel)")
    play.finish(page).wait_for()
    page.locator(".end").get_by_role("link", name="Play this deal again").click()
    expect(page).to_have_url(re.compile("/deal/[0-9a-f]{16}$"))
    link = page.get_by_role("textbox").input_value()
    results = page.get_by_role("listitem")
    expect(results).to_have_count(1)
    with visiting(browser, house, **PHONE) as stranger:
        other = stranger.page
        other.goto(link)
        assert other.evaluate("document.documentElement.scrollWidth") <= 390
        other.get_by_role("button", name="Play these tiles").click()
        expect(other.locator(play.ABLE).first).to_be_visible()
        assert other.locator(".slot").evaluate_all("slots => slots.map((slot) => slot.ariaLabel)") == tiles
        expect(other.get_by_text("Known deal")).to_have_count(1)
        play.finish(other).wait_for()
        other.locator(".end").get_by_role("link", name="Results of this deal").click()
        expect(other.get_by_role("listitem")).to_have_count(2)
        stranger.check()
    page.goto(f"{house.url}/deal?game=battle")
    page.get_by_label("Seed").fill("tea")
    page.get_by_role("button", name="Use this seed").click()
    expect(page.get_by_text("Nobody has played these tiles yet.")).to_be_visible()

"""From a finished game to its review, to a turning point on the analysis board, to a link that somebody else opens."""

from playwright.sync_api import Browser, Page, expect

from tests.e2e import play
from tests.e2e.house import PHONE, House, Visitor, visiting

JUDGED_MS = 180_000
THOUGHT_MS = 120_000
CLASSIC = "123m 456p 77s 23s 88p 1z 5p"


def reviewed(visitor: Visitor) -> Page:
    """Play a game badly to its end, and wait until the house has judged it."""
    page = visitor.open_table("battle", clock="untimed", bots={"1": "greedy"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.finish(page)
    page.locator(".end").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=JUDGED_MS)
    return page


def test_a_game_is_reviewed_branched_off_thought_about_and_shared(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    page = reviewed(visitor)
    expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()
    point = page.locator("article").first
    point.get_by_text("What should I have seen?").click()
    point.get_by_role("link", name="Analyse from here").click()
    engine = page.locator(".now[data-done=true]")
    expect(engine).to_be_visible(timeout=THOUGHT_MS)
    nodes = page.locator(".tree button")
    before = nodes.count()
    for which in (0, -1):  # one of two pairs of the first position is not what was played
        nodes.first.click()
        expect(page.locator(".tree .here")).to_have_text("Start")
        expect(page.locator(".tray li button").first).to_be_visible()
        page.locator(".tray li button").nth(which).click()
        expect(page.locator(".tree .here")).to_contain_text("1.")
    assert nodes.count() > before
    page.get_by_label("Comment").fill("Better so")
    page.get_by_role("button", name="Keep").click()
    link = page.get_by_label("Link to this moment").input_value()
    assert "/analysis/" in link
    with visiting(browser, house, **PHONE) as stranger:
        stranger.page.goto(link)
        expect(stranger.page.locator(".slot").first).to_be_visible()
        stranger.page.get_by_role("button", name="Analysis board").click()
        expect(stranger.page.locator(".tree .note")).to_have_count(1)
        expect(stranger.page.get_by_role("button", name="Keep a copy")).to_be_visible()
        stranger.check()


def test_a_position_of_ones_own_is_set_up_as_text_and_a_bad_one_says_what_is_wrong(visitor: Visitor) -> None:
    page = visitor.enter("/analysis?game=classic")
    expect(page.locator(".hand .able").first).to_be_visible()
    page.get_by_text("Set up a position").click()
    text = page.get_by_label("Position as text")
    text.fill("123m")
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("expected 14 tiles")
    visitor.errors = [error for error in visitor.errors if "422" not in error]  # the browser tells of the refusal
    text.fill(CLASSIC)
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(page.locator("aside ol li")).to_have_count(5, timeout=THOUGHT_MS)
    page.locator(".hand .able").first.click()
    expect(page.locator(".tree .here")).to_contain_text("1.")

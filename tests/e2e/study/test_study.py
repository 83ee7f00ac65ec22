"""From a finished game to its review: training on its turning points, and branches on an analysis board."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.house import PHONE, Browser, House, Visitor, opened_house, visiting
from tests.e2e.study.test_training import answered

JUDGED_MS = 180_000
THOUGHT_MS = 120_000
CLASSIC = "123m 456p 77s 23s 88p 1z 5p"


@pytest.fixture
def studious(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    """A server that judges finished games."""
    with opened_house(tmp_path_factory.mktemp("studious"), "tests.e2e.quick_judge", judging=True) as house:
        yield house


def review(visitor: Visitor) -> Page:
    """Play a game badly to its end, and wait for its review."""
    page = visitor.open_table("battle", clock="untimed", bots={"1": "greedy"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.finish(page)
    page.locator(".end").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=JUDGED_MS)
    expect(page.get_by_text("Luck")).to_have_count(0)  # Battle has no draws
    return page


def test_a_game_is_reviewed_trained_on_branched_off_and_shared(browser: Browser, studious: House) -> None:
    with visiting(browser, studious) as visitor:
        page = review(visitor)
        its_slips_become_cards_and_a_turning_point_is_added(page)
        page.go_back()
        link = it_is_branched_off_and_thought_about(page)
        with visiting(browser, studious, **PHONE) as stranger:
            a_stranger_opens_the_analysis(stranger.page, link)
            stranger.check()
        visitor.check()


def its_slips_become_cards_and_a_turning_point_is_added(page: Page) -> None:
    late = page.locator("article").last  # with few tiles left, even a busy machine soon weighs all pairs
    late.get_by_role("button", name="Train on this").click()
    expect(page.get_by_text("Added to your training.")).to_be_visible(timeout=THOUGHT_MS)
    page.goto(page.url.split("/review")[0] + "/train")
    page.get_by_role("button", name="Train", exact=True).click()
    answered(page)
    expect(page.get_by_role("link", name="Analyse from here")).to_be_visible()
    expect(page.get_by_text("It comes again")).to_be_visible()


def it_is_branched_off_and_thought_about(page: Page) -> str:
    """Branch off and analyse; return a link to the branch."""
    expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()
    point = page.locator("article").last
    point.get_by_text("What should I have seen?").click()
    point.get_by_role("link", name="Analyse from here").click()
    engine = page.locator(".now[data-done=true]")
    expect(engine).to_be_visible(timeout=THOUGHT_MS)
    nodes = page.locator(".tree button")
    before = nodes.count()
    for which in (0, -1):  # one of two pairs in the first position was not played
        nodes.first.click()
        expect(page.locator(".tree .here")).to_have_text("Start")
        expect(page.locator(".main[aria-busy=false] .tray li button").first).to_be_visible()
        page.locator(".tray li button").nth(which).click()
        expect(page.locator(".tree .here")).to_contain_text("1.")
    assert nodes.count() > before
    page.get_by_label("Comment").fill("Better so")
    page.get_by_role("button", name="Save", exact=True).click()
    shared, refused = page.get_by_label("Link to this analysis"), page.get_by_role("alert")
    expect(shared.or_(refused)).to_be_visible(timeout=THOUGHT_MS)
    assert refused.all_inner_texts() == []
    link = shared.input_value()
    assert "/analysis/" in link
    expect(page.locator(".tree .here")).to_contain_text("1.")  # at the same position
    page.locator("h1").first.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree .here")).to_have_text("Start")
    return link


def a_stranger_opens_the_analysis(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.locator(".slot").first).to_be_visible()
    page.get_by_role("button", name="Analysis board").click()
    expect(page.locator(".tree .note")).to_have_count(1)
    expect(page.get_by_role("button", name="Save a copy")).to_be_visible()


def test_a_position_is_set_up_as_text_and_an_invalid_one_shows_its_error(visitor: Visitor) -> None:
    page = visitor.enter("/analysis?game=classic")
    expect(page.locator(".hand .able").first).to_be_visible()
    page.get_by_text("Set up a position").click()
    text = page.get_by_label("Position as text")
    text.fill("123m")
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("expected 14 tiles")
    visitor.errors = [error for error in visitor.errors if "422" not in error]  # the browser logs the refusal
    text.fill(CLASSIC)
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(page.locator("aside ol li")).to_have_count(5, timeout=THOUGHT_MS)
    page.locator(".hand .able").first.click()
    expect(page.locator(".tree .here")).to_contain_text("1.")

"""Checks that a browser's memory does not grow with the number of games."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.games import test_classic, test_solitaire
from tests.e2e.house import STILL_MS, Browser, House, Visitor, visiting
from tests.e2e.play import ABLE, finish, start

WARM_UP: Final = 3
"""Games until every list of the front page is full, every tile drawn and every function compiled."""
MANY: Final = 20
MOST_LOOKS: Final = 20
MOST_NODES: Final = 200
MOST_LISTENERS: Final = 40
MOST_BYTES: Final = 1_500_000
"""Less than two games would leave behind if each kept its board."""
ATTACHED: Final = """() => {
  const walk = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 0;
  while (walk.nextNode()) count += 1;
  return count;
}"""


class Held(NamedTuple):
    """The detached nodes, listeners and bytes of a page after garbage collection."""

    nodes: int
    listeners: int
    heap: int


def held(visitor: Visitor) -> Held:
    """Collect garbage, then count."""
    session: Any = visitor.context.new_cdp_session(visitor.page)
    session.send("HeapProfiler.enable")
    session.send("Performance.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    figures = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    counted = session.send("Memory.getDOMCounters")
    session.detach()
    attached: int = visitor.page.evaluate(ATTACHED)
    return Held(counted["nodes"] - attached, counted["jsEventListeners"], int(figures["JSHeapUsedSize"]))


def battle(page: Page) -> None:
    """Take a few pairs of Battle, then give up."""
    start(page)
    for left in (106, 102, 98):
        page.locator(".tray li button").first.click()
        page.wait_for_function("left => document.querySelectorAll('.slot').length <= left", arg=left)
    give_up(page)


def classic(page: Page) -> None:
    """Give up a deal of Classic."""
    test_classic.start(page)
    give_up(page)


def solitaire(page: Page) -> None:
    """Take a few pairs of Solitaire, then give up."""
    test_solitaire.start(page, "turtle")
    for _ in range(3):
        test_solitaire.take(page, page.evaluate(test_solitaire.ALIKE))
    give_up(page)


def give_up(page: Page) -> None:
    """Resign, and leave if the others play on."""
    page.keyboard.press("r")
    page.get_by_role("dialog").locator(".answers .button").last.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def go_home(page: Page) -> None:
    """Go back to the front page without loading the app again."""
    page.locator("header a[href='/']").click()
    expect(page.locator(".card").first).to_be_visible()
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")


def grew(before: Held, after: Held) -> bool:
    """Has anything grown as much as one leaked game?"""
    nodes, listeners, heap = (now - then for then, now in zip(before, after, strict=True))
    return nodes >= MOST_NODES or listeners >= MOST_LISTENERS or heap >= MOST_BYTES


def settled(before: Held, visitor: Visitor) -> Held:
    """The memory after a while, because on a busy machine a page needs a moment to release everything."""
    after = held(visitor)
    for _ in range(MOST_LOOKS):
        if not grew(before, after):
            break
        visitor.page.wait_for_timeout(STILL_MS)
        after = held(visitor)
    return after


def check_flat(before: Held, visitor: Visitor, play_more: Callable[[], None]) -> None:
    """Check that more games cause no second growth: what is reused may grow once, but a leak grows again."""
    after = settled(before, visitor)
    if grew(before, after):
        play_more()
        again = settled(after, visitor)
        assert not grew(after, again), (before, after, again)


@pytest.mark.slow
@pytest.mark.parametrize("play", [battle, classic, solitaire])
def test_games_leak_nothing_on_the_front_page(browser: Browser, house: House, play: Any) -> None:
    with visiting(browser, house, fresh=True, reduced_motion="no-preference") as visitor:
        page = visitor.enter()
        for _ in range(WARM_UP):
            play(page)
            go_home(page)
        before = held(visitor)

        def play_all() -> None:
            for _ in range(MANY):
                play(page)
                go_home(page)

        play_all()
        check_flat(before, visitor, play_all)


@pytest.mark.slow
def test_games_at_one_table_leak_nothing(browser: Browser, house: House) -> None:
    with visiting(browser, house, fresh=True, reduced_motion="no-preference") as visitor:
        page = visitor.enter()
        start(page)

        def play_games(games: int) -> None:
            for _ in range(games):
                finish(page)
                page.get_by_role("button", name="Play again").click()
                expect(page.locator(".slot")).to_have_count(108)
                expect(page.locator(ABLE).first).to_be_visible()

        play_games(WARM_UP)
        before = held(visitor)
        play_games(MANY)
        check_flat(before, visitor, lambda: play_games(MANY))

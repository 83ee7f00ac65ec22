"""The web app in a real browser, beside a page with a single button in the same browser.

Usable: from the address typed in, nothing cached, to the first button that starts a game. Click to pixels: a real
mouse click that takes a pair, to the next frame painted, while the server is not asked at all. Frames: what the browser
paints while pairs fly off a board of 144 tiles, and how many of its frames come in time.
"""

import statistics
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.e2e.house import House, opened_browser, opened_house, visiting
from tests.e2e.play import ABLE, start
from tests.e2e.test_solitaire import ALIKE
from tests.e2e.test_solitaire import start as start_solitaire

from benchmarks.measure import Figure, all_cores

VISITS: Final = 5
CLICKS: Final = 8
PAIRS: Final = 20
BARE: Final = "<!doctype html><title>bare</title><body><button class=able>one</button>"
PEER: Final = "a page with one button"
LATE_MS: Final = 1000 / 60 * 1.5

# The moment at which the first button is there that begins a game.
NOTE_USABLE: Final = """new MutationObserver((_, watch) => {
    if (!document.querySelector('.card .button.primary, button.able')) return;
    window.__usable = performance.now();
    watch.disconnect();
}).observe(document, {childList: true, subtree: true});"""

# How long real clicks take to the next painted frame.
NOTE_CLICKS: Final = """window.__clicks = [];
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'click') window.__clicks.push(one.duration);
}).observe({type: 'event', durationThreshold: 16, buffered: true});"""

# When frames begin, while something moves.
NOTE_FRAMES: Final = """() => {
    const frames = window.__frames = [];
    const note = (at) => { frames.push(at); window.__frames === frames && requestAnimationFrame(note); };
    requestAnimationFrame(note);
}"""
STOP_FRAMES: Final = "() => { const frames = window.__frames; window.__frames = null; return frames; }"


def figures() -> Iterator[Figure]:
    """Measure the app and the bare page in turns."""
    with (
        all_cores(),
        tempfile.TemporaryDirectory() as folder,
        opened_house(Path(folder)) as house,
        sync_playwright() as playwright,
        opened_browser(playwright) as browser,
    ):
        ours, bare = _usable(browser, house)
        yield Figure("page usable, cold cache", "ms", ours, bare, PEER, note="less is better; aim 1,500 ms")
        ours, bare = _clicks(browser, house)
        yield Figure(
            "click to pixels (Battle)", "ms", ours, bare, PEER, note="less is better; aim 50 ms; steps of 8 ms"
        )
        yield from _frames(browser, house)


def _usable(browser: Browser, house: House) -> tuple[float, float]:
    """The median of several visits, each with a fresh browser profile, to the app and to the bare page."""
    ours, bare = list[float](), list[float]()
    for _ in range(VISITS):
        for found, page_is_bare in ((ours, False), (bare, True)):
            with visiting(browser, house) as visitor:
                visitor.context.add_init_script(NOTE_USABLE)
                _enter(visitor.page, house.url, bare=page_is_bare)
                visitor.page.wait_for_function("() => window.__usable !== undefined")
                found.append(visitor.page.evaluate("window.__usable"))
    return statistics.median(ours), statistics.median(bare)


def _enter(page: Page, url: str, *, bare: bool) -> None:
    if bare:
        page.route("**/*", lambda route: route.fulfill(body=BARE, content_type="text/html"))
    page.goto(url)


def _clicks(browser: Browser, house: House) -> tuple[float, float]:
    """The median time from a click to the next frame: pairs taken while the server hears nothing; a plain button."""
    with visiting(browser, house) as visitor, visiting(browser, house) as other:
        for one in (visitor, other):
            one.context.add_init_script(NOTE_CLICKS)
        ours: list[float] = []
        for _ in range(CLICKS):
            page = visitor.enter()
            start(page)
            page.locator(ABLE).first.click()
            page.evaluate("WebSocket.prototype.send = function () {}; window.__clicks = []")
            page.locator(".slot:has(.paired):not(:has(.selected))").first.click()
            ours.append(_last_click(page))
        _enter(other.page, house.url, bare=True)
        bare: list[float] = []
        for _ in range(CLICKS):
            other.page.evaluate("window.__clicks = []; document.body.append('.')")
            other.page.locator("button").click()
            bare.append(_last_click(other.page))
    return statistics.median(ours), statistics.median(bare)


def _last_click(page: Page) -> float:
    """Quick ones are not told: below 16 ms counts as 16."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    found: list[float] = page.evaluate("window.__clicks")
    return max(found, default=16.0)


def _frames(browser: Browser, house: House) -> Iterator[Figure]:
    moving: dict[str, Any] = {"reduced_motion": "no-preference"}
    with visiting(browser, house, **moving) as visitor, visiting(browser, house, **moving) as other:
        page = visitor.enter()
        start_solitaire(page, "turtle")
        expect(page.locator(".slot")).to_have_count(144)
        ours = _intervals(page)
        _enter(other.page, house.url, bare=True)
        other.page.evaluate(NOTE_FRAMES)
        other.page.wait_for_timeout(3000)
        bare = _between(other.page.evaluate(STOP_FRAMES))
    rate, ceiling = (1000 * len(one) / sum(one) for one in (ours, bare))
    yield Figure("frames while tiles move (144 tiles)", "/s", rate, ceiling, PEER, note="aim 60 /s")
    late = 100 * sum(one > LATE_MS for one in ours) / len(ours)
    always = 100 * sum(one > LATE_MS for one in bare) / len(bare)
    yield Figure("frames that come late", "%", late, always or None, PEER if always else "", note="less is better")


def _intervals(page: Page) -> list[float]:
    """The time between frames while pair after pair flies off."""
    found: list[float] = []
    for _ in range(PAIRS):
        pair = page.evaluate(ALIKE)
        if pair is None:
            page.get_by_role("button", name="Shuffle").click()
            page.wait_for_timeout(600)
            continue
        page.evaluate(NOTE_FRAMES)
        for slot in pair:
            page.locator(f'[data-slot="{slot}"]:not([inert])').dispatch_event("click")
        expect(page.locator(f'[data-slot="{pair[1]}"]')).to_have_count(0)
        found += _between(page.evaluate(STOP_FRAMES))
    return found


def _between(frames: list[float]) -> list[float]:
    return [after - before for before, after in pairwise(frames)]

"""The web app in a real browser, beside a page with a single button in the same browser.

Usable: from the address typed in, nothing cached, to the first button that starts a game. Click to pixels: a real mouse
click that takes a pair, to the frame that shows it, while the server is not asked yet. Frames: what Chromium's trace
says was shown while pairs fly off a board of 144 tiles, beside a button that flies as long. Processor time: what such a
flight costs, whatever else the machine has to do.
"""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.e2e.house import PATIENCE_MS, House, Visitor, opened_browser, opened_house, visiting
from tests.e2e.play import ABLE, start
from tests.e2e.test_solitaire import ALIKE
from tests.e2e.test_solitaire import start as start_solitaire

from benchmarks.browser_trace import Trace, tracing
from benchmarks.measure import Figure, all_cores

VISITS: Final = 5
MOVING: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}
GAMES: Final = 2
CLICKS: Final = 20
PAIRS: Final = 20
PEER: Final = "a page with one button"
BARE: Final = """<!doctype html><title>bare</title>
<style>.fly { animation: fly 340ms ease-in } @keyframes fly { to { transform: translate(300px, 200px); opacity: 0 } }
</style>
<body><button class=able style="width: 60px; height: 80px">one</button>"""
KINDS: Final = {"page": "its own thread", "layers": "moving layers", "drawing": "drawing anew"}

# The moment at which the first button is there that begins a game.
NOTE_USABLE: Final = """new MutationObserver((_, watch) => {
    if (!document.querySelector('.card .button.primary, button.able')) return;
    window.__usable = performance.now();
    watch.disconnect();
}).observe(document, {childList: true, subtree: true});"""

# What is sent to the server waits, so that nothing which is seen meanwhile is its answer.
SLOW_LINE: Final = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 250); };
}"""
# Take a pair, and mark from its second click to the moment it is gone.
TAKE: Final = """(pair) => new Promise((done) => {
    const tiles = pair.map((slot) => document.querySelector(`[data-slot="${slot}"]:not([inert])`));
    performance.mark('move-begin');
    for (const tile of tiles) tile.click();
    new MutationObserver((_, watch) => {
        if (tiles.some((tile) => tile.isConnected)) return;
        performance.mark('move-end');
        watch.disconnect();
        done();
    }).observe(document.querySelector('.stage'), {childList: true, subtree: true});
})"""
FLY: Final = """() => new Promise((done) => {
    const button = document.querySelector('button');
    performance.mark('move-begin');
    button.onanimationend = () => { button.className = ''; performance.mark('move-end'); done(); };
    button.className = 'fly';
})"""


def figures() -> Iterator[Figure]:
    """Measure the app and the bare page in turns."""
    expect.set_options(timeout=PATIENCE_MS)
    with (
        all_cores(),
        tempfile.TemporaryDirectory() as folder,
        opened_house(Path(folder)) as house,
        sync_playwright() as playwright,
        opened_browser(playwright) as browser,
    ):
        ours, bare = _usable(browser, house)
        yield Figure("page usable, cold cache", "ms", ours, bare, PEER, note="less is better; aim 1,500 ms")
        yield from _clicks(browser, house)
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


def _clicks(browser: Browser, house: House) -> Iterator[Figure]:
    """From a click to the next frame: pairs taken while the server hears nothing; a button that writes a letter."""
    with visiting(browser, house, **MOVING) as visitor, visiting(browser, house, **MOVING) as other:
        ours = _battle_clicks(browser, visitor)
        _enter(other.page, house.url, bare=True)
        other.page.evaluate("() => { document.querySelector('button').onclick = () => document.body.append('.'); }")
        with tracing(browser, other.page) as told:
            for _ in range(CLICKS):
                _click(other.page, "button")
        bare = told.trace.clicks()
    note = "less is better; aim 50 ms"
    for name, of in (("click to pixels (Battle)", statistics.median), ("click to pixels, 19 of 20 within", _slow)):
        yield Figure(name, "ms", of(ours), of(bare), PEER, note=note)


def _slow(found: list[float]) -> float:
    """What nineteen of twenty do not exceed."""
    return statistics.quantiles(found, n=20, method="inclusive")[-1]


def _battle_clicks(browser: Browser, visitor: Visitor) -> list[float]:
    """The second clicks of pairs, by a real mouse."""
    found: list[float] = []
    for _ in range(GAMES):
        page = visitor.enter()
        start(page)
        page.evaluate(SLOW_LINE)
        with tracing(browser, page) as told:
            for _ in range(CLICKS // GAMES):
                expect(page.locator(ABLE).first).to_be_visible()
                page.locator(ABLE).first.click()
                _click(page, ".slot:has(.paired):not(:has(.selected))")
        found += told.trace.clicks()
    return found


def _click(page: Page, target: str) -> None:
    """A click with marks round it, and the time until its answer is there too."""
    page.evaluate("() => performance.mark('move-begin')")
    page.locator(target).first.click()
    page.wait_for_timeout(400)
    page.evaluate("() => performance.mark('move-end')")


def _frames(browser: Browser, house: House) -> Iterator[Figure]:
    with visiting(browser, house, **MOVING) as visitor, visiting(browser, house, **MOVING) as other:
        page = visitor.enter()
        start_solitaire(page, "turtle")
        expect(page.locator(".slot")).to_have_count(144)
        page.wait_for_timeout(2000)
        with tracing(browser, page) as told:
            _take_pairs(page)
        _enter(other.page, house.url, bare=True)
        with tracing(browser, other.page) as bare:
            for _ in range(PAIRS):
                other.page.evaluate(FLY)
                other.page.wait_for_timeout(100)
    ours, theirs = told.trace, bare.trace
    yield Figure("frames while tiles move (144 tiles)", "/s", _rate(ours), _rate(theirs), PEER, note="aim 60 /s")
    spent, least = ours.processor(), theirs.processor()
    for kind, words in KINDS.items():
        name = f"processor time of a pair: {words}"
        yield Figure(name, "ms", spent[kind] / len(ours.moves()), least[kind] / PAIRS, PEER, note="less is better")


def _rate(trace: Trace) -> float:
    """Frames shown a second, while something moved."""
    return 1e6 * sum(trace.frames()) / sum(move.end - move.start for move in trace.moves())


def _take_pairs(page: Page) -> None:
    """Pair after pair flies off."""
    for _ in range(PAIRS):
        pair = page.evaluate(ALIKE)
        if pair is None:
            page.get_by_role("button", name="Shuffle").click()
            page.wait_for_timeout(600)
        else:
            page.evaluate(TAKE, pair)
            page.wait_for_timeout(100)

"""The web app in a real browser, beside a page with a single button in the same browser.

Usable: from opening the address, nothing cached, to the first button that starts a game, also over a slow connection,
which Chromium emulates. Download: compressed bytes. Click to its effect on screen: from a real mouse click that takes a
pair to the frame that shows it, before the server answers; beside it the processor time of the page's main thread for
this, which other work on the machine changes less, how long drawing the frame takes, and how many elements are
restyled, flying tiles and the server's answer included. Frames: those that Chromium's trace reports as shown while
pairs fly off a board of 144 tiles, beside a button that flies as long. Processor time: what such a flight costs.
"""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright
from tests.e2e.games.test_solitaire import ALIKE
from tests.e2e.games.test_solitaire import start as start_solitaire
from tests.e2e.house import PATIENCE_MS, Browser, House, Visitor, opened_browser, opened_house, visiting
from tests.e2e.play import ABLE, start

from benchmarks.app.lighthouse import lighthouse
from benchmarks.app.loading import PEER, enter, loading
from benchmarks.app.trace import Trace, tracing
from benchmarks.measure import Figure, all_cores

MOVING: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}
GAMES: Final = 4
CLICKS: Final = 10
PAIRS: Final = 20
KINDS: Final = {"page": "main thread", "layers": "compositor", "drawing": "redrawing"}

# Holds messages to the server back, so that nothing on the screen is its answer.
SLOW_CONNECTION: Final = """() => {
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
        yield from loading(browser, house)
        yield from _clicks(browser, house)
        yield from _frames(browser, house)
        yield from lighthouse(house.url)


def _clicks(browser: Browser, house: House) -> Iterator[Figure]:
    """From a click to the next frame: pairs taken before the server answers, and a button that writes a letter.

    Games and the bare page take turns, so that other work on the machine disturbs both alike.
    """
    ours: list[Trace] = []
    bare: list[Trace] = []
    with (
        visiting(browser, house, fresh=True, **MOVING) as visitor,
        visiting(browser, house, fresh=True, **MOVING) as other,
    ):
        enter(other.page, house.url, bare=True)
        other.page.evaluate("() => { document.querySelector('button').onclick = () => document.body.append('.'); }")
        for _ in range(GAMES):
            ours.append(_battle_clicks(browser, visitor))
            bare.append(_bare_clicks(browser, other.page))
    note = "lower is better; aim 25 ms"
    seen, least = ([one for trace in traces for one in trace.clicks()] for traces in (ours, bare))
    for name, of in (
        ("click to its effect on screen (Battle), p50", statistics.median),
        ("click to its effect on screen (Battle), p95", _slow),
    ):
        yield Figure(name, "ms", of(seen), of(least), PEER, note=note)
    for name, of_trace in (
        ("processor time of the main thread", Trace.answers),
        ("drawing the new frame", Trace.drawn),
    ):
        spent, peer = (statistics.median(one for trace in traces for one in of_trace(trace)) for traces in (ours, bare))
        yield Figure(f"click to its effect on screen: {name}", "ms", spent, peer, PEER, note="lower is better")
    restyled = statistics.mean(trace.restyled() for trace in ours)
    yield Figure("elements restyled when a pair is taken", "", restyled, note="board of 108 tiles")


def _slow(found: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(found, n=20, method="inclusive")[-1]


def _battle_clicks(browser: Browser, visitor: Visitor) -> Trace:
    """The second clicks of pairs, by a real mouse."""
    page = visitor.enter()
    start(page)
    page.evaluate(SLOW_CONNECTION)
    with tracing(browser.chromium, page) as traced:
        for _ in range(CLICKS):
            expect(page.locator(ABLE).first).to_be_visible()
            page.locator(ABLE).first.click()
            _click(page, ".slot:has(.paired):not(:has(.selected))")
    return traced.trace


def _bare_clicks(browser: Browser, page: Page) -> Trace:
    """Clicks of a button, by a real mouse."""
    with tracing(browser.chromium, page) as traced:
        for _ in range(CLICKS):
            _click(page, "button")
    return traced.trace


def _click(page: Page, target: str) -> None:
    """Click with the mouse already in place, with marks around the click and the time for its answer."""
    box = page.locator(target).first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(150)
    page.evaluate("() => performance.mark('move-begin')")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(400)
    page.evaluate("() => performance.mark('move-end')")


def _frames(browser: Browser, house: House) -> Iterator[Figure]:
    with (
        visiting(browser, house, fresh=True, **MOVING) as visitor,
        visiting(browser, house, fresh=True, **MOVING) as other,
    ):
        page = visitor.enter()
        start_solitaire(page, "turtle")
        expect(page.locator(".slot")).to_have_count(144)
        page.wait_for_timeout(2000)
        with tracing(browser.chromium, page) as traced:
            _take_pairs(page)
        enter(other.page, house.url, bare=True)
        with tracing(browser.chromium, other.page) as bare:
            for _ in range(PAIRS):
                other.page.evaluate(FLY)
                other.page.wait_for_timeout(100)
    ours, theirs = traced.trace, bare.trace
    yield Figure("frames shown while tiles move (144 tiles)", "/s", _rate(ours), _rate(theirs), PEER, note="aim 60 /s")
    spent, least = ours.processor(), theirs.processor()
    for kind, words in KINDS.items():
        name = f"processor time when a pair is taken: {words}"
        yield Figure(name, "ms", spent[kind] / len(ours.moves()), least[kind] / PAIRS, PEER, note="lower is better")


def _rate(trace: Trace) -> float:
    """Frames shown a second, while something moved."""
    return 1e6 * sum(trace.frames()) / sum(move.end - move.start for move in trace.moves())


def _take_pairs(page: Page) -> None:
    """Take one pair after the other."""
    for _ in range(PAIRS):
        pair = page.evaluate(ALIKE)
        if pair is None:
            page.get_by_role("button", name="Shuffle").first.click()  # the other one is over the board
            page.wait_for_timeout(600)
        else:
            page.evaluate(TAKE, pair)
            page.wait_for_timeout(100)

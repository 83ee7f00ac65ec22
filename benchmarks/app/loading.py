"""How the app loads with an empty cache: when it can be used, over which connection, and how much is downloaded."""

import statistics
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page, expect
from tests.e2e.accessible import findings
from tests.e2e.house import PHONE, Browser, House, visiting
from tests.e2e.pages.test_first_visit import play_first_game
from tests.e2e.people.test_profile import account
from tests.e2e.played import give_a_past
from tests.e2e.traffic import Traffic

from benchmarks.measure import Figure

VISITS: Final = 5
PEER: Final = "a page with one button"
BARE: Final = """<!doctype html><title>bare</title>
<style>.fly { animation: fly 340ms ease-in } @keyframes fly { to { transform: translate(300px, 200px); opacity: 0 } }
</style>
<body><button class=able style="width: 60px; height: 80px">one</button>"""
KILOBITS: Final = 400
LATENCY_MS: Final = 400
LANGUAGES: Final = {"en": "en-GB", "de": "de-DE"}
GAMES: Final = ("battle", "classic", "solitaire")

STARTS: Final = ".card .button.primary, button.able"
"""The first button that begins a game."""
CURVE_AND_GAMES: Final = "main:has(figure .course) .rows li .button"
"""A finished game on a profile, with the rating drawn above it."""
# The moment at which the page can be used.
NOTE_USABLE: Final = """new MutationObserver((_, watch) => {
    if (!document.querySelector('{what}')) return;
    window.__usable = performance.now();
    watch.disconnect();
}).observe(document, {childList: true, subtree: true});"""


def loading(browser: Browser, house: House) -> Iterator[Figure]:
    """How soon the front page can be used, the bytes for it and for a first game, and what axe finds on it."""
    ours, bare = (_usable(browser, house, bare=bare) for bare in (False, True))
    yield Figure("front page usable, empty cache", "ms", ours, bare, PEER, note="lower is better; aim 1,500 ms")
    for lang, locale in LANGUAGES.items():
        slow = _usable(browser, house, bare=False, is_slow=True, locale=locale)
        name = f"front page usable over {KILOBITS} kbit/s with {LATENCY_MS} ms latency ({lang})"
        yield Figure(name, "ms", slow, note="lower is better; aim 4,000 ms")
    yield profile(browser, house)
    yield from _weights(browser, house)
    with visiting(browser, house, fresh=True) as visitor:
        page = visitor.enter()
        expect(page.locator(".card").first).to_be_visible()
        yield Figure(
            "accessibility problems that axe finds on the front page",
            "findings",
            len(findings(page)),
            note="in every theme; aim 0",
        )


def profile(browser: Browser, house: House) -> Figure:
    """How soon the profile of somebody who played 75 games can be used."""
    with visiting(browser, house) as one, visiting(browser, house) as other:
        people = [account(one, "Long Past"), account(other, "Old Friend")]
        give_a_past(house.database, *(each["id"] for each in people))
    ours = _usable(browser, house, bare=False, path="/@Long%20Past", what=CURVE_AND_GAMES)
    return Figure("profile usable, empty cache", "ms", ours, note="lower is better; aim 1,500 ms")


def enter(page: Page, url: str, *, bare: bool) -> None:
    """Open the front page, or the bare one in its place."""
    if bare:
        page.route("**/*", lambda route: route.fulfill(body=BARE, content_type="text/html"))
    page.goto(url)


def _usable(  # noqa: PLR0913 - a page, what is waited for, and over which connection
    browser: Browser,
    house: House,
    *,
    bare: bool,
    is_slow: bool = False,
    path: str = "",
    what: str = STARTS,
    **options: Any,
) -> float:
    """The median of several visits, each with a fresh browser profile."""
    found: list[float] = []
    for _ in range(VISITS):
        with visiting(browser, house, fresh=True, **options) as visitor:
            visitor.context.add_init_script(NOTE_USABLE.replace("{what}", what))
            if is_slow:
                Traffic(visitor).slow(KILOBITS, LATENCY_MS)
            enter(visitor.page, house.url + path, bare=bare)
            visitor.page.wait_for_function("() => window.__usable !== undefined")
            found.append(visitor.page.evaluate("window.__usable"))
    return statistics.median(found)


def _weights(browser: Browser, house: House) -> Iterator[Figure]:
    """Bytes downloaded up to the front page, and up to the first game, in English and in another language."""
    for lang, locale in LANGUAGES.items():
        for game in GAMES:
            with visiting(browser, house, fresh=True, **PHONE, locale=locale) as visitor:
                traffic = Traffic(visitor)
                page = visitor.enter()
                page.wait_for_load_state("networkidle")
                if game == GAMES[0]:
                    yield Figure(f"download for the front page, empty cache ({lang})", "kB", traffic.bytes / 1000)
                play_first_game(page, game)
                note = "lower is better; aim 200 kB"
                yield Figure(
                    f"download up to a first game of {game}, empty cache ({lang})",
                    "kB",
                    traffic.bytes / 1000,
                    note=note,
                )

"""Two people with real browsers: they play every game, alone and against each other, and open pages."""

import re
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any, Final

from playwright.sync_api import Page, Response, expect, sync_playwright

from tests.e2e.house import Browser, Visitor, browser_program, opened_browser
from tests.soak.report import Report

PATIENCE_MS: Final = 60_000
VIEWS: Final[tuple[dict[str, Any], ...]] = (
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en"},
)

CLASSIC_TURN: Final = ".hand .able, .actions .button, .end"
# A text that changes with every move, even if the same kind is drawn twice in a row.
CLASSIC_SEEN: Final = """() => {
  const laid = document.querySelectorAll('ol.discards li').length;
  const held = [...document.querySelectorAll('.hand [data-held]')].map((tile) => tile.dataset.held);
  return [document.querySelector('.status')?.innerText, laid, ...held].join('|');
}"""


def has_browser() -> bool:
    """Is Chromium installed?"""
    return Path(browser_program()).exists()


class Reader:
    """A person with their own browser, who plays until told to stop."""

    def __init__(self, url: str, report: Report, number: int, invites: Queue[str]) -> None:
        """Open the front page. `invites`: the links by which the first reader invites the second to a table."""
        self._invites: Final = invites
        self._url: Final = url
        self._report: Final = report
        self._number: Final = number

    def stay(self, is_over: Callable[[], bool]) -> None:
        """Repeat everything below until told to stop."""
        expect.set_options(timeout=PATIENCE_MS)
        with sync_playwright() as playwright, opened_browser(playwright) as browser:
            self._rounds(browser, is_over)

    def _rounds(self, browser: Browser, is_over: Callable[[], bool]) -> None:
        usual = [self.battle, self.solitaire, self.classic, self.lesson, self.scorer, self.pages]
        first = self.join if self._number else self.invite
        visits = [first, *usual[self._number :: len(VIEWS)]]  # each activity is done by one of the two
        done = 0
        while done < len(visits) or not is_over():
            visit = visits[done] if done < len(visits) else usual[done % len(usual)]
            visitor = Visitor(browser.new_window(**VIEWS[self._number % len(VIEWS)]), self._url)
            visitor.page.on("response", self._note)
            try:
                visit(visitor)
            except Exception as error:
                self._report.fault(f"browser, {visit.__name__}: {str(error)[:600]}")
            self._look(visitor, visit.__name__)
            visitor.context.close()
            done += 1

    def _note(self, response: Response) -> None:
        if response.status >= 500:
            self._report.fault(f"status {response.status} in a browser ({response.url})")

    def _look(self, visitor: Visitor, visit: str) -> None:
        self._report.count("browser visits", visit)
        for error in visitor.errors:
            self._report.fault(f"console error ({visit}): {error}")

    def invite(self, visitor: Visitor) -> None:
        """Open a private table, send the link to the other reader, and play some pairs."""
        page = visitor.enter()
        card = page.locator(".card[data-game=battle]")
        card.locator(".button.primary").wait_for()
        if card.locator(".more").is_visible():  # a phone hides the other options
            card.locator(".more").click()
        card.locator(".buttons .friend").click()
        page.locator("dialog .button.primary").click()
        self._invites.put(page.locator("input[readonly]").first.input_value())
        self._take_pairs(page, 3)

    def join(self, visitor: Visitor) -> None:
        """Follow the other reader's link and play some pairs."""
        visitor.page.goto(self._invites.get(timeout=PATIENCE_MS / 1000))
        visitor.page.locator(".button.primary.big").click()
        self._take_pairs(visitor.page, 3)
        self._report.count("browser meetings")

    def _take_pairs(self, page: Page, pairs: int) -> None:
        for _ in range(pairs):
            expect(page.locator(".slot.able").first).to_be_visible()
            left = page.locator(".slot").count()
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            page.wait_for_function("left => document.querySelectorAll('.slot').length < left", arg=left)
        self._report.count("browser moves", "battle", times=pairs)

    def battle(self, visitor: Visitor) -> None:
        """Play some pairs against a bot by keyboard, give up, and open the replay."""
        page = visitor.enter()
        page.locator(".card[data-game=battle] .button.primary").click()
        self._take_pairs(page, 4)
        page.keyboard.press("r")
        page.locator("dialog .button.primary").click()
        expect(page.locator("section.end")).to_be_visible()
        page.locator("section.end a[href^='/replay/']").click()
        expect(page.locator("input[type=range]")).to_be_visible()
        self._report.count("browser replays", "battle")

    def solitaire(self, visitor: Visitor) -> None:
        """Take the pairs that the hints show."""
        page = visitor.enter()
        page.locator(".card", has_text="Solitaire").locator(".button.primary").click()
        expect(page.locator(".slot.free").first).to_be_visible()
        for _ in range(3):
            self._take_hint(page)
        self._report.count("browser moves", "solitaire", times=3)

    def _take_hint(self, page: Page) -> None:
        left = page.locator(".slot").count()
        page.locator(".tools button", has_text="Hint").click()
        expect(page.locator(".slot.hint")).to_have_count(2)
        for slot in page.locator(".slot.hint").evaluate_all("all => all.map((one) => one.dataset.slot)"):
            page.locator(f'[data-slot="{slot}"]:not([inert])').dispatch_event("click")
        page.wait_for_function("left => document.querySelectorAll('.slot').length < left", arg=left)

    def classic(self, visitor: Visitor) -> None:
        """Discard some tiles among house players, claiming nothing but Mahjong."""
        page = visitor.enter()
        page.locator(".card[data-game=classic] .button.primary").click()
        for _ in range(6):
            expect(page.locator(CLASSIC_TURN).first).to_be_visible()
            if page.locator(".end").is_visible():
                break
            before = page.evaluate(CLASSIC_SEEN)
            for key in ("m", "x", "ArrowRight", "Enter"):
                page.keyboard.press(key)
            changed = f"before => ({CLASSIC_SEEN})() !== before || document.querySelector('.end')"
            page.wait_for_function(changed, arg=before)
            self._report.count("browser moves", "classic")

    def lesson(self, visitor: Visitor) -> None:
        """Open every lesson and skip its first step."""
        for game in ("battle", "classic", "solitaire"):
            page = visitor.enter(f"/learn/{game}")
            expect(page.get_by_role("heading", name=re.compile("Step 1 of"))).to_be_visible()
            page.get_by_role("button", name="Skip").click()
            expect(page.get_by_role("heading", name=re.compile("Step 2 of"))).to_be_visible()
            self._report.count("browser lessons", game)

    def scorer(self, visitor: Visitor) -> None:
        """Score the example hand."""
        page = visitor.enter("/scorer")
        page.get_by_label("Or write the hand").fill("111m 555p 123s 77z [999s]")
        expect(page.locator(".score strong")).to_be_visible()
        self._report.count("browser scores")

    def pages(self, visitor: Visitor) -> None:
        """Open some pages."""
        for path in ("/", "/rules/battle", "/rules/classic", "/rules/solitaire", "/replay"):
            page = visitor.enter(path)
            expect(page.get_by_role("heading").first).to_be_visible()
        self._report.count("browser pages", times=5)

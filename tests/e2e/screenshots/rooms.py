"""Photographs every page, light and dark: on a desktop and on a phone for the docs, or at eight sizes to look at.

`python -m tests.e2e.screenshots FOLDER [--sizes docs|all] [ROOM …]`: all rooms, or the named ones, such as `classic`.
"""

import argparse
import base64
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e import test_classic, test_solitaire
from tests.e2e.house import PATIENCE_MS, PHONE, House, Visitor, opened_browser, opened_house, visiting
from tests.e2e.play import ABLE, by_mouse, play_to_the_end, start, unfold

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
TOUCH: Final[dict[str, Any]] = {"has_touch": True, "is_mobile": True}
Devices = Mapping[str, dict[str, Any]]


def size(width: int, height: int, **more: Any) -> dict[str, Any]:
    """A window of this size."""
    return {"viewport": {"width": width, "height": height}, **more}


DEVICES: Final[Mapping[str, Devices]] = {
    "docs": {"desktop": DESKTOP, "phone": PHONE},
    "all": {
        "1920x1080": size(1920, 1080),
        "1440x900": size(1440, 900),
        "1366x650": size(1366, 650),
        "1024x768": size(1024, 768),
        "768x1024": size(768, 1024, **TOUCH),
        "390x844": size(390, 844, **TOUCH),
        "360x640": size(360, 640, **TOUCH),
        "844x390": size(844, 390, **TOUCH),
    },
}
"""The pictures of the docs, and the sizes at which every page is looked at before a release."""
QUALITY: Final = 72
TALLEST: Final = 1500
MOST_BYTES: Final = 300_000
TURNS: Final = 5
"""Tiles laid down before the Classic table is photographed."""


# The pictures of the cards in sight are drawn row by row, when the page is idle.
DRAWN: Final = """() => [...document.querySelectorAll('.card > .picture, .picture:has(> .tiles)')]
    .filter((one) => one.getBoundingClientRect().top < innerHeight)
    .every((one) => one.querySelector('.line:last-child .tile img'))"""


class Camera:
    """Takes photographs of one kind, such as `dark-phone`, into a folder."""

    def __init__(self, visitor: Visitor, folder: Path, kind: str) -> None:
        """Look over a visitor's shoulder."""
        self.visitor, self.page = visitor, visitor.page
        self.kind, self._folder = kind, folder
        self._session: Any = visitor.context.new_cdp_session(visitor.page)

    def shoot(self, name: str, *, full: bool = False) -> None:
        """One photograph, when everything has come to rest; of the whole page if it is not too long."""
        self.page.mouse.move(0, 0)
        self.page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        wishes: dict[str, Any] = {"format": "webp", "quality": QUALITY}
        if full:
            size = self.page.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")
            clip = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], TALLEST), "scale": 1}
            wishes |= {"captureBeyondViewport": True, "clip": clip}
        data = base64.b64decode(self._session.send("Page.captureScreenshot", wishes)["data"])
        assert len(data) <= MOST_BYTES, f"{name} has {len(data)} bytes"
        (self._folder / f"{name}-{self.kind}.webp").write_bytes(data)
        print(f"{name}-{self.kind} {len(data) // 1000} kB", flush=True)


def photograph(folder: Path, devices: Devices, rooms: Sequence[str]) -> None:
    """Take every photograph of these rooms anew."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as data,
        opened_house(Path(data)) as house,
        sync_playwright() as playwright,
        opened_browser(playwright) as browser,
    ):
        for device, wishes in devices.items():
            for scheme in ("light", "dark"):
                kind = {**wishes, "color_scheme": scheme}
                for room in (ROOMS[name] for name in rooms):
                    with looking(browser, house, kind) as visitor:
                        room(Camera(visitor, folder, f"{scheme}-{device}"), browser, house)


@contextmanager
def looking(browser: Browser, house: House, wishes: dict[str, Any]) -> Generator[Visitor]:
    """A visitor in whose browser nothing went wrong; that something is not there may be told."""
    with visiting(browser, house, **wishes) as visitor:
        yield visitor
        visitor.errors = [error for error in visitor.errors if "404" not in error]
        visitor.check()


@contextmanager
def panels(page: Page) -> Generator[None]:
    """Look at the panels of a board, which a small window keeps in a sheet."""
    button = page.locator("#sheet-button")
    expect(page.locator("aside#side")).to_be_attached()
    is_sheet = button.is_visible()
    if is_sheet:
        button.click()
    yield
    if is_sheet:
        page.keyboard.press("Escape")


def front_room(camera: Camera, _browser: Browser, _house: House) -> None:
    """Home, the dialogs that every page has, a table that waits, and what is not there."""
    page = camera.visitor.enter()
    expect(page.locator(".card").first).to_be_visible()
    page.wait_for_function(DRAWN)
    camera.shoot("home", full=True)
    for key, name in (("s", "settings"), ("?", "keys")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        camera.shoot(name)
        page.keyboard.press("Escape")
    page.locator("header .who").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    camera.shoot("account")
    page.get_by_label("Name").fill(f"Keeper {camera.kind}")
    page.get_by_role("button", name="Only change my name").click()
    page.get_by_role("button", name="Your bots").click()
    page.get_by_label("Name of the bot").fill("first steps")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_role("textbox", name="Token of first steps")).to_be_visible()
    camera.shoot("tokens")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play a friend").click()
    camera.shoot("friend")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("svg[role=img] path").first).to_be_visible()
    camera.shoot("waiting")
    camera.visitor.enter("/table/0123456789abcdef")
    expect(page.get_by_role("link", name="Back to the home page")).to_be_visible()
    camera.shoot("sorry")


def learning(camera: Camera, _browser: Browser, _house: House) -> None:
    """Rules, a lesson, and the scorer."""
    page = camera.visitor.enter("/rules/classic")
    expect(page.get_by_role("heading", name="Every option")).to_be_visible()
    camera.shoot("rules")
    camera.visitor.enter("/learn/solitaire")
    expect(page.get_by_role("heading", name="Step 1")).to_be_visible()
    camera.shoot("lesson")
    camera.visitor.enter("/scorer")
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".score strong")).to_be_visible()
    camera.shoot("scorer", full=True)


def battle(camera: Camera, _browser: Browser, _house: House) -> None:
    """A game of Battle from the board to its replay, judged by the house."""
    page = camera.visitor.enter()
    start(page, "greedy")
    for _ in range(9):
        by_mouse(page)
        expect(page.locator(ABLE).first).to_be_visible()
    page.locator(ABLE).first.click()
    camera.shoot("battle")
    page.keyboard.press("t")
    camera.shoot("text", full=True)
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    play_to_the_end(page, by_mouse)
    camera.shoot("battle-end")
    page.locator(".end").get_by_role("link", name="Replay").click()
    with panels(page):
        page.get_by_role("button", name="Verify").click()
        expect(page.get_by_text("The deal is fair.")).to_be_visible()
        page.get_by_role("button", name="Ask the house").click()
        expect(page.locator("aside .panel svg path").first).to_be_visible(timeout=150_000)
    page.locator("input[type=range]").fill("24")
    camera.shoot("battle-replay", full=True)


def classic(camera: Camera, _browser: Browser, _house: House) -> None:
    """A deal of Classic: a turn, every line of the score, and all hands laid open, judged by the house."""
    page = camera.visitor.enter()
    test_classic.start(page)
    page.get_by_role("checkbox", name="Always pass").check()
    again = page.get_by_role("button", name="Play again")
    laid = 0
    while laid < TURNS:
        expect(page.locator(test_classic.OPEN).first).to_be_visible()
        if again.is_visible():
            again.click()
            laid = 0
        else:
            test_classic.by_mouse(page)
            laid += 1
        expect(page.locator(test_classic.OPEN).first).to_be_visible()
    camera.shoot("classic", full=True)
    test_classic.play_to_the_end(page, test_classic.by_mouse)
    camera.shoot("classic-end")
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator(".side .hand.open")).to_have_count(3)
    with panels(page):
        page.get_by_role("button", name="Ask the house").click()
        expect(page.locator("aside div.now")).to_be_visible(timeout=150_000)
        slips = page.get_by_role("list", name="Mistakes").get_by_role("button")
        if slips.count():
            slips.first.click()
    camera.shoot("classic-replay", full=True)


def scorebook(camera: Camera, _browser: Browser, _house: House) -> None:
    """An evening at a real table after two deals."""
    page = camera.visitor.enter("/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    for winner in (1, 0):
        page.get_by_role("button", name="Enter how the deal ended").click()
        form = page.locator("form")
        form.get_by_role("group", name="Who went Mahjong?").locator("label").nth(winner).click()
        form.get_by_label("The winning tile").select_option("wall")
        form.get_by_text("score we counted").click()
        form.get_by_label("Score of the hand").fill("32")
        form.get_by_role("button", name="Write it down").click()
        expect(page.get_by_role("button", name="Undo the last deal")).to_be_visible()
    camera.shoot("scorebook")


def solitaire(camera: Camera, browser: Browser, house: House) -> None:
    """Practice, its result, and a contest for a pot with a rival."""
    page = camera.visitor.enter()
    test_solitaire.start(page, "turtle")
    for _ in range(12):
        pair = page.evaluate(test_solitaire.ALIKE)
        if pair is not None:
            test_solitaire.take(page, pair)
    camera.shoot("solitaire")
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator("section.end")).to_be_visible()
    camera.shoot("solitaire-end")
    page = camera.visitor.enter()
    card = page.locator(".card", has_text="Solitaire")
    unfold(card)
    card.get_by_role("button", name="Play a contest").click()
    page.get_by_label("Stake").select_option("50")
    page.get_by_role("button", name="Create table").click()
    with visiting(browser, house) as rival:
        rival.page.goto(page.get_by_role("textbox", name="Invite link").input_value())
        rival.page.get_by_role("button", name="Sit down").click()
        page.get_by_role("button", name="Begin").click()
        expect(page.locator(test_solitaire.FREE).first).to_be_visible()
        expect(rival.page.locator(test_solitaire.FREE).first).to_be_visible()
        for _ in range(3):
            test_solitaire.take(rival.page, rival.page.evaluate(test_solitaire.ALIKE))
            test_solitaire.take(page, page.evaluate(test_solitaire.ALIKE))
        camera.shoot("contest")


ROOMS: Final[Mapping[str, Callable[[Camera, Browser, House], None]]] = {
    "front_room": front_room,
    "learning": learning,
    "battle": battle,
    "classic": classic,
    "solitaire": solitaire,
    "scorebook": scorebook,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--sizes", choices=DEVICES, default="docs")
    args = parser.parse_args()
    photograph(args.folder, DEVICES[args.sizes], args.rooms or list(ROOMS))

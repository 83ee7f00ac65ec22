"""Photographs every page, light and dark, on a desktop and on a phone: `python -m tests.e2e.screenshots FOLDER`."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.house import House, opened_browser, opened_house, visiting
from tests.e2e.play import ABLE, by_mouse, start

DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICES: Final = {"desktop": DESKTOP, "phone": PHONE}

Shot = Callable[[str], None]


def photograph(folder: Path) -> None:
    """Take every photograph anew."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        opened_house(Path(data)) as house,
        sync_playwright() as playwright,
        opened_browser(playwright) as browser,
    ):
        for device, wishes in DEVICES.items():
            for scheme in ("light", "dark"):
                for name in tour(browser, house, folder, f"{scheme}-{device}", {**wishes, "color_scheme": scheme}):
                    print(name)


def tour(browser: Browser, house: House, folder: Path, kind: str, wishes: dict[str, Any]) -> Iterator[str]:
    """Walk through the house and photograph each room."""
    with visiting(browser, house, **wishes) as visitor:
        page = visitor.enter()
        expect(page.locator(".card").first).to_be_visible()
        yield shot(page, folder, f"home-{kind}", full=True)
        page.get_by_role("button", name="Play a friend").click()
        yield shot(page, folder, f"friend-{kind}")
        page.get_by_role("button", name="Set the table").click()
        expect(page.locator("svg[role=img] path").first).to_be_visible()
        yield shot(page, folder, f"waiting-{kind}")
        visitor.enter()
        start(page, "greedy")
        yield from play_some(page, folder, kind)
        yield from the_rest(page, folder, kind, visitor.url)


def play_some(page: Page, folder: Path, kind: str) -> Iterator[str]:
    for _ in range(9):
        by_mouse(page)
        expect(page.locator(ABLE).first).to_be_visible()
    page.locator(ABLE).first.click()
    page.mouse.move(0, 0)
    yield shot(page, folder, f"battle-{kind}")
    page.keyboard.press("t")
    yield shot(page, folder, f"text-{kind}", full=True)
    page.keyboard.press("t")
    page.keyboard.press("r")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("section.end")).to_be_visible()
    yield shot(page, folder, f"end-{kind}")


def the_rest(page: Page, folder: Path, kind: str, url: str) -> Iterator[str]:
    page.get_by_role("link", name="Replay").click()
    page.locator("input[type=range]").fill("12")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal holds.")).to_be_visible()
    yield shot(page, folder, f"replay-{kind}", full=True)
    page.goto(f"{url}/rules/battle")
    expect(page.get_by_role("heading", name="Every option")).to_be_visible()
    yield shot(page, folder, f"rules-{kind}", full=True)
    page.goto(f"{url}/learn/solitaire")
    expect(page.get_by_role("heading", name="Step 1")).to_be_visible()
    yield shot(page, folder, f"lesson-{kind}")
    page.goto(f"{url}/scorer")
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".score strong")).to_be_visible()
    yield shot(page, folder, f"scorer-{kind}", full=True)
    for key, name in (("s", "settings"), ("?", "keys")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        yield shot(page, folder, f"{name}-{kind}")
        page.keyboard.press("Escape")
    page.locator("header .who").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield shot(page, folder, f"account-{kind}")
    page.goto(f"{url}/table/0123456789abcdef")
    expect(page.get_by_role("link", name="Back to the front room")).to_be_visible()
    yield shot(page, folder, f"sorry-{kind}")


def shot(page: Page, folder: Path, name: str, *, full: bool = False) -> str:
    """One photograph, when everything has come to rest."""
    page.wait_for_timeout(350)
    page.screenshot(path=folder / f"{name}.png", full_page=full)
    return name


if __name__ == "__main__":
    photograph(Path(sys.argv[1]))

"""Every board in every window size, once in the dark theme: no scrolling, no covered or too small tiles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.games import test_classic, test_solitaire
from tests.e2e.house import Browser, House, Visitor, visiting

# Width, height, and screen pixels for each page pixel: a browser at 200 % has half as many page pixels.
Size: TypeAlias = tuple[int, int, int]
SIZES: Final[Mapping[str, Size]] = {
    "desktop": (1920, 1080, 1),
    "laptop": (1440, 900, 1),
    "low laptop": (1366, 650, 1),
    "tablet": (1024, 768, 1),
    "tablet upright": (768, 1024, 2),
    "large phone": (430, 932, 3),
    "phone": (390, 844, 3),
    "small phone": (360, 640, 2),
    "phone sideways": (844, 390, 3),
    "small phone sideways": (667, 375, 2),
    "smallest phone sideways": (640, 360, 2),
    "laptop at 200 %": (683, 384, 2),
}
UPRIGHT: Final = ("large phone", "phone", "small phone")
SIDEWAYS: Final = ("phone sideways", "small phone sideways", "smallest phone sideways")
TOUCHED: Final = (*UPRIGHT, *SIDEWAYS, "tablet upright")
WIDEST: Final = "solitaire, widest"
REPLAY: Final = "battle replay"
SELDOM: Final = (WIDEST, REPLAY)
"""Sizes and boards measured only in the long campaigns; `test_touch` covers replays on a phone in every run."""
DARK: Final = "phone"
"""The size at which a board is measured in the dark theme too; a theme only changes colours."""

# The smallest width of a selector's elements, in page pixels; `*` is every window without a row of its own.
LEAST: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "battle": {
        "*": {".slot": 24},
        "desktop": {".slot": 70},
        "laptop": {".slot": 55},
        "low laptop": {".slot": 40},
        "tablet": {".slot": 48},
        "tablet upright": {".slot": 50},
        "smallest phone sideways": {".slot": 22},
    },
    "solitaire": {
        "*": {".slot": 20},
        "desktop": {".slot": 75},
        "laptop": {".slot": 56},
        "low laptop": {".slot": 46},
        "tablet": {".slot": 48},
        "tablet upright": {".slot": 44},
        # Larger than in portrait, where it is 25 on the largest phone.
        "phone sideways": {".slot": 27.5},
        "small phone sideways": {".slot": 26},
        "laptop at 200 %": {".slot": 26},
    },
    "battle lesson": {"*": {".slot": 20}},
    "solitaire lesson": {"*": {".slot": 14}},
    # The discards at the sides are turned: their tiles are wider than high.
    "classic": {
        "*": {".hand [data-held]": 44, ".discards li": 24},
        "smallest phone sideways": {".hand [data-held]": 44, ".discards li": 22},
    },
}

SETTLE: Final = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
# Finds faults of the page. The box of an element is its visible part within scrolling parents.
MEASURE: Final = """({ always, apart, least }) => {
  const faults = [];
  const main = document.querySelector('.main');
  const root = document.documentElement;
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className} "${(one.ariaLabel ?? one.innerText ?? '')
    .trim().slice(0, 30)}"`;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.hidden-words, [inert]')
    && one.getBoundingClientRect().width > 1);
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one !== main;
  const scroller = (one) => { while (one && !scrolls(one)) one = one.parentElement; return one; };
  const inside = (box, around) => box.left >= around.left - 1 && box.top >= around.top - 1 &&
    box.right <= around.right + 1 && box.bottom <= around.bottom + 1;
  const overlap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
                                     Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const within = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push('the page scrolls');
  const app = document.getElementById('app');
  app.scrollLeft = 99;
  if (app.scrollLeft > 0) faults.push('the page can be pushed aside');
  const over = main.scrollHeight - main.clientHeight;
  if (over > 1) faults.push(`the board scrolls by ${over}`);
  // A tile's drawn side may stick out of the board by a few pixels; its face may not, see below.
  if (main.scrollWidth > main.clientWidth + 6) faults.push('the board is too wide');

  for (const one of seen('aside > .panel'))
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`${name(one)} is cut`);

  for (const selector of always) {
    if (seen(selector).length === 0) faults.push(`${selector} is missing`);
    for (const one of seen(selector)) {
      if (!inside(one.getBoundingClientRect(), within)) faults.push(`${name(one)} is out of sight`);
      const above = scroller(one);
      if (above && !inside(one.getBoundingClientRect(), above.getBoundingClientRect()))
        faults.push(`${name(one)} must be scrolled to`);
    }
  }
  const tiles = seen('.main .tile').filter((one) => scroller(one) === null);
  const boxes = new Map(tiles.map((one) => [one, one.getBoundingClientRect()]));
  for (const [one, box] of boxes) if (!inside(box, within)) faults.push(`a tile is out of sight: ${name(one)}`);

  const controls = seen('.main :is(button, a, input, .panel)').filter((one) => scroller(one) === null);
  for (const one of controls) {
    const box = one.getBoundingClientRect();
    if (!inside(box, within)) faults.push(`${name(one)} is out of sight`);
    for (const [tile, lies] of boxes)
      if (!one.contains(tile) && !tile.contains(one) && overlap(box, lies) > 2 && !one.matches('.slot'))
        faults.push(`${name(one)} lies over a tile`);
  }
  for (const one of seen('.main :is(button:not([aria-hidden=true]), a, input)')) {
    const box = one.getBoundingClientRect(), above = scroller(one);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (above && !inside({ left: x, right: x, top: y, bottom: y }, above.getBoundingClientRect())) continue;
    const there = document.elementFromPoint(x, y);
    if (!(there && (one.contains(there) || there.contains(one)))) faults.push(`${name(one)} is covered`);
  }
  for (const selector of apart) {
    const found = seen(selector).map((one) => [one, one.getBoundingClientRect()]);
    for (const [place, [one, box]] of found.entries())
      for (const [other, lies] of found.slice(place + 1))
        if (overlap(box, lies) > 1) faults.push(`${name(one)} lies over ${name(other)}`);
  }
  for (const [selector, width] of Object.entries(least)) {
    const found = seen(selector);
    if (found.length === 0) faults.push(`${selector} is missing`);
    const sizes = found.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height));
    const small = Math.min(...sizes);
    if (small < width - 0.01) faults.push(`${selector} is ${small.toFixed(1)} wide, less than ${width}`);
  }
  return [...new Set(faults)];
}"""


@dataclass(frozen=True)
class Board:
    """A board to measure: how to open it, the elements that are always visible, and those that never overlap."""

    start: Callable[[Visitor], Page]
    always: Sequence[str] = ()
    apart: Sequence[str] = ()
    sizes: Sequence[str] = tuple(SIZES)


def battle(visitor: Visitor) -> Page:
    """Open Battle with clocks after some pairs."""
    page = visitor.open_table("battle", clock="15+10", bots={"1": "random"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    for _ in range(3):
        play.by_mouse(page)
        expect(page.locator(play.ABLE).first).to_be_visible()
    return page


def battle_replay(visitor: Visitor) -> Page:
    """Open the replay of a game of Battle."""
    page = battle(visitor)
    page.keyboard.press("r")
    page.get_by_role("dialog").locator(".button").last.click()
    page.locator(".end a[href*=replay]").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    return page


def classic(visitor: Visitor) -> Page:
    """Open Classic after some turns; if a player wins before, in another deal."""
    while True:
        page = test_classic.at_table(visitor)
        is_running = all(test_classic.goes_on(page, test_classic.by_mouse) for _ in range(6))
        expect(page.locator(test_classic.OPEN).first).to_be_visible(timeout=test_classic.PATIENCE_MS)
        if is_running and not page.locator(".end").is_visible():
            return page


def solitaire(layout: str) -> Callable[[Visitor], Page]:
    """Open Solitaire on a layout, at a level that every machine deals in time: no note says that another was dealt."""

    return lambda visitor: test_solitaire.at_table(visitor, layout, level="wild")


def lesson(game: str) -> Callable[[Visitor], Page]:
    """Open the first step of a lesson."""

    def start(visitor: Visitor) -> Page:
        page = visitor.enter(f"/learn/{game}")
        expect(page.locator(".slot").first).to_be_visible()
        return page

    return start


BOARDS: Final[Mapping[str, Board]] = {
    "battle": Board(
        battle,
        always=(".player .name", ".player .points", ".player .clock", ".tray li:nth-child(-n + 3) button"),
        apart=(".slot", ".player", ".player :is(.name, .points)", ".tray button"),
    ),
    REPLAY: Board(battle_replay, always=(".player .name", ".player .points", ".foot button"), apart=(".slot",)),
    "classic": Board(
        classic,
        always=(".hand [data-held]", ".side .wind", ".side .tallies", ".strip", ".toggles label", ".centre .facts"),
        apart=(".discards li, .centre .facts, .place > .side", ".own .side", ".toggles", ".strip", ".held > .hand"),
    ),
    "solitaire": Board(
        solitaire("turtle"), always=(".strip b", ".tools .button"), apart=(".strip > div", ".tools .button")
    ),
    WIDEST: Board(solitaire("causeway"), always=(".strip b",), apart=(".tools .button",)),
    "battle lesson": Board(lesson("battle"), apart=(".slot",), sizes=(*UPRIGHT, *SIDEWAYS)),
    "solitaire lesson": Board(lesson("solitaire"), apart=(".tools .button",), sizes=(*UPRIGHT, *SIDEWAYS)),
}


def resize(visitor: Visitor, size: Size, *, is_touched: bool) -> None:
    """Resize a visitor's window without loading the page again; the window is not used for other visitors."""
    visitor.is_marked = True
    width, height, ratio = size
    page = visitor.page
    session: Any = page.context.new_cdp_session(page)
    metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": is_touched}
    session.send("Emulation.setDeviceMetricsOverride", metrics)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": is_touched})
    page.evaluate(SETTLE)
    assert page.evaluate("[innerWidth, innerHeight]") == [width, height]


def least_of(board: str, size: str) -> Mapping[str, float]:
    """The rows of the table for a board at a size."""
    rows = LEAST.get(board, {})
    return {**rows.get("*", {}), **rows.get(size, {})}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SELDOM else ()) for name in BOARDS]
)
def test_a_board_fits_every_window(browser: Browser, house: House, name: str) -> None:
    board = BOARDS[name]
    found: list[str] = []
    with visiting(browser, house, fresh=True) as visitor:
        page = board.start(visitor)
        for size in board.sizes:
            resize(visitor, SIZES[size], is_touched=size in TOUCHED)
            wishes = {"always": board.always, "apart": board.apart, "least": least_of(name, size)}
            for theme in ("light", "dark") if size == DARK else ("light",):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                faults: list[str] = page.evaluate(MEASURE, wishes)
                found.extend(f"{size}, {theme}: {fault}" for fault in faults)
        visitor.check()
    assert not found, "\n".join(found)


def test_a_lesson_leaves_room_for_its_board_with_wide_letters(visitor: Visitor) -> None:
    page = lesson("battle")(visitor)
    resize(visitor, SIZES["small phone"], is_touched=True)
    for spacing in ("0", "0.05em", "0.1em"):
        page.evaluate("spacing => { document.body.style.letterSpacing = spacing; }", spacing)
        faults = page.evaluate(MEASURE, {"always": (), "apart": (".slot",), "least": least_of("battle lesson", "*")})
        assert not faults, f"letters {spacing} further apart: {faults}"

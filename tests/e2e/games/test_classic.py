"""Classic in a real browser: a deal against bots, by mouse, by keyboard and by text; and a deal of four people."""

import json
import re
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from teahouse.games.classic.rulesets.ruleset import load_ruleset
from tests.e2e.house import PHONE, Browser, House, Visitor, opened_house, visiting
from tests.e2e.play import figure, unfold

MOST_STEPS = 400
FEW_STEPS = 8
SMALL_LAPTOPS: Final[tuple[ViewportSize, ...]] = ({"width": 1366, "height": 625}, {"width": 1024, "height": 740})
PATIENCE_MS = 60_000
SHORT_WALL_BOX = 40  # the largest Kong Box: of 136 tiles, 53 are dealt
HAND = "[...document.querySelectorAll('.hand [data-held]')].map((tile) => tile.dataset.held)"
# A quick player: declares Mahjong if it can, and otherwise discards its last tile as soon as it is its turn.
PLAY_ON = """() => {
  const free = () => [...document.querySelectorAll('.hand .able')].at(-1);
  const step = () => (document.querySelector('.actions .button') ?? free())?.click();
  const timer = setInterval(() => document.querySelector('.end') ? clearInterval(timer) : step(), 30);
}"""
OPEN = ".hand .able, .actions .button, .end"
# A text that changes with every move, even if the same kind is drawn twice in a row.
SEEN = """() => {
  const laid = document.querySelectorAll('ol.discards li').length;
  const held = [...document.querySelectorAll('.hand [data-held]')].map((tile) => tile.dataset.held);
  return [document.querySelector('.status')?.innerText, laid, ...held].join('|');
}"""


def start(page: Page, ruleset: str = "british", match: str = "single") -> None:
    """Sit down with three house players."""
    card = page.locator(".card[data-game=classic]")
    unfold(card)
    card.get_by_label("Rules").select_option(ruleset)
    card.get_by_label("Match").select_option(match)
    card.locator("input[value=easy]").check(force=True)
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


def at_table(visitor: Visitor, ruleset: str | dict[str, Any] = "british", match: str = "single") -> Page:
    """Go to a table with three house players."""
    bots = {"1": "easy", "2": "easy", "3": "easy"}
    page = visitor.open_table("classic", options={"ruleset": ruleset}, match=match, bots=bots, clock="untimed")
    expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()
    return page


def at_short_table(visitor: Visitor) -> Page:
    """Go to a table where the house players finish soon after the visitor gives up."""
    return at_table(visitor, short_wall("british"))


def short_wall(ruleset: str) -> dict[str, Any]:
    """A ruleset with most of the tiles in the Kong Box, so that a deal ends soon."""
    changes: dict[str, Any] = {"name": "short", "kong_box_size": SHORT_WALL_BOX, "bonus_tiles": False}
    short = msgspec.structs.replace(load_ruleset(ruleset), **changes)
    return cast("dict[str, Any]", msgspec.to_builtins(short))


def by_mouse(page: Page) -> None:
    """Take the first claim on offer, or discard the last tile."""
    claim = page.locator(".actions .button")
    (claim.first if claim.count() else page.locator(".hand .able").last).click()


def by_keyboard(page: Page) -> None:
    """Claim only Mahjong, and discard the focused tile."""
    for key in ("m", "x", "ArrowRight", "Enter"):
        page.keyboard.press(key)


def by_text(page: Page) -> None:
    """Play the last move in the text: a pass or a discard."""
    mahjong = page.locator("section.text [data-move=declare_mahjong]")
    (mahjong if mahjong.count() else page.locator("section.text [data-move]")).last.click()


def play_to_the_end(page: Page, step: Callable[[Page], None]) -> None:
    """Play until the result is shown."""
    for _ in range(MOST_STEPS):
        if not goes_on(page, step):
            return
    raise AssertionError(f"not over after {MOST_STEPS} steps")


def goes_on(page: Page, step: Callable[[Page], None]) -> bool:
    """Play a step when possible; False if the result is shown instead."""
    expect(page.locator(OPEN).first).to_be_visible(timeout=PATIENCE_MS)
    if page.locator(".end").is_visible():
        return False
    before = page.evaluate(SEEN)
    step(page)
    page.wait_for_function(f"before => ({SEEN})() !== before || document.querySelector('.end')", arg=before)
    return True


def check_result(page: Page) -> None:
    """Check that after a win the lines of the score add up, and that the payments sum to zero."""
    is_drawn = "Nobody wins" in page.locator(".end h2").first.inner_text()
    scores = page.locator(".end .lines")
    expect(scores).to_have_count(0 if is_drawn else 1)
    for score in scores.all():
        lines = score.locator("tbody tr:not(.total) td:nth-child(2)")
        points = [figure(text) for text in lines.all_inner_texts() if text]
        expect(score.locator(".total th")).to_have_text(re.compile(rf"^\s*{sum(points):,} point"))
    paid = [figure(text) for text in page.locator(".end .pay td:nth-child(2)").all_inner_texts()]
    assert len(paid) == 4
    assert sum(paid) == 0


def test_a_goulash_begins_with_three_exchanges(visitor: Visitor) -> None:
    wish = {"ruleset": "bmja", "goulash": True}
    bots = {"1": "easy", "2": "easy", "3": "easy"}
    page = visitor.open_table("classic", options=wish, match="single", bots=bots, clock="untimed")
    for number in (1, 2, 3):
        for left in ("3 tiles", "2 tiles", "1 tile"):
            expect(page.get_by_text(f"Goulash, exchange {number} of 3: pass {left} face down to")).to_be_visible()
            page.locator(".hand .able").first.click()
    expect(page.get_by_text("Goulash, exchange")).to_have_count(0)
    expect(page.locator(".hand [data-held]").nth(12)).to_be_visible()
    page.goto(page.url.replace("/table/", "/rules/classic?table="))
    expect(page.get_by_text("Wild tiles are not played")).to_be_visible()


def test_a_deal_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.enter()
    start(page)
    labels = [one.get_attribute("aria-label") or "" for one in page.locator("ol.discards").all()]
    assert len(set(labels)) == 4, labels
    assert all(any(name in label for label in labels) for name in ("Tavi", "Suki", "Bruno")), labels
    play_to_the_end(page, by_mouse)
    check_result(page)
    page.set_viewport_size({"width": 640, "height": 200})  # too low for any result, even without a winner
    end = page.locator(".end[data-more]")
    expect(end).to_be_visible()
    end.evaluate("end => end.scrollTo(0, end.scrollHeight)")
    expect(end).to_have_count(0)


def test_a_deal_is_played_by_keyboard_alone_and_the_session_goes_on(visitor: Visitor) -> None:
    page = at_table(visitor, short_wall("british"), match="session")
    play_to_the_end(page, by_keyboard)
    check_result(page)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".end")).to_have_count(0)
    expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


def test_a_bmja_deal_is_played_by_the_text_table_alone(visitor: Visitor) -> None:
    page = at_table(visitor, short_wall("bmja"))
    page.keyboard.press("t")
    play_to_the_end(page, naming_every_tile_once)
    check_result(page)


def naming_every_tile_once(page: Page) -> None:
    """Check that the text names every tile of the hand once, the drawn one separately; then play by it."""
    held, *drawn = page.locator("section.text p").nth(1).inner_text().split(". ")
    assert len([*held.split(", "), *drawn]) == page.locator(".hand [data-held]").count()
    by_text(page)


def my_turn(page: Page) -> None:
    """Pass until it is the visitor's turn."""
    page.get_by_role("checkbox", name="Always pass").check()
    expect(page.locator(".hand .able").first).to_be_visible(timeout=PATIENCE_MS)


def places(page: Page, *tiles: int) -> list[tuple[float, float]]:
    """The centres of these tiles of the hand."""
    boxes = [page.locator(".hand [data-held]").nth(tile).bounding_box() for tile in tiles]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box is not None]


def moved(hand: list[str], start: int, end: int) -> list[str]:
    """The hand after its tile at `start` was moved to `end`."""
    rest = hand[:start] + hand[start + 1 :]
    return [*rest[:end], hand[start], *rest[end:]]


def test_the_whole_hand_is_visible_can_be_sorted_and_dragged_and_keeps_the_focus(visitor: Visitor) -> None:
    page = at_table(visitor)
    for size in SMALL_LAPTOPS:
        page.set_viewport_size(size)
        expect(page.locator(".hand [data-held]").last).to_be_in_viewport(ratio=1)
    my_turn(page)
    the_hand_is_sorted_until_a_tile_is_moved(page)
    a_tile_is_dragged_to_another_place_with_the_mouse_and_is_not_laid_down(page)
    page.locator(".hand .able").nth(3).press("Enter")
    expect(page.locator(".hand button:focus, .end button:focus")).to_have_count(1)


def the_hand_is_sorted_until_a_tile_is_moved(page: Page) -> None:
    before = page.evaluate(HAND)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_role("checkbox", name="Sort my hand")).not_to_be_checked()
    assert page.evaluate(HAND) != before
    page.keyboard.press("o")
    expect(page.get_by_role("checkbox", name="Sort my hand")).to_be_checked()
    assert page.evaluate(HAND) == before


def a_tile_is_dragged_to_another_place_with_the_mouse_and_is_not_laid_down(page: Page) -> None:
    before = page.evaluate(HAND)
    from_here, to_there = places(page, 1, 5)
    page.mouse.move(*from_here)
    page.mouse.down()
    page.mouse.move(*to_there, steps=12)
    page.mouse.up()
    assert page.evaluate(HAND) == moved(before, 1, 5)
    expect(page.get_by_role("checkbox", name="Sort my hand")).not_to_be_checked()


def test_on_a_phone_a_second_tap_discards_a_tile_and_tiles_can_be_dragged(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = at_table(visitor)
        my_turn(page)
        first = page.evaluate(HAND)
        held = page.locator(f'.hand [data-held="{first[0]}"]')
        held.tap()
        expect(held.locator(".tile.selected")).to_have_count(1)
        held.tap()
        page.wait_for_function(f"before => JSON.stringify({HAND}) !== JSON.stringify(before)", arg=first)
        expect(page.locator(".tile.selected")).to_have_count(0)
        expect(page.locator(".hand .able").first).to_be_visible(timeout=PATIENCE_MS)
        before = page.evaluate(HAND)
        from_here, to_there = places(page, 1, 4)
        visitor.slide(from_here, to_there)
        assert page.evaluate(HAND) == moved(before, 1, 4)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        visitor.check()


# The position of the hand, and the smallest sizes of tiles to play and to read.
MEASURED = """() => {
  const box = (element) => element.getBoundingClientRect();
  const { x, y, width, height } = box(document.querySelector('.held > .hand'));
  const least = (those) => Math.min(99, ...[...document.querySelectorAll(those)].map((one) => box(one).width));
  const main = document.querySelector('.main');
  return {
    place: [x, y, width, height].map(Math.round).join(),
    held: least('.hand [data-held]'),
    laid: Math.min(least('.near > .discards li'), least('.far > .discards li')),
    scrolls: main.scrollHeight > main.clientHeight || document.documentElement.scrollWidth > innerWidth,
  };
}"""


@pytest.mark.parametrize(
    "small", [(360, 640), pytest.param((667, 375), marks=pytest.mark.slow)], ids=["upright", "sideways"]
)
def test_on_a_phone_the_hand_stays_in_its_place_whatever_can_be_claimed(
    browser: Browser, house: House, small: tuple[int, int]
) -> None:
    width, height = small
    with visiting(browser, house, viewport={"width": width, "height": height}) as visitor:
        page = at_table(visitor)
        found = [page.evaluate(MEASURED)]
        moments = set[str]()
        for _ in range(FEW_STEPS):
            expect(page.locator(OPEN).first).to_be_visible(timeout=PATIENCE_MS)
            if page.locator(".end").is_visible():
                break
            moments.add("claim" if page.locator(".actions").count() else "turn")
            found.append(page.evaluate(MEASURED))
            before = page.evaluate(SEEN)
            by_mouse(page)
            page.wait_for_function(f"before => ({SEEN})() !== before || document.querySelector('.end')", arg=before)
            found.append(page.evaluate(MEASURED))
        assert "turn" in moments
        assert len({one["place"] for one in found}) == 1, found
        assert not any(one["scrolls"] for one in found)
        assert min(one["held"] for one in found) >= (44 if height > width else 40)
        assert min(one["laid"] for one in found) >= 24
        visitor.check()


# For each player's seat, the side with the nearest discards.
NEAREST = """() => {
  const box = (element) => element.getBoundingClientRect();
  const gap = (one, other) => Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom));
  const side = (element) => ['left', 'right', 'far', 'near'].find((one) => element.classList.contains(one));
  const rivers = [...document.querySelectorAll('.river')];
  const nearest = (place) => rivers.toSorted((one, other) => gap(box(one), place) - gap(box(other), place))[0];
  return [...document.querySelectorAll('.felt > .place')].map((one) => [side(one), side(nearest(box(one)))]);
}"""


@pytest.mark.parametrize("small", [(390, 844), (360, 640), (844, 390)], ids=["upright", "small", "sideways"])
def test_on_a_phone_every_player_is_beside_their_own_discards(
    browser: Browser, house: House, small: tuple[int, int]
) -> None:
    with visiting(browser, house, viewport={"width": small[0], "height": small[1]}) as visitor:
        found = at_table(visitor).evaluate(NEAREST)
        assert sorted(found) == [[side, side] for side in ("far", "left", "right")]
        visitor.check()


@pytest.fixture
def four(browser: Browser, tmp_path: Path) -> Generator[list[Visitor]]:
    with ExitStack() as stack:
        house = stack.enter_context(opened_house(tmp_path, "tests.e2e.hasty"))
        visitors = [stack.enter_context(visiting(browser, house)) for _ in range(4)]
        yield visitors
        for visitor in visitors:
            visitor.check()


def with_short_wall(route: Route) -> None:
    """The table with the host's options and a short wall."""
    if route.request.method != "POST":
        route.continue_()
        return
    wish: dict[str, Any] = json.loads(route.request.post_data or "{}")
    wish["options"] = {"ruleset": short_wall("british")}
    route.continue_(post_data=json.dumps(wish))


def test_four_people_play_a_deal_to_its_end_and_the_next_begins_when_all_are_ready(four: list[Visitor]) -> None:
    host, *guests = (visitor.page for visitor in four)
    host.route("**/api/v1/tables", with_short_wall)
    four[0].enter().locator(".card", has_text="Classic").get_by_role("button", name="Play with friends").click()
    host.get_by_role("dialog").get_by_label("Match").select_option("single")
    host.get_by_role("button", name="Create table").click()
    link = host.get_by_role("textbox", name="Invite link").input_value()
    for guest in guests:
        guest.goto(link)
        guest.get_by_role("button", name="Sit down").click()
    pages = [host, *guests]
    for page in pages:
        page.get_by_role("checkbox", name="Always pass").check()
    for number in range(4):
        lay_down(pages)
        for page in pages:
            expect(page.locator(".discards li").nth(number)).to_be_visible()
    for page in pages:
        page.evaluate(PLAY_ON)
    for page in pages:
        expect(page.locator(".end")).to_be_visible(timeout=PATIENCE_MS)
        check_result(page)
        expect(page.locator(".end h2").first).to_contain_text("Mahjong!")
    texts = {page.locator(".end .pay").inner_text() for page in pages}
    assert len(texts) == 1
    for page in pages[:-1]:
        page.get_by_role("button", name="Play again").click()
    name = guests[-1].locator("header .name").inner_text()
    expect(host.locator(".end")).to_contain_text(f"Waiting for {name}")
    guests[-1].get_by_role("button", name="Play again").click()
    for page in pages:
        expect(page.locator(".end")).to_have_count(0)
        expect(page.get_by_role("group", name="Your hand").locator("button").first).to_be_visible()


def lay_down(pages: list[Page]) -> None:
    """Let the player whose turn it is discard the last tile; the others see it."""
    for _ in range(200):
        mover = next((page for page in pages if page.locator(".hand .able").count()), None)
        if mover is not None:
            tiles = mover.locator(".hand button").count()
            mover.locator(".hand .able").last.click()
            expect(mover.locator(".hand button")).to_have_count(tiles - 1)
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody came to move")

"""The rooms of the app, with what is done and photographed in each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from playwright.sync_api import expect

from tests.e2e.games import test_classic, test_solitaire
from tests.e2e.house import Browser, House, visiting
from tests.e2e.people.test_profile import account
from tests.e2e.play import ABLE, by_mouse, play_to_the_end, start, unfold
from tests.e2e.played import give_a_past
from tests.e2e.screenshots.camera import Camera
from tests.e2e.screenshots.pages import FRONT, LEARNING, PEOPLE, Sight

TURNS: Final = 5
"""How many tiles are discarded before the Classic table is photographed."""
JUDGED_MS: Final = 180_000
SHEET: Final = "#sheet-button"
"""The button that opens the panels of a board in a small window."""
# The pictures of visible cards are drawn row by row while the page is idle.
DRAWN: Final = """() => [...document.querySelectorAll('.card > .picture, .picture:has(> .tiles)')]
    .filter((one) => one.getBoundingClientRect().top < innerHeight)
    .every((one) => one.querySelector('.line:last-child .tile img'))"""


def see(camera: Camera, sights: Sequence[Sight]) -> None:
    """Open each of these pages and photograph it."""
    for sight in sights:
        page = camera.visitor.enter(sight.path)
        expect(page.locator(sight.shows).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        camera.shoot(sight.name, full=sight.full)


def front_room(camera: Camera, _browser: Browser, _house: House) -> None:
    """The front page, the dialogs of every page, a waiting table, and missing pages."""
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
    page.get_by_label("Name").fill("Keeper of keys")
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
    see(camera, FRONT)


def learning(camera: Camera, _browser: Browser, _house: House) -> None:
    """Lessons, rules, training, analysis, and the scorer."""
    see(camera, LEARNING)
    page = camera.visitor.enter("/scorer")
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".score strong")).to_be_visible()
    camera.shoot("scorer", full=True)


def battle(camera: Camera, _browser: Browser, _house: House) -> None:
    """A game of Battle, and its replay with the review."""
    page = camera.visitor.enter()
    start(page, "greedy")
    for _ in range(9):
        by_mouse(page)
        expect(page.locator(ABLE).first).to_be_visible()
    page.locator(ABLE).first.click()
    camera.shoot("battle")
    camera.shoot("battle-panels", opens=SHEET)
    page.keyboard.press("t")
    camera.shoot("text", full=True)
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    play_to_the_end(page, by_mouse)
    camera.shoot("battle-end")
    page.locator(".end").get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal is fair.")).to_be_visible()
    page.get_by_role("button", name="Ask the house").click()
    expect(page.locator("aside .panel svg path").first).to_be_visible(timeout=JUDGED_MS)
    page.locator("input[type=range]").fill("24")
    camera.shoot("battle-replay", full=True)
    camera.shoot("battle-replay-panels", opens=SHEET)
    page.goto(page.url.replace("/replay/", "/review/"))
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=JUDGED_MS)
    camera.shoot("review", full=True)


def classic(camera: Camera, _browser: Browser, _house: House) -> None:
    """A deal of Classic: a turn, every line of the score, all hands shown, and the review."""
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
    page.get_by_role("button", name="Ask the house").click()
    expect(page.locator("aside div.now")).to_be_visible(timeout=JUDGED_MS)
    slips = page.get_by_role("list", name="Mistakes").get_by_role("button")
    if slips.count():
        slips.first.click()
    camera.shoot("classic-replay", full=True)


def scorebook(camera: Camera, _browser: Browser, _house: House) -> None:
    """A scorebook after two deals."""
    page = camera.visitor.enter("/scorebook")
    page.get_by_role("button", name="Open the scorebook").click()
    for winner in (1, 0):
        page.get_by_role("button", name="Enter how the deal ended").click()
        form = page.locator("form")
        form.get_by_role("group", name="Who went Mahjong?").locator("label").nth(winner).click()
        form.get_by_label("The winning tile").select_option("wall")
        form.get_by_text("score we counted").click()
        form.get_by_label("Score of the hand").fill("32")
        form.get_by_role("button", name="Enter the result").click()
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
    page.get_by_role("dialog").get_by_role("button", name="End game").click()
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


def people(camera: Camera, browser: Browser, house: House) -> None:
    """Two people who have played each other: profiles, leaders, and finished games."""
    with visiting(browser, house) as other:
        one, rival = account(camera.visitor, "J. Doe"), account(other, "Emily Reed")
    give_a_past(house.database, one["id"], rival["id"])
    see(camera, PEOPLE)


ROOMS: Final[Mapping[str, Callable[[Camera, Browser, House], None]]] = {
    "front_room": front_room,
    "learning": learning,
    "battle": battle,
    "classic": classic,
    "solitaire": solitaire,
    "scorebook": scorebook,
    "people": people,
}

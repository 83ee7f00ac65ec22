"""Between deals and with players absent: ready ticks, countdowns, claims against the absent, the end of a match."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house import PHONE, Browser, House, Visitor, visiting
from tests.e2e.play import ABLE, scores

# How many pixels clocks extend beyond the seats of their players.
OVERHANG = """() => {
  const right = (element) => element.getBoundingClientRect().right;
  const clocks = [...document.querySelectorAll(".clock")];
  return Math.max(...clocks.map((clock) => right(clock) - right(clock.closest(".side"))));
}"""
TWO = {"ruleset": "two-players"}
HELD = ".hand [data-held]"
TILES = "[...document.querySelectorAll('.slot .tile')].map((tile) => tile.dataset.tile)"


@pytest.fixture
def pair(visitor: Visitor, friend: Visitor) -> tuple[Visitor, Visitor]:
    return visitor, friend


def seated(pair: tuple[Visitor, Visitor], game: str, board: str, **wish: object) -> tuple[Page, Page]:
    """Two people at a table in play."""
    host = pair[0].open_table(game, **wish)
    guest = pair[1].enter(urlsplit(host.url).path)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        expect(page.locator(board).first).to_be_visible()
    return host, guest


def resign(page: Page) -> None:
    """Give up, after checking the explanation."""
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def name_of(page: Page) -> str:
    """The full name of a person, which a phone shortens."""
    return str(page.evaluate("() => fetch('/api/v1/me').then((answer) => answer.json()).then((me) => me.name)"))


def gone(page: Page) -> None:
    """Close the page, as a player who does not come back."""
    page.goto("about:blank")


def test_a_session_goes_from_deal_to_deal_when_everybody_is_ready_and_is_ended_with_its_standing(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    with visiting(browser, house, **PHONE) as other:
        host, small = seated((visitor, other), "classic", HELD, options=TWO, match="session")
        whoever_resigns_is_told_what_that_does_and_the_other_that_it_was_done(host, small)
        ticks_show_who_is_ready_and_a_countdown_runs(host, small)
        a_session_is_ended_with_its_standing_and_another_is_asked_for(host, small)
        other.check()


def whoever_resigns_is_told_what_that_does_and_the_other_that_it_was_done(host: Page, guest: Page) -> None:
    guest.keyboard.press("r")
    expect(guest.get_by_role("dialog")).to_contain_text("This deal ends at once, and nobody pays.")
    guest.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(host.locator(".end h2")).to_have_text(f"{name_of(guest)} gave up. You win")
    expect(guest.locator(".end h2")).to_have_text(f"You gave up. {name_of(host)} wins")
    expect(host.locator(".end")).not_to_contain_text("Mahjong!")


def ticks_show_who_is_ready_and_a_countdown_runs(host: Page, small: Page) -> None:
    """Check that a phone shows both without scrolling through the score."""
    ticks = small.get_by_role("list", name="Ready for the next deal")
    expect(ticks.locator(".awaited")).to_have_count(2)
    host.get_by_role("button", name="Next deal").click()
    expect(ticks.locator(".ready")).to_contain_text(name_of(host))
    expect(ticks.locator(".awaited")).to_contain_text(name_of(small))
    expect(small.locator(".between [role=timer]")).to_have_text(re.compile(r"The next deal begins in \d"))
    title, between, score = (tops(small, part) for part in (".end h2", ".between", ".end table"))
    assert title < between < score
    small.get_by_role("button", name="Next deal").click()
    for page in (host, small):
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(HELD).first).to_be_visible()


def tops(page: Page, part: str) -> float:
    """The distance of a part of the page from the top."""
    box = page.locator(part).first.bounding_box()
    assert box is not None
    return box["y"]


def a_session_is_ended_with_its_standing_and_another_is_asked_for(host: Page, guest: Page) -> None:
    resign(guest)
    host.get_by_role("button", name="End the session").click()
    host.get_by_role("dialog").get_by_role("button", name="End the session").click()
    for page in (host, guest):
        expect(page.locator(".end h2")).to_contain_text("The session is over.")
        expect(page.locator(".end table").first).to_contain_text("Place")
        expect(page.get_by_role("button", name="Next deal")).to_have_count(0)
        page.get_by_role("button", name="Start a new session").click()
    for page in (host, guest):
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(HELD).first).to_be_visible()


def test_on_a_phone_a_seat_shows_that_the_house_plays_for_somebody(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as one, visiting(browser, house) as other:
        small, guest = seated((one, other), "classic", HELD, options=TWO, match="session")
        name = name_of(guest)
        gone(guest)
        expect(small.locator(".side", has_text=name).get_by_text("away")).to_be_visible()
        expect(small.locator(".side", has_text=name).get_by_text("plays instead")).to_be_visible()


def test_the_house_plays_for_a_player_who_left_between_deals(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "classic", HELD, options=TWO, match="session")
    name = name_of(guest)
    resign(guest)
    expect(host.locator(".end")).to_be_visible()
    gone(guest)
    house_plays = host.get_by_role("button", name=f"Let the house play for {name}")
    expect(house_plays).to_be_disabled()
    expect(host.locator(".between .away")).to_contain_text(name)
    expect(house_plays).to_be_enabled()
    house_plays.click()
    expect(host.locator(".between .house")).to_contain_text(name)
    host.get_by_role("button", name="Next deal").click()
    expect(host.locator(".end")).to_have_count(0)
    expect(host.locator(".side", has_text=name)).to_contain_text("plays instead")


def test_a_double_match_has_two_games_on_the_same_tiles_shows_its_end_and_offers_a_new_one(
    pair: tuple[Visitor, Visitor],
) -> None:
    host, guest = seated(pair, "battle", ".slot", match="double", clock="untimed")
    expect(host.locator(ABLE).first).to_be_visible()
    tiles = host.evaluate(TILES)
    resign(guest)
    expect(host.locator(".end h2")).to_have_text(f"{name_of(guest)} gave up. You win")
    expect(host.get_by_role("complementary")).to_contain_text("game 1 of 2")
    for page in (host, guest):
        page.get_by_role("button", name="Second game, same tiles").click()
    expect(host.locator(".end")).to_have_count(0)
    expect(host.get_by_role("complementary")).to_contain_text("game 2 of 2")
    expect(guest.locator(ABLE).first).to_be_visible()  # the start is swapped
    assert guest.evaluate(TILES) == tiles
    resign(host)
    for page in (host, guest):
        expect(page.locator(".end .over")).to_have_text("The match is over.")
        expect(page.locator(".end tbody tr")).to_have_count(3)
        expect(page.locator(".end h2")).to_have_text("A draw")
        assert scores(page) == [270, 0, 0, 270, 270, 270]
    for page in (host, guest):
        page.get_by_role("button", name="Start a new match").click()
    expect(host.locator(".end")).to_have_count(0)
    expect(host.get_by_role("complementary")).to_contain_text("game 1 of 2")


def test_an_absent_rival_can_be_claimed_against_after_the_shown_time_unless_they_return(
    pair: tuple[Visitor, Visitor],
) -> None:
    host, guest = seated(pair, "battle", ".slot", match="single", clock="untimed")
    name, table = name_of(guest), guest.url
    gone(guest)
    notice = host.locator(".absent")
    expect(notice).to_be_visible()
    guest.goto(table)
    expect(notice).to_have_count(0)
    gone(guest)
    expect(notice).to_contain_text(f"{name} is away.")
    expect(notice).to_contain_text(re.compile(r"you can claim the win in \d"))
    claim = notice.get_by_role("button", name="Claim the win")
    expect(claim).to_be_disabled()
    expect(claim).to_be_enabled()
    claim.click()
    expect(host.locator(".end h2")).to_have_text(f"{name} stayed away. You win")


def test_turn_and_reserve_are_two_clocks_and_the_reserve_waits_for_the_turn(
    visitor: Visitor, browser: Browser, house: House
) -> None:
    with visiting(browser, house, **PHONE) as other:
        pages = seated((visitor, other), "classic", HELD, options=TWO, match="session", clock="20 s and 3 min")
        mover = next(page for page in pages if page.locator(".hand .able").count())
        for page in pages:
            check_clocks(page)
        mover.reload()
        check_clocks(mover)
        expect(pages[0].get_by_role("complementary")).to_contain_text("20 s a turn, 3 min in reserve")
        other.check()


def check_clocks(page: Page) -> None:
    """Check that the turn's time runs, the reserves wait, and each clock stays in its player's place."""
    expect(page.get_by_role("timer", name="Time for this turn")).to_have_text(re.compile(r"^(0:1\d|\d\.\d)$"))
    assert page.get_by_role("timer", name="Reserve").all_inner_texts() == ["+3:00", "+3:00"]
    expect(page.locator(".side.turn .clock")).to_have_count(2)
    assert page.evaluate(OVERHANG) <= 0


def test_battle_clocks_are_the_same_after_a_move_and_after_a_reload(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "battle", ".slot", match="single", clock="2+2")
    for page in (host, guest) * 2:
        expect(page.locator(ABLE).first).to_be_visible()
        page.wait_for_timeout(1200)  # takes time, so that subtracting it twice would show
        left = page.locator(".slot").count()
        page.locator(".tray li button").first.click()
        for seen in (host, guest):
            expect(seen.locator(".slot")).to_have_count(left - 2)
    told = [seconds(text) for text in host.locator(".clock").all_inner_texts()]
    host.reload()
    expect(host.locator(".clock").first).to_be_visible()
    again = [seconds(text) for text in host.locator(".clock").all_inner_texts()]
    # The clock of the player to move runs while the page loads; no clock was shown too short before.
    assert all(before >= after - 0.5 for before, after in zip(told, again, strict=True)), (told, again)


def seconds(text: str) -> float:
    """A clock's time in seconds."""
    minutes, _, rest = text.rpartition(":")
    return int(minutes or 0) * 60 + float(rest)


def test_a_stake_and_no_clock_exclude_one_another(visitor: Visitor) -> None:
    page = visitor.enter()
    page.locator(".card", has_text="Solitaire").get_by_role("button", name="Play a contest").click()
    dialog = page.get_by_role("dialog")
    untimed, stake = dialog.get_by_label("Clock").locator("option[value=untimed]"), dialog.get_by_label("Stake")
    expect(untimed).to_be_enabled()
    stake.select_option("50")
    expect(untimed).to_be_disabled()
    expect(dialog).to_contain_text("With a stake everybody plays with a clock.")
    stake.select_option("0")
    dialog.get_by_label("Clock").select_option("untimed")
    expect(stake.locator("option").nth(1)).to_be_disabled()


def test_the_kind_of_claims_is_chosen_with_the_table_and_shown_in_its_terms(visitor: Visitor) -> None:
    for claims, told in (("lively", "lively claims"), ("sealed", "sealed claims: always 4 s")):
        page = visitor.enter()
        page.locator(".card", has_text="Classic").get_by_role("button", name="Play with friends").click()
        page.get_by_role("dialog").get_by_label("Claims").select_option(claims)
        page.get_by_role("button", name="Create table").click()
        expect(page.locator(".waiting")).to_contain_text(told)

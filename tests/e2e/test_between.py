"""Between deals and without somebody: ready ticks, countdowns, claims against the absent, and the end of a match."""

import re
from collections.abc import Generator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.house import PHONE, House, Visitor, opened_house, visiting
from tests.e2e.play import ABLE

TWO = {"ruleset": "two-players"}
HELD = ".hand [data-held]"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    """A house where nobody waits long for somebody who is away."""
    with opened_house(tmp_path_factory.mktemp("impatient"), absent_seconds=5) as made:
        yield made


@pytest.fixture
def pair(browser: Browser, impatient: House) -> Generator[tuple[Visitor, Visitor]]:
    with visiting(browser, impatient) as one, visiting(browser, impatient) as other:
        yield one, other
        one.check()


def seated(pair: tuple[Visitor, Visitor], game: str, board: str, **wish: object) -> tuple[Page, Page]:
    """Two people at a table, in play."""
    host = pair[0].open_table(game, **wish)
    guest = pair[1].enter(urlsplit(host.url).path)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        expect(page.locator(board).first).to_be_visible()
    return host, guest


def resign(page: Page) -> None:
    """Give up, having read what that does."""
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def name_of(page: Page) -> str:
    """What somebody is called."""
    return page.locator("header .name").inner_text()


def gone(page: Page) -> None:
    """Close the page, as somebody does who does not come back."""
    page.goto("about:blank")


def test_whoever_resigns_is_told_what_that_does_and_the_other_that_it_was_done(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "classic", HELD, options=TWO, match="session")
    guest.keyboard.press("r")
    expect(guest.get_by_role("dialog")).to_contain_text("This deal ends at once, and nobody pays.")
    guest.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(host.locator(".end h2")).to_have_text(f"{name_of(guest)} gave up. You win")
    expect(guest.locator(".end h2")).to_have_text(f"You gave up. {name_of(host)} wins")
    expect(host.locator(".end")).not_to_contain_text("Mahjong!")


def test_between_deals_ticks_show_who_is_ready_and_a_countdown_runs(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "classic", HELD, options=TWO, match="session")
    resign(guest)
    ticks = guest.get_by_role("list", name="Ready for the next deal")
    expect(ticks.locator(".awaited")).to_have_count(2)
    host.get_by_role("button", name="Next deal").click()
    expect(ticks.locator(".ready")).to_contain_text(name_of(host))
    expect(ticks.locator(".awaited")).to_contain_text(name_of(guest))
    countdown = guest.locator(".between [role=timer]")
    expect(countdown).to_have_text(re.compile(r"The next deal begins in \d"))
    guest.get_by_role("button", name="Next deal").click()
    for page in (host, guest):
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(HELD).first).to_be_visible()


def test_on_a_phone_the_countdown_is_seen_without_scrolling_through_the_score(
    browser: Browser, impatient: House
) -> None:
    with visiting(browser, impatient) as one, visiting(browser, impatient, **PHONE) as other:
        host, small = seated((one, other), "classic", HELD, options=TWO, match="session")
        resign(host)
        host.get_by_role("button", name="Next deal").click()
        countdown = small.locator(".between [role=timer]")
        expect(countdown).to_have_text(re.compile(r"\d:\d\d$"))
        title, ticks, score = (
            small.locator(part).first.bounding_box() for part in (".end h2", ".between", ".end table")
        )
        assert title is not None
        assert ticks is not None
        assert score is not None
        assert title["y"] < ticks["y"] < score["y"]


def test_on_a_phone_a_place_tells_that_the_house_plays_for_somebody(browser: Browser, impatient: House) -> None:
    with visiting(browser, impatient, **PHONE) as one, visiting(browser, impatient) as other:
        small, guest = seated((one, other), "classic", HELD, options=TWO, match="session")
        name = name_of(guest)
        gone(guest)
        expect(small.locator(".side", has_text=name).get_by_text("away")).to_be_visible()
        expect(small.locator(".side", has_text=name).get_by_text("plays instead")).to_be_visible()


def test_the_house_plays_for_who_left_between_deals(pair: tuple[Visitor, Visitor]) -> None:
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


def test_a_session_is_ended_with_its_standing_and_another_is_asked_for(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "classic", HELD, options=TWO, match="session")
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


def test_a_double_match_tells_its_end_and_asks_for_a_new_one(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "battle", ".slot", match="double", clock="untimed")
    resign(guest)
    expect(host.locator(".end h2")).to_have_text(f"{name_of(guest)} gave up. You win")
    expect(host.get_by_role("complementary")).to_contain_text("game 1 of 2")
    for page in (host, guest):
        page.get_by_role("button", name="Second game, same tiles").click()
    expect(host.locator(".end")).to_have_count(0)
    expect(host.get_by_role("complementary")).to_contain_text("game 2 of 2")
    resign(guest)
    for page in (host, guest):
        expect(page.locator(".end .over")).to_have_text("The match is over.")
        expect(page.locator(".end tbody tr")).to_have_count(3)
        page.get_by_role("button", name="Start a new match").click()
    expect(host.locator(".end")).to_have_count(0)
    expect(host.get_by_role("complementary")).to_contain_text("game 1 of 2")


def test_an_absent_rival_can_be_claimed_against_after_the_time_that_is_told(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "battle", ".slot", match="single", clock="untimed")
    name = name_of(guest)
    gone(guest)
    notice = host.locator(".absent")
    expect(notice).to_contain_text(f"{name} is away.")
    expect(notice).to_contain_text(re.compile(r"you can claim the win in \d"))
    claim = notice.get_by_role("button", name="Claim the win")
    expect(claim).to_be_disabled()
    expect(claim).to_be_enabled()
    claim.click()
    expect(host.locator(".end h2")).to_have_text(f"{name} stayed away. You win")


def test_who_comes_back_in_time_is_not_claimed_against(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "battle", ".slot", match="single", clock="untimed")
    table = guest.url
    gone(guest)
    expect(host.locator(".absent")).to_be_visible()
    guest.goto(table)
    expect(host.locator(".absent")).to_have_count(0)


def test_turn_and_reserve_are_two_clocks_and_the_reserve_waits_for_the_turn(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "classic", HELD, options=TWO, match="session", clock="20 s and 3 min")
    mover = next(page for page in (host, guest) if page.locator(".hand .able").count())
    for page in (host, guest):
        expect(page.get_by_role("timer", name="Time for this turn")).to_have_text(re.compile(r"^(0:1\d|\d\.\d)$"))
        assert page.get_by_role("timer", name="Reserve").all_inner_texts() == ["+3:00", "+3:00"]
    mover.reload()
    expect(mover.get_by_role("timer", name="Time for this turn")).to_have_text(re.compile(r"^(0:1\d|\d\.\d)$"))
    assert mover.get_by_role("timer", name="Reserve").all_inner_texts() == ["+3:00", "+3:00"]
    expect(mover.get_by_role("complementary")).to_contain_text("20 s a turn, 3 min in reserve")


def test_battle_clocks_are_the_same_after_a_move_and_after_a_reload(pair: tuple[Visitor, Visitor]) -> None:
    host, guest = seated(pair, "battle", ".slot", match="single", clock="2+2")
    for page in (host, guest) * 2:
        expect(page.locator(ABLE).first).to_be_visible()
        page.wait_for_timeout(1200)  # thinking, so that a time told twice would show
        left = page.locator(".slot").count()
        page.locator(".tray li button").first.click()
        for seen in (host, guest):
            expect(seen.locator(".slot")).to_have_count(left - 2)
    told = [seconds(text) for text in host.locator(".clock").all_inner_texts()]
    host.reload()
    expect(host.locator(".clock").first).to_be_visible()
    again = [seconds(text) for text in host.locator(".clock").all_inner_texts()]
    # The clock of who is to move goes on while the page is loaded; nobody's is ever told too short before.
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


@pytest.mark.parametrize(("claims", "told"), [("lively", "lively claims"), ("sealed", "sealed claims: always 4 s")])
def test_claims_are_chosen_with_the_table_and_stand_in_its_terms(visitor: Visitor, claims: str, told: str) -> None:
    page = visitor.enter()
    page.locator(".card", has_text="Classic").get_by_role("button", name="Play with friends").click()
    page.get_by_role("dialog").get_by_label("Claims").select_option(claims)
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".waiting")).to_contain_text(told)

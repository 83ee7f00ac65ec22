"""The front page in a real browser: today's deal, lessons, and what newcomers see."""

from playwright.sync_api import expect

from tests.e2e import play
from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting


def test_two_visitors_get_the_same_daily_deal_and_the_best_score_is_listed(browser: Browser, house: House) -> None:
    boards: list[list[str]] = []
    for _ in range(2):
        with visiting(browser, house) as guest:
            page = guest.enter()
            page.get_by_role("button", name="Play: Mahjong Battle").click()
            expect(page.locator(".slot.able").first).to_be_visible()
            boards.append(page.locator(".slot [data-tile]").evaluate_all("all => all.map((one) => one.dataset.tile)"))
            page.keyboard.press("r")
            page.get_by_role("dialog").get_by_role("button", name="Give up").click()
            expect(page.locator("section.end")).to_be_visible()
            guest.enter()
            expect(page.get_by_role("list", name="Best of today").nth(1).locator("b").first).to_be_visible()
            expect(page.get_by_role("button", name="See result: Mahjong Battle")).to_be_visible()
            guest.check()
    assert len(boards[0]) == 108
    assert boards[0] == boards[1]


def test_own_games_are_at_the_top_of_the_front_page_until_they_are_over(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = visitor.enter()
        play.start(page)
        page.locator("header .sign").click()
        own = page.get_by_role("region", name="Your games")
        expect(own.get_by_role("link", name="Continue")).to_be_in_viewport()
        own.get_by_role("link", name="Continue").click()
        expect(page.locator(play.ABLE).first).to_be_visible()
        page.keyboard.press("r")
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        page.locator(play.RESULT).get_by_role("link", name="Home").click()
        expect(page.locator(".card")).to_have_count(3)
        expect(own).to_have_count(0)
        visitor.check()


def test_a_private_game_is_listed_only_for_its_players(visitor: Visitor, friend: Visitor) -> None:
    page = visitor.enter()
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Waiting for one more player")).to_be_visible()
    friend.enter("/" + page.url.split("/", 3)[3].split("?")[0])
    expect(friend.page.get_by_text("This table is private")).to_be_visible()
    friend.errors = [error for error in friend.errors if "403" not in error]  # logged by the browser
    friend.page.goto(page.get_by_role("textbox", name="Invite link").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".slot").first).to_be_visible()
    visitor.enter()
    page.get_by_role("region", name="Your games").get_by_role("link", name="Continue").click()
    expect(page.locator(".slot").first).to_be_visible()


def test_a_person_who_waits_for_friends_can_play_with_house_players_instead(visitor: Visitor) -> None:
    page = visitor.enter()
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Add house player").click()
    page.get_by_role("button", name="Remove Tavi").click()
    expect(page.get_by_text("Waiting for 3 more players")).to_be_visible()
    page.get_by_role("button", name="Fill all seats").click()
    expect(page.get_by_role("img", name="tiles in the wall")).to_be_visible()


def test_the_front_page_leads_to_lessons_rules_and_the_scorer(visitor: Visitor) -> None:
    page = visitor.enter()
    page.set_viewport_size({"width": 1366, "height": 650})
    for begin in page.get_by_role("button", name="Play now").all():
        expect(begin).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="Today's deal")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("link", name="Lesson: five minutes").first.click()
    expect(page.get_by_role("heading", name="Step 1 of 6")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Rules").nth(1).click()
    expect(page.get_by_role("heading", name="Classic Mahjong", level=1)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Scorer").click()
    expect(page.get_by_role("heading", name="Scorer", level=1)).to_be_visible()


def test_a_newcomer_gets_an_easy_opponent_and_choices_are_remembered_and_played(visitor: Visitor) -> None:
    page = visitor.enter()
    expect(page.locator("[name=level-battle][value=greedy]")).to_be_checked()
    page.locator("[name=level-battle][value=hard]").check(force=True)
    page.reload()
    expect(page.locator("[name=level-battle][value=hard]")).to_be_checked()
    card = page.locator(".card[data-game=classic]")
    card.get_by_label("Rules").select_option("three-players")
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("img", name="tiles in the wall")).to_be_visible()
    for name, times in (("Tavi", 1), ("Suki", 1), ("Bruno", 0)):
        expect(page.locator(".main").get_by_text(name, exact=True)).to_have_count(times)


def test_the_calendar_leads_from_todays_deal_to_its_day(visitor: Visitor) -> None:
    page = visitor.enter()
    page.get_by_role("link", name="Calendar").click()
    expect(page.get_by_role("heading", name="Calendar")).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)
    assert serious_findings(page) == []
    page.locator("a.today").click()
    expect(page.get_by_text("The secret is shown when the day is over.")).to_be_visible()
    assert serious_findings(page) == []
    visitor.enter("/days/yesterday")
    expect(page.get_by_role("alert")).to_have_text("There is nothing at this address.")
    visitor.errors = [error for error in visitor.errors if "404" not in error]  # the browser logs the refusal

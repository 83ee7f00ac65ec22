"""House rules in a real browser: made in the panel, shown to guests, and used in play and in the scorer."""

from playwright.sync_api import Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.games.test_classic import by_mouse, goes_on
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting

HAND = "111m 555p 123s 77z [999s]"


def change(page: Page, name: str, value: str) -> None:
    """Find an option by its name and give it a value."""
    page.get_by_label("Find an option").fill(name)
    field = page.get_by_label(name, exact=True)
    if field.get_attribute("type") == "checkbox":
        field.set_checked(value == "yes")
    elif field.evaluate("one => one.tagName") == "SELECT":
        field.select_option(label=value)
    else:
        field.fill(value)
        field.press("Tab")


def make_rules(page: Page) -> None:
    """Rules without bonus tiles in which a pair of dragons is worth ten."""
    change(page, "Flowers and Seasons", "no")
    change(page, "Pair of Dragons", "10")
    expect(page.get_by_role("heading", name="2 options differ")).to_be_visible()
    page.get_by_label("Name of these rules").fill("Sundays")
    page.get_by_role("button", name="Save these rules").click()
    page.wait_for_url("**/rulesets/*")
    expect(page.get_by_role("button", name="Saved")).to_be_visible()


def test_a_house_rule_is_created_shown_played_and_scored(browser: Browser, house: House, visitor: Visitor) -> None:
    page = visitor.enter("/rulesets")
    make_rules(page)
    assert serious_findings(page) == []
    page.get_by_role("button", name="Play with them").click()
    card = page.locator(".card:has([name=level-classic])")
    expect(card.get_by_label("Rules").locator("option:checked")).to_have_text("Sundays")
    card.get_by_role("button", name="with friends").click()
    page.get_by_role("dialog").get_by_role("button", name="Create table").click()
    page.wait_for_url("**/table/*")
    with visiting(browser, house, **PHONE) as guest:
        told = guest.page
        told.goto(f"{house.url}/join/{page.locator('.code').inner_text()}")
        expect(told.get_by_text("2 rules differ from: British")).to_be_visible()
        expect(told.get_by_role("listitem").filter(has_text="Pair of Dragons")).to_contain_text("10")
        told.get_by_role("link", name="Read these rules").click()
        expect(told.get_by_text("2 rules differ from: British")).to_be_visible()
    page.goto(f"{house.url}/scorer")
    expect(page.get_by_label("Rules").locator("option:checked")).to_have_text("Sundays")
    page.get_by_label("Or write the hand").fill(HAND)
    expect(page.get_by_role("row", name="Pair of Dragons")).to_contain_text("10")
    assert "pairs.dragon" in page.url
    with visiting(browser, house) as stranger:  # the address contains the rules, because they are private
        stranger.page.goto(page.url)
        expect(stranger.page.get_by_role("row", name="Pair of Dragons")).to_contain_text("10")
    page.goto(house.url)
    card.locator("input[value=easy]").check(force=True)
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    assert all(goes_on(page, by_mouse) for _ in range(2))


def test_an_invalid_option_shows_its_error_and_rules_are_read_from_a_file(visitor: Visitor) -> None:
    page = visitor.enter("/rulesets")
    page.get_by_label("Find an option").fill("Kong Box")
    page.get_by_label("Size of the Kong Box").first.select_option(label="a number …")
    size = page.get_by_role("spinbutton", name="Size of the Kong Box")
    size.fill("7")
    size.press("Tab")
    expect(page.get_by_role("alert").filter(has_text="even number of tiles")).to_be_visible()
    expect(page.get_by_role("button", name="Save these rules")).to_be_disabled()
    size.fill("16")
    size.press("Tab")
    expect(page.get_by_role("alert")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a file").click()
    page.goto(page.url)
    page.get_by_label("Open a file").set_input_files(download.value.path())
    expect(page.get_by_role("heading", name="1 option differs")).to_be_visible()


def test_house_rules_that_are_not_shared_are_hidden_from_others(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    page = visitor.enter("/rulesets")
    make_rules(page)
    with visiting(browser, house) as stranger:
        stranger.page.goto(page.url)
        expect(stranger.page.get_by_text("There are no such house rules")).to_be_visible()
        page.get_by_label("Everybody with the link can see them").check()
        expect(page.get_by_label("Invite link")).to_be_visible()
        stranger.page.reload()
        expect(stranger.page.get_by_text("Somebody shared the house rules “Sundays”")).to_be_visible()
        stranger.errors[:] = [error for error in stranger.errors if "404" not in error]

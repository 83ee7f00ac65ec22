"""Every page: in every language, on a phone, for everybody; and what happens when something is not there."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.accessible import WITH_TEXT, serious_findings
from tests.e2e.house import PHONE, ROOT, House, Visitor, visiting
from tests.e2e.play import ABLE, at_table, start

LATER: Final = re.compile(r"assets/en-")
"""The words of other pages, which come when the first one is idle."""
IMAGE: Final = "document.querySelector('.picture .tile[data-tile=\"9p\"] img').src"


def test_no_page_has_a_serious_finding_of_axe(visitor: Visitor) -> None:
    visitor.context.add_init_script(WITH_TEXT)
    page = visitor.enter()
    expect(page.locator(".card").first).to_be_visible()
    assert serious_findings(page) == []
    start(page)
    page.locator(ABLE).first.click()
    assert serious_findings(page) == []
    page.keyboard.press("r")
    assert serious_findings(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator("section.end")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The deal is fair.")).to_be_visible()
    assert serious_findings(page) == []
    visitor.enter("/rules/classic").locator("summary").nth(1).click()
    assert serious_findings(page) == []


def test_no_dialog_has_a_serious_finding_of_axe(visitor: Visitor) -> None:
    page = visitor.enter()
    for name in ("Settings", "Keys"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert serious_findings(page) == []
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_language_and_theme_are_remembered(visitor: Visitor) -> None:
    page = visitor.enter()
    page.get_by_role("combobox", name="Language").select_option("nl")
    page.get_by_role("button", name="Kleuren").click()
    page.reload()
    expect(page.get_by_role("button", name="Nu spelen").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_on_a_phone_a_finger_takes_a_pair(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE) as visitor:
        page = at_table(visitor)
        box = page.locator(ABLE).first.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".tile.selected")).to_have_count(1)
        page.locator(".tray button").first.tap()
        expect(page.locator(".slot").nth(107)).to_be_hidden()
        visitor.check()


def test_a_guest_becomes_an_account_and_signs_in_again_elsewhere(browser: Browser, house: House) -> None:
    with visiting(browser, house) as first, visiting(browser, house) as second:
        page = first.enter()
        page.get_by_role("button", name="Guest").click()
        page.get_by_label("Name").fill("Ming the host")
        page.get_by_label("Password").fill("jasmine and oolong")
        page.get_by_role("dialog").get_by_role("button", name="Create account").last.click()
        expect(page.get_by_text("Welcome! Your account was created.")).to_be_visible()
        page = second.enter()
        page.get_by_role("button", name="Guest").click()
        page.get_by_role("button", name="Sign in").first.click()
        page.get_by_label("Name").fill("Ming the host")
        page.get_by_label("Password").fill("something else")
        page.get_by_role("button", name="Sign in").last.click()
        expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
        page.get_by_label("Password").fill("jasmine and oolong")
        page.get_by_role("button", name="Sign in").last.click()
        expect(page.locator("header .name")).to_contain_text("Ming the host")
        page.get_by_role("link", name="Account settings").click()
        expect(page.get_by_role("region", name="Devices").get_by_role("listitem")).to_have_count(2)


NOT_THERE: Final = {
    "/table/0123456789abcdef": "This table does not exist",
    "/join/QQQQQQ": "No table has the code QQQQQQ",
    "/replay/0123456789abcdef/0": "This table does not exist",
    "/rules/chess": "There is no page",
    "/nowhere/at/all": "There is no page",
}


def test_what_is_not_there_gets_a_sentence_and_a_way_on(browser: Browser, house: House) -> None:
    with visiting(browser, house) as visitor:
        page = visitor.page
        for path, says in NOT_THERE.items():
            visitor.enter(path)
            expect(page.get_by_text(says)).to_be_visible()
            expect(page.get_by_role("link", name="Back to the home page")).to_be_visible()
        page.get_by_role("link", name="Back to the home page").click()
        expect(page.locator(".card").first).to_be_visible()


def test_a_stranger_does_not_get_into_a_private_table(visitor: Visitor, browser: Browser, house: House) -> None:
    page = visitor.enter()
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Waiting for one more player")).to_be_visible()
    with visiting(browser, house) as stranger:
        stranger.enter("/" + page.url.split("/", 3)[3].split("?")[0])
        expect(stranger.page.get_by_text("This table is private")).to_be_visible()


def test_the_lobby_shows_open_tables_as_they_come(visitor: Visitor, browser: Browser, house: House) -> None:
    page = visitor.enter()
    with visiting(browser, house) as host:
        host.enter().get_by_role("button", name="Play a friend").click()
        host.page.get_by_label("Anyone").check()
        host.page.get_by_role("button", name="Create table").click()
        host.page.wait_for_url("**/table/*")
        address = host.page.evaluate("location.pathname")
        page.locator(f"a[href^='{address}']").get_by_text("Join").click()
        page.get_by_role("button", name="Sit down").click()
        expect(host.page.locator(ABLE).first).to_be_visible()
        host.page.keyboard.press("h")
        host.page.get_by_role("dialog", name="Leave this game?").get_by_role("link", name="Leave").click()
        host.page.get_by_role("link", name="Continue").first.click()
        expect(host.page.locator(ABLE).first).to_be_visible()


def test_a_newcomer_sees_numerals_until_they_are_switched_off(visitor: Visitor) -> None:
    page = visitor.enter()
    expect(page.locator(".picture .tile.learner").nth(10)).to_be_attached()  # they are drawn row by row
    learner = page.evaluate(IMAGE)
    page.keyboard.press("s")
    page.get_by_label("Numerals in the corners").uncheck()
    assert page.evaluate(IMAGE) != learner
    page.reload()
    expect(page.locator(".picture .tile").nth(10)).to_be_attached()
    assert page.locator(".picture .tile.learner").count() == 0


def test_faces_backs_and_cloths_can_be_chosen_and_the_choice_is_remembered(visitor: Visitor) -> None:
    page = visitor.enter()
    expect(page.locator(".picture img").first).to_be_visible()
    seen = [page.evaluate(IMAGE)]
    for name in ("European", "Black lacquer", "Cinnabar"):
        page.keyboard.press("s")
        page.get_by_role("radio", name="Wine red").check(force=True)
        page.get_by_role("radio", name=name).check(force=True)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)  # gone, not only closed: the page hears of that a moment later
        expect(page.locator(".picture img").first).not_to_have_attribute("src", seen[-1])
        seen.append(page.evaluate(IMAGE))
    assert len(set(seen)) == 4
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-cloth", "wine")
    expect(page.locator(".picture img").first).to_have_attribute("src", seen[-1])


def built_sizes() -> dict[str, int]:
    import gzip

    folder = ROOT / "src" / "teahouse" / "web" / "static"
    return {
        str(file.relative_to(folder)): len(gzip.compress(file.read_bytes()))
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_the_first_load_keeps_its_budget_of_bytes(visitor: Visitor) -> None:
    asked: dict[str, str] = {}
    sent: dict[str, float] = {}
    session: Any = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")

    def note_request(begun: dict[str, Any]) -> None:
        asked[begun["requestId"]] = begun["request"]["url"].removeprefix(f"{visitor.url}/")

    def note_answer(done: dict[str, Any]) -> None:
        sent[done["requestId"]] = done["encodedDataLength"]

    session.on("Network.requestWillBeSent", note_request)
    session.on("Network.loadingFinished", note_answer)
    page = visitor.enter()
    expect(page.get_by_role("button", name="Play now")).to_have_count(3)
    expect(page.locator(".picture img").first).to_be_visible()
    waited_for = [size for request, size in sent.items() if not LATER.match(asked.get(request, ""))]
    assert 20_000 < sum(waited_for) <= 85_000
    sizes = built_sizes()
    first = {name: sizes[name] for name in asked.values() if name in sizes}
    assert any(name.endswith(".js") for name in first)
    assert sum(size for name, size in first.items() if name.endswith(".js")) <= 150_000
    assert sum(size for name, size in first.items() if name.endswith((".svg", ".woff2"))) <= 200_000
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 420_000  # every page in every language


@pytest.mark.parametrize(("locale", "spoken"), [("en-GB", "en"), ("fr-FR", "fr"), ("it-IT", "en")])
def test_a_language_is_fetched_only_by_those_who_speak_it(
    browser: Browser, house: House, locale: str, spoken: str
) -> None:
    with visiting(browser, house, locale=locale) as visitor:
        asked: list[str] = []
        visitor.page.on(
            "request", lambda request: asked.extend(re.findall(r"/assets/([a-z]{2})-[^/]+\.js$", request.url))
        )
        page = visitor.enter()
        expect(page.locator(".card .primary")).to_have_count(3)
        page.wait_for_load_state("networkidle")  # the words of other pages follow
        assert set(asked) == {spoken}
        visitor.check()


def test_an_unknown_address_says_so_and_leads_home(visitor: Visitor) -> None:
    answer = visitor.page.goto(f"{visitor.url}/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(visitor.page.get_by_role("heading", name="Page not found")).to_be_visible()
    visitor.page.get_by_role("link", name="Back to the home page").click()
    expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(3)
    (told,) = visitor.errors
    assert "404" in told
    visitor.errors.clear()

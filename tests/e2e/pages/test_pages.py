"""Every page: in every language, on a phone, accessible to everybody; and pages that are missing."""

import re
from collections.abc import Generator
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.e2e.accessible import WITH_TEXT, serious_findings
from tests.e2e.house import PHONE, ROOT, Browser, House, Visitor, visiting
from tests.e2e.play import ABLE, at_table, start

LATER: Final = re.compile(r"assets/en-")
"""The texts of other pages, which load when the first one is idle."""
NINE: Final = '.picture .tile[data-tile="9p"] img'


def test_no_page_has_a_serious_finding_of_axe(visitor: Visitor) -> None:
    visitor.prepare(WITH_TEXT)
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


NO_PAGE: Final = "There is no page"
NOT_THERE: Final = {
    "/table/0123456789abcdef": "This table does not exist",
    "/join/QQQQQQ": "No table has the code QQQQQQ",
    "/replay/0123456789abcdef/0": "This table does not exist",
    "/rules/chess": NO_PAGE,
    "/nowhere/at/all": NO_PAGE,
}


def test_a_missing_page_shows_a_message_and_a_link(browser: Browser, house: House) -> None:
    with visiting(browser, house) as visitor:
        page = visitor.page
        for path, says in NOT_THERE.items():
            answer = page.goto(visitor.url + path)
            assert answer is not None
            assert answer.status == (404 if says == NO_PAGE else 200)
            expect(page.get_by_text(says)).to_be_visible()
            expect(page.get_by_role("link", name="Back to the home page")).to_be_visible()
        page.get_by_role("link", name="Back to the home page").click()
        expect(page.locator(".card").first).to_be_visible()


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


def test_language_theme_numerals_faces_backs_and_cloths_are_chosen_and_remembered(visitor: Visitor) -> None:
    page = visitor.enter()
    nine = page.locator(NINE).first
    expect(nine).to_be_visible()  # pictures are drawn row by row
    expect(page.locator(".picture .tile.learner").first).to_be_attached()
    seen = [nine.get_attribute("src") or ""]
    page.keyboard.press("s")
    page.get_by_label("Numerals in the corners").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(nine).not_to_have_attribute("src", seen[0])
    seen.append(nine.get_attribute("src") or "")
    for name in ("European", "Black lacquer", "Cinnabar"):
        page.keyboard.press("s")
        page.get_by_role("radio", name="Wine red").check(force=True)
        page.get_by_role("radio", name=name).check(force=True)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)  # it takes a moment until it is removed
        expect(nine).not_to_have_attribute("src", seen[-1])
        seen.append(nine.get_attribute("src") or "")
    assert len(set(seen)) == 5
    page.get_by_role("combobox", name="Language").select_option("nl")
    page.get_by_role("button", name="Kleuren").click()
    page.reload()
    expect(page.get_by_role("button", name="Nu spelen").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-cloth", "wine")
    expect(nine).to_have_attribute("src", seen[-1])
    expect(page.locator(".picture .tile.learner")).to_have_count(0)


def built_sizes() -> dict[str, int]:
    import gzip

    folder = ROOT / "src" / "teahouse" / "web" / "static"
    return {
        str(file.relative_to(folder)): len(gzip.compress(file.read_bytes()))
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.fixture
def newcomer(browser: Browser, house: House) -> Generator[Visitor]:
    """A visitor with an empty cache."""
    with visiting(browser, house, fresh=True) as visitor:
        yield visitor
        visitor.check()


def test_the_first_load_stays_within_its_budget_of_bytes(newcomer: Visitor) -> None:
    asked: dict[str, str] = {}
    sent: dict[str, float] = {}
    session: Any = newcomer.context.new_cdp_session(newcomer.page)
    session.send("Network.enable")

    def note_request(begun: dict[str, Any]) -> None:
        asked[begun["requestId"]] = begun["request"]["url"].removeprefix(f"{newcomer.url}/")

    def note_answer(done: dict[str, Any]) -> None:
        sent[done["requestId"]] = done["encodedDataLength"]

    session.on("Network.requestWillBeSent", note_request)
    session.on("Network.loadingFinished", note_answer)
    page = newcomer.enter()
    expect(page.get_by_role("button", name="Play now")).to_have_count(3)
    expect(page.locator(".picture img").first).to_be_visible()
    waited_for = [size for request, size in sent.items() if not LATER.match(asked.get(request, ""))]
    assert 20_000 < sum(waited_for) <= 85_000
    sizes = built_sizes()
    first = {name: sizes[name] for name in asked.values() if name in sizes}
    assert any(name.endswith(".js") for name in first)
    assert sum(size for name, size in first.items() if name.endswith(".js")) <= 150_000
    assert sum(size for name, size in first.items() if name.endswith((".svg", ".woff2"))) <= 200_000
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) <= 425_000  # every page in every language


@pytest.mark.parametrize(("locale", "spoken"), [("fr-FR", "fr"), ("it-IT", "en")])
def test_a_language_is_loaded_only_when_it_is_chosen(browser: Browser, house: House, locale: str, spoken: str) -> None:
    with visiting(browser, house, fresh=True, locale=locale) as visitor:
        asked: list[str] = []
        visitor.page.on(
            "request", lambda request: asked.extend(re.findall(r"/assets/([a-z]{2})-[^/]+\.js$", request.url))
        )
        page = visitor.enter()
        expect(page.locator(".card .primary")).to_have_count(3)
        page.wait_for_load_state("networkidle")  # the texts of other pages follow
        assert set(asked) == {spoken}
        visitor.check()

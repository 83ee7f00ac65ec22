"""Finished games: replayed from any seat, verified without WebCrypto, judged, shared, and imported."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import play
from tests.e2e.games import test_classic
from tests.e2e.house import Browser, House, Visitor, visiting
from tests.service.engines.test_judge import record_of

# Over plain HTTP in a home network a browser has no WebCrypto.
WITHOUT_CRYPTO = "Object.defineProperty(crypto, 'subtle', {value: undefined})"


def give_up(page: Page) -> None:
    """Give up the game, and open its replay."""
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator("input[type=range]")).to_be_visible()


def verified(page: Page) -> list[str]:
    """The results of the browser's checks of the deal."""
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict")).to_have_text("The deal is fair.")
    return page.locator("aside li:has(> b[aria-hidden])").all_inner_texts()


def test_a_deal_of_classic_is_shown_from_every_seat_and_verified_to_the_last_draw(visitor: Visitor) -> None:
    visitor.prepare(WITHOUT_CRYPTO)
    page = test_classic.at_short_table(visitor)
    assert page.evaluate("crypto.subtle === undefined")
    test_classic.my_turn(page)
    page.locator(".hand .able").last.click()
    give_up(page)
    own = page.get_by_role("group", name="Your hand").locator("button")
    expect(own.first).to_be_visible()
    expect(page.locator(".side .hand.open")).to_have_count(3)
    page.get_by_role("checkbox", name="All hands open").uncheck()
    expect(page.locator(".side .hand.open")).to_have_count(0)
    before = page.evaluate(test_classic.HAND)
    eyes = page.get_by_role("combobox", name="Seen by")
    eyes.select_option(str((int(eyes.input_value()) + 1) % 4))
    page.wait_for_function(f"before => JSON.stringify({test_classic.HAND}) !== JSON.stringify(before)", arg=before)
    eyes.select_option(label="an onlooker")
    expect(own).to_have_count(0)
    assert "Every tile drawn later came from this wall" in verified(page)[-1]


def finished(visitor: Visitor) -> Page:
    """The replay of a game of Battle that was played to its end."""
    page = visitor.open_table("battle", private=True, clock="untimed", bots={"1": "random"})
    expect(page.locator(play.ABLE).first).to_be_visible()
    play.finish(page)
    page.locator(".end").get_by_role("link", name="Replay").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    return page


@pytest.mark.slow
def test_the_house_judges_a_game_of_battle(visitor: Visitor) -> None:
    page = finished(visitor)
    page.get_by_role("button", name="Ask the house").click()
    page.keyboard.press("End")
    expect(page.locator("aside").get_by_text("exact", exact=False).first).to_be_visible(timeout=120_000)
    expect(page.locator("aside .panel svg path").first).to_be_visible()


def test_a_link_leads_a_stranger_to_the_move(visitor: Visitor, browser: Browser, house: House) -> None:
    page = finished(visitor)
    last = page.locator("input[type=range]").get_attribute("max")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    link = page.get_by_label("Link to this moment").input_value()
    assert "invite=" in link
    assert link.endswith("&ply=1")
    with visiting(browser, house) as stranger:
        stranger.page.goto(link)
        expect(stranger.page.locator(".slot")).to_have_count(106)
        stranger.page.goto(link.replace("ply=1", f"ply={last}"))
        expect(stranger.page.locator(f"[data-ply='{last}']")).to_be_in_viewport()
        stranger.enter("/" + link.split("/", 3)[3].split("?")[0])
        expect(stranger.page.get_by_text("This table is private")).to_be_visible()


def test_the_house_judges_a_deal_of_classic_in_the_visitors_language(browser: Browser, house: House) -> None:
    brought = {"name": "deal.jsonl", "mimeType": "application/x-ndjson", "buffer": record_of("classic", 60)}
    with visiting(browser, house, locale="de-DE") as visitor:
        page = visitor.enter("/replay")
        page.get_by_label("Datei auswählen").set_input_files(brought)  # type: ignore[arg-type]  # a dict is a FilePayload
        page.get_by_role("button", name="Das Haus fragen").click()
        slips = page.get_by_role("list", name="Fehler").get_by_role("button")
        expect(slips.first).to_be_visible(timeout=120_000)
        expect(page.locator("ol [data-ply] .mark")).to_have_count(slips.count())
        listed, passes = page.locator("ol [data-ply]"), page.get_by_role("checkbox", name="Passen anzeigen")
        folded = listed.count()
        passes.check()
        end = int(page.locator("input[type=range]").get_attribute("max") or 0)
        expect(listed).to_have_count(end)
        assert folded < end / 2
        page.keyboard.press("ArrowDown")
        expect(page.locator(f"[data-ply='{end}']")).to_be_in_viewport()
        passes.uncheck()
        slips.first.click()
        told = page.locator("aside div.now")
        expect(told).to_contain_text("erwartete Punkte. Das Haus hätte gespielt:")
        expect(told).to_contain_text("Steine fehlen")
        visitor.check()


def test_a_record_is_imported_and_an_invalid_one_refused_with_its_line(visitor: Visitor, tmp_path: Path) -> None:
    page = play.at_table(visitor)
    play.by_mouse(page)
    expect(page.locator(play.ABLE).first).to_be_visible()
    give_up(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = Path(download.value.path()).read_text()
    broken, good = tmp_path / "broken.jsonl", tmp_path / "good.jsonl"
    broken.write_text(record.replace('"seat":0', '"seat":1', 1))
    good.write_text(record)
    visitor.enter("/replay")
    choose = page.get_by_label("Choose a file")
    choose.set_input_files(broken)
    expect(page.get_by_role("status").filter(has_text="This record is not valid")).to_contain_text("line 2")
    expect(page.get_by_text("Choose another file")).to_be_visible()
    choose.set_input_files(good)
    expect(page.locator(".slot")).to_have_count(108)
    assert len(verified(page)) == 3
    page.get_by_role("link", name="Analyse from here").click()
    for _ in range(2):  # the tab keeps the record
        expect(page.locator(".tree button").nth(1)).to_be_visible()
        page.reload()
    visitor.errors = [error for error in visitor.errors if "422" not in error]  # the browser logs the refusal

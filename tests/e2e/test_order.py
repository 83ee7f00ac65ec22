"""Order at the tables in the browser: a host removes somebody, somebody is blocked and reported."""

from playwright.sync_api import expect

from tests.e2e.house import Visitor

SAID = "you fool"


def test_a_guest_is_reported_blocked_and_removed(visitor: Visitor, friend: Visitor) -> None:
    page = visitor.open_table("classic", bots={"3": "simple"}, clock="untimed")
    address = page.url.removeprefix(visitor.url)
    other = friend.enter()
    other.wait_for_function("() => document.querySelector('.card') !== null")
    friend.enter(address)
    other.get_by_role("button", name="Sit down").click()
    other.get_by_label("Say something").fill(SAID)
    other.get_by_role("button", name="Send").click()

    page.get_by_role("log").locator("button.name").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(SAID)
    dialog.get_by_label("Reason").select_option("Insults or threats")
    dialog.get_by_label("What happened?").fill("rude")
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog).to_contain_text("Your report was sent.")
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Remove").click()
    expect(other.get_by_text("The host removed you from this table.")).to_be_visible()
    friend.enter(address)
    expect(other.get_by_text("The host removed you from this table.")).to_be_visible()
    expect(page.get_by_text("free")).to_have_count(2)

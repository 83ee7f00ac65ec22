"""Moderation in the browser: a host removes a player, a player is blocked and reported, a table is closed."""

import os

from playwright.sync_api import expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import ROOT, House, Visitor
from tests.forked import ForkedProcess

SAID = "you fool"
ME = "() => fetch('/api/v1/me').then((answer) => answer.json())"


def test_a_guest_is_reported_blocked_and_removed(visitor: Visitor, friend: Visitor) -> None:
    page = visitor.open_table("classic", bots={"3": "simple"}, clock="untimed")
    address = page.url.removeprefix(visitor.url)
    other = friend.enter(address)
    other.get_by_role("button", name="Sit down").click()
    expect(other.get_by_role("button", name="Leave table")).to_be_visible()  # and the page behind it does not scroll
    other.locator("#chat-fold summary").click()
    other.get_by_label("Write a message").fill(SAID)
    other.get_by_role("button", name="Send").click()

    page.locator("#chat-fold summary").click()
    page.get_by_role("log").locator("button.name").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(SAID)
    assert serious_findings(page) == []
    expect(dialog.get_by_role("button", name="Send report")).to_be_disabled()
    dialog.get_by_label("Reason").select_option("Insults or threats")
    dialog.get_by_label("What happened?").fill("rude")
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog).to_contain_text("Your report was sent.")
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Remove Guest").click()  # the house player can be removed too
    expect(other.get_by_text("The host removed you from this table.")).to_be_visible()
    friend.enter(address)
    expect(other.get_by_text("The host removed you from this table.")).to_be_visible()
    expect(page.get_by_text("free")).to_have_count(2)
    expect(page.get_by_text("Waiting for 2 more players.")).to_be_visible()


def test_an_administrator_reads_a_report_and_closes_the_table(house: House, visitor: Visitor, friend: Visitor) -> None:
    other = friend.open_table("classic", clock="untimed")
    table, person = other.url.rpartition("/")[2], other.evaluate(ME)
    other.locator("#chat-fold summary").click()
    other.get_by_label("Write a message").fill(SAID)
    other.get_by_role("button", name="Send").click()
    expect(other.get_by_role("log")).to_contain_text(SAID)
    visitor.post("/account", name="Margaret Hall", password="seven green dragons")  # noqa: S106 - a password of tests
    visitor.post("/reports", person=person["id"], reason="insult", text="x" * 400, table=table, said=SAID)
    command = ("admin", "grant", "Margaret Hall", "--database", house.database)
    granted = ForkedProcess("teahouse", *command, folder=ROOT, environment=os.environ, streams=(0, 1, 2))
    assert granted.wait() == 0

    page = visitor.enter()
    page.get_by_role("link", name="Open the console").click()
    report = page.get_by_role("article").filter(has_text=person["name"])
    expect(report.locator(".meant")).to_contain_text(SAID)
    assert serious_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    report.get_by_role("button", name=table).click()
    page.get_by_role("button", name="Close table").click()
    expect(page.get_by_role("alert")).to_contain_text("A reason is needed.")
    page.get_by_label("Reason").fill("insults")
    page.get_by_role("button", name="Close table").click()
    expect(page.get_by_role("heading", name="over")).to_be_visible()
    assert serious_findings(page) == []
    expect(other.get_by_text("The house closed this table.", exact=True).first).to_be_visible()

    page.get_by_role("button", name="Reports").click()
    report.get_by_label("What was decided").fill("closed the table")
    report.get_by_role("button", name="Close report").click()
    expect(report).to_have_count(0)
    page.get_by_role("button", name="Audit log").click()
    expect(page.get_by_role("listitem").filter(has_text="table closed")).to_contain_text("insults")
    friend.enter("/console")
    expect(other.get_by_role("heading", name="Page not found")).to_be_visible()

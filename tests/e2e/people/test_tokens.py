"""Tokens for a person's own bots, created and revoked in a real browser."""

import secrets

import httpx
from playwright.sync_api import expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, visiting


def account_of(house: House, token: str) -> httpx.Response:
    """The server's answer about the account of the bot with this token."""
    return httpx.get(f"{house.url}/api/v1/bot/account", headers={"Authorization": f"Bearer {token}"})


def test_a_token_is_created_shown_once_used_by_a_bot_and_revoked(visitor: Visitor, house: House) -> None:
    page = visitor.enter()
    name = f"Keeper {secrets.token_hex(3)}"
    page.get_by_role("button", name="Guest").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Only change my name").click()
    dialog.get_by_role("button", name="Your bots").click()
    expect(dialog.get_by_text("No bot has a token yet.")).to_be_visible()
    dialog.get_by_label("Name of the bot").fill("first steps")
    dialog.get_by_role("button", name="Create token").click()
    token = dialog.get_by_role("textbox", name="Token of first steps").input_value()
    assert account_of(house, token).json()["name"] == name
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name=name).click()
    dialog.get_by_role("button", name="Your bots").click()
    expect(dialog.get_by_role("listitem")).to_contain_text("first steps")
    expect(dialog.get_by_role("textbox", name="Token of first steps")).to_have_count(0)
    dialog.get_by_role("button", name="Revoke the token of first steps").click()
    expect(dialog.get_by_text("No bot has a token yet.")).to_be_visible()
    assert account_of(house, token).status_code == 401


def test_tokens_are_managed_on_a_phone_in_german(browser: Browser, house: House) -> None:
    with visiting(browser, house, **PHONE, locale="de-DE") as visitor:
        page = visitor.enter()
        page.get_by_role("button", name="Gast").click()
        page.get_by_label("Name").fill(f"Wirtin {secrets.token_hex(3)}")
        page.get_by_role("button", name="Nur den Namen ändern").click()
        page.get_by_role("button", name="Deine Bots").click()
        page.get_by_label("Name des Bots").fill("Übung")
        page.get_by_role("button", name="Token erstellen").click()
        expect(page.get_by_text("Es wird nur dieses eine Mal gezeigt.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        visitor.check()

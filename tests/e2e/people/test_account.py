"""An account in a real browser: password, recovery code, passkey, devices."""

from collections.abc import Generator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import PHONE, Browser, House, Visitor, opened_house, visiting
from tests.web.mailbox import mailbox

SENDER: dict[str, Any] = {
    "smtp_host": "127.0.0.1",
    "smtp_security": "none",
    "mail_from": "house@tea.example",
    "public_url": "http://127.0.0.1:{port}",
}
FIRST, SECOND, THIRD = "seven green dragons", "eight white lanterns", "nine lost umbrellas"
AUTHENTICATOR: dict[str, Any] = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@contextmanager
def at_localhost(browser: Browser, house: House, **wishes: Any) -> Generator[Visitor]:
    """A visitor at the host name localhost, because numeric addresses cannot have passkeys."""
    with visiting(browser, house, fresh=True, **wishes) as visitor:
        visitor.url = house.url.replace("127.0.0.1", "localhost")
        yield visitor


def open_account(visitor: Visitor, name: str) -> str:
    """Create an account in the dialog and return its recovery code."""
    page = visitor.enter()
    page.get_by_role("button", name="Guest").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(FIRST)
    dialog.get_by_role("button", name="Create account").last.click()
    code = dialog.locator("[data-code]").get_attribute("data-code")
    assert code is not None
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog.locator("[data-code]")).to_be_visible()
    dialog.get_by_role("button", name="I have written it down").click()
    dialog.get_by_role("link", name="Account settings").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    return code


def dialog_of_sign_in(page: Page) -> Locator:
    page.get_by_role("button", name="Guest").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Sign in", exact=True).first.click()
    return dialog


def sign_in(page: Page, name: str, password: str) -> None:
    """Sign in after trying a wrong password."""
    dialog = dialog_of_sign_in(page)
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("something else")
    dialog.get_by_role("button", name="Sign in", exact=True).last.click()
    expect(dialog.get_by_text("The name or the password is wrong.")).to_be_visible()
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name="Sign in", exact=True).last.click()
    expect(page.locator("header .name")).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def is_signed_out(page: Page) -> None:
    expect(page.locator("header .name")).to_have_text("Guest")


def test_a_password_is_changed_everywhere_and_replaced_with_the_recovery_code(browser: Browser, house: House) -> None:
    name = "Owner of the hill"
    with visiting(browser, house) as first, visiting(browser, house, **PHONE) as second:
        code = open_account(first, name)
        page, phone = first.page, second.enter()
        sign_in(phone, name, FIRST)
        page.reload()
        devices = page.get_by_role("region", name="Devices")
        expect(devices.get_by_role("listitem")).to_have_count(2)
        expect(devices).to_contain_text("this device")
        assert serious_findings(page) == []
        password = page.get_by_role("region", name="Password")
        password.get_by_label("Current password").fill("something else")
        password.get_by_label("New password").fill(SECOND)
        password.get_by_role("button", name="Change password").click()
        expect(password.get_by_role("status")).to_have_text("The current password is wrong.")
        password.get_by_label("Current password").fill(FIRST)
        password.get_by_label("New password").fill("Dragon2024")
        password.get_by_role("button", name="Change password").click()
        expect(password.get_by_role("status")).to_contain_text("Many people use this password")
        password.get_by_label("New password").fill(SECOND)
        password.get_by_role("button", name="Change password").click()
        expect(password.get_by_role("status")).to_contain_text("signed out on every other device")
        expect(devices.get_by_role("listitem")).to_have_count(1)
        phone.reload()
        is_signed_out(phone)
        dialog = dialog_of_sign_in(phone)
        dialog.get_by_role("button", name="Forgot your password?").click()
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
        dialog.get_by_label("New password").fill(THIRD)
        dialog.get_by_role("button", name="Set new password").click()
        fresh = dialog.locator("[data-code]").get_attribute("data-code")
        assert fresh not in (None, code)
        dialog.get_by_role("button", name="I have written it down").click()
        expect(phone.locator("header .name")).to_contain_text(name)
        page.reload()
        is_signed_out(page)
        sign_in(page, name, THIRD)
        expect(devices.get_by_role("listitem")).to_have_count(2)
        devices.get_by_role("button", name="Sign out everywhere").click()
        is_signed_out(page)
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(phone.get_by_role("alert")).to_contain_text("You have been signed out.")
        is_signed_out(phone)


@pytest.fixture
def owner(browser: Browser, house: House) -> Generator[Visitor]:
    with at_localhost(browser, house) as visitor:
        yield visitor
        visitor.check()


def with_authenticator(page: Page) -> None:
    """Add a virtual passkey device to the browser."""
    device: Any = page.context.new_cdp_session(page)  # Playwright has only partial types
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_a_passkey_is_added_named_used_without_a_name_and_removed(owner: Visitor) -> None:
    page = owner.page
    open_account(owner, "Keeper of keys")
    with_authenticator(page)
    passkeys = page.get_by_role("region", name="Passkeys")
    passkeys.get_by_role("button", name="Add a passkey").click()
    expect(passkeys.get_by_role("status")).to_have_text("The passkey is ready.")
    passkeys.get_by_label("Name of the passkey").fill("My laptop")
    passkeys.get_by_label("Name of the passkey").press("Enter")
    expect(passkeys.get_by_role("button", name="Remove the passkey My laptop")).to_be_visible()
    page.get_by_role("button", name="Keeper of keys").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    is_signed_out(page)
    dialog_of_sign_in(page).get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("header .name")).to_contain_text("Keeper of keys")
    page.keyboard.press("Escape")
    expect(passkeys.get_by_text("last used")).to_be_visible()
    passkeys.get_by_role("button", name="Remove the passkey My laptop").click()
    expect(passkeys.get_by_role("listitem")).to_have_count(0)


def test_an_address_is_confirmed_and_a_lost_password_is_replaced_by_links(browser: Browser, tmp_path: Path) -> None:
    with (
        mailbox() as box,
        opened_house(tmp_path, **SENDER, smtp_port=box.server_address[1]) as house,
        visiting(browser, house) as visitor,
    ):
        page = visitor.page
        open_account(visitor, "Reader of letters")
        mail = page.get_by_role("region", name="Email address")
        mail.get_by_label("Email address").fill("mia@tea.example")
        mail.get_by_role("button", name="Save address").click()
        expect(mail.get_by_role("status")).to_contain_text("on its way to mia@tea.example")
        follow(page, link_in(box.wait(1)))
        expect(mail).to_contain_text("mia@tea.example, confirmed")
        page.get_by_role("button", name="Reader of letters").click()
        page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
        dialog = dialog_of_sign_in(page)
        dialog.get_by_role("button", name="Forgot your password?").click()
        dialog.get_by_role("button", name="By email").click()
        dialog.get_by_label("Name or email address").fill("mia@tea.example")
        dialog.get_by_role("button", name="Send me a link").click()
        expect(dialog.get_by_role("status")).to_contain_text("If this account has a confirmed address")
        follow(page, link_in(box.wait(2)))
        page.get_by_label("New password").fill(SECOND)
        page.get_by_role("button", name="Set new password").click()
        expect(page.get_by_text("Welcome back. Your new password is set")).to_be_visible()
        expect(page.locator("header .name")).to_contain_text("Reader of letters")
        assert "#" not in page.url
        visitor.check()


def link_in(letter: EmailMessage) -> str:
    (link,) = (line for line in letter.get_content().splitlines() if line.startswith("http"))
    return str(link)


def follow(page: Page, link: str) -> None:
    """Open a link from outside the app, which loads the page again."""
    page.goto("about:blank")
    page.goto(link)

"""A person's own data, downloaded and deleted in a real browser."""

import json
import secrets
from zipfile import ZipFile

from playwright.sync_api import expect

from tests.e2e.accessible import serious_findings
from tests.e2e.house import Visitor


def test_a_person_downloads_all_data_and_deletes_the_account(visitor: Visitor) -> None:
    page = visitor.enter()
    name = f"Leaver {secrets.token_hex(3)}"
    page.get_by_role("button", name="Guest").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("seven cups of oolong a day")
    dialog.locator("form").get_by_role("button", name="Create account").click()
    expect(page.get_by_role("button", name=name)).to_be_visible()
    visitor.enter("/account")
    data = page.get_by_role("region", name="Your data")
    with page.expect_download() as download:
        data.get_by_role("link", name="Download everything").click()
    with ZipFile(download.value.path()) as found:
        assert [one["name"] for one in json.loads(found.read("profile.json"))] == [name]
    data.get_by_role("button", name="Delete my account").click()
    assert serious_findings(page) == []
    forever = dialog.get_by_role("button", name="Delete for good")
    expect(forever).to_be_disabled()
    dialog.get_by_label("Type your name").fill(name)
    forever.click()
    expect(page.get_by_role("button", name="Guest")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Your data was deleted")
    assert page.evaluate("fetch('/api/v1/me').then(answer => answer.status)") == 204

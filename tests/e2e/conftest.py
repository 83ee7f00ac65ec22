"""The server, browser and visitor of the browser tests, which are skipped with a message without Chromium."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.e2e.house import (
    APP,
    PATIENCE_MS,
    Browser,
    House,
    Visitor,
    browser_program,
    opened_browser,
    opened_house,
    visiting,
)


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    for needed, remedy in ((Path(browser_program()), "apt-get install chromium"), (APP, "make app")):
        if not needed.exists() and not os.environ.get("CI"):
            pytest.skip(f"browser tests left out: {needed.name} is missing; get it with `{remedy}`")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, opened_browser(playwright) as made:
        yield made


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Generator[House]:
    with opened_house(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def visitor(browser: Browser, house: House) -> Generator[Visitor]:
    with visiting(browser, house) as made:
        yield made
        made.check()


@pytest.fixture
def friend(browser: Browser, house: House) -> Generator[Visitor]:
    with visiting(browser, house) as made:
        yield made
        made.check()

"""A real server in its own process, and real browsers that visit it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

CHROMIUM: Final = "/usr/bin/chromium"
ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ROOT: Final = Path(__file__).parent.parent.parent
APP: Final = ROOT / "src" / "teahouse" / "web" / "static" / "index.html"
OPENED: Final = re.compile(r"open at (http://[\d.]+:(\d+))")
PATIENCE_MS: Final = 15_000

# Reports of the content policy are kept where a test finds them.
WATCH_POLICY: Final = """
window.__violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.__violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


class House:
    """A running `teahouse serve` over a folder of its own; it can be killed and opened again at the same address."""

    def __init__(self, folder: Path) -> None:
        """Open it on any free port."""
        self._folder = folder
        self._port = "0"
        self.url = ""
        self.open()

    def open(self) -> None:
        """Start the server and wait until it says where it is."""
        command = [sys.executable, "-m", "teahouse", "serve", "--no-browser", "--port", self._port]
        environment = {**os.environ, "TEAHOUSE_LOG_LEVEL": "error"}
        self._process = subprocess.Popen(
            [*command, "--data", str(self._folder)], stdout=subprocess.PIPE, env=environment, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := OPENED.search(line):
                self.url, self._port = found[1], found[2]
                return
        raise AssertionError("the server did not open")

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._close()

    def stop(self) -> None:
        """End it in good order."""
        self._process.terminate()
        self._close()

    def _close(self) -> None:
        self._process.wait(timeout=20)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Visitor:
    """Somebody with a browser of their own; keeps what went wrong in it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        """Enter with a fresh browser."""
        self.context = context
        self.errors: list[str] = []
        context.add_init_script(WATCH_POLICY)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.url = url

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def enter(self, path: str = "/") -> Page:
        """Open a page of the house."""
        self.page.goto(self.url + path)
        return self.page

    def check(self) -> None:
        """Nothing went wrong: no error on the console, no report of the content policy."""
        found = [*self.errors, *self.page.evaluate("window.__violations")]
        assert not found, "\n".join(found)


@contextmanager
def opened_house(folder: Path) -> Generator[House]:
    """A house that is closed at the end, whatever happens."""
    house = House(folder)
    try:
        yield house
    finally:
        house.stop()


@contextmanager
def opened_browser(playwright: Playwright) -> Generator[Browser]:
    """Debian's Chromium."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def visiting(browser: Browser, house: House, **wishes: Any) -> Generator[Visitor]:
    """A visitor with a browser of their own, for as long as the block lasts."""
    usual: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
    context = browser.new_context(**(usual | wishes))
    try:
        yield Visitor(context, house.url)
    finally:
        context.close()

"""A real server in its own process, and real browsers."""

import os
import re
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ConsoleMessage, Error, Page, Playwright

from tests.forked import ForkedProcess
from tests.ports import free_port

CHROMIUM: Final = "/usr/bin/chromium"
SHELL: Final = "/usr/bin/chromium-headless-shell"
"""The same browser built without windows, which takes a seventh less processor time."""
# The features that Playwright turns off, repeated because only the last list counts, and the address bar's page, which
# would be one more process for each window.
OFF: Final = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,SpareRendererForSitePerProcess,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    "WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup"
)
ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # drawing in the browser's process saves a tenth of the processor time
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={OFF}",
)
ROOT: Final = Path(__file__).parent.parent.parent
APP: Final = ROOT / "src" / "teahouse" / "web" / "static" / "index.html"
OPENED: Final = re.compile(r"open at (http://[\d.]+:\d+)")
PATIENCE_MS: Final = 30_000
STILL_MS: Final = 200
"""How long a busy machine may take for what usually happens at once; use it only where a test has to wait."""
ERRORS: Final = 2
"""The file number of standard error: errors of a server appear in the output of pytest."""
QUICK: Final = {
    "TEAHOUSE_LOG_LEVEL": "error",
    "TEAHOUSE_BOT_PACE_MS": "0",
    "TEAHOUSE_JUDGING": "false",
    "TEAHOUSE_ABSENT_SECONDS": "5",
    "TEAHOUSE_SIGN_INS_PER_MINUTE": "10000",
    "TEAHOUSE_REQUESTS_PER_MINUTE": "100000",
    "TEAHOUSE_TABLES_PER_MINUTE": "100000",
    "TEAHOUSE_WAITING_TABLES": "100000",
    "TEAHOUSE_ACTIONS_PER_SECOND": "200",
}
"""Settings without pauses and limits, and without judging of the games that tests leave behind."""

USUAL: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Collects reports of the content security policy for tests.
WATCH_POLICY: Final = """
window.__violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.__violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


MOST_KEPT: Final = 2
"""How many windows of each kind are kept for later visitors."""
QUIET: Final = "/icon.svg"
"""An address of the house without scripts, which the browser opens in the same process as its pages."""
SVELTE: Final = "https://svelte.dev/e/"
"""The beginning of the text of Svelte's warnings."""
ICON: Final = "/favicon.ico"
"""What the browser requests in addition if a window shows only a picture."""
FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"


def browser_program() -> str:
    """The path of the headless browser, if it is installed."""
    return SHELL if Path(SHELL).exists() else CHROMIUM


class House:
    """A running `teahouse serve` on its own folder; it can be killed and started again at the same address."""

    def __init__(self, folder: Path, module: str = "teahouse", **settings: object) -> None:
        """Start it on a free port, with these settings in addition to the quick ones; `{port}` stands for that port."""
        self._folder = folder
        self._module = module
        self._port = str(free_port())
        self._settings = {
            f"TEAHOUSE_{name.upper()}": str(value).format(port=self._port) for name, value in settings.items()
        }
        self.url = ""
        self.open()

    def open(self) -> None:
        """Start the server and wait until it prints its address."""
        arguments = ["serve", "--no-browser", "--port", self._port, "--data", str(self._folder)]
        reading, writing = os.pipe()
        with open(os.devnull) as nothing:
            self._process = ForkedProcess(
                self._module,
                *arguments,
                folder=ROOT,
                environment=os.environ | QUICK | self._settings,
                streams=(nothing.fileno(), writing, ERRORS),
            )
        os.close(writing)
        self._said = open(reading)  # noqa: SIM115 - closed with the server
        for line in self._said:
            if found := OPENED.search(line):
                self.url = found[1]
                return
        raise AssertionError("the server did not open")

    @property
    def database(self) -> str:
        """The address of its database."""
        return f"sqlite:///{self._folder / 'teahouse.db'}"

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._close(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it cleanly."""
        self._close(signal.SIGTERM)

    def _close(self, number: signal.Signals) -> None:
        self._process.send(number)
        self._process.wait()
        self._said.close()


class Visitor:
    """A person with their own browser window, whose errors are collected."""

    def __init__(self, page: Page, url: str) -> None:
        """Use a clean window and listen for errors."""
        self.context = page.context
        self.errors: list[str] = []
        self.page = page
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._hear_error)
        self.url = url
        self.is_marked = False

    def leave(self) -> None:
        """Stop listening to the page."""
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._hear_error)

    def prepare(self, script: str) -> None:
        """Run this script before every page; the window is not used again for other visitors."""
        self.is_marked = True
        self.context.add_init_script(script)

    def _hear(self, message: ConsoleMessage) -> None:
        place = message.location["url"]
        is_bad = message.type == "error" or message.text.startswith(SVELTE)
        if is_bad and not place.endswith(ICON):
            self.errors.append(f"{message.text} ({place})")

    def _hear_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def enter(self, path: str = "/") -> Page:
        """Open a page of the site."""
        self.page.goto(self.url + path)
        return self.page

    def open_table(self, game: str, **wish: Any) -> Page:
        """Open a table as a new guest through the API, and go there."""
        self.post("/me/guest")
        return self.enter(f"/table/{self.post('/tables', game=game, **wish)['table']['id']}")

    def post(self, path: str, **body: Any) -> Any:
        """Send a POST request to the API with the cookies of this browser."""
        answer = self.context.request.post(f"{self.url}/api/v1{path}", data=body, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return answer.json()

    def slide(self, start: tuple[float, float], end: tuple[float, float], steps: int = 12) -> None:
        """Slide a finger along a line; it rests before it lifts, or the next tap would be ignored."""
        session: Any = self.context.new_cdp_session(self.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            told = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

        touch("touchStart", start)
        for part in range(1, steps + 1):
            share = part / steps
            touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        self.page.wait_for_timeout(STILL_MS)
        touch("touchMove", end)
        touch("touchEnd")
        session.detach()

    def check(self) -> None:
        """Check that there is no error on the console and no report of the content security policy."""
        found = [*self.errors, *self.page.evaluate("window.__violations")]
        assert not found, "\n".join(found)


@contextmanager
def opened_house(folder: Path, module: str = "teahouse", **settings: object) -> Generator[House]:
    """A house in this context, which is always closed at the end."""
    house = House(folder, module, **settings)
    try:
        yield house
    finally:
        house.stop()


class Browser:
    """Chromium, with the windows of earlier visitors, which are wiped and used again by visitors with the same options.

    A new window is a new process that fetches and compiles the app, which takes as long as the visit itself.
    """

    def __init__(self, chromium: Chromium) -> None:
        """Begin without windows."""
        self.chromium = chromium
        self._left: dict[str, list[Page]] = {}

    def new_window(self, **wishes: Any) -> Page:
        """A new window with its own storage, cookies and cache."""
        context = self.chromium.new_context(**(USUAL | wishes))
        context.add_init_script(WATCH_POLICY)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        return page

    def window(self, **wishes: Any) -> Page:
        """A window in which only the cache may be old."""
        left = self._left.get(repr(wishes))
        return left.pop() if left else self.new_window(**wishes)

    def keep(self, page: Page, url: str, **wishes: Any) -> None:
        """Wipe what a visit to this address left, and keep the window for the next visitor."""
        left = self._left.setdefault(repr(wishes), [])
        if len(left) == MOST_KEPT:
            page.context.close()
            return
        for other in page.context.pages[1:]:
            other.close()
        page.unroute_all()
        page.mouse.move(0, 0)
        page.goto(url + QUIET)
        page.evaluate(FORGET)
        page.context.clear_cookies()
        wanted = (USUAL | wishes)["viewport"]
        if page.viewport_size != wanted:
            page.set_viewport_size(wanted)
        if "is_mobile" not in wishes:
            size = page.evaluate("({width: innerWidth, height: innerHeight})")
            assert size == wanted, f"expected a window of {wanted} for the next visitor, got {size}: mark this one"
        left.append(page)


@contextmanager
def opened_browser(playwright: Playwright) -> Generator[Browser]:
    """A browser in this context."""
    chromium = playwright.chromium.launch(executable_path=browser_program(), args=list(ARGUMENTS))
    try:
        yield Browser(chromium)
    finally:
        chromium.close()


@contextmanager
def visiting(browser: Browser, house: House, *, fresh: bool = False, **wishes: Any) -> Generator[Visitor]:
    """A visitor in this context. fresh: with an empty cache, in a window that is not used again."""
    page = browser.new_window(**wishes) if fresh else browser.window(**wishes)
    visitor, is_well = Visitor(page, house.url), False
    try:
        yield visitor
        is_well = True
    finally:
        visitor.leave()
        if fresh or visitor.is_marked or not is_well:
            page.context.close()
        else:
            browser.keep(page, house.url, **wishes)

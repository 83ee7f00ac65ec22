"""A camera that photographs one page in windows of every size, light and dark, without loading it again."""

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import ViewportSize

from tests.e2e.house import Visitor

BASE: Final[ViewportSize] = {"width": 1280, "height": 800}
"""The window in which everything is clicked."""
QUALITY: Final = 72
TALLEST: Final = 1500
MOST_BYTES: Final = 300_000
STILL: Final = "() => document.getAnimations().every((one) => one.playState !== 'running')"
# Boards adapt in the next frames, and tiles become bitmaps of the new size.
SETTLED: Final = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let frames = 0; frames < 4; frames++) await frame();
    await Promise.all([...document.images].map((one) => one.decode().catch(() => undefined)));
    await frame();
}"""


class Kind(NamedTuple):
    """A window size and a theme; the name ends the file's name."""

    name: str
    width: int
    height: int
    is_touched: bool
    scheme: str


def both(name: str, width: int, height: int, *, is_touched: bool = False) -> tuple[Kind, Kind]:
    """A window size in the light and in the dark theme."""
    light, dark = (Kind(f"{scheme}-{name}", width, height, is_touched, scheme) for scheme in ("light", "dark"))
    return light, dark


KINDS: Final[Mapping[str, Sequence[Kind]]] = {
    "docs": (*both("desktop", 1280, 800), *both("phone", 390, 844, is_touched=True)),
    "all": (
        *both("1920x1080", 1920, 1080),
        *both("1440x900", 1440, 900),
        *both("1366x650", 1366, 650),
        *both("1024x768", 1024, 768),
        *both("768x1024", 768, 1024, is_touched=True),
        *both("430x932", 430, 932, is_touched=True),
        *both("390x844", 390, 844, is_touched=True),
        *both("360x640", 360, 640, is_touched=True),
        *both("844x390", 844, 390, is_touched=True),
        *both("667x375", 667, 375, is_touched=True),
    ),
}
"""The pictures of the docs, and the sizes at which every page is checked before a release."""


class Camera:
    """Takes photographs of every kind into a folder; if names are given, only those."""

    def __init__(
        self, visitor: Visitor, folder: Path, kinds: Sequence[Kind], names: frozenset[str] | None = None
    ) -> None:
        """Use the page of a visitor."""
        self.visitor, self.page = visitor, visitor.page
        self._folder, self._kinds, self._names = folder, kinds, names
        self._session: Any = visitor.context.new_cdp_session(visitor.page)

    def shoot(self, name: str, *, full: bool = False, opens: str | None = None) -> None:
        """Take a photograph of each kind when nothing moves, of the whole page if it is not too long.

        opens: a button to press before, in every window that shows it; Escape closes what it opened.
        """
        if self._names is not None and name not in self._names:
            return
        self.page.mouse.move(0, 0)
        for kind in self._kinds:
            self._become(kind)
            is_opened = opens is not None and self._press(opens)
            data = self._photograph(full=full)
            if is_opened:
                self.page.keyboard.press("Escape")
            assert len(data) <= MOST_BYTES, f"{name} has {len(data)} bytes"
            (self._folder / f"{name}-{kind.name}.webp").write_bytes(data)
        self._become(Kind("base", BASE["width"], BASE["height"], is_touched=False, scheme="light"))
        print(name, flush=True)

    def _become(self, kind: Kind) -> None:
        """Give the window this size and theme, and wait until the page has adapted."""
        metrics = {"width": kind.width, "height": kind.height, "deviceScaleFactor": 1, "mobile": kind.is_touched}
        self._session.send("Emulation.setDeviceMetricsOverride", metrics)
        self._session.send("Emulation.setTouchEmulationEnabled", {"enabled": kind.is_touched})
        self.page.emulate_media(color_scheme="dark" if kind.scheme == "dark" else "light")
        self._rest()

    def _press(self, button: str) -> bool:
        """Press a button, if it is visible."""
        found = self.page.locator(button)
        if not found.is_visible():
            return False
        found.click()
        self._rest()
        return True

    def _rest(self) -> None:
        self.page.evaluate(SETTLED)
        self.page.wait_for_function(STILL)

    def _photograph(self, *, full: bool) -> bytes:
        wishes: dict[str, Any] = {"format": "webp", "quality": QUALITY}
        if full:
            size = self.page.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")
            clip = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], TALLEST), "scale": 1}
            wishes |= {"captureBeyondViewport": True, "clip": clip}
        return base64.b64decode(self._session.send("Page.captureScreenshot", wishes)["data"])

"""`python -m tests.e2e.screenshots FOLDER [--sizes docs|all] [ROOM …]`: all rooms, or the named ones (`classic`).

Without `--sizes all` only the pictures of `docs/screenshots.md` are taken.
"""

import argparse
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import expect, sync_playwright

from tests.e2e.house import PATIENCE_MS, ROOT, opened_browser, opened_house, visiting
from tests.e2e.screenshots.camera import BASE, KINDS, Camera, Kind
from tests.e2e.screenshots.rooms import ROOMS

DOCUMENTED: Final = re.compile(r"screenshots/([a-z-]+)-(?:light|dark)-")


def photograph(folder: Path, kinds: Sequence[Kind], names: frozenset[str] | None, rooms: Sequence[str]) -> None:
    """Photograph these rooms: each is visited once, and its window gets every size."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as data,
        opened_house(Path(data), judging=True) as house,
        sync_playwright() as playwright,
        opened_browser(playwright) as browser,
    ):
        for room in rooms:
            with visiting(browser, house, fresh=True, viewport=BASE) as visitor:
                ROOMS[room](Camera(visitor, folder, kinds, names), browser, house)
                visitor.errors = [error for error in visitor.errors if "404" not in error]  # missing pages
                visitor.check()


def documented() -> frozenset[str]:
    """The photographs that the docs show."""
    return frozenset(DOCUMENTED.findall((ROOT / "docs" / "screenshots.md").read_text(encoding="utf-8")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--sizes", choices=KINDS, default="docs")
    args = parser.parse_intermixed_args()
    chosen = documented() if args.sizes == "docs" else None
    photograph(args.folder, KINDS[args.sizes], chosen, args.rooms or list(ROOMS))

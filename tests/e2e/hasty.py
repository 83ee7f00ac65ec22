"""The server whose claim windows close almost at once: `python -m tests.e2e.hasty serve …`."""

from typing import Any, cast

from teahouse.cli import main
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import WindowTimes

WINDOW = WindowTimes(30, 30)

if __name__ == "__main__":
    hasty = HOSTING["classic"]._replace(windows={"lively": WINDOW})
    cast("dict[str, Any]", HOSTING)["classic"] = hasty
    main()

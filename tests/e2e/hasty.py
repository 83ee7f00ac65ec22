"""The server with claim windows of a third of a second: `python -m tests.e2e.hasty serve …`."""

from typing import Any, cast

from teahouse.cli import main
from teahouse.service.hosting import rules as hosting

WINDOW = hosting.Window(300, 300)

if __name__ == "__main__":
    hasty = hosting.HOSTING["classic"]._replace(windows={"lively": WINDOW})
    cast("dict[str, Any]", hosting.HOSTING)["classic"] = hasty
    main()

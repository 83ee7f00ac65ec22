"""The server with claim windows of a third of a second: `python -m tests.e2e.hasty serve …`."""

from typing import Any, cast

from teahouse.cli import main
from teahouse.service import manners

WINDOW_MS = 300

if __name__ == "__main__":
    cast("dict[str, Any]", manners.MANNERS)["classic"] = manners.MANNERS["classic"]._replace(window_ms=WINDOW_MS)
    main()

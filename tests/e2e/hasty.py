"""A server whose claim windows close almost at once, and whose deals are all the same: `python -m tests.e2e.hasty …`.

At a Classic table with a short wall, the player after the dealer has a ready hand from the start, and draws the
winning tile in the third round if everybody discards what they draw.
"""

from typing import Any, Final, cast
from unittest.mock import patch

from teahouse.cli import main
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import WindowTimes
from teahouse.service.tables.folding import deals

SEED: Final = (35_630).to_bytes(64)
WINDOW: Final = WindowTimes(30, 30)

if __name__ == "__main__":
    hasty = HOSTING["classic"]._replace(windows={"lively": WINDOW})
    cast("dict[str, Any]", HOSTING)["classic"] = hasty
    with patch.object(deals, "fair_seed", return_value=SEED):
        main()

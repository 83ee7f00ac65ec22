"""A server whose deals are all the same: `python -m tests.e2e.one_deal serve …`.

Two people at a table of Classic get hands such that the dealer's discard of `CLAIMABLE` is a Pong for the other. A
sealed claim stays open long enough for a slow browser.
"""

from typing import Any, Final, cast
from unittest.mock import patch

from teahouse.cli import main
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import WindowTimes
from teahouse.service.tables.folding import deals

SEED: Final = b"\x08" * 64
CLAIMABLE: Final = "3p"
PATIENT: Final = WindowTimes(60_000, 60_000)

if __name__ == "__main__":
    classic = HOSTING["classic"]
    cast("dict[str, Any]", HOSTING)["classic"] = classic._replace(windows={**classic.windows, "sealed": PATIENT})
    with patch.object(deals, "fair_seed", return_value=SEED):
        main()

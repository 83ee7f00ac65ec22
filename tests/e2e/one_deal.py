"""The server where every deal is the same: `python -m tests.e2e.one_deal serve …`.

Two people at a table of Classic get hands such that the dealer's `CLAIMABLE` is a Pong for the other.
"""

from typing import Final
from unittest.mock import patch

from teahouse.cli import main
from teahouse.service.tables import table

SEED: Final = b"\x08" * 64
CLAIMABLE: Final = "3p"

if __name__ == "__main__":
    with patch.object(table, "fair_seed", return_value=SEED):
        main()

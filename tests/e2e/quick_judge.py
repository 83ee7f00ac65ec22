"""The server that judges a game in less time: `python -m tests.e2e.quick_judge serve …`."""

from functools import partial
from typing import Final
from unittest.mock import patch

from teahouse.cli import main
from teahouse.service.engines.analysis import Analyst
from teahouse.web import context

SECONDS: Final = 0.25
"""For each position that is not solved before: enough to tell a bad pair from a good one."""

if __name__ == "__main__":
    with patch.object(context, "Analyst", partial(Analyst, seconds=SECONDS)):
        main()

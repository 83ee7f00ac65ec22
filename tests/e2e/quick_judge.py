"""A server that judges games with less time: `python -m tests.e2e.quick_judge serve …`."""

from functools import partial
from typing import Final
from unittest.mock import patch

from teahouse.cli import main
from teahouse.service.engines.judge import JudgeService
from teahouse.web import context

SECONDS: Final = 0.25
"""Seconds for each position that is not solved earlier: enough to distinguish a bad pair from a good one."""

if __name__ == "__main__":
    with patch.object(context, "JudgeService", partial(JudgeService, seconds=SECONDS)):
        main()

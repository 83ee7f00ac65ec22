"""The house as it is installed and started, until every scene was played once. `make soak` goes on for longer."""

import os
import sys

import pytest

from tests.soak.browsers import has_browser
from tests.soak.run import soak

SECONDS = 20


@pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")
def test_the_installed_house_stands_a_busy_evening_without_a_fault() -> None:
    assert has_browser() or not os.environ.get("CI"), "expected Chromium: apt-get install chromium"
    outcome = soak(SECONDS)
    print(*outcome.lines, sep="\n")
    assert not outcome.faults, "\n".join(outcome.faults)

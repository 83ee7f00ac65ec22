"""Runs the installed server until every scene was played once. `make soak` runs it for longer."""

import os
import sys

import pytest

from tests.soak.browsers import has_browser
from tests.soak.run import soak

SECONDS = 20


@pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")
def test_the_installed_server_runs_every_scene_without_a_fault() -> None:
    assert has_browser() or not os.environ.get("CI"), "expected Chromium: apt-get install chromium"
    outcome = soak(SECONDS)
    print(*outcome.lines, sep="\n")
    assert not outcome.faults, "\n".join(outcome.faults)

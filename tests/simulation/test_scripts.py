"""Short scripts of faults that were found and fixed: none breaks an invariant any more."""

from pathlib import Path

import pytest

from tests.simulation.run import run_script
from tests.simulation.steps import parse_script

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_fixed_fault_stays_fixed(path: Path) -> None:
    outcome = run_script(parse_script(path.read_text()))
    assert outcome.faults == ()
    assert outcome.tables

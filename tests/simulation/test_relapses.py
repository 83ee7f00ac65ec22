"""The simulation finds every fixed fault again when its fix is reverted."""

import pytest

from tests.simulation.relapse import find, script_shows
from tests.simulation.relapses import RELAPSES, Relapse

WITH_SCRIPT = [relapse for relapse in RELAPSES if relapse.script]


@pytest.mark.parametrize("relapse", WITH_SCRIPT, ids=[relapse.name for relapse in WITH_SCRIPT])
def test_a_script_shows_its_fault_when_the_fix_is_reverted(relapse: Relapse) -> None:
    assert script_shows(relapse)


@pytest.mark.slow
@pytest.mark.parametrize("relapse", RELAPSES, ids=[relapse.name for relapse in RELAPSES])
def test_a_fault_is_found_again_when_its_fix_is_reverted(relapse: Relapse) -> None:
    assert find(relapse) is not None

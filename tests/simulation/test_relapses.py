"""The simulation finds every fault that was mended again when its fix is taken back."""

import pytest

from tests.simulation.relapse import find
from tests.simulation.relapses import RELAPSES, Relapse


@pytest.mark.slow
@pytest.mark.parametrize("relapse", RELAPSES, ids=[relapse.name for relapse in RELAPSES])
def test_a_fault_is_found_again_when_its_fix_is_taken_back(relapse: Relapse) -> None:
    assert find(relapse) is not None

"""About thirty simulated tables: whatever people, engines, the store and the server do, the invariants hold."""

import pytest

from tests.shares import shared
from tests.simulation.campaign import run_some, shortened
from tests.simulation.run import run_script, run_seed

WORLDS = 12  # about 30 tables; `make simulate` runs more and longer worlds
MANY_WORLDS = 300
STEPS = 220
TOGETHER = 6


@pytest.mark.parametrize(
    "first",
    [
        *range(0, WORLDS, TOGETHER),
        *(pytest.param(first, marks=pytest.mark.slow) for first in range(WORLDS, MANY_WORLDS, TOGETHER)),
    ],
)
def test_the_invariants_hold_in_simulated_worlds(first: int) -> None:
    failures = run_some(range(first, first + TOGETHER), STEPS).failures
    if failures:
        kinds = sorted({f"{one.fault.invariant}: {one.fault.text} (seed {one.seed})" for one in failures})
        pytest.fail("\n".join([*kinds, "", shortened(failures[0])]))


@pytest.mark.parametrize("seed", shared([2, 1, 5], 1))
def test_a_script_reproduces_the_world_of_its_seed(seed: int) -> None:
    chosen = run_seed(seed)
    assert run_script(chosen.script) == chosen

"""`python -m tests.simulation.relapse`: takes back each fix in turn and tells how soon the fault is found."""

import sys
from typing import Final, NamedTuple

import pytest

from tests.simulation.relapses import RELAPSES, Relapse
from tests.simulation.run import run_seed
from tests.simulation.world import Fault

MOST_SEEDS: Final = 400


class Found(NamedTuple):
    """Where a fault was found again: the seed, and how many steps were looked at before, in all worlds together."""

    seed: int
    steps: int
    fault: Fault


def find(relapse: Relapse, seeds: int = MOST_SEEDS) -> Found | None:
    """Run worlds until the fault shows."""

    def is_wanted(fault: Fault) -> bool:
        return fault.invariant == relapse.invariant and relapse.text in fault.text

    steps = 0
    with pytest.MonkeyPatch.context() as patch:
        for owner, name, remade in relapse.changes:
            patch.setattr(owner, name, remade(getattr(owner, name)))
        for seed in range(seeds):
            outcome = run_seed(seed, wanted=is_wanted)
            steps += outcome.moments
            if (fault := next(filter(is_wanted, outcome.faults), None)) is not None:
                return Found(seed, steps, fault)
    return None


def main() -> int:
    """Look for all, or for those whose names begin with what is given."""
    chosen = [one for one in RELAPSES if not sys.argv[1:] or one.name.startswith(tuple(sys.argv[1:]))]
    missed = 0
    for relapse in chosen:
        found = find(relapse)
        missed += found is None
        told = "NOT FOUND" if found is None else f"seed {found.seed}, {found.steps:,} steps: {found.fault.text}"
        print(f"{relapse.name}: {told}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.simulation.relapse`: reverts each fix in turn and prints how soon the fault is found."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.simulation.relapses import RELAPSES, Relapse
from tests.simulation.run import run_script, run_seed
from tests.simulation.steps import parse_script
from tests.simulation.world import Fault

MOST_SEEDS: Final = 400
SCRIPTS: Final = Path(__file__).parent / "scripts"


class Found(NamedTuple):
    """Where a fault was found again: the seed, and how many steps were checked before, in all worlds together."""

    seed: int
    steps: int
    fault: Fault


def find(relapse: Relapse, seeds: int = MOST_SEEDS) -> Found | None:
    """Revert the fix, and run worlds until the fault is found."""
    steps = 0
    with taken_back(relapse):
        for seed in range(seeds):
            outcome = run_seed(seed, wanted=relapse.is_shown_by)
            steps += outcome.moments
            if (fault := next(filter(relapse.is_shown_by, outcome.faults), None)) is not None:
                return Found(seed, steps, fault)
    return None


def script_shows(relapse: Relapse) -> bool:
    """Does the fault's own script find it when the fix is reverted?"""
    script = parse_script((SCRIPTS / f"{relapse.script}.txt").read_text())
    with taken_back(relapse):
        return any(map(relapse.is_shown_by, run_script(script, relapse.is_shown_by).faults))


@contextmanager
def taken_back(relapse: Relapse) -> Generator[None]:
    """Run the service without a fix in this context."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name, remade in relapse.changes:
            patch.setattr(owner, name, remade(getattr(owner, name)))
        yield


def main() -> int:
    """Look for all faults, or for those whose names begin with the given text."""
    chosen = [one for one in RELAPSES if not sys.argv[1:] or one.name.startswith(tuple(sys.argv[1:]))]
    missed = 0
    for relapse in chosen:
        found = find(relapse)
        missed += found is None
        result = "NOT FOUND" if found is None else f"seed {found.seed}, {found.steps:,} steps: {found.fault.text}"
        print(f"{relapse.name}: {result}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

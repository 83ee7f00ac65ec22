"""`python -m tests.simulation.relapse`: takes back each fix in turn and tells how soon the fault is found."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.simulation.relapses import RELAPSES, Relapse
from tests.simulation.run import Outcome, Wanted, run_script, run_seed
from tests.simulation.steps import parse_script
from tests.simulation.world import Fault

MOST_SEEDS: Final = 400
SCRIPTS: Final = Path(__file__).parent / "scripts"


class Found(NamedTuple):
    """Where a fault was found again: the seed or script, and how many steps were looked at, in all worlds together."""

    where: str
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
        for where, outcome in _worlds(relapse, seeds, is_wanted):
            steps += outcome.moments
            if (fault := next(filter(is_wanted, outcome.faults), None)) is not None:
                return Found(where, steps, fault)
    return None


def _worlds(relapse: Relapse, seeds: int, wanted: Wanted) -> Iterator[tuple[str, Outcome]]:
    if relapse.script:
        script = parse_script((SCRIPTS / f"{relapse.script}.txt").read_text())
        yield f"script {relapse.script}", run_script(script, wanted)
        return
    for seed in range(seeds):
        yield f"seed {seed}", run_seed(seed, wanted=wanted)


def main() -> int:
    """Look for all, or for those whose names begin with what is given."""
    chosen = [one for one in RELAPSES if not sys.argv[1:] or one.name.startswith(tuple(sys.argv[1:]))]
    missed = 0
    for relapse in chosen:
        found = find(relapse)
        missed += found is None
        told = "NOT FOUND" if found is None else f"{found.where}, {found.steps:,} steps: {found.fault.text}"
        print(f"{relapse.name}: {told}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

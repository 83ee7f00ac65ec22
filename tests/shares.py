"""The share of a campaign that `make test` runs, the same in every run; `make test-slow` runs the rest."""

from collections.abc import Iterable
from typing import Any

import pytest


def shared(cases: Iterable[Any], few: int) -> list[Any]:
    """Mark all cases as slow except a few, which are spread evenly."""
    every = list(cases)
    kept = {number * len(every) // few for number in range(min(few, len(every)))}
    return [case if number in kept else pytest.param(case, marks=pytest.mark.slow) for number, case in enumerate(every)]

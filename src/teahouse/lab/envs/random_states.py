"""The random states of a batch: the start of each game's random generator, from one seed."""

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import InvalidOption
from teahouse.kernels.knuth import MASK


def random_states(count: int, seed: int) -> NDArray[np.int64]:
    """A random number for each game; a seed gives the same numbers on every machine."""
    if seed < 0:
        raise InvalidOption(f"expected a seed of at least 0, got {seed}")
    return (np.random.SeedSequence(seed).generate_state(count, np.uint64) & np.uint64(MASK)).astype(np.int64)

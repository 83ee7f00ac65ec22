"""The memory of the Battle engine: tables of positions, as large as the machine can give."""

from typing import Final

import numpy as np

from teahouse.core.errors import InvalidOption
from teahouse.kernels.arrays import Ints
from teahouse.kernels.battle import table
from teahouse.players.memory import MEGABYTE, NotEnoughMemory, memory_left

WORD_BYTES: Final = 8
LEAST_MEMORY: Final = 0.001


class TableStage:
    """A table, the nodes after which a search goes on in the next one, and the pairs of the largest board for it."""

    def __init__(self, words: Ints, nodes: int, pairs: int) -> None:
        """Begin with an empty table."""
        self._words = words
        self._is_used = False
        self.nodes = nodes
        self.pairs = pairs

    def use(self) -> Ints:
        """The table, to be written in."""
        self._is_used = True
        return self._words

    def clear(self) -> None:
        """Clear the table if it was used; untouched memory costs nothing."""
        if self._is_used:
            self._words[:] = 0
            self._is_used = False


def check_memory(memory: float) -> None:
    """Refuse a memory size of zero, or more than the machine has."""
    free = memory_left()
    if not LEAST_MEMORY <= memory <= free:
        kind = NotEnoughMemory if memory > free else InvalidOption
        raise kind(f"expected memory from {LEAST_MEMORY} to {free} MB, what this machine has free, got {memory} MB")


def new_table(memory: float) -> Ints:
    """An empty table whose buckets begin on cache lines."""
    buckets = int(memory * MEGABYTE) // (table.WAYS * WORD_BYTES)
    try:
        words = np.zeros((buckets + 1) * table.WAYS, np.int64)
    except MemoryError:
        raise NotEnoughMemory(f"expected a memory that this machine can give, got {memory} MB") from None
    skipped = -(words.ctypes.data // WORD_BYTES) % table.WAYS
    return words[skipped : skipped + buckets * table.WAYS]

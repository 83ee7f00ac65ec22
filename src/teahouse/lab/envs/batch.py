"""What batches of games share: rows of numbers, and the result of a step."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.arrays import Ints

RowChoice = Sequence[int] | NDArray[np.integer[Any]] | NDArray[np.bool_]
"""Games by their numbers, or a flag for each game."""


class Stepped(NamedTuple):
    """The result of a step: the points that each mover took, and which games it ended."""

    points: Ints
    over: NDArray[np.bool_]


class Batch(Protocol):
    """Games of one kind that are stepped together."""

    def __len__(self) -> int:
        """How many games there are."""
        ...

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        ...

    def reset(self, seed: int) -> None:
        """Deal every game again."""
        ...

    def deal_some(self, rows: RowChoice) -> None:
        """Deal these games again."""
        ...

    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal, a row for each game."""
        ...

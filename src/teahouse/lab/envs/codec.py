"""A game for learners: moves as numbers, views as arrays, and rewards."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from teahouse.core.errors import IllegalMove
from teahouse.core.game import AnyGame
from teahouse.core.seats import BySeat, Seat

Array = NDArray[Any]
Observation = dict[str, Array]
PLANES = "observation"
MASK = "action_mask"


class ObservationField(NamedTuple):
    """An array of an observation: its shape, its type and its bounds."""

    shape: tuple[int, ...]
    dtype: DTypeLike
    low: int
    high: int


class Codec(Protocol):
    """A game for learners. It gets views and never a state, so that hidden tiles stay hidden.

    actions: how many actions there are, the same for every deal. fields: the arrays of an observation, without the
    mask. forced: the move that is made automatically if it is the only one, or None.
    """

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        ...

    @property
    def actions(self) -> int:
        """How many actions there are."""
        ...

    @property
    def fields(self) -> Mapping[str, ObservationField]:
        """The arrays of an observation, the planes first."""
        ...

    @property
    def forced(self) -> Any:
        """The move that is made automatically if it is the only one, or None."""
        ...

    def number(self, view: Any, move: Any) -> int:
        """The action that makes this move in this view."""
        ...

    def numbers(self, view: Any, moves: Sequence[Any]) -> list[int]:
        """The actions of these legal moves, in their order."""
        ...

    def move(self, view: Any, number: int) -> Any:
        """The move that an action means in this view, legal or not, or `IllegalMove` when it means none."""
        ...

    def observation(self, view: Any, seat: Seat) -> Observation:
        """What a seat sees, as arrays of its own."""
        ...

    def points(self, view: Any) -> BySeat[int]:
        """Every seat's value so far; the reward is its change."""
        ...

    def pixels(self, view: Any, seat: Seat) -> NDArray[np.uint8]:
        """The view as a picture: rows, columns, red, green and blue."""
        ...


def check_number(number: int, actions: int) -> None:
    """Refuse a number that is no action."""
    if not 0 <= number < actions:
        raise IllegalMove(f"expected an action from 0 to {actions - 1}, got {number}")

"""How hard a Solitaire deal is: the share of plays of `careful` without help that clear it, shown as stars."""

from collections.abc import Sequence
from typing import Final

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Shape
from teahouse.games.solitaire.deals.proof import puzzle_of
from teahouse.games.solitaire.sets import VALUES
from teahouse.kernels.solitaire.careful import cleared_plays
from teahouse.kernels.solitaire.types import Workspace
from teahouse.players.compiling import compiled
from teahouse.players.solitaire.prover import ints, play_counters

PLAYS: Final = 400
RANDOM_STATE: Final = 4321
STARS: Final = (0.2, 0.05, 0.01, 0.0)
"""More than this share of plays clears the board: one star, two, three, four; five when none does."""


class Difficulty(msgspec.Struct, frozen=True):
    """How many plays were made and how many of them cleared the board."""

    plays: int
    cleared: int

    @property
    def share(self) -> float:
        """The share of plays that cleared the board."""
        return self.cleared / self.plays

    @property
    def stars(self) -> int:
        """One star is easy, five are hardest.

        >>> Difficulty(100, 30).stars, Difficulty(100, 2).stars, Difficulty(100, 0).stars
        (1, 3, 5)
        """
        return next((stars for stars, share in enumerate(STARS, 1) if self.share > share), 5)


def difficulty(shape: Shape, faces: Sequence[int], plays: int = PLAYS) -> Difficulty:
    """Play a deal this many times; the same deal always gets the same stars."""
    if plays < 1:
        raise InvalidOption(f"expected at least 1 play, got {plays}")
    import numpy as np

    puzzle = puzzle_of(shape, faces, shape.full)
    values = np.array([VALUES[face] for face in faces], np.int64)
    workspace = Workspace(*(np.zeros(max(len(values), 2), np.int64) for _ in Workspace._fields))
    cleared = compiled(cleared_plays)(puzzle.made(ints), values, workspace, play_counters(RANDOM_STATE), plays)
    return Difficulty(plays, cleared)

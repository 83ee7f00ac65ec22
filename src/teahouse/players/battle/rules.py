"""Which game a search plays: the whole one, or a smaller one that is quicker to search and estimates its value."""

from typing import Final, NamedTuple

from teahouse.games.battle import Board
from teahouse.kernels.battle.choosing import SETTLED_PAIRS

WIDTH: Final = 2
ENDING: Final = 12
"""A narrow search tries `WIDTH` moves, and all of them again when this many pairs are left."""


class SearchRules(NamedTuple):
    """Which game a search plays: the whole one, one that ends at a floor, or one with fewer moves. See `Control`."""

    floor: int = 0
    wide: int = 0
    width: int = 0
    ending: int = 0
    prefers_points: bool = False

    @property
    def number(self) -> int:
        """A number of its own for each game, so that their results are kept apart; 0 for the whole game."""
        return self.floor | self.wide << 6 | self.width << 12 | self.ending << 18 | self.prefers_points << 24

    @property
    def settled(self) -> int:
        """With this many pairs left or fewer this game equals the whole one, so that bounds without search hold."""
        if self.floor:
            return 0
        return min(self.ending, SETTLED_PAIRS) if self.wide else SETTLED_PAIRS


WHOLE: Final = SearchRules()


def to_depth(board: Board, depth: int) -> SearchRules:
    """The game that ends after this many plies with an estimate of the rest."""
    return SearchRules(floor=max(board.left() // 2 - depth, 0))


def narrowed(board: Board, plies: int, width: int = WIDTH, *, prefers_points: bool = False) -> SearchRules:
    """The game with `width` moves after this many plies, and with all moves again close to the end."""
    wide = board.left() // 2 - plies
    return SearchRules(0, wide, width, ENDING, prefers_points) if wide > ENDING else WHOLE

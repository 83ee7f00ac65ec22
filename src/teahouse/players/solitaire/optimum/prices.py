"""The bound of a board by prices for its rules: the longer the search for prices, the lower the bound."""

from collections.abc import Sequence
from typing import Final

from teahouse.games.solitaire import Shape
from teahouse.kernels.solitaire.optimum.prices import descend
from teahouse.kernels.solitaire.optimum.types import Prices
from teahouse.players.compiling import compiled
from teahouse.players.solitaire.optimum.gain_bounds import GainBounds, gain_bounds, whole_prices
from teahouse.players.solitaire.optimum.program import board_program

STEPS: Final = 200
"""Steps of the search from one mean to the next."""
PULL: Final = 15.0
"""How far an amount moves for the highest gain of all."""


class PriceSearch:
    """Lowers the bound of one board; call it as often as time allows."""

    def __init__(self, shape: Shape, faces: Sequence[int]) -> None:
        """Begin without prices."""
        import numpy as np

        self._board: Final = board_program(shape, faces)
        program = self._board.program
        amounts, rows = len(program.gains), len(program.limits)
        self._sheet: Final = Prices(*(np.zeros(size) for size in (amounts, amounts, rows, amounts, rows)))
        self._pull: Final = PULL / max(1, int(program.gains.max(initial=0)))
        self.gain_bounds: GainBounds = self._gain_bounds()

    @property
    def bound(self) -> int:
        """A total that no line exceeds."""
        return self.gain_bounds.bound

    def round(self) -> None:
        """Continue the search for better prices, and keep the best."""
        compiled(descend)(self._board.program, self._sheet, STEPS, self._pull)
        found = self._gain_bounds()
        if found.full[0] < self.gain_bounds.full[0]:
            self.gain_bounds = found

    def _gain_bounds(self) -> GainBounds:
        return gain_bounds(self._board, whole_prices(self._board, self._sheet.prices))

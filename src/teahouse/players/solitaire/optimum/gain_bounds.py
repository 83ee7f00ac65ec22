"""The most that a position can still reach, by the prices of a linear program: one number for each tile that is gone.

At fixed prices every amount is chosen on its own. So the most that the remaining steps can gain is a sum: the highest
pair of each step, the best choice for each tile still there, and a fixed number for each tile that is gone. All numbers
are integers, so the bound has no rounding error.
"""

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.players.solitaire.optimum.program import NO_AMOUNT, BoardProgram

if TYPE_CHECKING:
    from teahouse.kernels.arrays import Ints

WHOLE: Final = 1 << 16
"""Prices and gains are counted in units of one point divided by this."""


class GainBounds(NamedTuple):
    """What can still be gained, in units of a point divided by `WHOLE`.

    full: at every step, if no tile were gone. changes: by step, tile and the side that was open when it went (west
    first), how much a tile that is gone changes that.
    """

    full: "Ints"
    changes: "Ints"

    @property
    def bound(self) -> int:
        """A total that no line from the full board exceeds."""
        return int(self.full[0]) // WHOLE


def whole_prices(board: BoardProgram, prices: Any) -> "Ints":
    """Prices as integers; only rows that must be met exactly may have a negative one."""
    import numpy as np

    whole: Ints = np.rint(np.asarray(prices) * WHOLE).astype(np.int64)
    whole[board.program.equal :] = np.maximum(whole[board.program.equal :], 0)
    return whole


def gain_bounds(board: BoardProgram, prices: "Ints") -> GainBounds:
    """The bounds at these prices. Rows that allow one pair a step cost 0: the step's highest pair counts instead."""
    import numpy as np

    left, later = _what_is_left(board, np.where(np.asarray(board.program.limits) == 0, prices, 0))
    gone = _from_each_step(left[board.gone] + left[board.opened])
    best = _best_choices(board, gone)
    full = _from_each_step(_highest_pairs(board, left)) + best.sum(axis=0)
    changes = gone + _paid_before(board, later) - best
    return GainBounds(full, np.ascontiguousarray(changes.transpose(2, 1, 0)))


def _highest_pairs(board: BoardProgram, left: "Ints") -> "Ints":
    """The gain of the highest pair that can be taken at each step."""
    gains: Ints = left[board.taken].max(axis=0, initial=0, where=board.taken != NO_AMOUNT)
    return gains


def _best_choices(board: BoardProgram, gone: "Ints") -> "Ints":
    """What each tile gains at most from each step on: by going at the best step, with the better side open, or never.

    gone: by side, tile and step, the gain of a tile that goes at this step.
    """
    import numpy as np

    has_both = (board.opened != NO_AMOUNT).any(axis=(0, 2))[:, None]
    is_possible = np.where(has_both, board.opened, board.gone) != NO_AMOUNT
    reachable = np.where(is_possible, gone[..., :-1], 0)
    best_from = np.maximum.accumulate(reachable[..., ::-1], axis=-1)[..., ::-1]
    return _with_end(np.maximum(best_from.max(axis=0), 0))


def _paid_before(board: BoardProgram, later: "Ints") -> "Ints":
    """By side, tile and step, what a tile that was gone at the step before pays there for rows of this step."""
    import numpy as np

    paid = later[board.gone] + later[board.opened]
    return np.concatenate((np.zeros_like(paid[..., :1]), paid), axis=-1)


def _what_is_left(board: BoardProgram, prices: "Ints") -> "tuple[Ints, Ints]":
    """The gain of every amount after all prices, and what it pays for rows of the next step; a 0 ends each."""
    import numpy as np

    table = board.program.columns
    begins, rows = np.asarray(table.begins), np.asarray(table.columns)
    amount = np.repeat(np.arange(len(begins) - 1), np.diff(begins))
    paid = np.where(np.arange(len(rows)) < np.asarray(table.turns)[amount], -1, 1) * prices[rows]
    is_later = board.row_steps[rows] > board.steps[amount]
    gains = np.asarray(board.program.gains) * WHOLE
    return _with_end(gains + _sums(paid, begins)), _with_end(_sums(np.where(is_later, paid, 0), begins))


def _sums(numbers: "Ints", begins: "Ints") -> "Ints":
    import numpy as np

    totals = np.concatenate(([0], np.cumsum(numbers)))
    return totals[begins[1:]] - totals[begins[:-1]]


def _from_each_step(numbers: "Ints") -> "Ints":
    """The sum from every step to the end, and the 0 after it."""
    import numpy as np

    return _with_end(np.cumsum(numbers[..., ::-1], axis=-1)[..., ::-1])


def _with_end(numbers: "Ints") -> "Ints":
    import numpy as np

    return np.concatenate((numbers, np.zeros_like(numbers[..., :1])), axis=-1)

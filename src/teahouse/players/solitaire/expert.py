"""The expert of Solitaire: it sees what a person sees, and samples the rest.

It deals the hidden faces at random several times, searches each of these boards for a line that scores well, and
takes the pair with which most of those lines begin. The price of a shuffle counts when a line gets stuck. It never pays
for a hint, which shows nothing new, nor for an undo.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from teahouse.games.solitaire import Move, SolitaireView, find_layout, shape_of
from teahouse.games.solitaire.deals.proof import puzzle_of
from teahouse.games.solitaire.layout import Slot
from teahouse.games.solitaire.sets import CODES, VALUES
from teahouse.games.solitaire.view import COVERED, BoardView, left_mask
from teahouse.kernels.solitaire.scoring import improve, play_keys
from teahouse.players.compiling import compiled
from teahouse.players.player import Budget
from teahouse.players.solitaire.bots import own_board, pairs_of, without_pairs
from teahouse.players.solitaire.oracle import KEY_A_POINT, LEAST_KEY, new_sheet
from teahouse.players.solitaire.prover import ints

WORLDS: Final = 30
PLAYS: Final = 150
SLACK: Final = 20
SHARE: Final = 90
"""The measured percentage of the points left that a shuffle brings in the end."""
LUCK: Final = 2147483646


class ExpertPlayer:
    """Searches sampled boards for lines."""

    def choose(self, view: SolitaireView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """The pair with which the best lines begin, or another move where there is none."""
        pairs = pairs_of(moves)
        if len(pairs) < 2:
            return pairs[0] if pairs else without_pairs(moves)
        votes = Counter(self._lines(view, rng))
        return max(pairs, key=lambda pair: votes[pair.first, pair.second])

    def _lines(self, view: SolitaireView, rng: Random) -> list[tuple[Slot, Slot]]:
        """The first pair of the best line on each sampled board; results of one board help with the next."""
        import numpy as np

        board, shape = own_board(view), shape_of(find_layout(view.layout))
        left = left_mask(board.cells)
        share = SHARE if board.help.shuffles else 0
        keys: Any = None
        begins: list[tuple[Slot, Slot]] = []
        for _ in range(WORLDS):
            faces = imagined(board, rng)
            puzzle = puzzle_of(shape, faces, left)
            made = puzzle.made(ints)
            values = np.array([VALUES[faces[slot]] for slot in puzzle.slots], np.int64)
            keys = values * KEY_A_POINT + LEAST_KEY if keys is None else keys
            sheet = new_sheet(values, keys.copy())
            counters = np.array([0, rng.randint(1, LUCK), 0, 0], np.int64)
            compiled(improve)(made, sheet, counters, PLAYS, SLACK, share)
            keys = sheet.keys[:] = sheet.best_keys
            compiled(play_keys)(made, sheet, share)
            first, second = sorted(puzzle.slots[int(tile)] for tile in sheet.line[:2])
            begins.append((first, second))
        return begins


def imagined(board: BoardView, rng: Random) -> list[int]:
    """The faces of a board, those that are not seen in any order; 0 where no tile lies."""
    unseen = [CODES[tile] for tile in board.unseen]
    rng.shuffle(unseen)
    return [unseen.pop() if cell == COVERED else CODES.get(cell, 0) for cell in board.cells]

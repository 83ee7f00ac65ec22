"""The expert of Solitaire: it sees what a person sees, and samples the rest.

It deals the hidden faces at random many times and adapts one policy to all of these worlds: how to play by slots and
faces, without knowing what is covered. Then every pair is tried as the next one on other worlds, with the policy for
the rest of the game. The price of a shuffle counts when a play gets stuck. It never pays for a hint, which shows
nothing new, nor for an undo.
"""

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.games.solitaire import Move, SolitaireView, TakePair, find_layout, shape_of
from teahouse.games.solitaire.deals.proof import puzzle_of
from teahouse.games.solitaire.sets import CODES, GROUPS, VALUES
from teahouse.games.solitaire.view import COVERED, BoardView, left_mask
from teahouse.kernels.solitaire.policy import adapt, weigh_pairs
from teahouse.kernels.solitaire.types import KeySheet, Policy, Puzzle
from teahouse.players.compiling import compiled
from teahouse.players.player import Budget
from teahouse.players.solitaire.bots import own_board, pairs_of, without_pairs
from teahouse.players.solitaire.oracle import KEY_A_POINT, new_sheet
from teahouse.players.solitaire.prover import blank, ints, play_counters

if TYPE_CHECKING:
    from teahouse.kernels.arrays import IntRows, Ints

WORLDS: Final = 64
ROUNDS: Final = 12
CHANGES: Final = 3600
OTHER_WORLDS: Final = 800
"""The worlds that the policy is adapted to in a round, the rounds, the changes that are tried in all of them, and the
worlds on which pairs are compared. Every round has new worlds: a policy soon fits its worlds better than any others."""
SHARE: Final = 90
"""The measured percentage of the points left that a shuffle brings in the end."""
HIGHEST_STATE: Final = 2147483646


class Worlds(NamedTuple):
    """Boards that differ in the covered faces alone, as kernels take them."""

    puzzle: Puzzle
    sheet: KeySheet
    kinds: "Ints"


class ExpertPlayer:
    """Adapts a policy to sampled boards, and keeps it from move to move. Slow boards get fewer rounds."""

    def __init__(self, changes: int = CHANGES) -> None:
        """Begin without a policy, and try this many changes of it before each move."""
        self._changes = changes
        self._left = 0
        self._slots: Any = None
        self._faces: Any = None

    def choose(self, view: SolitaireView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """The pair after which the policy scores most, or another move if there is none."""
        pairs = pairs_of(moves)
        if len(pairs) < 2:
            return pairs[0] if pairs else without_pairs(moves)
        totals = self._totals(view, pairs, budget, rng)
        return pairs[totals.index(max(totals))]

    def _totals(self, view: SolitaireView, pairs: Sequence[TakePair], budget: Budget, rng: Random) -> list[int]:
        """What the policy scores after each of the pairs, over all worlds."""
        import numpy as np

        board = own_board(view)
        left = left_mask(board.cells)
        self._forget_other_deals(len(board.cells), left)
        slots = [slot for slot in range(len(board.cells)) if left >> slot & 1]
        share = SHARE if board.help.shuffles else 0
        policy = Policy(self._slots[slots], self._faces, blank(0), blank(WORLDS), blank(WORLDS))
        counters = play_counters(rng.randint(1, HIGHEST_STATE))
        started = time.thread_time()
        for number in range(ROUNDS):
            if number and time.thread_time() - started > budget.seconds:
                break
            worlds = imagined(view.layout, board, slots, WORLDS, rng)
            policy = policy._replace(kinds=worlds.kinds)
            compiled(adapt)(worlds.puzzle, policy, worlds.sheet, counters, self._changes // ROUNDS, share)
        self._slots[slots] = policy.slots
        others = imagined(view.layout, board, slots, OTHER_WORLDS, rng)
        policy = policy._replace(kinds=others.kinds, totals=blank(OTHER_WORLDS))
        tiles = np.searchsorted(slots, [slot for pair in pairs for slot in (pair.first, pair.second)])
        sums = blank(len(pairs))
        compiled(weigh_pairs)(others.puzzle, policy, others.sheet, share, tiles, sums)
        return [int(total) for total in sums]

    def _forget_other_deals(self, size: int, left: int) -> None:
        """Begin with a new policy if the board is not a later one of the same deal: valuable pairs go first."""
        import numpy as np

        if self._slots is None or len(self._slots) != size or left & ~self._left:
            self._slots = np.zeros(size, np.int64)
            self._faces = np.array(VALUES, np.int64) * KEY_A_POINT
        self._left = left


def imagined(layout: str, board: BoardView, slots: Sequence[int], count: int, rng: Random) -> Worlds:
    """Possible worlds of a board: the unseen faces in random orders."""
    import numpy as np

    unseen = np.array([CODES[tile] for tile in board.unseen], np.int64)
    seen = np.array([CODES.get(cell, 0) for cell in board.cells], np.int64)
    covered = [slot for slot, cell in enumerate(board.cells) if cell == COVERED]
    everywhere = np.tile(seen, (count, 1))
    generator = np.random.default_rng(rng.randint(0, HIGHEST_STATE))
    everywhere[:, covered] = generator.permuted(np.tile(unseen, (count, 1)), axis=1)
    faces = everywhere[:, slots]
    return Worlds(_puzzle(layout, board, faces), _sheet(faces), faces.ravel())


def _puzzle(layout: str, board: BoardView, faces: "IntRows") -> Puzzle:
    """Worlds with these faces, a row each; they have as many tiles of every group, so groups begin at equal places."""
    import numpy as np

    shape, left = shape_of(find_layout(layout)), left_mask(board.cells)
    first, near, weights, blockers = map(ints, puzzle_of(shape, bytes(len(board.cells)), left).links)
    groups = np.array(GROUPS, np.int64)[faces]
    kinds, counts = np.unique(groups[0], return_counts=True)
    group = np.searchsorted(kinds, groups)
    begins = np.concatenate(([0], np.cumsum(counts)))
    member = np.argsort(group, axis=1, kind="stable")
    nothing = np.zeros(1, np.int64)  # needed only by the prover
    return Puzzle(first, near, weights, blockers, group.ravel(), begins, member.ravel(), nothing, nothing)


def _sheet(faces: "IntRows") -> KeySheet:
    import numpy as np

    return new_sheet(np.array(VALUES, np.int64)[faces].ravel(), np.zeros(faces.shape[1], np.int64))

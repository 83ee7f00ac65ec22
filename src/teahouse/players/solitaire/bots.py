"""Players of Solitaire. All of them take pairs while there are any, shuffle when there are none, and then stop."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from teahouse.games.solitaire import EndGame, Move, Shape, Shuffle, SolitaireView, TakePair, find_layout, shape_of
from teahouse.games.solitaire.sets import CODES, GROUPS, pair_value
from teahouse.games.solitaire.shape import mask_of
from teahouse.games.solitaire.view import BoardView, left_mask
from teahouse.players.player import Budget


class AnyPairPlayer:
    """Takes any pair, all equally likely."""

    def choose(self, view: SolitaireView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """A pair, or another move if there is none."""
        pairs = pairs_of(moves)
        return rng.choice(pairs) if pairs else without_pairs(moves)


class HintPlayer:
    """Takes the pair that a hint would show: the highest value, in the lowest slots if several have it."""

    def choose(self, view: SolitaireView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """The most valuable pair, or another move if there is none."""
        cells = own_board(view).cells
        return max(pairs_of(moves), key=lambda pair: value(cells, pair), default=without_pairs(moves))


class CarefulPlayer:
    """Takes pairs of wholly free groups first, which is safe; then pairs by their value and the tiles they free.

    Among equals it chooses at random.
    """

    def choose(self, view: SolitaireView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """The most promising pair, or another move if there is none."""
        pairs = pairs_of(moves)
        if not pairs:
            return without_pairs(moves)
        board, shape = own_board(view), shape_of(find_layout(view.layout))
        groups = wholly_free_groups(board)
        safe = [pair for pair in pairs if group_of(board.cells, pair) in groups]
        promises = [(promise(shape, board, pair), pair) for pair in safe or pairs]
        best = max(points for points, _ in promises)
        return rng.choice([pair for points, pair in promises if points == best])


def pairs_of(moves: Sequence[Move]) -> list[TakePair]:
    """The moves that take a pair."""
    return [move for move in moves if isinstance(move, TakePair)]


def without_pairs(moves: Sequence[Move]) -> Move:
    """Shuffle if possible, otherwise end; never undo, never start over."""
    return next((move for kind in (Shuffle, EndGame) for move in moves if isinstance(move, kind)), moves[0])


def own_board(view: SolitaireView) -> BoardView:
    """The viewer's own board."""
    assert view.board is not None, "a player has a board"
    return view.board


def value(cells: Sequence[str], pair: TakePair) -> int:
    """What a pair is worth before it is multiplied."""
    return pair_value(CODES[cells[pair.first]], CODES[cells[pair.second]])


def group_of(cells: Sequence[str], pair: TakePair) -> int:
    """The group that a pair belongs to."""
    return GROUPS[CODES[cells[pair.first]]]


def wholly_free_groups(board: BoardView) -> list[int]:
    """The groups of which every tile left is free; the hidden tiles are the tiles that are still missing."""
    left = Counter(GROUPS[CODES[cell]] for cell in (*board.cells, *board.unseen) if cell in CODES)
    free = Counter(GROUPS[CODES[board.cells[slot]]] for slot in board.free)
    return [group for group, count in free.items() if count == left[group]]


def promise(shape: Shape, board: BoardView, pair: TakePair) -> int:
    """The value of a pair, plus one for every tile that it frees."""
    left = left_mask(board.cells) & ~mask_of(pair.first, pair.second)
    freed = shape.freed(mask_of(*board.free), left, pair.first, pair.second).bit_count() - len(board.free) + 2
    return value(board.cells, pair) + freed

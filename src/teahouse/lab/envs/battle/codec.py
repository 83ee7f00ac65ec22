"""Battle for learners: 276 actions and 31 planes of nine rows and twelve columns.

The ends of the columns are numbered 2c (top) and 2c + 1 (bottom), c from 0 for column a; a single tile is a top. An
action is a pair of ends, in the order of `pairs(24)`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import SUIT_TILES, Tile
from teahouse.games.battle import Battle, BattleRules, BattleView, Board, Slot, TakePair, slot_text
from teahouse.games.battle.board import COLUMNS, ROWS, SLOTS, TOTAL
from teahouse.lab.envs.battle.pixels import battle_pixels
from teahouse.lab.envs.codec import PLANES, Observation, ObservationField, check_number
from teahouse.lab.envs.pairs import pair_starts, pairs

ENDS: Final = 2 * COLUMNS
ACTIONS: Final = ENDS * (ENDS - 1) // 2
KINDS: Final = len(SUIT_TILES)

FREE: Final = KINDS
"""The planes after the planes of the 27 kinds: free tiles, own points, the other's points, own turn."""
OWN: Final = KINDS + 1
OTHER: Final = KINDS + 2
TURN: Final = KINDS + 3
PLANE_COUNT: Final = KINDS + 4
LEARNER_SEATS: Final = (0, 1, None)
"""The seats that one learner may have; None draws the seat at random."""

_CODES: Final[dict[str, int]] = {tile: tile.code for tile in SUIT_TILES}
_GONE: Final = 2 * KINDS
_EMPTY: Final = bytes([_GONE]) * (ROWS * COLUMNS)
_SHOWN: Final[NDArray[np.float32]] = np.zeros((_GONE + 1, PLANE_COUNT), np.float32)
"""The values of all planes at a cell: a row for each kind while blocked, for each kind while free, and for no tile."""
_SHOWN[:KINDS, :KINDS] = _SHOWN[KINDS:_GONE, :KINDS] = np.eye(KINDS)
_SHOWN[KINDS:_GONE, FREE] = 1


class BattleCodec:
    """Battle as numbers.

    >>> codec = BattleCodec()
    >>> view = codec.game.view(codec.game.deal(b"tea"), None)
    >>> move = codec.game.parse_move("b1f9")
    >>> codec.number(view, move), codec.move(view, 53) == move
    (53, True)
    """

    def __init__(self, rules: BattleRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.game: Final = Battle(rules)
        self.actions: Final = ACTIONS
        self.fields: Final[Mapping[str, ObservationField]] = {
            PLANES: ObservationField((ROWS, COLUMNS, PLANE_COUNT), np.float32, 0, 1)
        }
        self.forced: Final = None

    def number(self, view: BattleView, move: TakePair) -> int:
        """The action that takes this pair."""
        return pair_starts(ENDS)[end_of(view.board, move.first)] + end_of(view.board, move.second)

    def numbers(self, view: BattleView, moves: Sequence[TakePair]) -> list[int]:
        """The actions of these moves."""
        starts, ends = pair_starts(ENDS), dict(free_ends(view.board))
        return [starts[ends[move.first]] + ends[move.second] for move in moves]

    def move(self, view: BattleView, number: int) -> TakePair:
        """The pair that an action takes; `IllegalMove` if an end is empty or, in a column of one, a bottom."""
        check_number(number, ACTIONS)
        first, second = pairs(ENDS)[number]
        return TakePair(slot_of(view.board, first), slot_of(view.board, second))

    def observation(self, view: BattleView, seat: Seat) -> Observation:
        """The planes as this seat sees them."""
        board = view.board
        cells = bytearray(_EMPTY)
        for column, (tiles, top) in enumerate(zip(board.columns, board.tops, strict=True)):
            if tiles:
                first = COLUMNS * top + column
                cells[first : first + COLUMNS * len(tiles) : COLUMNS] = _rows(tiles)
        planes = _SHOWN.take(np.frombuffer(cells, np.uint8), axis=0)
        planes[:, OWN] = view.scores[seat] / TOTAL
        planes[:, OTHER] = view.scores[1 - seat] / TOTAL
        planes[:, TURN] = view.mover == seat
        return {PLANES: planes.reshape(ROWS, COLUMNS, PLANE_COUNT)}

    def points(self, view: BattleView) -> BySeat[int]:
        """Every seat's lead."""
        first, second = view.scores
        return first - second, second - first

    def pixels(self, view: BattleView, seat: Seat) -> NDArray[np.uint8]:
        """The board and the points."""
        return battle_pixels(view)


@lru_cache(maxsize=1 << 14)
def _rows(tiles: tuple[Tile, ...]) -> bytes:
    """The rows of `_SHOWN` for the tiles of a column, whose ends are free."""
    rows = [_CODES[tile] for tile in tiles]
    for end in {0, len(rows) - 1}:
        rows[end] += KINDS
    return bytes(rows)


def free_ends(board: Board) -> Iterator[tuple[Slot, int]]:
    """Every free slot and the number of its end."""
    for column, (tiles, top) in enumerate(zip(board.columns, board.tops, strict=True)):
        if tiles:
            yield SLOTS[column][top], 2 * column
            if len(tiles) > 1:
                yield SLOTS[column][top + len(tiles) - 1], 2 * column + 1


def end_of(board: Board, slot: Slot) -> int:
    """The number of the end that holds a free slot."""
    column, row = divmod(slot, ROWS)
    depth, size = row - board.tops[column], len(board.columns[column])
    if size and depth == 0:
        return 2 * column
    if size and depth == size - 1:
        return 2 * column + 1
    raise IllegalMove(f"expected a free tile, got {board.at(slot) or 'none'} in {slot_text(slot)}")


def slot_of(board: Board, end: int) -> Slot:
    """The slot at an end of a column."""
    column = end >> 1
    size = len(board.columns[column])
    if size < 1 + (end & 1):
        raise IllegalMove(f"expected an end with a tile of its own, got end {end}")
    return SLOTS[column][board.tops[column] + (size - 1 if end & 1 else 0)]

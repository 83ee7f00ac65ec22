"""A Battle view for a whole screen."""

from collections.abc import Sequence
from typing import Final

from teahouse.games.battle import BattleView, Move, Slot, TakePair, slot_text
from teahouse.games.battle.board import COLUMNS, LETTERS, ROWS, SLOTS, VALUES
from teahouse.pictures.canvas import BoardMove, Canvas, Spot, TextBoard, tile_style

LEFT: Final = 6
CELL: Final = 5


def battle_board(view: BattleView, moves: Sequence[Move], names: Sequence[str]) -> TextBoard:
    """The field with its free pairs in brackets; a spot for every tile that a move takes."""
    pairs = [move for move in moves if isinstance(move, TakePair)]
    paired = {slot for move in pairs for slot in (move.first, move.second)}
    canvas, spots = Canvas(), list[Spot]()
    for column in range(COLUMNS):
        canvas.put(0, LEFT + CELL * column + 1, LETTERS[column], "dim")
        for row in range(ROWS):
            slot = SLOTS[column][row]
            _put(canvas, view, slot, is_paired=slot in paired)
            if slot in paired:
                spots.append(_spot(view, slot))
    for row in range(ROWS):
        canvas.put(row + 1, 3, str(row + 1), "dim")
    choices = tuple(BoardMove(frozenset((slot_text(move.first), slot_text(move.second))), move) for move in pairs)
    return TextBoard(canvas, tuple(spots), choices, _standing(view, names))


def _put(canvas: Canvas, view: BattleView, slot: Slot, *, is_paired: bool) -> None:
    row, column, tile = *_place(slot), view.board.at(slot)
    if tile is None:
        canvas.put(row, column, " ·  ", "dim")
    elif is_paired:
        canvas.put(row, column, f"[{tile}]", tile_style(tile, 5, is_bold=True))
    else:
        canvas.put(row, column, f" {tile} ", tile_style(tile, 3 if view.board.is_free(slot) else 1))


def _place(slot: Slot) -> tuple[int, int]:
    column, row = divmod(slot, ROWS)
    return row + 1, LEFT + CELL * column


def _spot(view: BattleView, slot: Slot) -> Spot:
    tile = view.board.at(slot)
    assert tile is not None
    points = VALUES[tile]
    label = f"{tile} {tile.spoken} at {slot_text(slot)}: a pair of it scores {points} point{'s' * (points != 1)}"
    return Spot(slot_text(slot), *_place(slot), 4, label)


def _standing(view: BattleView, names: Sequence[str]) -> str:
    scores = "   ".join(f"{name}: {score}" for name, score in zip(names, view.scores, strict=True))
    return f"{scores}   on the table: {view.board.value()}"

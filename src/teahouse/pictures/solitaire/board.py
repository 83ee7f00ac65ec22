"""A Solitaire view for a whole screen: the layout seen from above, a tile two rows high and four columns wide.

Higher tiles hide what lies under them. A tile's text is in a visible part of it, and the number of its layer, counted
from 1, in its lower right corner, so that layers can be distinguished without colours. If another tile's text follows
immediately, the number is one column further left, because `5` beside `6p` reads as `56p`.
"""

from collections.abc import Sequence
from typing import Final

from teahouse.core.tiles import Tile
from teahouse.games.solitaire import Layout, Move, SolitaireView, TakePair, addresses, find_layout
from teahouse.games.solitaire.board import HELP_PRICE
from teahouse.games.solitaire.layout import Place, units
from teahouse.games.solitaire.sets import CODES, VALUES
from teahouse.games.solitaire.view import GONE, BoardView
from teahouse.pictures.canvas import BoardMove, Canvas, Spot, TextBoard, tile_style

UNIT: Final = 2
TILE: Final = 4
LEFT: Final = 1
CORNERS: Final = ((0, 0), (0, UNIT), (1, 0), (1, UNIT))
"""The corners of a tile in the order of `units`, in rows and columns."""


def solitaire_board(view: SolitaireView, moves: Sequence[Move], names: Sequence[str]) -> TextBoard:
    """The board from above; every free tile is a spot, because finding the pairs is the game."""
    canvas = Canvas()
    if view.board is None:
        return TextBoard(canvas, (), (), _standing(view, names))
    layout = find_layout(view.layout)
    there = addresses(layout)
    _paint(canvas, layout, view.board)
    spots = tuple(_spot(layout, view, view.board, slot) for slot in view.board.free) if view.result is None else ()
    pairs = (move for move in moves if isinstance(move, TakePair))
    choices = tuple(BoardMove(frozenset((there[move.first], there[move.second])), move) for move in pairs)
    return TextBoard(canvas, spots, choices, _standing(view, names))


def _paint(canvas: Canvas, layout: Layout, board: BoardView) -> None:
    """Draw from the lowest layer up, so that the upper tiles hide the lower ones."""
    left = [place for place, cell in zip(layout.places, board.cells, strict=True) if cell != GONE]
    tops = {(unit.y, unit.x): unit.z for place in left for unit in units(place)}
    hinted = board.hint or ()
    for slot, (place, cell) in enumerate(zip(layout.places, board.cells, strict=True)):
        if cell == GONE:
            continue
        row, column, style = place.y, LEFT + UNIT * place.x, _style(cell, place, is_free=slot in board.free)
        for line in range(2):
            canvas.put(row + line, column, " " * TILE, style)
        canvas.put(row + 1, column + TILE - 1, str(place.z + 1), tile_style(None, place.z + 1))
        if slot in board.free:
            canvas.put(row, column, f"<{cell}>" if slot in hinted else f"[{cell}]", style)
        elif (corner := _seen_corner(place, tops)) is not None:
            canvas.put(row + corner[0], column + corner[1], cell, style)
    _part_digits(canvas, left, tops)


def _part_digits(canvas: Canvas, left: Sequence[Place], tops: dict[tuple[int, int], int]) -> None:
    """Move layer numbers to the left if they touch the text beside them; leave them out if there is no room."""
    for place in left:
        row, column, layer = place.y + 1, LEFT + UNIT * place.x + TILE - 1, str(place.z + 1)
        is_seen = tops[row, place.x + 1] == place.z
        if is_seen and canvas.letter(row, column) == layer and canvas.letter(row, column + 1).isalnum():
            style = tile_style(None, place.z + 1)
            canvas.put(row, column, " ", style)
            if canvas.letter(row, column - 1) == canvas.letter(row, column - 2) == " ":
                canvas.put(row, column - 1, layer, style)


def _seen_corner(place: Place, tops: dict[tuple[int, int], int]) -> tuple[int, int] | None:
    """The place for the text of a blocked tile: its middle, or the first corner that nothing hides."""
    seen = [tops[unit.y, unit.x] == place.z for unit in units(place)]
    if seen[0] and seen[1]:
        return 0, 1
    return next((corner for corner, is_seen in zip(CORNERS, seen, strict=True) if is_seen), None)


def _style(cell: str, place: Place, *, is_free: bool) -> str:
    return tile_style(Tile(cell) if cell in CODES else None, place.z + 1, is_bold=is_free)


def _spot(layout: Layout, view: SolitaireView, board: BoardView, slot: int) -> Spot:
    place, address = layout.places[slot], addresses(layout)[slot]
    tile = Tile(board.cells[slot])
    worth = VALUES[tile.code] * (view.standings[view.seat or 0].tiles // 2)
    label = f"{tile} {tile.spoken} at {address}, layer {place.z + 1}: a pair of it scores {worth} points now"
    return Spot(address, place.y, LEFT + UNIT * place.x, TILE, label)


def _standing(view: SolitaireView, names: Sequence[str]) -> str:
    """The viewer's score, in a contest with the best other score, the pairs left, and the help left."""
    own = view.seat or 0
    scores = [each.score for each in view.standings]
    parts = [f"{names[own]}: {scores[own]}"]
    if others := [seat for seat in range(len(scores)) if seat != own]:
        best = max(others, key=lambda seat: scores[seat])
        parts.append(f"{names[best]}: {scores[best]}")
    if view.board is not None:
        uses, pairs = view.board.help, view.standings[own].tiles // 2
        left = f"undo {uses.undos}, shuffle {uses.shuffles}, hint {uses.hints}"
        parts += [f"{pairs} pairs", "help is free" if view.casual else f"{left} ({HELP_PRICE * pairs} each)"]
    return "   ".join(parts)

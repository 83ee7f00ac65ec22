"""Pictures of Caravan. `CARAVAN` names them all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from teahouse.core.game import Ended, Forfeit, Forfeited, Result
from teahouse.core.tiles import tiles_text
from teahouse.pictures.canvas import BoardMove, Canvas, Spot, TextBoard, tile_style
from teahouse.pictures.cloth import cloth, document, label
from teahouse.pictures.faces.shapes import element
from teahouse.pictures.picture import Picture
from teahouse.pictures.tiles import TILE_HEIGHT, TILE_WIDTH, Faces, tile_id, tile_symbol
from tests.fourth_game.games.game import CaravanRules, CaravanView, Event, Move, TakeTile, TileTaken, end_tile

if TYPE_CHECKING:
    from rich.text import Text

MARGIN: Final = 40
CELL: Final = 4
ENDINGS: Final = {"resigned": "resigned", "time": "ran out of time", "absent": "went away"}


def caravan_svg(view: CaravanView, faces: Faces = Faces.TRADITIONAL) -> str:
    """The row on its cloth, and the score below."""
    width, height = 2 * MARGIN + max(len(view.row), 4) * TILE_WIDTH, 3 * MARGIN + TILE_HEIGHT
    symbols = element("defs", *(tile_symbol(tile, faces) for tile in dict.fromkeys(view.row)))
    size = {"width": TILE_WIDTH, "height": TILE_HEIGHT}
    tiles = [
        element("use", href=f"#{tile_id(tile)}", x=MARGIN + number * TILE_WIDTH, y=MARGIN, **size)
        for number, tile in enumerate(view.row)
    ]
    score = label(" : ".join(map(str, view.scores)), width / 2, height - MARGIN / 2, size=26)
    return document("Caravan", (width, height), symbols, cloth(width, height), *tiles, score)


def caravan_text(view: CaravanView, moves: Sequence[Move], names: Sequence[str]) -> "Text":
    """The row, the score, and who is to move or how it ended."""
    from rich.text import Text

    last = f"{names[view.turn]} to move" if view.result is None else result_text(view.result, names)
    return Text(f" {tiles_text(view.row) or '-'}\n\n {standing(view, names)}\n {last}\n")


def caravan_board(view: CaravanView, moves: Sequence[Move], names: Sequence[str]) -> TextBoard:
    """The row for a whole screen, with a spot for each end that may be taken."""
    canvas, spots = Canvas(), list[Spot]()
    for number, tile in enumerate(view.row):
        canvas.put(0, CELL * number, f" {tile} ", tile_style(tile, 3))
    takes = [move for move in moves if isinstance(move, TakeTile)]
    for move in takes:
        column = 0 if move.end == "left" else CELL * (len(view.row) - 1)
        tile = end_tile(view.row, move.end)
        spots.append(Spot(move.end, 0, column, CELL, f"{tile} at the {move.end}: {tile.rank} points"))
    choices = tuple(BoardMove(frozenset((move.end,)), move) for move in takes)
    return TextBoard(canvas, tuple(spots), choices, standing(view, names))


def standing(view: CaravanView, names: Sequence[str]) -> str:
    """The score in one line."""
    return "   ".join(f"{name}: {score}" for name, score in zip(names, view.scores, strict=True))


def result_text(result: Result, names: Sequence[str]) -> str:
    """How a game ended, in words."""
    if not result.winners:
        return "a draw"
    (winner,) = result.winners
    how = "" if result.ending == "row_gone" else f"{names[1 - winner]} {ENDINGS[result.ending]}: "
    return f"{how}{names[winner]} wins"


def caravan_move(view: CaravanView, move: Move) -> str:
    """A move in words."""
    match move:
        case TakeTile():
            return f"{end_tile(view.row, move.end)} at the {move.end}"
        case Forfeit():
            return "give up"
        case _:
            assert_never(move)


def caravan_event(event: Event, names: Sequence[str]) -> str:
    """An event in words."""
    match event:
        case TileTaken():
            return f"{names[event.seat]}: {event.tile} at the {event.end} for {event.points}"
        case Forfeited():
            return f"{names[event.seat]} {ENDINGS[event.reason]}"
        case Ended():
            return result_text(event.result, names)
        case _:
            assert_never(event)


def caravan_values(rules: CaravanRules) -> str:
    """The points of a tile."""
    return "  A tile scores its number. More points win."


CARAVAN: Final = Picture(
    svg=caravan_svg,
    text=caravan_text,
    move=caravan_move,
    event=caravan_event,
    board=caravan_board,
    values=caravan_values,
    help="  left, l     the tile at the left end\n  5m          the tile at an end, by its name",
    may_take_back=True,
)

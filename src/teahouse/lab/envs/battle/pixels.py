"""A view of Battle in pixels, for learners that use images."""

from teahouse.games.battle import BattleView
from teahouse.games.battle.board import COLUMNS, ROWS, SLOTS
from teahouse.lab.envs.pixels import DIM, FACE, LINE, MARGIN, TILE_HEIGHT, TILE_WIDTH, PixelCanvas, Pixels


def battle_pixels(view: BattleView) -> Pixels:
    """The board, its free tiles light, and the points below."""
    canvas = PixelCanvas(2 * MARGIN + COLUMNS * TILE_WIDTH, 3 * MARGIN + ROWS * TILE_HEIGHT + LINE)
    for column in range(COLUMNS):
        for row in range(ROWS):
            slot = SLOTS[column][row]
            tile = view.board.at(slot)
            if tile is not None:
                fill = FACE if view.board.is_free(slot) else DIM
                canvas.tile(MARGIN + column * TILE_WIDTH, MARGIN + row * TILE_HEIGHT, tile, fill=fill)
    turn = "over" if view.result is not None else f"turn {view.mover}"
    canvas.text(MARGIN, 2 * MARGIN + ROWS * TILE_HEIGHT, f"{view.scores[0]}:{view.scores[1]} {turn}")
    return canvas.pixels

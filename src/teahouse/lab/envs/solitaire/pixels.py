"""A view of Solitaire in pixels, for learners that use images."""

from typing import Final

from teahouse.games.solitaire import Layout, SolitaireView
from teahouse.games.solitaire.view import COVERED, GONE
from teahouse.lab.envs.pixels import DIM, FACE, LINE, MARGIN, MARK, TILE_HEIGHT, TILE_WIDTH, PixelCanvas, Pixels

HALF_WIDTH: Final = TILE_WIDTH // 2
HALF_HEIGHT: Final = TILE_HEIGHT // 2
LIFT: Final = 4
"""How many pixels each layer is shifted from the one below it."""


def solitaire_pixels(layout: Layout, view: SolitaireView) -> Pixels:
    """The board as it lies, free tiles light, a hinted pair in gold, and the scores below."""
    width, height = layout.size
    lift = LIFT * (layout.places[-1].z + 1)
    bottom = MARGIN + lift + HALF_HEIGHT * height + MARGIN
    canvas = PixelCanvas(
        max(2 * MARGIN + lift + HALF_WIDTH * width, 24 * LINE), bottom + LINE * len(view.standings) + MARGIN
    )
    if view.board is not None:
        free, hinted = set(view.board.free), view.board.hint or ()
        for slot, (place, cell) in enumerate(zip(layout.places, view.board.cells, strict=True)):
            if cell != GONE:
                x = MARGIN + lift + HALF_WIDTH * place.x - LIFT * place.z
                y = MARGIN + lift + HALF_HEIGHT * place.y - LIFT * place.z
                fill = MARK if slot in hinted else FACE if slot in free else DIM
                canvas.tile(x, y, cell if cell != COVERED else "", fill=fill)
    for seat, standing in enumerate(view.standings):
        ending = "" if standing.ending is None else f" {standing.ending}"
        canvas.text(MARGIN, bottom + LINE * seat, f"{seat}: {standing.score} tiles {standing.tiles}{ending}")
    return canvas.pixels

"""The three games in pixels: what a view shows, tile by tile, for learners that look at pictures."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.seats import Seat
from teahouse.games.battle import BattleView
from teahouse.games.battle.board import COLUMNS, ROWS, SLOTS
from teahouse.games.classic import ClassicView
from teahouse.games.solitaire import Layout, SolitaireView
from teahouse.games.solitaire.view import COVERED, GONE
from teahouse.lab.envs.pixels import DIM, FACE, LINE, MARK, TILE_HEIGHT, TILE_WIDTH, Canvas

MARGIN: Final = 8
HALF_WIDTH: Final = TILE_WIDTH // 2
HALF_HEIGHT: Final = TILE_HEIGHT // 2
LIFT: Final = 4
"""How far a layer stands above the one below it."""
ROW_OF_DISCARDS: Final = 20
Pixels = NDArray[np.uint8]


def battle_pixels(view: BattleView) -> Pixels:
    """The board, its free tiles light, and the points below."""
    canvas = Canvas(2 * MARGIN + COLUMNS * TILE_WIDTH, 3 * MARGIN + ROWS * TILE_HEIGHT + LINE)
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


def solitaire_pixels(layout: Layout, view: SolitaireView) -> Pixels:
    """The board as it lies, free tiles light, a hinted pair in gold, and the scores below."""
    width, height = layout.size
    lift = LIFT * (layout.places[-1].z + 1)
    bottom = MARGIN + lift + HALF_HEIGHT * height + MARGIN
    canvas = Canvas(
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


def classic_pixels(view: ClassicView, seat: Seat) -> Pixels:
    """Every seat's melds, bonus tiles and discards, from the one who looks on, and that one's hand at the bottom."""
    count = len(view.hand_sizes)
    block = LINE + 3 * TILE_HEIGHT + MARGIN
    canvas = Canvas(2 * MARGIN + 26 * TILE_WIDTH, 2 * MARGIN + count * block + LINE + TILE_HEIGHT)
    for place in range(count):
        _seat_block(canvas, view, Seat((seat + place) % count), MARGIN + place * block)
    y = MARGIN + count * block
    offer = "" if view.offer is None else f" offer {view.offer.tile}"
    canvas.text(MARGIN, y, f"wall {view.wall} box {view.box}{offer}")
    hand = list(view.hand)
    if view.drawn is not None:
        hand.remove(view.drawn)
    x = canvas.tiles(MARGIN, y + LINE, hand)
    if view.drawn is not None:
        canvas.tiles(x + MARGIN, y + LINE, (view.drawn,), edge=MARK)
    return canvas.pixels


def _seat_block(canvas: Canvas, view: ClassicView, seat: Seat, y: int) -> None:
    turn = " turn" if seat == view.turn else ""
    canvas.text(MARGIN, y, f"{seat} {view.opening.winds[seat]} holds {view.hand_sizes[seat]}{turn}")
    x = MARGIN
    for meld in view.melds[seat]:
        x = canvas.tiles(x, y + LINE, meld.tiles) + MARGIN
    canvas.tiles(x, y + LINE, view.bonus[seat])
    discards = [laid.tile for laid in view.discards if laid.seat == seat]
    for row, first in enumerate(range(0, len(discards), ROW_OF_DISCARDS), 1):
        canvas.tiles(MARGIN, y + LINE + row * TILE_HEIGHT, discards[first : first + ROW_OF_DISCARDS])

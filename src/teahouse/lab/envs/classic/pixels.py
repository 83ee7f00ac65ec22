"""A view of Classic in pixels, for learners that use images."""

from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.classic import ClassicView
from teahouse.lab.envs.pixels import LINE, MARGIN, MARK, TILE_HEIGHT, TILE_WIDTH, PixelCanvas, Pixels

ROW_OF_DISCARDS: Final = 20


def classic_pixels(view: ClassicView, seat: Seat) -> Pixels:
    """Every seat's melds, bonus tiles and discards, the viewer's first, and the viewer's hand at the bottom."""
    count = len(view.hand_sizes)
    block = LINE + 3 * TILE_HEIGHT + MARGIN
    canvas = PixelCanvas(2 * MARGIN + 26 * TILE_WIDTH, 2 * MARGIN + count * block + LINE + TILE_HEIGHT)
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


def _seat_block(canvas: PixelCanvas, view: ClassicView, seat: Seat, y: int) -> None:
    turn = " turn" if seat == view.turn else ""
    canvas.text(MARGIN, y, f"{seat} {view.opening.winds[seat]} holds {view.hand_sizes[seat]}{turn}")
    x = MARGIN
    for meld in view.melds[seat]:
        x = canvas.tiles(x, y + LINE, meld.tiles) + MARGIN
    canvas.tiles(x, y + LINE, view.bonus[seat])
    discards = [laid.tile for laid in view.discards if laid.seat == seat]
    for row, first in enumerate(range(0, len(discards), ROW_OF_DISCARDS), 1):
        canvas.tiles(MARGIN, y + LINE + row * TILE_HEIGHT, discards[first : first + ROW_OF_DISCARDS])

"""A Classic view as SVG: four sides of a table with hands, melds, the square wall and the discards.

Every side is drawn as if it lay in front of the viewer, then rotated around the middle of the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES, Tile
from teahouse.games.classic import ClassicView, Meld
from teahouse.games.classic.play.opening import SIDES, side_of
from teahouse.pictures.classic.wall import Heap, heaps_of
from teahouse.pictures.cloth import GOLD, cloth, document, label
from teahouse.pictures.faces.shapes import box, element, group, moved
from teahouse.pictures.tiles import TILE_HEIGHT, TILE_WIDTH, Faces, back_symbol, tile_id, tile_symbol

SIZE: Final = 1200
MIDDLE: Final = SIZE / 2
RATIO: Final = TILE_HEIGHT / TILE_WIDTH
HAND_TILE: Final = 44.0
MELD_TILE: Final = 38.0
BONUS_TILE: Final = 26.0
LAID_TILE: Final = 31.0
WALL_TILE: Final = 30.0
HAND_Y: Final = 478.0
MELDS_Y: Final = 398.0
NAME_Y: Final = 570.0
WALL_Y: Final = 322.0
LAID_Y: Final = 112.0
SPACE: Final = 12.0
LAID_A_ROW: Final = {2: 14, 3: 7, 4: 7}
HIGH: Final = 4.0
"""How far the upper tile of a heap is shifted from the lower one."""


class PlacedTile(NamedTuple):
    """A tile (None is a back) on a side: its left upper corner and its width."""

    tile: Tile | None
    x: float
    y: float
    width: float


def classic_svg(view: ClassicView, faces: Faces = Faces.TRADITIONAL) -> str:
    """The view as a document."""
    defs = element("defs", back_symbol(faces), *(tile_symbol(tile, faces) for tile in open_tiles(view)))
    sides = [group(*side(view, number), transform=turned(number)) for number in range(SIDES)]
    return document("Classic mahjong", (SIZE, SIZE), defs, cloth(SIZE, SIZE), *sides, middle(view))


def open_tiles(view: ClassicView) -> list[Tile]:
    """The kinds that can be seen, in order."""
    kinds = {*view.hand, *(laid.tile for laid in view.discards)}
    for melds, bonus in zip(view.melds, view.bonus, strict=True):
        kinds.update(bonus, *(meld.tiles for meld in melds))
    for win in view.wins:
        kinds.update(win.hand, *(loser.hand for loser in win.losers))
    if view.offer is not None:
        kinds.add(view.offer.tile)
    return [tile for tile in TILES if tile in kinds]


def turned(number: int) -> str:
    """The place of a side: 0 in front of the viewer, 1 to the right, and so on."""
    return moved(MIDDLE, MIDDLE, turn=-90.0 * number)


def side(view: ClassicView, number: int) -> Iterator[str]:
    """Everything on one side: its part of the wall, and the tiles of its seat if there is one."""
    players = len(view.hand_sizes)
    viewer = side_of(view.seat or Seat(0), players)
    here = (viewer + number) % SIDES
    yield group(*(heap_drawn(heap) for heap in heaps_of(view) if heap.side == here))
    seat = next((Seat(seat) for seat in range(players) if side_of(Seat(seat), players) == here), None)
    if seat is not None:
        yield group(*map(drawn, discard_spots(view, seat)))
        yield group(*map(drawn, meld_spots(view.melds[seat])))
        yield group(*map(drawn, hand_spots(view, seat)))
        yield from name_plate(view, seat, is_opposite=number == SIDES // 2)


def heap_drawn(heap: Heap) -> str:
    """One heap of the wall; the Kong Box is framed."""
    spots = [PlacedTile(None, heap.place * WALL_TILE, WALL_Y - HIGH * level, WALL_TILE) for level in range(heap.tiles)]
    frame = box(
        heap.place * WALL_TILE,
        WALL_Y - HIGH * (heap.tiles - 1),
        WALL_TILE,
        WALL_TILE * RATIO,
        fill="none",
        stroke=GOLD,
        stroke_width=1.6,
        rx=3,
    )
    return "".join(map(drawn, spots)) + (frame if heap.is_box else "")


def drawn(spot: PlacedTile) -> str:
    """A tile at its spot."""
    return element(
        "use", href=f"#{tile_id(spot.tile)}", x=spot.x, y=spot.y, width=spot.width, height=spot.width * RATIO
    )


def discard_spots(view: ClassicView, seat: Seat) -> Iterator[PlacedTile]:
    """A seat's discards in their order, row by row towards it."""
    columns = LAID_A_ROW[len(view.hand_sizes)]
    laid = [discard.tile for discard in view.discards if discard.seat == seat]
    for number, tile in enumerate(laid):
        row, column = divmod(number, columns)
        x = (column - columns / 2) * LAID_TILE
        yield PlacedTile(tile, x, LAID_Y + row * LAID_TILE * RATIO, LAID_TILE)


def meld_spots(melds: Sequence[Meld]) -> Iterator[PlacedTile]:
    """The melds side by side; of a concealed kong one tile lies face down."""
    width = sum(len(meld.tiles) for meld in melds) * MELD_TILE + SPACE * (len(melds) - 1)
    x = -width / 2
    for meld in melds:
        faces: list[Tile | None] = list(meld.tiles)
        if meld.concealed:
            faces[1] = None
        for tile in faces:
            yield PlacedTile(tile, x, MELDS_Y, MELD_TILE)
            x += MELD_TILE
        x += SPACE


def hand_spots(view: ClassicView, seat: Seat) -> Iterator[PlacedTile]:
    """A hand: sorted and visible for its own seat or once shown, otherwise backs; a tile just drawn stands apart."""
    tiles = list(hand_shown(view, seat))
    apart = view.drawn if seat == view.seat and view.drawn in tiles and not view.wins else None
    if apart is not None:
        tiles.remove(apart)
    x = -(len(tiles) + (apart is not None)) * HAND_TILE / 2
    for tile in tiles:
        yield PlacedTile(tile, x, HAND_Y, HAND_TILE)
        x += HAND_TILE
    if apart is not None:
        yield PlacedTile(apart, x + SPACE, HAND_Y, HAND_TILE)


def hand_shown(view: ClassicView, seat: Seat) -> Iterable[Tile | None]:
    """The visible tiles of a hand."""
    for win in view.wins:
        hands = {win.seat: win.hand} | {loser.seat: loser.hand for loser in win.losers}
        if seat in hands:
            return hands[seat]
    return view.hand if seat == view.seat else (None,) * view.hand_sizes[seat]


def name_plate(view: ClassicView, seat: Seat, *, is_opposite: bool) -> Iterator[str]:
    """The seat's wind and number, whether it deals, its tallies, and its bonus tiles beside them."""
    words = [f"{view.opening.winds[seat]} (seat {seat})"]
    words += ["dealer"] * (seat == view.opening.dealer) + ["ready"] * view.ready[seat] + ["gave up"] * view.gone[seat]
    if view.opening.tallies is not None:
        gained = 0 if view.result is None else view.result.scores[seat]
        words.append(f"{view.opening.tallies[seat] + gained:,}")
    is_strong = seat in view.waiting or (view.result is not None and seat in view.result.winners)
    plate = label(" · ".join(words), 0, NAME_Y, size=21, is_strong=is_strong)
    yield group(plate, transform=f"rotate(180 0 {NAME_Y - 7:g})") if is_opposite else plate
    for number, tile in enumerate(view.bonus[seat]):
        yield drawn(PlacedTile(tile, 190 + number * (BONUS_TILE + 2), NAME_Y - 24, BONUS_TILE))


def middle(view: ClassicView) -> str:
    """The middle of the table: Prevailing Wind, tiles left, the tile on offer, or how the deal ended."""
    lines = [f"{view.opening.prevailing} prevails", f"wall {view.wall}", f"Kong Box {view.box}"]
    if view.result is not None:
        lines.append(view.result.ending.replace("_", " "))
    if view.wins:
        lines.append(" / ".join(str(win.score.score) for win in view.wins))
    top = MIDDLE - 9.0 * len(lines)
    words = [label(line, MIDDLE, top + 24 * number, size=20) for number, line in enumerate(lines)]
    if view.offer is None:
        return group(*words)
    tile = drawn(PlacedTile(view.offer.tile, MIDDLE - 22, MIDDLE + 34, HAND_TILE))
    frame = box(
        MIDDLE - 23, MIDDLE + 33, HAND_TILE + 2, HAND_TILE * RATIO + 2, fill="none", stroke=GOLD, stroke_width=3
    )
    return group(*words, tile, frame, transform=moved(0, -22))

"""A Battle view as SVG: the field on its cloth, free tiles lifted, pairs marked, the score below."""

from collections.abc import Iterator
from typing import Final

from teahouse.core.game import Result
from teahouse.games.battle import BattleView, Slot
from teahouse.games.battle.board import COLUMNS, LETTERS, ROWS, SLOTS
from teahouse.pictures.cloth import cloth, document, label
from teahouse.pictures.faces.shapes import element, group
from teahouse.pictures.tiles import TILE_HEIGHT, TILE_WIDTH, Faces, side_symbol, tile_id, tile_symbol

GAP: Final = 5
MARGIN: Final = 46
FOOT: Final = 64
LIFT: Final = 5
STEP_X: Final = TILE_WIDTH + GAP
STEP_Y: Final = TILE_HEIGHT + GAP
WIDTH: Final = 2 * MARGIN + COLUMNS * STEP_X - GAP
FIELD_HEIGHT: Final = 2 * MARGIN + ROWS * STEP_Y - GAP
HEIGHT: Final = FIELD_HEIGHT + FOOT

SHADE: Final = "#1d2b24"
GOLD: Final = "#f2b632"


def battle_svg(view: BattleView, faces: Faces = Faces.TRADITIONAL) -> str:
    """The view as a document."""
    kinds = sorted({*view.board.tiles()}, key=lambda tile: tile.code)
    defs = element("defs", side_symbol(faces), *(tile_symbol(tile, faces) for tile in kinds))
    return document(
        "Mahjong Battle", (WIDTH, HEIGHT), defs, cloth(WIDTH, HEIGHT), *_labels(), *_tiles(view), _foot(view)
    )


def _labels() -> Iterator[str]:
    for column, letter in enumerate(LETTERS):
        x = MARGIN + column * STEP_X + TILE_WIDTH / 2
        yield label(letter, x, MARGIN - 16, size=18)
        yield label(letter, x, FIELD_HEIGHT - MARGIN + 28, size=18)
    for row in range(ROWS):
        y = MARGIN + row * STEP_Y + TILE_HEIGHT / 2 + 6
        yield label(str(row + 1), MARGIN / 2, y, size=18)
        yield label(str(row + 1), WIDTH - MARGIN / 2, y, size=18)


def _tiles(view: BattleView) -> Iterator[str]:
    paired = {slot for pair in view.board.pairs() for slot in pair} if view.result is None else set[Slot]()
    for row in range(ROWS):
        for column in range(COLUMNS):
            slot = SLOTS[column][row]
            if view.board.at(slot) is not None:
                yield _tile(view, slot, is_paired=slot in paired)


def _tile(view: BattleView, slot: Slot, *, is_paired: bool) -> str:
    column, row = divmod(slot, ROWS)
    place = f"translate({MARGIN + column * STEP_X} {MARGIN + row * STEP_Y})"
    size = {"width": TILE_WIDTH, "height": TILE_HEIGHT}
    face = element("use", href=f"#{tile_id(view.board.at(slot))}", **size)
    if not view.board.is_free(slot):
        veil = element("rect", rx=6, fill=SHADE, opacity=0.34, **size)
        return group(face, veil, transform=place)
    side = element("use", href="#tile-side", width=TILE_WIDTH + 9, height=TILE_HEIGHT + 9)
    mark = element("rect", x=1, y=1, width=58, height=78, rx=6, fill="none", stroke=GOLD, stroke_width=4)
    lifted = group(side, face, mark if is_paired else "", transform=f"translate(-{LIFT} -{LIFT})")
    return group(lifted, transform=place)


def _foot(view: BattleView) -> str:
    y = HEIGHT - FOOT / 2
    result = view.result
    left, right = view.scores if result is None else result.scores
    strong = (view.mover,) if result is None else result.winners
    middle = f"{view.board.value()} on the table" if result is None else outcome(result)
    return group(
        label(f"seat 0: {left}", WIDTH * 0.2, y, size=26, is_strong=0 in strong),
        label(middle, WIDTH / 2, y, size=20),
        label(f"seat 1: {right}", WIDTH * 0.8, y, size=26, is_strong=1 in strong),
    )


def outcome(result: Result) -> str:
    """Who won, in two words."""
    return f"seat {result.winners[0]} wins" if result.winners else "a draw"

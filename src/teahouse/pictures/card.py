"""The picture of a shared link: a view, or the house's own still life, on a card of the usual shape."""

import re
from typing import Final

from teahouse.core.tiles import Tile
from teahouse.pictures.cloth import CLOTH, EDGE, WOOD, document
from teahouse.pictures.faces.shapes import element, group, moved
from teahouse.pictures.tiles import TILE_HEIGHT, TILE_WIDTH, Faces, back_symbol, side_symbol, tile_id, tile_symbol

CARD_WIDTH: Final = 1200
CARD_HEIGHT: Final = 630

_MARGIN: Final = 30
_OPENING: Final = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')
_STILL_LIFE: Final = ("- 1f 5f 2f 7f -", "1z 6z 7z 5z 3z 9s", "1s 5m 9p 2s 3m 8p")
_SCALE: Final = 2


def view_card(svg: str) -> str:
    """A document of a view, as large as the card allows, on the house's cloth."""
    match = _OPENING.match(svg)
    assert match is not None, "a picture begins with its size"
    width, height = float(match[1]), float(match[2])
    scale = min((CARD_WIDTH - 2 * _MARGIN) / width, (CARD_HEIGHT - 2 * _MARGIN) / height)
    inside = svg[match.end() : svg.rindex("</svg>")]
    place = moved((CARD_WIDTH - scale * width) / 2, (CARD_HEIGHT - scale * height) / 2, scale=scale)
    return _card("A table of the house", group(inside, transform=place))


def house_card() -> str:
    """The house's own picture: three rows of tiles; `-` is a back."""
    rows = [[None if name == "-" else Tile(name) for name in row.split()] for row in _STILL_LIFE]
    kinds = {tile for row in rows for tile in row if tile is not None}
    symbols = (side_symbol(), back_symbol(Faces.TRADITIONAL), *(tile_symbol(tile) for tile in sorted(kinds)))
    step_x, step_y = TILE_WIDTH + 7, TILE_HEIGHT + 7
    tiles = "".join(_tile(tile, x * step_x, y * step_y) for y, row in enumerate(rows) for x, tile in enumerate(row))
    width, height = _SCALE * step_x * len(rows[0]), _SCALE * step_y * len(rows)
    place = moved((CARD_WIDTH - width) / 2 + 20, (CARD_HEIGHT - height) / 2 + 32, scale=_SCALE, turn=-4)
    return _card("Teahouse", element("defs", *symbols), group(tiles, transform=place))


def _tile(tile: Tile | None, x: float, y: float) -> str:
    side = element("use", href="#tile-side", width=72, height=92)
    return group(
        side, element("use", href=f"#{tile_id(tile)}", width=TILE_WIDTH, height=TILE_HEIGHT), transform=moved(x, y)
    )


def _card(title: str, *drawings: str) -> str:
    frame = element("rect", width=CARD_WIDTH, height=CARD_HEIGHT, fill=WOOD)
    field = element(
        "rect",
        x=12,
        y=12,
        width=CARD_WIDTH - 24,
        height=CARD_HEIGHT - 24,
        rx=10,
        fill=CLOTH,
        stroke=EDGE,
        stroke_width=4,
    )
    return document(title, (CARD_WIDTH, CARD_HEIGHT), frame, field, *drawings)

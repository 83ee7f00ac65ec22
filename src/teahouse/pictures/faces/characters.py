"""Faces that are written: the Characters, the Winds and the Red and Green dragons."""

from typing import Final

from teahouse.core.tiles import Tile
from teahouse.pictures.faces.shapes import engraved
from teahouse.pictures.faces.writing.brush import UNIT, GlyphFrame, brushed, parse_strokes
from teahouse.pictures.faces.writing.glyphs import GLYPHS
from teahouse.pictures.palette import GREEN, INK, RED

NUMERALS: Final = "一二三四五六七八九"

_NUMERAL_FRAMES: Final = {
    "一": GlyphFrame(9, 8, 42, 26),
    "二": GlyphFrame(10, 9, 40, 24),
    "三": GlyphFrame(10, 8, 40, 27),
}
_NUMERAL_FRAME: Final = GlyphFrame(11, 7, 38, 29)
_WAN_FRAME: Final = GlyphFrame(10, 39, 40, 34)
_HONOUR_FRAME: Final = GlyphFrame(7.5, 12.5, 45, 55)

_HONOURS: Final = {
    Tile.EAST: ("東", INK),
    Tile.SOUTH: ("南", INK),
    Tile.WEST: ("西", INK),
    Tile.NORTH: ("北", INK),
    Tile.GREEN: ("發", GREEN),
    Tile.RED: ("中", RED),
}

HONOUR_GLYPHS: Final = {tile: glyph for tile, (glyph, _) in _HONOURS.items()}


def character_face(tile: Tile) -> str:
    """Draw one of the Characters: its number in ink above the red ten thousand."""
    numeral = NUMERALS[tile.rank - 1]
    frame = _NUMERAL_FRAMES.get(numeral, _NUMERAL_FRAME)
    return written(numeral, frame, 5.2, INK) + written("萬", _WAN_FRAME, 4, RED)


def honour_face(tile: Tile) -> str:
    """Draw a Wind, or the Red or Green dragon."""
    glyph, colour = _HONOURS[tile]
    width = 5.4 if glyph == "發" else 6.2
    return written(glyph, _HONOUR_FRAME, width, colour)


def written(glyph: str, frame: GlyphFrame, width: float, colour: str) -> str:
    """Write a Chinese character into a frame with a brush of some width."""
    return engraved(brushed(parse_strokes(GLYPHS[glyph], width), frame), colour, unit=UNIT)

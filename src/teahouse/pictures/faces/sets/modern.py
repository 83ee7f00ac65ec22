"""Modern faces: flat shapes in four clear colours on white porcelain, without engraving."""

from typing import Final

from teahouse.core.tiles import Suit, Tile
from teahouse.pictures.faces.bamboo import BAMBOO_PATTERNS
from teahouse.pictures.faces.characters import HONOUR_GLYPHS, NUMERALS
from teahouse.pictures.faces.circles import CIRCLE_PATTERNS
from teahouse.pictures.faces.marks import sign
from teahouse.pictures.faces.sets.contrast import bonus_picture
from teahouse.pictures.faces.shapes import around, box, disc, group, line, moved, number, path
from teahouse.pictures.faces.writing.brush import UNIT, GlyphFrame, brushed, parse_strokes
from teahouse.pictures.faces.writing.glyphs import GLYPHS
from teahouse.pictures.palette import GREEN as OLD_GREEN
from teahouse.pictures.palette import INDIGO as OLD_INDIGO
from teahouse.pictures.palette import RED as OLD_RED

NIGHT: Final = "#22324a"
CORAL: Final = "#d63a2f"
TEAL: Final = "#0f8577"
BLUE: Final = "#2a62c4"
AMBER: Final = "#e8a020"
WHITE: Final = "#ffffff"

_COLOURS: Final = {OLD_RED: CORAL, OLD_GREEN: TEAL, OLD_INDIGO: BLUE}
_NUMERAL_FRAME: Final = GlyphFrame(11, 8, 38, 38)
_BADGE_FRAME: Final = GlyphFrame(23.5, 56, 13, 13.5)
_WIND_FRAME: Final = GlyphFrame(12, 15, 36, 42)
_DRAGON_FRAME: Final = GlyphFrame(16, 21, 28, 38)


def modern_face(tile: Tile) -> str:
    """Draw a face of flat shapes."""
    match tile.suit:
        case Suit.CHARACTERS:
            return _character(tile)
        case Suit.CIRCLES:
            return _wheel() if tile.rank == 1 else _circles(tile)
        case Suit.BAMBOO:
            return _bird() if tile.rank == 1 else _bamboo(tile)
        case None:
            return _bonus(tile) if tile.is_bonus else _honour(tile)


def _character(tile: Tile) -> str:
    """The number, large, above the ten thousand in a red badge."""
    badge = box(18, 51.5, 24, 22.5, rx=7, fill=CORAL)
    return (
        _written(NUMERALS[tile.rank - 1], _NUMERAL_FRAME, 6.4, NIGHT) + badge + _written("萬", _BADGE_FRAME, 2, WHITE)
    )


def _written(glyph: str, frame: GlyphFrame, width: float, colour: str) -> str:
    outline = brushed(parse_strokes(GLYPHS[glyph], width), frame)
    return path(outline, fill=colour, transform=f"scale({number(UNIT)})")


def _circles(tile: Tile) -> str:
    pattern = CIRCLE_PATTERNS[tile.rank]
    rings = (
        disc(x, y, pattern.radius, fill=_COLOURS[colour]) + disc(x, y, pattern.radius * 0.38, fill=WHITE)
        for x, y, colour in pattern.coins
    )
    return "".join(rings)


def _wheel() -> str:
    return group(
        disc(0, 0, 24, fill=BLUE),
        around("M0-21A8 8 0 0 1 0-7A8 8 0 0 1 0-21z", 6, fill=WHITE),
        disc(0, 0, 6.4, fill=CORAL),
        transform=moved(30, 40),
    )


def _bamboo(tile: Tile) -> str:
    pattern = BAMBOO_PATTERNS[tile.rank]
    return "".join(
        _cane(_COLOURS[colour], pattern.length, pattern.width, moved(x, y, turn=turn))
        for x, y, colour, turn in pattern.sticks
    )


def _cane(colour: str, length: float, width: float, transform: str) -> str:
    """A rounded bar with a joint in its middle."""
    bar = box(-width * 0.39, -length / 2, width * 0.78, length, rx=width * 0.3, fill=colour)
    return group(bar, box(-width * 0.5, -1.3, width, 2.6, fill=WHITE), transform=transform)


def _bird() -> str:
    """The One of Bamboo: a bird that sits on a cane."""
    body = (
        "M14 47C14 34 24 27 34 27C35 20 40 15 46 16C44 18 45 20 48 21L52 23L47 26C46 40 38 54 22 54C17 54 14 51 14 47z"
    )
    return (
        path("M6 62C10 54 14 50 20 49L24 54C18 56 14 60 10 66z", fill=BLUE)
        + path(body, fill=TEAL)
        + path("M20 45C22 38 28 34 36 34C36 42 30 48 20 45z", fill=AMBER)
        + disc(43, 20.5, 1.7, fill=WHITE)
        + line("M27 54V61M33 52V61", CORAL, 2)
        + box(10, 61, 40, 7, rx=3.2, fill=TEAL)
        + box(28.5, 60, 3, 9, fill=WHITE)
    )


def _honour(tile: Tile) -> str:
    if tile is Tile.WHITE:
        return box(13, 15, 34, 50, rx=6, fill="none", stroke=BLUE, stroke_width=5)
    glyph = HONOUR_GLYPHS[tile]
    if tile.wind is not None:
        return _written(glyph, _WIND_FRAME, 6.4, NIGHT) + box(20, 65, 20, 4, rx=2, fill=AMBER)
    colour = TEAL if tile is Tile.GREEN else CORAL
    return box(9, 12, 42, 56, rx=9, fill=colour) + _written(
        glyph, _DRAGON_FRAME, 4.4 if tile is Tile.GREEN else 5.6, WHITE
    )


def _bonus(tile: Tile) -> str:
    colour = (CORAL, BLUE, AMBER, TEAL)[(tile.rank - 1) % 4]
    is_flower = tile.is_flower
    mark = sign(str(tile.rank if is_flower else tile.rank - 4), 7 if is_flower else 45, 8, 13, NIGHT)
    field = disc(30, 46, 24, fill=colour, opacity=0.16)
    return mark + field + bonus_picture(tile, colour, scale=0.86)

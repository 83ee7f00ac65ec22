"""European faces: a Latin numeral with the suit's letter, or a wind's or dragon's letter, above a small emblem.

The White dragon has no letter, but the empty frame that is its sign in every set.

The letters of suits are those of the house's tile text (`5m`, `5p`, `5s`), which every language reads alike.
Flowers and Seasons bear Latin numerals already and stay as they are.
"""

from collections.abc import Callable
from typing import Final

from teahouse.core.tiles import Suit, Tile
from teahouse.pictures.faces.bamboo import Stick, stick
from teahouse.pictures.faces.bird import bird_face
from teahouse.pictures.faces.characters import written
from teahouse.pictures.faces.circles import Coin, coin
from teahouse.pictures.faces.dragon import dragon
from teahouse.pictures.faces.flowers import flower_face
from teahouse.pictures.faces.marks import engraved_sign, learner_sign, sign_colour
from teahouse.pictures.faces.seasons import season_face
from teahouse.pictures.faces.shapes import LIP_OPACITY, disc, group, line, moved, path
from teahouse.pictures.faces.writing.brush import GlyphFrame
from teahouse.pictures.palette import GREEN, INDIGO, INK, IVORY_LIGHT, RED, SNOW

_NUMERAL_HEIGHT: Final = 31
_LETTER_HEIGHT: Final = 18
_COMPASS: Final = {Tile.NORTH: 0, Tile.EAST: 90, Tile.SOUTH: 180, Tile.WEST: 270}
_WAN_FRAME: Final = GlyphFrame(15.5, 45.5, 29, 28)


def european_face(tile: Tile, language: str = "en") -> str:
    """Draw a face with Latin numerals and letters; the letters of winds and dragons depend on the language."""
    if tile.suit is not None:
        return _suit_face(tile, tile.suit)
    if tile.is_bonus:
        return flower_face(tile) if tile.is_flower else season_face(tile)
    letter = learner_sign(tile, language) or ""
    colour = sign_colour(tile)
    if tile.wind is not None:
        return engraved_sign(letter, 19.5, 7.5, 33, colour) + _compass(_COMPASS[tile])
    mark = _frame(colour) if tile is Tile.WHITE else engraved_sign(letter, 7.5, 7.5, 22, colour)
    return mark + dragon(colour)


def _frame(colour: str) -> str:
    """The empty frame, where other tiles have a letter."""
    outline = "M8 8.5H22V29.5H8z"
    lip = line(outline, SNOW, 3, transform="translate(.6 .8)", opacity=LIP_OPACITY)
    return group(lip + line(outline, colour, 3), stroke_linejoin="round")


def _suit_face(tile: Tile, suit: Suit) -> str:
    colour = sign_colour(tile)
    numeral = engraved_sign(str(tile.rank), 11, 7.5, _NUMERAL_HEIGHT, INK)
    letter = engraved_sign(tile[1], 37, 11, _LETTER_HEIGHT, colour)
    emblem = group(bird_face(), transform=moved(15.5, 41.5, scale=0.46)) if tile is Tile.S1 else _EMBLEMS[suit]()
    return numeral + letter + emblem


def _wan() -> str:
    return written("萬", _WAN_FRAME, 3.1, RED)


def _coin() -> str:
    return coin(Coin(30, 59.5, INDIGO), 14)


def _sticks() -> str:
    return "".join(stick(Stick(x, 59.5, GREEN), 28, 8.8) for x in (16.5, 30, 43.5))


def _compass(turn: float) -> str:
    """A compass rose; its red arm points to the wind, north being up."""
    arm = "M0-14.5L3.4-3.4L0 0L-3.4-3.4z"
    others = "".join(path(arm, transform=f"rotate({turn + quarter})") for quarter in (90, 180, 270))
    return group(
        disc(0.5, 0.7, 11, fill="none", stroke=SNOW, stroke_width=1.4, opacity=LIP_OPACITY),
        disc(0, 0, 11, fill="none", stroke=INK, stroke_width=1.4),
        group(others, fill=INK, stroke=IVORY_LIGHT, stroke_width=0.8),
        path("M0-15.5L5-2.5L0 0L-5-2.5z", fill=RED, stroke=IVORY_LIGHT, stroke_width=0.8, transform=f"rotate({turn})"),
        disc(0, 0, 1.8, fill=IVORY_LIGHT),
        transform="translate(30 59)",
    )


_EMBLEMS: Final[dict[Suit, Callable[[], str]]] = {
    Suit.CHARACTERS: _wan,
    Suit.CIRCLES: _coin,
    Suit.BAMBOO: _sticks,
}

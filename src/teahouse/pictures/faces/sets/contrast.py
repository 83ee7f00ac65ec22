"""High-contrast faces: black, and colours dark enough for it, on plain white, in few bold shapes without fine lines.

Every suit has its shape and its letter, every wind its letter and its arrow, every dragon its figure; Red and Green
have their letter too.
"""

from typing import Final

from teahouse.core.tiles import Suit, Tile
from teahouse.pictures.faces.body import Material
from teahouse.pictures.faces.marks import learner_sign, sign
from teahouse.pictures.faces.shapes import around, box, disc, group, line, moved, path

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
GREY: Final = "#5a5a5a"
RED: Final = "#8f0000"
BLUE: Final = "#00308f"
GREEN: Final = "#004d1a"
PURPLE: Final = "#5a0a78"

CONTRAST_BODY: Final = Material(BLACK, WHITE, WHITE, WHITE, ((BLACK, 1), (WHITE, 0.8)))

_SUIT_COLOURS: Final = {Suit.CHARACTERS: RED, Suit.CIRCLES: BLUE, Suit.BAMBOO: GREEN}
_ARROW_TURNS: Final = {Tile.NORTH: 0, Tile.EAST: 90, Tile.SOUTH: 180, Tile.WEST: 270}
_DRAGON_COLOURS: Final = {Tile.RED: RED, Tile.GREEN: GREEN, Tile.WHITE: BLACK}


def contrast_face(tile: Tile, language: str = "en") -> str:
    """Draw a face of few bold shapes, with the letters of a language for winds and dragons."""
    if tile.suit is not None:
        return _suit_face(tile, tile.suit)
    if tile.is_bonus:
        return _bonus_face(tile)
    letter = learner_sign(tile, language) or ""
    if tile.wind is not None:
        return sign(letter, 19, 8, 34, BLACK) + _arrow(_ARROW_TURNS[tile])
    colour = _DRAGON_COLOURS[tile]
    if tile is Tile.WHITE:
        return group(_DRAGONS[tile], fill=colour, stroke=colour)
    return sign(letter, 19, 8, 34, colour) + group(_DRAGONS[tile], fill=colour, stroke=colour)


def contrast_body() -> str:
    """Draw the plain white body with its black edge."""
    return box(0, 0, 60, 80, rx=6, fill=BLACK) + box(2.4, 2.4, 55.2, 75.2, rx=4, fill=WHITE)


def contrast_back() -> str:
    """Draw the back: black, with a white frame and a white diamond."""
    return (
        box(0, 0, 60, 80, rx=6, fill=BLACK)
        + box(5, 5, 50, 70, rx=3, fill="none", stroke=WHITE, stroke_width=2.4)
        + path("M30 20L45 40L30 60L15 40z", fill=WHITE)
    )


def _suit_face(tile: Tile, suit: Suit) -> str:
    colour = _SUIT_COLOURS[suit]
    return (
        sign(str(tile.rank), 8.5, 8, 35, BLACK)
        + sign(tile[1], 40, 14, 17.5, colour)
        + group(_EMBLEMS[suit], stroke=colour, fill=colour)
    )


def _arrow(turn: float) -> str:
    arrow = "M0-13L11-1H4V13H-4V-1H-11z"
    return path(arrow, fill=BLACK, transform=moved(30, 60, turn=turn))


def _bonus_face(tile: Tile) -> str:
    _, colour = _PICTURES[tile]
    is_flower = tile.is_flower
    number = str(tile.rank if is_flower else tile.rank - 4)
    mark = sign(number, 7 if is_flower else 41, 8, 20, BLACK)
    return mark + bonus_picture(tile, colour)


def bonus_picture(tile: Tile, colour: str, *, scale: float = 1) -> str:
    """The figure of a Flower or a Season in one colour."""
    picture, own = _PICTURES[tile]
    return group(picture.replace(own, colour), fill=colour, stroke=colour, transform=moved(30, 51, scale=scale))


_EMBLEMS: Final = {
    Suit.CHARACTERS: line("M14 52.5H46M29 53C28 63 25 69 16 74M28 61H41C41 69 40 74 34 74", RED, 4.6, cap="square"),
    Suit.CIRCLES: disc(30, 61.5, 10.2, fill="none", stroke_width=5) + disc(30, 61.5, 3.2),
    Suit.BAMBOO: "".join(line(f"M{x} 51V59.5M{x} 65V73.5", GREEN, 6.4) for x in (16, 30, 44)),
}

_DRAGONS: Final = {
    Tile.RED: path("M30 47L46 61.5L30 76L14 61.5z", stroke="none"),
    Tile.GREEN: path("M30 47L47 75H13z", stroke="none"),
    Tile.WHITE: box(14, 13, 32, 54, fill="none", stroke_width=6),
}

_LEAF: Final = "M0 0C2-9 9-15 19-15C18-5 11 2 0 0z"


def _plum() -> str:
    return around("M0-2C-10-5-10-20 0-20S10-5 0-2z", 5, stroke="none") + disc(0, 0, 5.5, fill=WHITE, stroke="none")


def _orchid() -> str:
    petals = around("M0 0C-8-7-5-17 0-22C5-17 8-7 0 0z", 3, stroke=WHITE, stroke_width=1.6)
    leaves = line("M0 2V20M0 20C4 12 10 8 18 8M0 20C-4 12-10 8-18 8", PURPLE, 4)
    return group(petals, transform="translate(0 -4)") + leaves


def _chrysanthemum() -> str:
    return around("M0-7L-3.6-20.5H3.6z", 12, stroke="none") + disc(0, 0, 6.5, fill="none", stroke_width=4)


def _bamboo() -> str:
    stalk = path("M-4-20H4V-1H-4zM-4 2H4V22H-4z", stroke="none")
    leaves = path(_LEAF, transform="translate(5 2)") + path(_LEAF, transform="translate(-5 14)scale(-1 1)")
    return stalk + group(leaves, stroke="none")


def _sprout() -> str:
    leaves = path(_LEAF, transform="translate(1 4)") + path(_LEAF, transform="translate(-1 -1)scale(-1 1)")
    return group(leaves, stroke="none") + line("M0 20V0M-16 20H16", GREEN, 4.6)


def _sun() -> str:
    return disc(0, 0, 9.5, stroke="none") + around("M0-14V-19.5", 8, stroke_width=4.4, stroke_linecap="round")


def _autumn() -> str:
    leaf = "M0-22C6-14 18-12 17 0C16 9 8 12 0 14C-8 12-16 9-17 0C-18-12-6-14 0-22z"
    return path(leaf, stroke="none") + line("M0-10V22", RED, 4) + line("M0-12V12M0 4L8-3M0 4L-8-3", WHITE, 2.2)


def _snowflake() -> str:
    return around("M0 0V-20M-5.5-17L0-11L5.5-17", 6, fill="none", stroke_width=3.8, stroke_linecap="round")


_PICTURES: Final = {
    Tile.PLUM: (_plum(), RED),
    Tile.ORCHID: (_orchid(), PURPLE),
    Tile.CHRYSANTHEMUM: (_chrysanthemum(), BLACK),
    Tile.BAMBOO: (_bamboo(), GREEN),
    Tile.SPRING: (_sprout(), GREEN),
    Tile.SUMMER: (_sun(), RED),
    Tile.AUTUMN: (_autumn(), RED),
    Tile.WINTER: (_snowflake(), BLUE),
}

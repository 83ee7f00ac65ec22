"""Small numerals and letters for the corners of tiles, drawn as single lines."""

from typing import Final

from teahouse.core.tiles import Dragon, Tile
from teahouse.pictures.faces.shapes import LIP_OPACITY, group, line, moved
from teahouse.pictures.palette import GREEN, INDIGO, INK, RED, SNOW

# Each sign stands in a cell six wide and ten high.
_SIGNS: Final[dict[str, str]] = {
    "1": "M1 2.2L3.4 0V10",
    "2": "M.3 2.3C.8-.7 5.7-.8 5.7 2.6C5.7 5 2 6.8.3 10H5.8",
    "3": "M.3 0H5.5L2.6 3.8C7.2 3.6 6.8 10 2.7 10C1.4 10.1.6 9.5 0 8.6",
    "4": "M4.3 10V0L0 7H6",
    "5": "M5.4 0H1.1L.6 4.4C2.5 3 6 3.6 6 6.7C6 10.5 1.5 11 0 8.6",
    "6": "M5 0C2 1.2.2 4 .2 6.8C.2 8.8 1.4 10 3 10C4.7 10 6 8.8 6 7C6 3.6 1.4 3.2.3 6.2",
    "7": "M0 0H6C4 3 2.4 6 2.2 10",
    "8": "M3 4.6C-.6 3.8.2 0 3 0S6.6 3.8 3 4.6C-1.2 5.4-.6 10 3 10S7.2 5.4 3 4.6z",
    "9": "M1 10C4 8.8 5.8 6 5.8 3.2C5.8 1.2 4.6 0 3 0C1.3 0 0 1.2 0 3C0 6.4 4.6 6.8 5.7 3.8",
    "E": "M5.5 0H.5V10H5.5M.5 4.8H4.6",
    "S": "M5.6 1.6C4.4-.6.4-.6.4 2.4C.4 5.5 5.8 4.3 5.8 7.5C5.8 10.6 1.2 10.8 0 8.2",
    "W": "M-.6 0L1.3 10L3 2.5L4.7 10L6.6 0",
    "N": "M.3 10V0L5.7 10V0",
    "O": "M3 0C-1 0-1 10 3 10S7 0 3 0z",
    "Z": "M.3 0H5.7L.2 10H5.8",
    "Wh": "M-.6 0L1.3 10L3 2.5L4.7 10L6.6 0M9.4 0V10M9.4 6.6C9.8 4.2 13 4.2 13 6.9V10",
    "Wi": "M-.6 0L1.3 10L3 2.5L4.7 10L6.6 0M9.4 4.4V10M9.4 1V1.1",
    "Wß": "M-.6 0L1.3 10L3 2.5L4.7 10L6.6 0"
    "M9.6 12V3C9.6-1 13.8-1 13.8 2C13.8 4.2 11.8 4 11.8 5.1C11.8 6.2 14.8 6 14.8 8C14.8 10.4 12.2 10.3 11.4 9.6",
    "B": "M.5 10V0H2.8C6 0 6 4.8 2.8 4.8H.5M2.8 4.8C6.8 4.8 6.8 10 2.8 10H.5",
    "V": "M0 0L3 10L6 0",
    "G": "M5.7 1.6C4-1 0-.3 0 5S4.4 11 5.9 8.4V5.6H3.4",
    "m": "M.2 10V4M.2 6.4C.4 3.2 3.6 3.2 3.6 6.4V10M3.6 6.4C3.8 3.2 7 3.2 7 6.4V10",
    "p": "M.6 13V4M.6 7C.6 3 6.2 3 6.2 7S.6 11 .6 7z",
    "s": "M5.4 5C4.2 3.2.8 3.5.8 5.5C.8 7.8 5.6 6.4 5.6 8.7C5.6 10.6 1.6 10.6.4 8.9",
    "R": "M.5 10V0H3C6.7 0 6.7 5 3 5H.5M3.2 5L5.9 10",
}

# The first letters of East, South, West and North, then of the White, the Green and the Red dragon, by language. Where
# White begins with the same letter as West, a second letter distinguishes them.
_HONOUR_SIGNS: Final = {
    "en": ("E", "S", "W", "N", "Wh", "G", "R"),
    "de": ("O", "S", "W", "N", "Wß", "G", "R"),
    "nl": ("O", "Z", "W", "N", "Wi", "G", "R"),
    "fr": ("E", "S", "O", "N", "B", "V", "R"),
}
LANGUAGES: Final = tuple(_HONOUR_SIGNS)
"""The languages in which honours have letters; the first one is the usual."""
_SUIT_COLOURS: Final = {"m": RED, "p": INDIGO, "s": GREEN}
_DRAGON_COLOURS: Final = {Dragon.WHITE: INDIGO, Dragon.GREEN: GREEN, Dragon.RED: RED}


def sign(name: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw a numeral or letter with its upper left corner at a point."""
    return group(
        line(_SIGNS[name], colour, 2, stroke_linejoin="round"),
        transform=moved(x, y, scale=height / 10),
    )


def engraved_sign(name: str, x: float, y: float, height: float, colour: str) -> str:
    """Draw a large numeral or letter, cut into the ivory: the far edge of the groove catches the light."""
    scale = height / 10
    lip = line(_SIGNS[name], SNOW, 2, transform=moved(0.6 / scale, 0.8 / scale), opacity=LIP_OPACITY)
    groove = line(_SIGNS[name], colour, 2)
    return group(lip, groove, stroke_linejoin="round", transform=moved(x, y, scale=scale))


def sign_colour(tile: Tile) -> str:
    """The colour that goes with a tile's sign: its suit's, its dragon's, or ink."""
    return _DRAGON_COLOURS[tile.dragon] if tile.dragon else _SUIT_COLOURS.get(tile[1], INK)


def learner_sign(tile: Tile, language: str = "en") -> str | None:
    """The learner's sign of a tile; None for a bonus tile, which bears its number already.

    A suit tile shows its number, a wind or dragon the letter of its name: in English the White dragon shows
    Wh, since W is West.

    >>> learner_sign(Tile.M5), learner_sign(Tile.WEST), learner_sign(Tile.WHITE), learner_sign(Tile.PLUM)
    ('5', 'W', 'Wh', None)
    >>> learner_sign(Tile.M5, "fr"), learner_sign(Tile.WEST, "fr"), learner_sign(Tile.WHITE, "fr")
    ('5', 'O', 'B')
    """
    if tile.is_bonus:
        return None
    return _HONOUR_SIGNS[language][tile.rank - 1] if tile.is_honour else str(tile.rank)


def learner_mark(tile: Tile, language: str = "en") -> str:
    """Draw the learner's sign in the upper left corner, or nothing for a bonus tile."""
    name = learner_sign(tile, language)
    return sign(name, 5.5, 5.5, 13.5, sign_colour(tile)) if name else ""

"""A dragon as Europe imagines those of the East: long, whiskered, winding upwards."""

from typing import Final

from teahouse.pictures.faces.shapes import LIP_OPACITY, disc, group, line, path
from teahouse.pictures.palette import GOLD, INK, IVORY_LIGHT, SNOW

_SPINE: Final = "M12 71C22 76 44 74 46 65C48 56 20 60 18 49C16.5 40 30 38 37 39"
_MANE: Final = (
    "M31 43C25 41 25 36 29 33C28 28 33 25 37 27C38 22 44 21 47 25C44 26 43 28 44 30C49 30 53 33 54 37L47 39.5"
    "L53 41.5C50 45 44 45 40 43.5C37 46 33 46 31 43z"
)


def dragon(colour: str) -> str:
    """Draw the dragon below and beside its letter."""
    return group(
        line(_SPINE, SNOW, 8, transform="translate(.6 .8)", opacity=LIP_OPACITY),
        _claws(colour),
        line(_SPINE, colour, 7.5),
        line(_SPINE, IVORY_LIGHT, 3.2, cap="butt", stroke_dasharray="1.2 2.6"),
        line("M12 71C9 69 7 66 8 62M12 71C8 72 6 74 5 75", colour, 2.4),
        _head(colour),
        stroke_linejoin="round",
    )


def _claws(colour: str) -> str:
    feet = "M44 61L51 57M51 57L54 54M51 57L55 58M20 53L12 55M12 55L8 53M12 55L9 58M30 73L29 77"
    return line(feet, colour, 2)


def _head(colour: str) -> str:
    whiskers = "M51 42C54 46 52 50 49 51M47 43.5C48 48 45 50 43 50"
    return (
        line("M36 28C33 23 35 19 38 17M41 25C40 20 43 17 46 16", GOLD, 2.2)
        + line(whiskers, GOLD, 1.3)
        + path(_MANE, fill=colour)
        + disc(43.5, 33.5, 2.3, fill=IVORY_LIGHT)
        + disc(44.2, 33.5, 1.2, fill=INK)
    )

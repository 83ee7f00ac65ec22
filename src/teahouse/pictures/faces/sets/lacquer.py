"""Faces of black lacquer: the traditional drawings, inlaid in pale and golden colours."""

import re
from typing import Final

from teahouse.pictures import palette
from teahouse.pictures.faces.body import LACQUER_BODY

# The colour on the dark body for each colour of the ivory set; all of them are light enough to be read on it.
_INLAYS: Final = {
    palette.INK: "#f3e8d2",
    palette.INDIGO: "#8fb8ff",
    palette.SKY: "#b8d6ff",
    palette.RED: "#ff8173",
    palette.CORAL: "#ffb3a4",
    palette.GREEN: "#6ed59a",
    palette.LEAF: "#a4e6ae",
    palette.GOLD: "#f0bd4f",
    palette.STRAW: "#ffdf8c",
    palette.BLOSSOM: "#ffc2cb",
    palette.PETAL: "#ffe6e8",
    palette.BARK: "#c99b72",
    palette.ORANGE: "#ff9d5c",
    palette.PURPLE: "#c79bea",
    palette.LILAC: "#e0c6f5",
    palette.IVORY_LIGHT: LACQUER_BODY.face,
    palette.SNOW: LACQUER_BODY.edge,
}
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


def lacquered(drawing: str) -> str:
    """A drawing for ivory in the colours of the lacquer."""
    return _COLOUR.sub(lambda match: _INLAYS.get(match[0], match[0]), drawing)

"""The named colours of the tiles, and the colours of the suits in a terminal."""

from typing import Final

from teahouse.core.tiles import Suit

IVORY: Final = "#fbf5e4"
IVORY_LIGHT: Final = "#fffdf6"
IVORY_SHADE: Final = "#e6dabc"
IVORY_EDGE: Final = "#c9b88f"
IVORY_DEEP: Final = "#a8946a"

INK: Final = "#1b2440"
INDIGO: Final = "#1f3f8c"
SKY: Final = "#5b8fd0"
RED: Final = "#b3161d"
CORAL: Final = "#dd5a4a"
GREEN: Final = "#0b6b3a"
LEAF: Final = "#3f9a52"
GOLD: Final = "#d99a1c"
STRAW: Final = "#f3c64e"
BLOSSOM: Final = "#f2a3b0"
PETAL: Final = "#fadadd"
BARK: Final = "#6a4326"
ORANGE: Final = "#d9681d"
PURPLE: Final = "#6f3d8f"
LILAC: Final = "#b58bd0"
SNOW: Final = "#ffffff"
SHADOW: Final = "#2a1c08"

JADE: Final = "#1d7a55"
JADE_LIGHT: Final = "#46a47d"
JADE_DEEP: Final = "#0f5539"
JADE_EDGE: Final = "#0a3d29"

SUIT_STYLES: Final = {Suit.CHARACTERS: "red", Suit.CIRCLES: "blue", Suit.BAMBOO: "green"}

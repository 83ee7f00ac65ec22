"""Reads and writes any position of Classic mahjong as text.

A line is one fact, `name: value`, and most may be left out. The hand of a seat is named by its wind, and includes its
melds: `east: 123m 456p 77s 1z [555p]`; `?` is a hidden hand. A line without a name is the hand of
East. `discards: 1z@north 9m@east` are the unclaimed discards in their order, `bonus: 1f@east` the bonus tiles.
`offer: 5m@west` lays that discard before the others; without it the seat whose `turn` it is has fourteen tiles, and
`drawn` is the last of them. Everything else is dealt from the tiles that are left, always in the same way:
hidden hands, the wall and the Kong Box.
"""

from typing import Final

from teahouse.games.classic.position.reading import parse_position
from teahouse.games.classic.position.writing import position_text

__all__ = ["example_position", "parse_position", "position_text"]

EXAMPLE: Final = """\
prevailing: East
east: 123m 456p 77s 23s 88p 1z 5p
discards: 9m@south 1z@west 9p@north 2z@east 9s@south 3z@west 1p@north
"""


def example_position() -> str:
    """A hand to discard from."""
    return EXAMPLE

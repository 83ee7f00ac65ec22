"""Sets that lie apart from the hand: chows, pongs and kongs, melded or concealed."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from teahouse.core.tiles import SUIT_TILES, TILES, Tile

MeldKind = Literal["chow", "pong", "kong"]
HIGHEST_RUN: Final = 7
"""The highest rank at which a run can begin."""


class Meld(msgspec.Struct, frozen=True):
    """A chow, pong or kong, named by its lowest tile.

    concealed: a kong made of drawn tiles only, or the pong that is left when such a kong is robbed. added: a kong made
    by adding the fourth tile to a melded pong; every other melded kong was claimed onto three tiles of the hand.

    >>> [str(tile) for tile in Meld("chow", Tile.S3).tiles]
    ['3s', '4s', '5s']
    """

    kind: MeldKind
    tile: Tile
    concealed: bool = False
    added: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles."""
        if self.kind == "chow":
            return run_from(self.tile)
        return (self.tile,) * (4 if self.kind == "kong" else 3)


def can_start_run(tile: Tile) -> bool:
    """Can a chow begin with this tile?"""
    return tile in _RUNS


def run_from(tile: Tile) -> tuple[Tile, Tile, Tile]:
    """The three tiles in a row that begin with this one, which must be a suit tile from 1 to 7.

    >>> run_from(Tile.M7)
    (<Tile.M7: '7m'>, <Tile.M8: '8m'>, <Tile.M9: '9m'>)
    """
    return _RUNS[tile]


_RUNS: Final[dict[Tile, tuple[Tile, Tile, Tile]]] = {
    tile: (tile, TILES[tile.code + 1], TILES[tile.code + 2]) for tile in SUIT_TILES if tile.rank <= HIGHEST_RUN
}


def chows(melds: Iterable[Meld]) -> int:
    """How many of them are chows."""
    return sum(meld.kind == "chow" for meld in melds)

"""The hands that the moves of a Classic view leave, as counts of each kind of tile."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from teahouse.core.tiles import PLAIN_KINDS, TILES, Tile
from teahouse.games.classic import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    ClassicView,
    DeclareKong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.melds import Meld, run_from

CODES: Final = {tile: tile.code for tile in TILES}


class HeldHand(NamedTuple):
    """A hand that a move leaves: its counts and its melds."""

    hand: np.ndarray[Any, np.dtype[np.int64]]
    melds: tuple[Meld, ...]
    discard: Tile | None


def counts(tiles: Iterable[Tile]) -> Any:
    """How many of each kind there are."""
    return np.bincount([CODES[tile] for tile in tiles], minlength=PLAIN_KINDS)


def unseen_tiles(view: ClassicView) -> Any:
    """How many of each kind this seat does not see."""
    seen = [laid.tile for laid in view.discards]
    seen += [tile for melds in view.melds for meld in melds for tile in meld.tiles]
    return np.maximum(4 - counts((*view.hand, *seen)), 0)


def left_by(view: ClassicView, move: Move) -> Iterable[HeldHand]:
    """The hands that a move may leave, before the next tile comes."""
    hand, melds = counts(view.hand), view.melds[view.seat or 0]
    match move:
        case Discard():
            yield discarded(hand, melds, move.tile)
        case Pass():
            yield HeldHand(hand, melds, None)
        case DeclareKong():
            yield with_kong(hand, melds, move.tile)
        case ClaimKong():
            assert view.offer is not None
            hand[view.offer.tile.code] -= 3
            yield HeldHand(hand, (*melds, Meld("kong", view.offer.tile)), None)
        case ClaimPong() | ClaimChow():
            assert view.offer is not None
            tile = view.offer.tile
            meld = Meld("pong", tile) if isinstance(move, ClaimPong) else Meld("chow", move.first)
            own = [tile] * 2 if isinstance(move, ClaimPong) else [each for each in run_from(move.first) if each != tile]
            hand -= counts(own)
            for code in range(PLAIN_KINDS):
                if hand[code]:
                    yield discarded(hand, (*melds, meld), TILES[code])
        case _:
            raise AssertionError(move)


def discarded(hand: Any, melds: tuple[Meld, ...], tile: Tile) -> HeldHand:
    """The hand with one tile removed."""
    left = hand.copy()
    left[tile.code] -= 1
    return HeldHand(left, melds, tile)


def with_kong(hand: Any, melds: tuple[Meld, ...], tile: Tile) -> HeldHand:
    """The hand after a kong of its own, concealed or added to a pong."""
    left = hand.copy()
    if any(meld.kind == "pong" and meld.tile == tile for meld in melds):
        left[tile.code] -= 1
        kong = Meld("kong", tile, added=True)
        return HeldHand(left, tuple(kong if meld == Meld("pong", tile) else meld for meld in melds), None)
    left[tile.code] -= 4
    return HeldHand(left, (*melds, Meld("kong", tile, concealed=True)), None)

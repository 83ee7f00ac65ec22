"""Who pays for everybody in a simulated deal: the player with a plainly dangerous discard, as in `games`."""

from typing import Final

from teahouse.kernels.bits import ones
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.built_in_hands import DRAGONS, GREEN, HONOURS, SUIT_MASKS, TERMINALS, WINDS
from teahouse.kernels.classic.deals.deal_state import DealState
from teahouse.kernels.kernel import kernel

SORTS: Final = (*SUIT_MASKS, HONOURS, TERMINALS, GREEN)
"""The kinds of which three melded sets are a warning."""
LAST_SETS: Final = (DRAGONS, WINDS)
"""The kinds of which all sets but one are a warning."""
WARNING_SETS: Final = 3
FEW_TILES: Final = 5
"""With this many tiles or fewer in the wall, a kind that is nowhere face up is dangerous."""


@kernel
def kinds_of(meld: int) -> int:
    """The kinds of a meld, as a mask."""
    return (7 if meld & codes.CHOW else 1) << (meld & codes.CODE)


@kernel
def melded_kinds(state: DealState, seat: int) -> int:
    """The kinds of a seat's melds."""
    kinds = 0
    for number in range(state.meld_count[seat]):
        kinds |= kinds_of(state.melds[seat, number])
    return kinds


@kernel
def held_kinds(state: DealState, seat: int, least: int) -> int:
    """The kinds of which a seat's hand has at least this many tiles."""
    kinds = 0
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] >= least:
            kinds |= 1 << kind
    return kinds


@kernel
def unshown_kinds(state: DealState, tile: int) -> int:
    """The kinds that are nowhere face up, apart from the discarded tile."""
    kinds = 0
    for kind in range(codes.KINDS):
        if state.seen[kind] == (1 if kind == tile else 0):
            kinds |= 1 << kind
    return kinds


@kernel
def is_to_blame(state: DealState, winner: int, giver: int, tile: int) -> bool:
    """Was the discard dangerous, did the hand become what it threatened to be, and was there another to discard?

    The winner holds the tile already.
    """
    shown, pongs = melded_kinds(state, winner), held_kinds(state, winner, 3)
    whole = shown | held_kinds(state, winner, 1)
    dangerous, blamed = 0, 0
    if state.meld_count[winner] >= WARNING_SETS:
        for kinds in SORTS:
            if shown & ~kinds == 0:
                dangerous |= kinds
                blamed |= kinds if whole & ~kinds == 0 else 0
    for kinds in LAST_SETS:
        left = kinds & ~shown
        if ones(left) == 1:
            dangerous |= left
            blamed |= left & pongs
    if state.wall_end - state.wall_at <= FEW_TILES:
        left = unshown_kinds(state, tile)
        dangerous |= left
        blamed |= left
    return (blamed >> tile) & 1 == 1 and held_kinds(state, giver, 1) & ~dangerous != 0

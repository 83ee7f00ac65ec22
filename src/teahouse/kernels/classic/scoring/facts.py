"""What is known of a win before it is read: its kinds, whether it is concealed, and the further facts of rules."""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.numbers import SheetNumbers, WinNumbers
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

MOST_SETS: Final = 8


class Tiles(KernelRecord):
    """Working memory for reading the tiles of a hand.

    left: tiles that are in no set yet. sets, set_count: the sets. kinds: all of the hand and its melds, as a mask.
    common_points, common_doublings: what no reading changes. best_value, best_points, best_doublings, best_uncounted:
    of the best reading. special: the best special hand so far, -1 for none. readings: how many there were. needs:
    the further facts that rules ask about. claimed_kongs: melded kongs that count as concealed.
    """

    left: Annotated[Ints, codes.KINDS]
    sets: Annotated[Ints, MOST_SETS]
    set_count: int
    kinds: int
    common_points: int
    common_doublings: int
    best_value: int
    best_points: int
    best_doublings: int
    best_uncounted: int
    special: int
    readings: int
    needs: int
    claimed_kongs: int


@kernel
def is_claimed(win: WinNumbers) -> bool:
    """Did the winning tile come from another player?"""
    source = win.source
    return win.on_discard == 1 or source in (codes.DISCARD, codes.LAST_DISCARD, codes.ROBBED_KONG)


@kernel
def is_concealed(win: WinNumbers, sheet: SheetNumbers) -> bool:
    """Is the whole hand concealed?"""
    if is_claimed(win) and sheet.discard_keeps_concealed == 0:
        return False
    for number in range(win.meld_count):
        meld = win.melds[number]
        if sheet.kongs_keep_concealed == 0:
            return False
        if meld & codes.CONCEALED:
            continue
        if sheet.claimed_kong_keeps_concealed == 0 or meld & codes.KONG == 0 or meld & codes.ADDED:
            return False
    return True


@kernel
def kinds_held(win: WinNumbers) -> int:
    """All kinds of a hand and its melds, as a mask."""
    mask = 0
    for kind in range(codes.KINDS):
        if win.tiles[kind] > 0:
            mask |= 1 << kind
    for number in range(win.meld_count):
        meld = win.melds[number]
        mask |= (7 if meld & codes.CHOW else 1) << (meld & codes.CODE)
    return mask


@kernel
def is_read(tiles: Tiles, most_chows: int) -> bool:
    """Are these tiles sets, and no more chows than these? Pongs are taken first, which leaves the fewest chows."""
    chows = 0
    for kind in range(codes.KINDS):
        many = tiles.left[kind] % 3 if tiles.left[kind] >= 3 else tiles.left[kind]
        if many == 0:
            continue
        if kind >= codes.FIRST_HONOUR or kind % codes.RANKS > codes.RANKS - 3:
            return False
        if tiles.left[kind + 1] < many or tiles.left[kind + 2] < many:
            return False
        tiles.left[kind + 1] -= many
        tiles.left[kind + 2] -= many
        chows += many
    return chows <= most_chows


@kernel
def could_win(win: WinNumbers, tiles: Tiles, tile: int, most_chows: int) -> bool:
    """Would another tile instead of the winning one make sets and a pair?"""
    for pair in range(codes.KINDS):
        held = win.tiles[pair] + (pair == tile) - (pair == win.winning_tile)
        if held >= 2:
            for kind in range(codes.KINDS):
                tiles.left[kind] = win.tiles[kind]
            tiles.left[tile] += 1
            tiles.left[win.winning_tile] -= 1
            tiles.left[pair] -= 2
            if is_read(tiles, most_chows):
                return True
    return False


@kernel
def is_only_tile(win: WinNumbers, sheet: SheetNumbers, tiles: Tiles) -> bool:
    """Could no other kind of tile have made four sets and a pair?"""
    chows = 0
    for number in range(win.meld_count):
        if win.melds[number] & codes.CHOW:
            chows += 1
    for tile in range(codes.KINDS):
        held = win.tiles[tile]
        for number in range(win.meld_count):
            meld = win.melds[number]
            first = meld & codes.CODE
            if meld & codes.CHOW:
                held += first <= tile <= first + 2
            elif first == tile:
                held += 4 if meld & codes.KONG else 3
        possible = held < 4 and tile != win.winning_tile and (win.gone >> tile) & 1 == 0
        if possible and could_win(win, tiles, tile, sheet.max_chows - chows):
            return False
    return True


@kernel
def find_needs(win: WinNumbers, sheet: SheetNumbers, tiles: Tiles) -> None:
    """Find the further facts that rules ask about."""
    needs = 0
    if is_concealed(win, sheet):
        needs |= codes.ALL_CONCEALED
    if win.kong_upon_kong == 1:
        needs |= codes.KONG_UPON_KONG
    if win.original_call == 1:
        needs |= codes.ORIGINAL_CALL
    if win.streak == 1:
        needs |= codes.STREAK
    if sheet.asks_only == 1 and is_only_tile(win, sheet, tiles):
        needs |= codes.ONLY_TILE
    tiles.needs = needs
    tiles.claimed_kongs = 0
    if sheet.claimed_kong_counts_concealed == 1:
        for number in range(win.meld_count):
            if win.melds[number] & (codes.KONG | codes.CONCEALED | codes.ADDED) == codes.KONG:
                tiles.claimed_kongs += 1

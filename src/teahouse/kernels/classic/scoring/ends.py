"""Likely endings of a plan: the sets and the pair that may complete a hand, built from its tiles.

The sets are divided among suits and honours so that the fewest tiles are missing; then the sets whose missing tiles
come most easily are chosen.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.bits import ones
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.plans import suits
from teahouse.kernels.classic.plans.reach import POWERS, Vectors, doublings_of, form_of, without_chows_of
from teahouse.kernels.classic.plans.suits import row_of
from teahouse.kernels.classic.plans.types import Holding, Workspace
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

MOST_SETS: Final = codes.MOST_MELDS
GROUPS: Final = codes.SUITS + 1

COMPLETE: Final = 64.0
"""The rating of a set that lacks nothing, in comparison with those that lack live tiles."""
IMPOSSIBLE: Final = -1.0


class WinEnding(KernelRecord):
    """A possible ending.

    left: tiles of the hand that are in no set. used: tiles of the ending. sets, set_count: its sets; lacks, lacked: how
    many tiles each lacks, and of which kind. pair, pair_lacks: its pair. shares, pair_from: how many sets each suit and
    the honours contribute, and which of them contributes the pair.
    """

    left: Annotated[Ints, codes.KINDS]
    used: Annotated[Ints, codes.KINDS]
    sets: Annotated[Ints, MOST_SETS]
    lacks: Annotated[Ints, MOST_SETS]
    lacked: Annotated[Ints, MOST_SETS]
    set_count: int
    pair: int
    pair_lacks: int
    shares: Annotated[Ints, GROUPS]
    pair_from: int


@kernel
def ease_of_set(end: WinEnding, unseen: Ints, one: int) -> float:
    """How easily a set can be made from the tiles that are left; below zero when it cannot."""
    first, ease, lacking = one & codes.CODE, 1.0, 0
    for kind in range(first, first + (3 if one & codes.CHOW else 1)):
        wanted = 1 if one & codes.CHOW else 3
        if end.used[kind] + wanted > 4:
            return IMPOSSIBLE
        lacks = max(0, wanted - end.left[kind])
        if lacks > unseen[kind]:
            return IMPOSSIBLE
        for less in range(lacks):
            ease *= (unseen[kind] - less) * (1.0 if one & codes.CHOW else 2.0) / 16.0
        lacking += lacks
    return COMPLETE + (0.0 if one & codes.CHOW else 1.0) if lacking == 0 else ease


@kernel
def lacking_of(end: WinEnding, one: int) -> int:
    """The number of missing tiles of a set."""
    first = one & codes.CODE
    if one & codes.CHOW == 0:
        return int(max(0, 3 - end.left[first]))
    lacking = 0
    for kind in range(first, first + 3):
        if end.left[kind] == 0:
            lacking += 1
    return lacking


@kernel
def make_set(end: WinEnding, one: int) -> None:
    """Add a set to the ending, from the tiles that are left as far as possible."""
    first, number = one & codes.CODE, end.set_count
    end.sets[number], end.lacks[number] = one, lacking_of(end, one)
    for kind in range(first, first + (3 if one & codes.CHOW else 1)):
        wanted = 1 if one & codes.CHOW else 3
        if end.left[kind] < wanted:
            end.lacked[number] = kind
        end.left[kind] = max(0, end.left[kind] - wanted)
        end.used[kind] += wanted
    end.set_count = number + 1


@kernel
def make_pair(end: WinEnding, unseen: Ints, first: int, after: int, most: int) -> bool:
    """Add the pair that lacks the least, then the one with the most unseen tiles; False when all lack too much."""
    chosen, best = -1, -1.0
    for kind in range(first, after):
        lacks = max(0, 2 - end.left[kind])
        if lacks <= most and lacks <= unseen[kind] and end.used[kind] <= 2:
            ease = 10.0 * (2 - lacks) + unseen[kind]
            if ease > best:
                chosen, best = kind, ease
    if chosen < 0:
        return False
    end.pair, end.pair_lacks = chosen, max(0, 2 - end.left[chosen])
    end.left[chosen] = max(0, end.left[chosen] - 2)
    end.used[chosen] += 2
    return True


@kernel
def left_key(end: WinEnding, suit: int) -> int:
    """The key of the tiles left of a suit."""
    key = 0
    for rank in range(codes.RANKS):
        key += end.left[codes.RANKS * suit + rank] * POWERS[rank]
    return key


@kernel
def taken_key(end: WinEnding, one: int) -> int:
    """The amount that a set takes off the key of its suit."""
    first = one & codes.CODE
    rank = first % codes.RANKS
    if one & codes.CHOW == 0:
        return int(min(3, end.left[first]) * POWERS[rank])
    taken = 0
    for step in range(3):
        taken += min(1, end.left[first + step]) * POWERS[rank + step]
    return taken


@kernel
def make_suit(workspace: Workspace, end: WinEnding, unseen: Ints, suit: int, chow_limit: int, lacking: int) -> bool:
    """Make the sets that a suit contributes, and its pair, with this many missing tiles in all."""
    rows, work = workspace.rows, workspace.vectors.work
    pair = 1 if end.pair_from == suit else 0
    for wanted in range(end.shares[suit], 0, -1):
        key, chosen, best = left_key(end, suit), -1, 0.0
        for which in range(2 * codes.RANKS - 2):
            one = codes.RANKS * suit + which
            if which >= codes.RANKS:
                one = (one - codes.RANKS) | codes.CHOW
            if which >= codes.RANKS and chow_limit == suits.NO_CHOW:
                continue
            ease, lacks = ease_of_set(end, unseen, one), lacking_of(end, one)
            if ease > best and lacks <= lacking:
                after = suits.NO_CHOW if which >= codes.RANKS and chow_limit == suits.ONE_CHOW else chow_limit
                left = rows[row_of(rows, key - taken_key(end, one), after, work)]
                if left.entries[2 * (wanted - 1) + pair] <= lacking - lacks:
                    chosen, best = one, ease
        if chosen < 0:
            return False
        lacking -= lacking_of(end, chosen)
        if chosen & codes.CHOW and chow_limit == suits.ONE_CHOW:
            chow_limit = suits.NO_CHOW
        make_set(end, chosen)
    return pair == 0 or make_pair(end, unseen, codes.RANKS * suit, codes.RANKS * (suit + 1), lacking)


@kernel
def ease_of_honours(hand: Holding, pong_doublings: Ints, pongs: int, pair: int, wanted: int, lacking: int) -> float:
    """How easily these pongs of honours (a mask) and this pair (-1 for none) can be made; below zero if they do not
    fit."""
    tiles, unseen = hand.tiles, hand.unseen
    ease = 1.0
    for number in range(codes.KINDS - codes.FIRST_HONOUR):
        kind = codes.FIRST_HONOUR + number
        needs = 3 if (pongs >> number) & 1 else 2 if kind == pair else 0
        lacks = max(0, needs - tiles[kind])
        if needs and (tiles[kind] == 0 or lacks > unseen[kind]):
            return IMPOSSIBLE
        if needs == 3:
            wanted -= pong_doublings[kind]
        for less in range(lacks):
            ease *= (unseen[kind] - less) / 8.0
        lacking -= lacks
    return ease if wanted <= 0 and lacking >= 0 else IMPOSSIBLE


@kernel
def make_honours(end: WinEnding, hand: Holding, pong_doublings: Ints, wanted: int, lacking: int) -> bool:
    """Make the pongs that the honours contribute, and the pair, with this many doublings and missing tiles."""
    sets, best, chosen, chosen_pair = end.shares[codes.SUITS], IMPOSSIBLE, 0, -1
    for pongs in range(1 << codes.KINDS - codes.FIRST_HONOUR):
        if ones(pongs) != sets:
            continue
        if end.pair_from != codes.SUITS:
            ease = ease_of_honours(hand, pong_doublings, pongs, -1, wanted, lacking)
            if ease > best:
                best, chosen = ease, pongs
            continue
        for kind in range(codes.FIRST_HONOUR, codes.KINDS):
            if (pongs >> (kind - codes.FIRST_HONOUR)) & 1 == 0:
                ease = ease_of_honours(hand, pong_doublings, pongs, kind, wanted, lacking)
                if ease > best:
                    best, chosen, chosen_pair = ease, pongs, kind
    if best < 0.0:
        return False
    for number in range(codes.KINDS - codes.FIRST_HONOUR):
        if (chosen >> number) & 1:
            make_set(end, codes.FIRST_HONOUR + number)
    return chosen_pair < 0 or make_pair(end, hand.unseen, chosen_pair, chosen_pair + 1, 2)


@kernel
def make_end(workspace: Workspace, end: WinEnding, hand: Holding, pong_doublings: Ints, plan: int, chowed: int) -> bool:
    """Build the ending for the chosen shares; chowed: the suit of the one chow, -1 where any suit may have chows."""
    tiles, unseen = hand.tiles, hand.unseen
    vectors, chow_limit, without_chows = workspace.vectors, hand.chow_limit, without_chows_of(plan)
    for kind in range(codes.KINDS):
        end.left[kind], end.used[kind] = tiles[kind], 0
    end.set_count = end.pair_lacks = 0
    for suit in range(codes.SUITS):
        entry = 2 * end.shares[suit] + (1 if end.pair_from == suit else 0)
        if entry:
            closed = 1 if without_chows or chowed not in (-1, suit) else 0
            lacking = vectors.suits[suit, closed, entry]
            if not make_suit(workspace, end, unseen, suit, suits.NO_CHOW if closed else chow_limit, lacking):
                return False
    entry = 2 * end.shares[codes.SUITS] + (1 if end.pair_from == codes.SUITS else 0)
    if entry == 0:
        return True
    lacking = vectors.honours[doublings_of(plan), entry]
    return make_honours(end, hand, pong_doublings, doublings_of(plan), lacking)


@kernel
def shared_lack(end: WinEnding, vectors: Vectors, plan: int, chowed: int) -> int:
    """The number of tiles that the hand lacks with the chosen shares."""
    form, without_chows, wanted_doublings = form_of(plan), without_chows_of(plan), doublings_of(plan)
    lacking = 0
    for group in range(GROUPS):
        entry = 2 * end.shares[group] + (1 if end.pair_from == group else 0)
        if group == codes.SUITS:
            if form <= codes.SUITS:
                lacking += vectors.honours[wanted_doublings, entry]
            elif entry:
                return suits.FAR
        elif form == 0 or (form - 1) % codes.SUITS == group:
            closed = 1 if without_chows or chowed not in (-1, group) else 0
            lacking += vectors.suits[group, closed, entry]
        elif entry:
            return suits.FAR
    return lacking


@kernel
def share_first(end: WinEnding, sets: int) -> None:
    """The first way to divide the sets: all from the honours."""
    for group in range(GROUPS):
        end.shares[group] = 0
    end.shares[GROUPS - 1], end.pair_from = sets, 0


@kernel
def next_share(end: WinEnding) -> bool:
    """Go on to the next way to divide the sets and the pair; False after the last."""
    if end.pair_from < GROUPS - 1:
        end.pair_from += 1
        return True
    end.pair_from = 0
    for group in range(GROUPS - 1):
        if end.shares[GROUPS - 1] > 0:
            end.shares[group] += 1
            end.shares[GROUPS - 1] -= 1
            return True
        end.shares[GROUPS - 1] += end.shares[group]
        end.shares[group] = 0
    return False


@kernel
def likelihood(end: WinEnding, hand: Holding) -> float:
    """The relative likelihood of an ending, from the unseen tiles of each kind that it lacks."""
    tiles, unseen = hand.tiles, hand.unseen
    likely = 1.0
    for kind in range(codes.KINDS):
        for less in range(max(0, end.used[kind] - tiles[kind])):
            likely *= max(0.0, unseen[kind] - less) / 4.0
    return likely

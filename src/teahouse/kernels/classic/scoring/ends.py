"""Likely endings of a plan: the sets and the pair that may complete a hand, built from its tiles.

The sets are divided among suits and honours so that the fewest tiles are missing; then the sets whose missing tiles
come most easily are chosen.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, KernelRecord
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.plans import reach, suits
from teahouse.kernels.classic.plans.reach import POWERS, Vectors
from teahouse.kernels.classic.plans.suits import row_of
from teahouse.kernels.classic.plans.worth import Holding, Workspace
from teahouse.kernels.kernel import kernel

MOST_SETS: Final = no.MOST_MELDS
GROUPS: Final = no.SUITS + 1

COMPLETE: Final = 64.0
"""The rating of a set that lacks nothing, in comparison with those that lack live tiles."""
IMPOSSIBLE: Final = -1.0


class WinEnding(KernelRecord):
    """A possible ending.

    left: tiles of the hand that are in no set. used: tiles of the ending. sets, set_count: its sets; lacks, lacked: how
    many tiles each lacks, and of which kind. pair, pair_lacks: its pair. shares, pair_from: how many sets each suit and
    the honours contribute, and which of them contributes the pair.
    """

    left: Annotated[Ints, no.KINDS]
    used: Annotated[Ints, no.KINDS]
    sets: Annotated[Ints, MOST_SETS]
    lacks: Annotated[Ints, MOST_SETS]
    lacked: Annotated[Ints, MOST_SETS]
    set_count: int
    pair: int
    pair_lacks: int
    shares: Annotated[Ints, GROUPS]
    pair_from: int


@kernel
def liking(end: WinEnding, unseen: Ints, one: int) -> float:
    """How easily a set can be made from the tiles that are left; below zero when it cannot."""
    first, liked, lacking = one & no.CODE, 1.0, 0
    for kind in range(first, first + (3 if one & no.CHOW else 1)):
        wanted = 1 if one & no.CHOW else 3
        if end.used[kind] + wanted > 4:
            return IMPOSSIBLE
        lacks = max(0, wanted - end.left[kind])
        if lacks > unseen[kind]:
            return IMPOSSIBLE
        for less in range(lacks):
            liked *= (unseen[kind] - less) * (1.0 if one & no.CHOW else 2.0) / 16.0
        lacking += lacks
    return COMPLETE + (0.0 if one & no.CHOW else 1.0) if lacking == 0 else liked


@kernel
def lacking_of(end: WinEnding, one: int) -> int:
    """The number of missing tiles of a set."""
    first = one & no.CODE
    if one & no.CHOW == 0:
        return int(max(0, 3 - end.left[first]))
    lacking = 0
    for kind in range(first, first + 3):
        if end.left[kind] == 0:
            lacking += 1
    return lacking


@kernel
def make_set(end: WinEnding, one: int) -> None:
    """Add a set to the ending, from the tiles that are left as far as possible."""
    first, number = one & no.CODE, end.set_count
    end.sets[number], end.lacks[number] = one, lacking_of(end, one)
    for kind in range(first, first + (3 if one & no.CHOW else 1)):
        wanted = 1 if one & no.CHOW else 3
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
            liked = 10.0 * (2 - lacks) + unseen[kind]
            if liked > best:
                chosen, best = kind, liked
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
    for rank in range(no.RANKS):
        key += end.left[no.RANKS * suit + rank] * POWERS[rank]
    return key


@kernel
def taken_key(end: WinEnding, one: int) -> int:
    """The amount that a set takes off the key of its suit."""
    first = one & no.CODE
    rank = first % no.RANKS
    if one & no.CHOW == 0:
        return int(min(3, end.left[first]) * POWERS[rank])
    taken = 0
    for step in range(3):
        taken += min(1, end.left[first + step]) * POWERS[rank + step]
    return taken


@kernel
def make_suit(workspace: Workspace, end: WinEnding, unseen: Ints, suit: int, layer: int, lacking: int) -> bool:
    """Make the sets that a suit contributes, and its pair, with this many missing tiles in all."""
    rows, work = workspace.rows, workspace.vectors.work
    pair = 1 if end.pair_from == suit else 0
    for wanted in range(end.shares[suit], 0, -1):
        key, chosen, best = left_key(end, suit), -1, 0.0
        for which in range(2 * no.RANKS - 2):
            one = no.RANKS * suit + which
            if which >= no.RANKS:
                one = (one - no.RANKS) | no.CHOW
            if which >= no.RANKS and layer == suits.NO_CHOW:
                continue
            liked, lacks = liking(end, unseen, one), lacking_of(end, one)
            if liked > best and lacks <= lacking:
                after = suits.NO_CHOW if which >= no.RANKS and layer == suits.ONE_CHOW else layer
                left = rows[row_of(rows, key - taken_key(end, one), after, work)]
                if left.entries[2 * (wanted - 1) + pair] <= lacking - lacks:
                    chosen, best = one, liked
        if chosen < 0:
            return False
        lacking -= lacking_of(end, chosen)
        if chosen & no.CHOW and layer == suits.ONE_CHOW:
            layer = suits.NO_CHOW
        make_set(end, chosen)
    return pair == 0 or make_pair(end, unseen, no.RANKS * suit, no.RANKS * (suit + 1), lacking)


@kernel
def honours_liked(hand: Holding, lucky: Ints, pongs: int, pair: int, wanted: int, lacking: int) -> float:
    """How easily these pongs of honours (a mask) and this pair (-1 for none) can be made; below zero if they do not
    fit."""
    tiles, unseen = hand.tiles, hand.unseen
    liked = 1.0
    for number in range(no.KINDS - no.FIRST_HONOUR):
        kind = no.FIRST_HONOUR + number
        needs = 3 if (pongs >> number) & 1 else 2 if kind == pair else 0
        lacks = max(0, needs - tiles[kind])
        if needs and (tiles[kind] == 0 or lacks > unseen[kind]):
            return IMPOSSIBLE
        if needs == 3:
            wanted -= lucky[kind]
        for less in range(lacks):
            liked *= (unseen[kind] - less) / 8.0
        lacking -= lacks
    return liked if wanted <= 0 and lacking >= 0 else IMPOSSIBLE


@kernel
def make_honours(end: WinEnding, hand: Holding, lucky: Ints, wanted: int, lacking: int) -> bool:
    """Make the pongs that the honours contribute, and the pair, with this many doublings and missing tiles."""
    sets, best, chosen, chosen_pair = end.shares[no.SUITS], IMPOSSIBLE, 0, -1
    for pongs in range(1 << no.KINDS - no.FIRST_HONOUR):
        many = 0
        for number in range(no.KINDS - no.FIRST_HONOUR):
            many += (pongs >> number) & 1
        if many != sets:
            continue
        if end.pair_from != no.SUITS:
            liked = honours_liked(hand, lucky, pongs, -1, wanted, lacking)
            if liked > best:
                best, chosen = liked, pongs
            continue
        for kind in range(no.FIRST_HONOUR, no.KINDS):
            if (pongs >> (kind - no.FIRST_HONOUR)) & 1 == 0:
                liked = honours_liked(hand, lucky, pongs, kind, wanted, lacking)
                if liked > best:
                    best, chosen, chosen_pair = liked, pongs, kind
    if best < 0.0:
        return False
    for number in range(no.KINDS - no.FIRST_HONOUR):
        if (chosen >> number) & 1:
            make_set(end, no.FIRST_HONOUR + number)
    return chosen_pair < 0 or make_pair(end, hand.unseen, chosen_pair, chosen_pair + 1, 2)


@kernel
def make_end(workspace: Workspace, end: WinEnding, hand: Holding, lucky: Ints, plan: int, chowed: int) -> bool:
    """Build the ending for the chosen shares; chowed: the suit of the one chow, -1 where any suit may have chows."""
    tiles, unseen = hand.tiles, hand.unseen
    vectors, layer, pongs = workspace.vectors, hand.layer, plan // reach.LUCKY % 2
    for kind in range(no.KINDS):
        end.left[kind], end.used[kind] = tiles[kind], 0
    end.set_count = end.pair_lacks = 0
    for suit in range(no.SUITS):
        entry = 2 * end.shares[suit] + (1 if end.pair_from == suit else 0)
        if entry:
            closed = 1 if pongs or chowed not in (-1, suit) else 0
            lacking = vectors.suits[suit, closed, entry]
            if not make_suit(workspace, end, unseen, suit, suits.NO_CHOW if closed else layer, lacking):
                return False
    entry = 2 * end.shares[no.SUITS] + (1 if end.pair_from == no.SUITS else 0)
    if entry == 0:
        return True
    lacking = vectors.honours[plan % reach.LUCKY, entry]
    return make_honours(end, hand, lucky, plan % reach.LUCKY, lacking)


@kernel
def shared_lack(end: WinEnding, vectors: Vectors, plan: int, chowed: int) -> int:
    """The number of tiles that the hand lacks with the chosen shares."""
    form, pongs, lucky = plan // (2 * reach.LUCKY), plan // reach.LUCKY % 2, plan % reach.LUCKY
    lacking = 0
    for group in range(GROUPS):
        entry = 2 * end.shares[group] + (1 if end.pair_from == group else 0)
        if group == no.SUITS:
            if form <= no.SUITS:
                lacking += vectors.honours[lucky, entry]
            elif entry:
                return suits.FAR
        elif form == 0 or (form - 1) % no.SUITS == group:
            closed = 1 if pongs or chowed not in (-1, group) else 0
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
    for kind in range(no.KINDS):
        for less in range(max(0, end.used[kind] - tiles[kind])):
            likely *= max(0.0, unseen[kind] - less) / 4.0
    return likely

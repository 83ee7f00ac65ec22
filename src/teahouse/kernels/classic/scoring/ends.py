"""Likely ends of a plan: the sets and the pair that a hand may be finished with, built from what it has.

For a way to share the sets out among suits and honours that lacks the fewest tiles, the sets are taken whose missing
tiles come most easily.
"""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.plans import reach, suits, worth
from teahouse.kernels.classic.plans.reach import POWERS
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, Numbers

MOST_SETS: Final = no.MOST_MELDS
LEFT: Final = 0
"""The making of an end: tiles of the hand that no set has used; tiles of the end; its sets, what each lacks and of
which kind; its pair."""
USED: Final = LEFT + no.KINDS
SETS: Final = USED + no.KINDS
LACKS: Final = SETS + MOST_SETS
LACKED: Final = LACKS + MOST_SETS
SET_COUNT: Final = LACKED + MOST_SETS
PAIR: Final = SET_COUNT + 1
PAIR_LACKS: Final = PAIR + 1
SHARES: Final = PAIR_LACKS + 1
"""How many sets each suit and the honours give, and which of them gives the pair."""
GROUPS: Final = no.SUITS + 1
PAIR_FROM: Final = SHARES + GROUPS
MADE: Final = PAIR_FROM + 1

COMPLETE: Final = 64.0
"""How a set that lacks nothing is liked beside those that lack so many live tiles."""
IMPOSSIBLE: Final = -1.0


@compiled("float64(int64[::1], int64[::1], int64)")
def liking(making: Numbers, unseen: Numbers, one: int) -> float:
    """How easily a set comes from the tiles that are left; below zero when it cannot come."""
    first, liked, lacking = one & no.CODE, 1.0, 0
    for kind in range(first, first + (3 if one & no.CHOW else 1)):
        wanted = 1 if one & no.CHOW else 3
        if making[USED + kind] + wanted > 4:
            return IMPOSSIBLE
        lacks = max(0, wanted - making[LEFT + kind])
        if lacks > unseen[kind]:
            return IMPOSSIBLE
        for less in range(lacks):
            liked *= (unseen[kind] - less) * (1.0 if one & no.CHOW else 2.0) / 16.0
        lacking += lacks
    return COMPLETE + (0.0 if one & no.CHOW else 1.0) if lacking == 0 else liked


@compiled("int64(int64[::1], int64)")
def lacking_of(making: Numbers, one: int) -> int:
    """How many tiles of a set are not there."""
    first = one & no.CODE
    if one & no.CHOW == 0:
        return int(max(0, 3 - making[LEFT + first]))
    lacking = 0
    for kind in range(first, first + 3):
        if making[LEFT + kind] == 0:
            lacking += 1
    return lacking


@compiled("void(int64[::1], int64)")
def make_set(making: Numbers, one: int) -> None:
    """Add a set to the end, of tiles that are left as far as they go."""
    first, number = one & no.CODE, making[SET_COUNT]
    making[SETS + number], making[LACKS + number] = one, lacking_of(making, one)
    for kind in range(first, first + (3 if one & no.CHOW else 1)):
        wanted = 1 if one & no.CHOW else 3
        if making[LEFT + kind] < wanted:
            making[LACKED + number] = kind
        making[LEFT + kind] = max(0, making[LEFT + kind] - wanted)
        making[USED + kind] += wanted
    making[SET_COUNT] = number + 1


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64)")
def make_pair(making: Numbers, unseen: Numbers, first: int, end: int, most: int) -> bool:
    """Add the pair that lacks the least, then the one with the most tiles unseen; False when all lack too much."""
    chosen, best = -1, -1.0
    for kind in range(first, end):
        lacks = max(0, 2 - making[LEFT + kind])
        if lacks <= most and lacks <= unseen[kind] and making[USED + kind] <= 2:
            liked = 10.0 * (2 - lacks) + unseen[kind]
            if liked > best:
                chosen, best = kind, liked
    if chosen < 0:
        return False
    making[PAIR], making[PAIR_LACKS] = chosen, max(0, 2 - making[LEFT + chosen])
    making[LEFT + chosen] = max(0, making[LEFT + chosen] - 2)
    making[USED + chosen] += 2
    return True


@compiled("int64(int64[::1], int64)")
def left_key(making: Numbers, suit: int) -> int:
    """The key of what is left of a suit."""
    key = 0
    for rank in range(no.RANKS):
        key += making[LEFT + no.RANKS * suit + rank] * POWERS[rank]
    return key


@compiled("int64(int64[::1], int64)")
def taken_key(making: Numbers, one: int) -> int:
    """How much a set takes off the key of its suit."""
    first = one & no.CODE
    rank = first % no.RANKS
    if one & no.CHOW == 0:
        return int(min(3, making[LEFT + first]) * POWERS[rank])
    taken = 0
    for step in range(3):
        taken += min(1, making[LEFT + first + step]) * POWERS[rank + step]
    return taken


@compiled(f"boolean({worth.ROOM}, int64[::1], int64[::1], int64, int64, int64)")
def make_suit(room: Arrays, making: Numbers, unseen: Numbers, suit: int, layer: int, lacking: int) -> bool:
    """Make the sets that a suit gives, and its pair, with so many tiles lacking in all."""
    table, work = room[0], room[1]
    pair = 1 if making[PAIR_FROM] == suit else 0
    for wanted in range(making[SHARES + suit], 0, -1):
        key, chosen, best = left_key(making, suit), -1, 0.0
        for which in range(2 * no.RANKS - 2):
            one = no.RANKS * suit + which
            if which >= no.RANKS:
                one = (one - no.RANKS) | no.CHOW
            if which >= no.RANKS and layer == suits.NO_CHOW:
                continue
            liked, lacks = liking(making, unseen, one), lacking_of(making, one)
            if liked > best and lacks <= lacking:
                after = suits.NO_CHOW if which >= no.RANKS and layer == suits.ONE_CHOW else layer
                start = suits.row(table, key - taken_key(making, one), after, work)
                if table[start + 2 * (wanted - 1) + pair] - 1 <= lacking - lacks:
                    chosen, best = one, liked
        if chosen < 0:
            return False
        lacking -= lacking_of(making, chosen)
        if chosen & no.CHOW and layer == suits.ONE_CHOW:
            layer = suits.NO_CHOW
        make_set(making, chosen)
    return pair == 0 or make_pair(making, unseen, no.RANKS * suit, no.RANKS * (suit + 1), lacking)


@compiled(f"float64({worth.HELD}, int64, int64, int64, int64)")
def honours_liked(held: Arrays, pongs: int, pair: int, wanted: int, lacking: int) -> float:
    """How easily these pongs of honours, a mask, and this pair come, -1 for none; below zero when they do not fit."""
    hand, _, unseen, lucky, _, _ = held
    liked = 1.0
    for number in range(no.KINDS - no.FIRST_HONOUR):
        kind = no.FIRST_HONOUR + number
        tiles = 3 if (pongs >> number) & 1 else 2 if kind == pair else 0
        lacks = max(0, tiles - hand[kind])
        if tiles and (hand[kind] == 0 or lacks > unseen[kind]):
            return IMPOSSIBLE
        if tiles == 3:
            wanted -= lucky[kind]
        for less in range(lacks):
            liked *= (unseen[kind] - less) / 8.0
        lacking -= lacks
    return liked if wanted <= 0 and lacking >= 0 else IMPOSSIBLE


@compiled(f"boolean(int64[::1], {worth.HELD}, int64, int64)")
def make_honours(making: Numbers, held: Arrays, wanted: int, lacking: int) -> bool:
    """Make the pongs that the honours give, and the pair, with so many doublings and so many tiles lacking."""
    sets, best, chosen, chosen_pair = making[SHARES + no.SUITS], IMPOSSIBLE, 0, -1
    for pongs in range(1 << no.KINDS - no.FIRST_HONOUR):
        many = 0
        for number in range(no.KINDS - no.FIRST_HONOUR):
            many += (pongs >> number) & 1
        if many != sets:
            continue
        if making[PAIR_FROM] != no.SUITS:
            liked = honours_liked(held, pongs, -1, wanted, lacking)
            if liked > best:
                best, chosen = liked, pongs
            continue
        for kind in range(no.FIRST_HONOUR, no.KINDS):
            if (pongs >> (kind - no.FIRST_HONOUR)) & 1 == 0:
                liked = honours_liked(held, pongs, kind, wanted, lacking)
                if liked > best:
                    best, chosen, chosen_pair = liked, pongs, kind
    if best < 0.0:
        return False
    for number in range(no.KINDS - no.FIRST_HONOUR):
        if (chosen >> number) & 1:
            make_set(making, no.FIRST_HONOUR + number)
    return chosen_pair < 0 or make_pair(making, held[2], chosen_pair, chosen_pair + 1, 2)


@compiled(f"boolean({worth.ROOM}, int64[::1], {worth.HELD}, int64, int64)")
def make_end(room: Arrays, making: Numbers, held: Arrays, plan: int, chowed: int) -> bool:
    """Build the end for the shares that were chosen; chowed: the suit of the one chow, -1 where any may have them."""
    hand, facts, unseen, _, _, _ = held
    vec, layer, pongs = room[2], facts[worth.LAYER], plan // reach.LUCKY % 2
    for kind in range(no.KINDS):
        making[LEFT + kind], making[USED + kind] = hand[kind], 0
    making[SET_COUNT] = making[PAIR_LACKS] = 0
    for suit in range(no.SUITS):
        entry = 2 * making[SHARES + suit] + (1 if making[PAIR_FROM] == suit else 0)
        if entry:
            closed = 1 if pongs or chowed not in (-1, suit) else 0
            lacking = vec[reach.SUIT + (2 * suit + closed) * suits.ENTRIES + entry]
            if not make_suit(room, making, unseen, suit, suits.NO_CHOW if closed else layer, lacking):
                return False
    entry = 2 * making[SHARES + no.SUITS] + (1 if making[PAIR_FROM] == no.SUITS else 0)
    if entry == 0:
        return True
    lacking = vec[reach.HONOUR + plan % reach.LUCKY * suits.ENTRIES + entry]
    return make_honours(making, held, plan % reach.LUCKY, lacking)


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def shared_lack(making: Numbers, vec: Numbers, plan: int, chowed: int) -> int:
    """How many tiles the hand lacks when the sets are shared out as chosen."""
    form, pongs, lucky = plan // (2 * reach.LUCKY), plan // reach.LUCKY % 2, plan % reach.LUCKY
    lacking = 0
    for group in range(GROUPS):
        entry = 2 * making[SHARES + group] + (1 if making[PAIR_FROM] == group else 0)
        if group == no.SUITS:
            if form <= no.SUITS:
                lacking += vec[reach.HONOUR + lucky * suits.ENTRIES + entry]
            elif entry:
                return suits.FAR
        elif form == 0 or (form - 1) % no.SUITS == group:
            closed = 1 if pongs or chowed not in (-1, group) else 0
            lacking += vec[reach.SUIT + (2 * group + closed) * suits.ENTRIES + entry]
        elif entry:
            return suits.FAR
    return lacking


@compiled("void(int64[::1], int64)")
def share_first(making: Numbers, sets: int) -> None:
    """The first way to share so many sets out: all from the honours."""
    for group in range(GROUPS):
        making[SHARES + group] = 0
    making[SHARES + GROUPS - 1], making[PAIR_FROM] = sets, 0


@compiled("boolean(int64[::1])")
def next_share(making: Numbers) -> bool:
    """Go on to the next way to share the sets and the pair out; False after the last."""
    if making[PAIR_FROM] < GROUPS - 1:
        making[PAIR_FROM] += 1
        return True
    making[PAIR_FROM] = 0
    for group in range(GROUPS - 1):
        if making[SHARES + GROUPS - 1] > 0:
            making[SHARES + group] += 1
            making[SHARES + GROUPS - 1] -= 1
            return True
        making[SHARES + GROUPS - 1] += making[SHARES + group]
        making[SHARES + group] = 0
    return False


@compiled(f"float64(int64[::1], {worth.HELD})")
def likelihood(making: Numbers, held: Arrays) -> float:
    """How likely an end is beside others: by the unseen tiles of each kind that it lacks."""
    hand, _, unseen, _, _, _ = held
    likely = 1.0
    for kind in range(no.KINDS):
        for less in range(max(0, making[USED + kind] - hand[kind])):
            likely *= max(0.0, unseen[kind] - less) / 4.0
    return likely

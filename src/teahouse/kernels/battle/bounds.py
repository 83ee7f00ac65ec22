"""Bounds of a position's value that need no search.

**The relaxed game.** Take the pairs left as values, n of them. A pair is *open* when both its tiles are free now; a
kind with two or three free tiles has one open pair, a kind with four has two. An open pair stays open until a player
takes it: taking a pair of a kind lowers its free tiles by two, and no move covers a tile. Call the open pairs a1 >= a2
>= a3 …; the others are hidden.

One player, the *miser*, always takes the most valuable open pair while there is one, and any pair afterwards. The other
player, the *dreamer*, plays freely. X is what the dreamer takes and Y what the miser takes.

1. Among the p most valuable open pairs the dreamer gets at most ceil(p / 2) when moving first, floor(p / 2) when the
   miser does: between two turns of the dreamer the miser takes one of them, as long as one is left.
2. X and Y have the same size, or the player who moved first has one more.
3. No open pair is left over at the end, because play goes on while one is open; what is left over was hidden.

The dreamer wins sum(X) - sum(Y) = 2 sum(X) - sum(all) + sum(left over). Keep only the rules 1, 2 and 3 and let the
dreamer choose. The sets that 1 allows form a laminar matroid, so taking the most valuable allowed pairs in turn is
best: the most valuable hidden pairs and every second open one. When the dreamer makes the last move, it is best to
leave nothing over. Otherwise it is best to leave over the most valuable hidden pair outside X, because the miser then
has one pair fewer. Leaving two more over would cost the dreamer the cheapest pair of X, which is worth at least as much
as a hidden pair outside X. So `upper_bound` is the most the dreamer can win against this miser, and therefore a bound
against the best play. With the mover as the dreamer it bounds a position's value from above; with the mover as the
miser it bounds it, negated, from below.
"""

from typing import Final

from teahouse.kernels.bits import ones
from teahouse.kernels.kernel import hot

BITS: Final = 4
"""Bits for each value in the packed count of pairs: pairs of value v are counted at bit 4 (v - 1)."""
FULL: Final = 15
SUITS: Final = 3
ALL_SUITS: Final = 7
HIGHEST_VALUE: Final = 9


@hot
def upper_bound(counts: int, pairs: int, points: int, open_once: int, open_twice: int, second: int) -> int:
    """An upper bound of what the dreamer can win, moving first (`second` 0) or second (1).

    counts: pairs left of each value, packed; pairs and points: how many and their sum; open_once, open_twice: the
    kinds with an open pair and with two, as masks.
    """
    wanted = (pairs + 1 - second) >> 1
    turn = second
    taken = 0
    spare = 0
    for value in range(HIGHEST_VALUE, 0, -1):
        count = (counts >> (BITS * (value - 1))) & FULL
        shift = SUITS * (value - 1)
        opened = ones((open_once >> shift) & ALL_SUITS) + ones((open_twice >> shift) & ALL_SUITS)
        hidden = count - opened
        offered = hidden + ((opened + 1 - turn) >> 1)
        turn = (turn + opened) & 1
        spare = max(spare, value if offered > wanted and hidden > 0 else 0)
        offered = min(offered, wanted)
        taken += offered * value
        wanted -= offered
    if (pairs + second) & 1:
        spare = 0
    return 2 * taken - points + spare

"""The number of tiles that a suit lacks for a number of sets and a pair, from a table that caches results.

A suit is a key: nine digits in base five, the ones first. Together with the number of chows that it may use (none, one,
any) it has a row. The table has far fewer rows than there are suits: a row that was replaced is computed again when it
is needed.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Rows, Short, SmallInts
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

RANKS: Final = 9
CHOW_LIMITS: Final = 3
ENTRIES: Final = 10
ROWS: Final = 1 << 17
"""How many rows a table has in an engine; any power of two will do."""
SPREAD: Final = 2654435761
"""For Fibonacci hashing: 2 to the power of 32 divided by the golden ratio spreads similar suits over the table."""

NO_CHOW: Final = 0
ONE_CHOW: Final = 1
ANY_CHOW: Final = 2

FAR: Final = 60
"""More than can be missing."""

STATES: Final = 5 * 5 * 2 * ENTRIES
"""The number of states between two ranks: runs begun one and two ranks before, chows counted, sets and pair."""
WORK: Final = 2 * STATES


class SuitRow(KernelRecord):
    """What a suit lacks: the fewest tiles to add, at `2 * sets + pair`; and the suit of this row, 0 for none."""

    entries: Annotated[SmallInts, ENTRIES]
    owner: Short


@kernel
def step(work: SmallInts, now: int, then: int, held: int, chow_limit: int) -> None:
    """Process one rank, in every way: runs that begin here, a pong, a pair."""
    most = 4 if chow_limit == ANY_CHOW else chow_limit
    for place in range(STATES):
        missing = work[now + place]
        if missing < FAR:
            entry, used = place % ENTRIES, place // ENTRIES % 2
            before, last = place // (10 * ENTRIES), place // (2 * ENTRIES) % 5
            for runs in range(most + 1 - (used if chow_limit == ONE_CHOW else 0)):
                for pong in range(2):
                    for pair in range(2 - entry % 2):
                        need = before + last + runs + 3 * pong + 2 * pair
                        if need <= 4 and entry // 2 + runs + pong <= 4:
                            counted = used + runs if chow_limit == ONE_CHOW else used
                            target = then + ((last * 5 + runs) * 2 + counted) * ENTRIES
                            target += entry + 2 * (runs + pong) + pair
                            lacking = missing + max(0, need - held)
                            work[target] = min(work[target], lacking)


@kernel
def fill(row: SuitRow, key: int, chow_limit: int, work: SmallInts) -> None:
    """Compute a row."""
    for place in range(STATES):
        work[place] = FAR
    work[0] = 0
    now, then, rest = 0, STATES, key
    for rank in range(RANKS):
        for place in range(STATES):
            work[then + place] = FAR
        step(work, now, then, rest % 5, chow_limit if rank < RANKS - 2 else NO_CHOW)
        now, then, rest = then, now, rest // 5
    for entry in range(ENTRIES):
        row.entries[entry] = min(work[now + entry], work[now + ENTRIES + entry])


@kernel
def row_of(rows: Rows[SuitRow], key: int, chow_limit: int, work: SmallInts) -> int:
    """The row of a suit, valid until the next row is requested."""
    name = key * CHOW_LIMITS + chow_limit
    place = name * SPREAD >> 15 & len(rows) - 1
    if rows[place].owner != name + 1:
        rows[place].owner = name + 1
        fill(rows[place], key, chow_limit, work)
    return place

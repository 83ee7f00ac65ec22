"""How many tiles a suit lacks for so many sets and a pair, looked up in a table that remembers what was worked out.

A suit is a key: nine digits in base five, the ones first. With the number of chows that it may use (none, one, any) it
has a row: ten entries, `2 * sets + pair`, each the fewest tiles to add, plus one; then whose row it is. The table holds
far fewer rows than there are suits: a row that another one needs is worked out anew when it is asked for again.
"""

from typing import Any, Final, TypeAlias

from teahouse.kernels.compiled import compiled

Bytes: TypeAlias = Any
"""An array of small integers."""

RANKS: Final = 9
LAYERS: Final = 3
ENTRIES: Final = 10
ROW: Final = 16
ROWS: Final = 1 << 17
"""How many rows a table has in an engine; any power of two will do."""
TABLE: Final = ROWS * ROW

SPREAD: Final = 2654435761
NAME_DIGITS: Final = 4
NAME_BITS: Final = 6
"""Whose row it is: four digits of six bits."""

NO_CHOW: Final = 0
ONE_CHOW: Final = 1
ANY_CHOW: Final = 2

FAR: Final = 60
"""More than can be missing."""

STATES: Final = 5 * 5 * 2 * ENTRIES
"""Runs begun one and two ranks before, chows counted, sets and pair: what the way from rank to rank remembers."""
WORK: Final = 2 * STATES


@compiled("void(int8[::1], int64, int64, int64, int64)")
def step(work: Bytes, now: int, then: int, held: int, layer: int) -> None:
    """Go on by one rank, in every way: runs that begin here, a pong, a pair."""
    most = 4 if layer == ANY_CHOW else layer
    for place in range(STATES):
        missing = work[now + place]
        if missing < FAR:
            entry, used = place % ENTRIES, place // ENTRIES % 2
            before, last = place // (10 * ENTRIES), place // (2 * ENTRIES) % 5
            for runs in range(most + 1 - (used if layer == ONE_CHOW else 0)):
                for pong in range(2):
                    for pair in range(2 - entry % 2):
                        need = before + last + runs + 3 * pong + 2 * pair
                        if need <= 4 and entry // 2 + runs + pong <= 4:
                            counted = used + runs if layer == ONE_CHOW else used
                            target = then + ((last * 5 + runs) * 2 + counted) * ENTRIES
                            target += entry + 2 * (runs + pong) + pair
                            lacking = missing + max(0, need - held)
                            work[target] = min(work[target], lacking)


@compiled("void(int8[::1], int64, int64, int64, int8[::1])")
def fill(table: Bytes, start: int, key: int, layer: int, work: Bytes) -> None:
    """Work out a row and keep it here."""
    for place in range(STATES):
        work[place] = FAR
    work[0] = 0
    now, then, rest = 0, STATES, key
    for rank in range(RANKS):
        for place in range(STATES):
            work[then + place] = FAR
        step(work, now, then, rest % 5, layer if rank < RANKS - 2 else NO_CHOW)
        now, then, rest = then, now, rest // 5
    for entry in range(ENTRIES):
        fewest = min(work[now + entry], work[now + ENTRIES + entry])
        table[start + entry] = fewest + 1
    name = key * LAYERS + layer
    for digit in range(NAME_DIGITS):
        table[start + ENTRIES + digit] = name >> NAME_BITS * digit & (1 << NAME_BITS) - 1


@compiled("int64(int8[::1], int64, int64, int8[::1])")
def row(table: Bytes, key: int, layer: int, work: Bytes) -> int:
    """Where the entries of a suit begin, until the next row is asked for."""
    name = key * LAYERS + layer
    start = (name * SPREAD >> 15 & len(table) // ROW - 1) * ROW
    same = table[start] != 0
    for digit in range(NAME_DIGITS):
        same = same and table[start + ENTRIES + digit] == name >> NAME_BITS * digit & (1 << NAME_BITS) - 1
    if not same:
        fill(table, start, key, layer, work)
    return start

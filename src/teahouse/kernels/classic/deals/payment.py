"""Who pays what in a simulated deal."""

from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers


@compiled("int64(int64[::1], int64, int64, int64)")
def factor(state: Numbers, winner: int, giver: int, loser: int) -> int:
    """How many times the score a loser pays."""
    dealer, row = state[at.DEALER], at.FACTORS
    place = 8
    if winner == dealer:
        place = 0 if giver < 0 else 1 if loser == giver else 2
    elif giver < 0:
        place = 3 if loser == dealer else 4
    elif loser == giver:
        place = 6 if loser == dealer else 5
    elif loser == dealer:
        place = 7
    return int(state[row + place])

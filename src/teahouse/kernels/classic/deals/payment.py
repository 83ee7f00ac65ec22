"""Who pays what in a simulated deal."""

from teahouse.kernels.classic.deals.table import DealState
from teahouse.kernels.kernel import kernel


@kernel
def factor(state: DealState, winner: int, giver: int, loser: int) -> int:
    """How many times the score a loser pays."""
    dealer = state.dealer
    place = 8
    if winner == dealer:
        place = 0 if giver < 0 else 1 if loser == giver else 2
    elif giver < 0:
        place = 3 if loser == dealer else 4
    elif loser == giver:
        place = 6 if loser == dealer else 5
    elif loser == dealer:
        place = 7
    return int(state.factors[place])

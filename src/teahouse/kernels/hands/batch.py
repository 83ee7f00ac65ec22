"""Many hands in one call."""

from teahouse.kernels.compiled import compiled
from teahouse.kernels.hands.distance import analyse
from teahouse.kernels.hands.layout import KINDS
from teahouse.kernels.plain import Numbers


@compiled(
    "void(uint8[:, ::1], uint8[:, ::1], int64[::1], int64[::1], int64, int64[:, ::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1])"
)
def analyse_each(
    counts: Numbers,
    melded: Numbers,
    sets: Numbers,
    chows: Numbers,
    hands: int,
    suits: Numbers,
    honours: Numbers,
    ranks: Numbers,
    starts: Numbers,
    desk: Numbers,
    hand: Numbers,
    held: Numbers,
    found: Numbers,
) -> None:
    """Distance and useful kinds of each hand, one after another."""
    for row in range(len(counts)):
        for kind in range(KINDS):
            hand[kind] = counts[row, kind]
            held[kind] = melded[row, kind]
        analyse(hand, held, sets[row], chows[row], hands, suits, honours, ranks, starts, desk, found[row])

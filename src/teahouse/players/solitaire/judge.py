"""Judges a finished game of Solitaire."""

from typing import Final

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Solitaire

LONGEST: Final = 2.0
"""The most seconds that one position may take, however few positions there are."""
FOR_BEST_LINE: Final = 0.4
"""The part of the time that the search for the best line gets."""


class SolitaireAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    """One player's game of Solitaire, since it last started over.

    clearable: for every position whether it could still be cleared (null: not known). lost_at: the move that lost it.
    best, bound: the best total found without help, and what no line exceeds. line: the pairs of that best line. stars,
    share: how hard the deal is, and how often careful plays clear it.
    """

    clearable: tuple[bool | None, ...]
    lost_at: int | None
    score: int
    best: int
    bound: int
    line: tuple[tuple[int, int], ...]
    stars: int
    share: float


def judge_solitaire(game: Solitaire, record: Record, seat: Seat, seconds: float) -> SolitaireAnalysis:
    """Judge one player's positions, and find the best line of the deal."""
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import analyse, played

    boards, _ = played(game, record, seat)
    limits = SearchLimits(seconds=min(LONGEST, seconds * (1 - FOR_BEST_LINE) / max(1, len(boards))))
    found = analyse(game.shape, boards, limits, seconds * FOR_BEST_LINE)
    best, hard = found.best, found.difficulty
    return SolitaireAnalysis(
        found.clearable, found.lost_at, found.score, best.score, best.bound, best.line, hard.stars, hard.share
    )

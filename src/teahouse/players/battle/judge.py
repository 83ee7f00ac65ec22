"""Judges a finished game of Battle."""

from typing import Final

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle

TABLE_MB: Final = 256
LONGEST: Final = 2.0
"""The most seconds that one position may take, however few positions there are."""


class JudgedMove(msgspec.Struct, frozen=True):
    """A move of Battle judged: by how much seat 0 was heading to win before it, a best move, the points given away."""

    seat: Seat
    best: str | None
    ahead: int
    exact: bool
    lost: int | None
    mark: str


class BattleAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="battle"):
    """A game of Battle: its moves, the curve of who was heading to win, and from which move on all is exact."""

    moves: tuple[JudgedMove, ...]
    curve: tuple[int, ...]
    exact_from: int | None


def judge_battle(game: Battle, record: Record, seat: Seat, seconds: float) -> BattleAnalysis:
    """Every move of both players, whichever seat asks."""
    from teahouse.players.battle.analysis import analyse, played
    from teahouse.players.battle.engine import fitting_engine
    from teahouse.players.player import SearchLimits

    states, moves = played(game, record)
    limits = SearchLimits(seconds=min(LONGEST, seconds / max(1, len(moves))))
    found = analyse(states, moves, fitting_engine(TABLE_MB), limits)
    judged = tuple(
        JudgedMove(
            one.seat, None if one.best is None else game.move_text(one.best), one.ahead, one.exact, one.lost, one.mark
        )
        for one in found.moves
    )
    return BattleAnalysis(judged, tuple(found.curve), found.exact_from)

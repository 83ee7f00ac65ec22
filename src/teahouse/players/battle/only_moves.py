"""Counts only-moves in a finished game of Battle: positions in which exactly one move keeps the value."""

from typing import Final

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, TakePair
from teahouse.players.battle.analysis import played
from teahouse.players.battle.engine import Engine, fitting_engine
from teahouse.players.battle.solution import MoveValue
from teahouse.players.game_players import OnlyMoves
from teahouse.players.player import SearchLimits

TABLE_MB: Final = 256
LONGEST: Final = 2.0
"""The most seconds that one position may take."""
FEWEST: Final = 2
"""Moves that a position must offer to count; with fewer there is nothing to find."""


def count_only_moves(game: Battle, record: Record, seat: Seat, seconds: float) -> OnlyMoves:
    """Count the only-moves of a seat; from the end backwards, as far as positions can be solved in time."""
    states, moves = played(game, record)
    limits = SearchLimits(seconds=min(LONGEST, seconds / max(1, len(moves))))
    return counted(states, moves, seat, fitting_engine(TABLE_MB), limits)


def counted(
    states: list[BattleState], moves: list[TakePair], seat: Seat, engine: Engine, limits: SearchLimits
) -> OnlyMoves:
    """Count in states and moves; `moves[i]` was played in `states[i]`."""
    hits: list[bool] = []
    chance = 0.0
    for ply in range(len(moves) - 1, -1, -1):
        if states[ply].mover != seat:
            continue
        values = engine.values(states[ply].board, limits)
        if any(one.lower != one.upper for one in values):
            break
        best = only_move(values)
        if best is not None:
            hits.append(best == moves[ply])
            chance += 1 / len(values)
    return OnlyMoves(len(hits), sum(hits), longest_run(hits), chance)


def only_move(values: list[MoveValue]) -> TakePair | None:
    """The one move that keeps the value; None if there is another, or nothing to choose."""
    most = max((one.lower for one in values), default=0)
    best = [one.move for one in values if one.lower == most]
    return best[0] if len(best) == 1 and len(values) >= FEWEST else None


def longest_run(hits: list[bool]) -> int:
    """The most only-moves found in a row.

    >>> longest_run([True, False, True, True])
    2
    """
    longest = run = 0
    for hit in hits:
        run = run + 1 if hit else 0
        longest = max(longest, run)
    return longest

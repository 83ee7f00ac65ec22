"""Computes what each pair of a Battle position gives away, for training, and sets up positions to train on."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, Board, TakePair
from teahouse.games.positions import Position
from teahouse.players.battle.analysis import MARKS
from teahouse.players.battle.bots import GreedyPlayer
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.judge import LONGEST_LINE, NODES, judging_engine, slip_reason
from teahouse.players.judgement import marked
from teahouse.players.player import Budget, SearchLimits
from teahouse.players.weighing import Weighed, WeighedMove

STRENGTHS: Final = ((1, 1000.0), (2, 1300.0), (4, 1550.0), (8, 1750.0))
"""Plies, and the approximate strength of a player who looks that far ahead; see the ratings of the house players."""
STRONGEST: Final = 1950.0
LATE: Final = (16, 44)
"""The tiles that are left in positions that the house sets up: enough to think about, and solved in a moment."""
STRAY: Final = 0.3
"""How often a random pair is taken on the way there, so that positions differ."""


def weigh_battle(game: Battle, state: BattleState, _seat: Seat, seconds: float) -> Weighed | None:
    """What every pair gives away, proven; None if that cannot be proven in time."""
    engine, board, limits = judging_engine(), state.board, SearchLimits(seconds, NODES)
    found = engine.solve(board, limits)
    if not found.exact or found.best is None:
        return None
    values = engine.values(board, limits)
    if any(one.lower < found.lower <= one.upper for one in values):
        return None
    lost = [found.lower - one.upper for one in values]
    moves = tuple(_weighed(game, board, one.move, found.best, gone) for one, gone in zip(values, lost, strict=True))
    after = engine.line(board.without(found.best.first, found.best.second), limits)
    best = game.move_text(found.best)
    line = (best, *map(game.move_text, after[: LONGEST_LINE - 1]))
    faultless = {one.text for one in moves if not one.mark}
    return Weighed(best=best, line=line, moves=moves, exact=True, strength=_strength(game, board, faultless, engine))


def _weighed(game: Battle, board: Board, move: TakePair, best: TakePair, lost: int) -> WeighedMove:
    reason = slip_reason(board, move, best, lost) if lost else None
    return WeighedMove(game.move_text(move), move, lost, marked(lost, MARKS), reason)


def _strength(game: Battle, board: Board, faultless: Collection[str], engine: Engine) -> float:
    """The approximate strength needed to find a faultless move, from how far one must look ahead for it."""
    for depth, strength in STRENGTHS:
        seems = engine.look(board, depth).best
        if seems is not None and game.move_text(seems) in faultless:
            return strength
    return STRONGEST


def late_positions(seed: bytes) -> Iterator[Position]:
    """Positions near the end of a deal between two greedy players who sometimes take a random pair."""
    game, rng, player = Battle(), Random(seed), GreedyPlayer()
    state = game.deal(seed)
    least, most = LATE
    while moves := game.legal_moves(state, state.mover):
        if least <= state.board.left() <= most:
            yield Position(game, state)
        view, strays = game.view(state, state.mover), rng.random() < STRAY
        move = rng.choice(moves) if strays else player.choose(view, moves, Budget(), rng)
        state, _ = game.apply(state, state.mover, move)
